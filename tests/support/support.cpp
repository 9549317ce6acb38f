#include "support/pch.h"
