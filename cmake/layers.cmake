# One target per layer of the ladder: refold_layer(name [FOLDER dir] [LINKS public...] [PRIVATE private...])
# takes every .cpp of src/<name> (or FOLDER) and offers refold::<name>.

add_library(refold_flags INTERFACE)
add_library(refold::flags ALIAS refold_flags)
target_compile_options(refold_flags INTERFACE -Wall -Wextra -Wpedantic -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # What GCC 12 reports falsely when it optimizes: `"a" + std::string`, std::string::replace, moved exact numbers. And it
  # warns where a designated initializer leaves a member out, which is what those are for; Clang does not.
  target_compile_options(refold_flags INTERFACE -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds -Wno-maybe-uninitialized
                                                -Wno-missing-field-initializers)
endif()
target_include_directories(refold_flags INTERFACE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR})

function(refold_layer name)
  cmake_parse_arguments(layer "" "FOLDER" "LINKS;PRIVATE" ${ARGN})
  if(NOT layer_FOLDER)
    set(layer_FOLDER src/${name})
  endif()
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${layer_FOLDER}/*.cpp)
  if(NOT sources)  # a layer of headers only
    add_library(refold_${name} INTERFACE)
    target_link_libraries(refold_${name} INTERFACE ${layer_LINKS} refold::flags)
  else()
    add_library(refold_${name} STATIC ${sources})
    target_link_libraries(refold_${name} PUBLIC ${layer_LINKS} refold::flags PRIVATE ${layer_PRIVATE})
    # One precompiled header, made by the lowest layer and shared by the rest.
    if(name STREQUAL "base")
      target_precompile_headers(refold_base PRIVATE ${PROJECT_SOURCE_DIR}/src/base/pch.h)
    else()
      target_precompile_headers(refold_${name} REUSE_FROM refold_base)
    endif()
  endif()
  add_library(refold::${name} ALIAS refold_${name})
endfunction()
