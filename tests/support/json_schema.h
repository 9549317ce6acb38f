// tests/support/json_schema.h: does a JSON text fit a schema of docs/schema?
//
// Knows the words those schemas use: type, required, properties, additionalProperties, items, enum, const, minimum. A
// word it does not know is a difference, so that no schema claims more than is checked.
#pragma once

#include <string>
#include <vector>

namespace refold {

/// One line per difference, "/results/0/line: ..."; an empty list: it fits.
std::vector<std::string> schema_differences(const std::string& json, const std::string& schema);

}  // namespace refold
