# find_package(Linnet): the library that programs under test run on, and linnet_add_test().
#
#   find_package(Linnet 0.1 REQUIRED)
#   enable_testing()
#   linnet_add_test(stack_test SOURCES stack_test.cpp OPTIONS --time 1m)
#
# builds an instrumented program that explores itself, and registers each of its object tests with CTest, as stack_test.NAME, or the
# program if it has a main instead. It takes the options of `linnet run`.
# Programs with linnet::check_main are linked with Linnet::check.
get_filename_component(LINNET_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

foreach(name runtime check)
  if(NOT TARGET Linnet::${name})
    add_library(Linnet::${name} SHARED IMPORTED)
    set_target_properties(Linnet::${name} PROPERTIES
      IMPORTED_LOCATION "${LINNET_PREFIX}/lib/liblinnet_${name}.so"
      IMPORTED_NO_SONAME TRUE
      INTERFACE_INCLUDE_DIRECTORIES "${LINNET_PREFIX}/include")
  endif()
endforeach()

# linnet_add_test(NAME SOURCES files... [LINKS targets...] [OPTIONS words...])
function(linnet_add_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS;OPTIONS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  if(CMAKE_CXX_COMPILER)
    target_compile_features(${name} PRIVATE cxx_std_20)
  endif()
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang OR CMAKE_C_COMPILER_ID MATCHES Clang)
    set(family clang)
  else()
    set(family gcc)
  endif()
  target_compile_options(${name} PRIVATE "-B${LINNET_PREFIX}/lib/linnet/assembler" "@${LINNET_PREFIX}/lib/linnet/${family}" -UNDEBUG)  # assertions stay
  target_include_directories(${name} SYSTEM PRIVATE "${LINNET_PREFIX}/include/linnet/intrinsics")
  target_link_options(${name} PRIVATE "@${LINNET_PREFIX}/lib/linnet/link")
  target_link_libraries(${name} PRIVATE ${ARG_LINKS} Linnet::runtime atomic pthread)
  # The tests are known only once the program is built.
  set(tests "${CMAKE_CURRENT_BINARY_DIR}/${name}.linnet.cmake")
  add_custom_command(TARGET ${name} POST_BUILD BYPRODUCTS "${tests}" VERBATIM
    COMMAND ${CMAKE_COMMAND} "-DNAME=${name}" "-DPROGRAM=$<TARGET_FILE:${name}>" "-DOPTIONS=${ARG_OPTIONS}" "-DOUTPUT=${tests}"
      -P "${LINNET_PREFIX}/lib/cmake/Linnet/LinnetDiscover.cmake")
  file(WRITE "${tests}.include" "if(EXISTS [==[${tests}]==])\n  include([==[${tests}]==])\nelse()\n  add_test(${name} NOT_BUILT)\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${tests}.include")
endfunction()
