# Every library that refold uses and the target it comes by; the reasons stand in docs/dependencies.md.

find_package(PkgConfig REQUIRED)
find_package(Boost 1.74 REQUIRED)
find_package(fmt REQUIRED)
find_package(ZLIB REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(tl-expected REQUIRED)
pkg_check_modules(Z3 REQUIRED IMPORTED_TARGET z3)
pkg_check_modules(Graphviz REQUIRED IMPORTED_TARGET libgvc libcgraph)
pkg_check_modules(xxHash REQUIRED IMPORTED_TARGET libxxhash)
add_library(xxHash::xxhash ALIAS PkgConfig::xxHash)

add_library(refold_json INTERFACE)
add_library(refold::json ALIAS refold_json)
target_link_libraries(refold_json INTERFACE nlohmann_json::nlohmann_json)

find_path(PEGTL_INCLUDE tao/pegtl.hpp REQUIRED)
add_library(refold_pegtl INTERFACE)
add_library(refold::pegtl ALIAS refold_pegtl)
target_include_directories(refold_pegtl SYSTEM INTERFACE ${PEGTL_INCLUDE})
