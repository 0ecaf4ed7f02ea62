# find_package(Linnet): the library that programs under test run on, and linnet_add_test().
#
#   find_package(Linnet REQUIRED)
#   enable_testing()
#   linnet_add_test(stack_test SOURCES stack_test.cpp OPTIONS --time 1m)
#
# builds an instrumented program that explores itself, and registers it with CTest. It takes the options of `linnet run`.
get_filename_component(LINNET_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET Linnet::runtime)
  add_library(Linnet::runtime SHARED IMPORTED)
  set_target_properties(Linnet::runtime PROPERTIES
    IMPORTED_LOCATION "${LINNET_PREFIX}/lib/liblinnet_runtime.so"
    IMPORTED_NO_SONAME TRUE
    INTERFACE_INCLUDE_DIRECTORIES "${LINNET_PREFIX}/include")
endif()

# linnet_add_test(NAME SOURCES files... [LINKS targets...] [OPTIONS words...])
function(linnet_add_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS;OPTIONS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  # What each compiler needs to report every access (docs/running.md). Assertions stay.
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang OR CMAKE_C_COMPILER_ID MATCHES Clang)
    set(special -mcx16 "SHELL:-mllvm -tsan-instrument-read-before-write=1" "SHELL:-mllvm -tsan-distinguish-volatile=1")
  else()
    set(special "SHELL:--param tsan-distinguish-volatile=1" -fno-builtin-memcpy -fno-builtin-memset -fno-builtin-memmove)
  endif()
  target_compile_options(${name} PRIVATE -g -fsanitize=thread -fno-plt -UNDEBUG ${special})
  # Not -fsanitize=thread here: that would link the compiler's own runtime.
  target_link_options(${name} PRIVATE -pie -Wl,-z,now -Wl,--no-as-needed)
  target_link_libraries(${name} PRIVATE ${ARG_LINKS} Linnet::runtime atomic pthread)
  add_test(NAME ${name} COMMAND ${name} ${ARG_OPTIONS})
endfunction()
