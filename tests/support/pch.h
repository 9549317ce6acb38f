// The headers that nearly every test needs, compiled once.
#pragma once
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/pch.h"
