# Programs under test and the library they run on.

# linnet_runtime_library(NAME SOURCES a.cpp ... LINKS targets ...)
# The runtime and what runs beside it in the process of a program under test, as one shared library: the
# border of the library is the border of the snapshot. It has its own C++ runtime, because the program's is
# restored before every execution, and hides all names except those that it replaces.
function(linnet_runtime_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
  add_library(${name} SHARED ${ARG_SOURCES})
  set_target_properties(${name} PROPERTIES CXX_VISIBILITY_PRESET hidden)
  if(LINNET_LINK_TIME_OPTIMISATION)  # of the runtime and the strategies alone: with this library's own sources g++ 12 fails
    target_link_options(${name} PRIVATE -flto=auto)
  endif()
  target_compile_options(${name} PRIVATE -fno-threadsafe-statics)
  target_link_libraries(${name} PRIVATE linnet_flags ${ARG_LINKS}
    -Wl,--whole-archive $<TARGET_FILE:linnet_runtime> -Wl,--no-whole-archive linnet_protocol linnet_schedule ${CMAKE_DL_LIBS})
  linnet_visible(${name} PRIVATE runtime)
  add_dependencies(${name} linnet_runtime)
  target_link_options(${name} PRIVATE -static-libstdc++ -Wl,--as-needed -Wl,-z,now -Wl,-Bsymbolic-functions
    -Wl,--version-script=${CMAKE_CURRENT_FUNCTION_LIST_DIR}/runtime_exports.map)
  # Programs need the library to exist, and need not be linked again when it changes.
  add_custom_target(${name}_exists)
  add_dependencies(${name}_exists ${name})
endfunction()

# linnet_stress_library(NAME LINKS targets ...)
# The same for native runs. It hides its names, and none of the program's data is restored, so it can use the
# program's C++ runtime.
function(linnet_stress_library name)
  cmake_parse_arguments(ARG "" "" "LINKS" ${ARGN})
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp "// All of the library comes from linnet_stress.\n")
  add_library(${name} SHARED ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  set_target_properties(${name} PROPERTIES CXX_VISIBILITY_PRESET hidden)
  target_link_libraries(${name} PRIVATE linnet_flags -Wl,--whole-archive $<TARGET_FILE:linnet_stress> -Wl,--no-whole-archive
    ${ARG_LINKS} ${CMAKE_DL_LIBS})
  add_dependencies(${name} linnet_stress)
  target_link_options(${name} PRIVATE -Wl,--as-needed -Wl,-Bsymbolic-functions
    -Wl,--version-script=${CMAKE_CURRENT_FUNCTION_LIST_DIR}/stress_exports.map)
endfunction()

# linnet_program(NAME SOURCE file LIBRARY target COMPILER program FLAGS ... DEPENDS headers ...)
# Builds NAME in the current binary folder with scripts/compile-instrumented.
function(linnet_program name)
  cmake_parse_arguments(ARG "" "SOURCE;LIBRARY;COMPILER" "FLAGS;DEPENDS" ${ARGN})
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${name})
  set(script ${PROJECT_SOURCE_DIR}/scripts/compile-instrumented)
  file(GLOB flags ${PROJECT_SOURCE_DIR}/cmake/flags/* ${PROJECT_SOURCE_DIR}/cmake/flags/assembler/*)
  list(REMOVE_ITEM flags ${PROJECT_SOURCE_DIR}/cmake/flags/assembler)
  get_filename_component(source ${ARG_SOURCE} ABSOLUTE)
  add_custom_command(OUTPUT ${output}
    COMMAND ${script} ${ARG_COMPILER} $<TARGET_FILE:${ARG_LIBRARY}> ${output} ${source} ${ARG_FLAGS}
    DEPENDS ${source} ${script} ${flags} ${ARG_DEPENDS} ${ARG_LIBRARY}_exists
    COMMENT "Instrumenting ${name}" VERBATIM)
  set_property(GLOBAL APPEND PROPERTY LINNET_PROGRAMS ${output})
endfunction()
