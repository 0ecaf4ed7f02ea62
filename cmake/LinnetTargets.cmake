# How every target of this project is built: language level, warnings, sanitizers, and linnet_folder().
include(CMakeDependentOption)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo)
endif()
# Assertions stay on in every build: a checker that continues after a broken invariant gives wrong verdicts.
string(REPLACE "-DNDEBUG" "" CMAKE_CXX_FLAGS_RELWITHDEBINFO "${CMAKE_CXX_FLAGS_RELWITHDEBINFO}")
string(REPLACE "-DNDEBUG" "" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")

find_program(CCACHE ccache)
if(CCACHE)
  # ccache's settings for precompiled headers: macros defined in them count, and dates do not.
  set(CMAKE_C_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_C_COMPILER_LAUNCHER})
endif()

option(LINNET_SANITIZE "Build everything with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
# A tenth more executions per second (scripts/bench-explore).
cmake_dependent_option(LINNET_LINK_TIME_OPTIMISATION "Optimise the runtime and the strategies together" ON
  "CMAKE_CXX_COMPILER_ID STREQUAL GNU;NOT LINNET_SANITIZE" OFF)

add_library(linnet_flags INTERFACE)
target_compile_options(linnet_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wswitch-enum -Werror)
# g++ 12 sees overlapping copies and overflows in std::string where there are none (GCC bugs 105651 and 105329), and no
# longer knows that it is looking at a system header once that is precompiled. clang has no such trouble.
target_compile_options(linnet_flags INTERFACE
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict -Wno-array-bounds -Wno-stringop-overflow>)
target_include_directories(linnet_flags INTERFACE ${PROJECT_SOURCE_DIR}/include)
if(LINNET_SANITIZE)
  target_compile_options(linnet_flags INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(linnet_flags INTERFACE -fsanitize=address,undefined)
endif()

# The headers that most files include and that take the compiler longest, read once for all: a third less time to build.
# Every file still includes what it uses.
set(LINNET_COMMON_HEADERS <algorithm> <functional> <memory> <optional> <span> <string> <string_view> <vector>
  <fmt/format.h> <absl/container/flat_hash_map.h>)

# linnet_visible(NAME SCOPE [FOLDER]): the target may include the headers of src/FOLDER (otherwise of src/NAME, without its
# linnet_). There is no -I src: a compiler that is not shown a folder cannot include it.
function(linnet_visible target scope folder)
  set(root ${PROJECT_BINARY_DIR}/layers/${folder})
  file(MAKE_DIRECTORY ${root})
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/src/${folder} ${root}/${folder} SYMBOLIC)
  target_include_directories(${target} ${scope} ${root})
endfunction()

# linnet_cold(TARGET): code that runs once, before or after the work. It takes a third less time to compile
# than with -O2.
function(linnet_cold target)
  target_compile_options(${target} PRIVATE -O1)
endfunction()

# linnet_copies_in_place(TARGET): steps, events and clocks are copied all the time, and g++ would do that with instructions that take thirty cycles
# to begin.
function(linnet_copies_in_place target)
  foreach(function memcpy memset)
    target_compile_options(${target} PRIVATE
      $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-m${function}-strategy=vector_loop:512:noalign$<COMMA>libcall:-1:noalign>)
  endforeach()
endfunction()

# linnet_precompiled_as(TARGET OTHER): an executable takes the precompiled header of a library, and so its kind of code.
function(linnet_precompiled_as target other)
  target_compile_options(${target} PRIVATE -fPIC)
  target_precompile_headers(${target} REUSE_FROM ${other})
endfunction()

# linnet_together(TARGET): the presets compile up to a dozen files of one room together, which takes half as
# long as file by file. Such files see each other's local functions, so two files of a room cannot have
# different functions of the same name; files of different rooms can.
function(linnet_together target)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "[.]cpp$")
  foreach(source ${sources})
    cmake_path(ABSOLUTE_PATH source OUTPUT_VARIABLE path)
    cmake_path(GET path PARENT_PATH folder)
    cmake_path(GET folder FILENAME room)
    math(EXPR batch "0${count_${room}} / 12")
    math(EXPR count_${room} "0${count_${room}} + 1")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${room}_${batch})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
endfunction()

# linnet_folder(NAME [SOURCES a.cpp ...] LINKS other folders and packages ...)
# A library for one folder under src/ and the rooms in it. SOURCES defaults to all files there. LINKS names
# everything it may include: a new entry there is a design decision, and a line in the table of src/README.md.
function(linnet_folder name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
  if(NOT ARG_SOURCES)
    file(GLOB_RECURSE ARG_SOURCES CONFIGURE_DEPENDS *.cpp *.S)
  endif()
  add_library(linnet_${name} STATIC ${ARG_SOURCES})
  target_link_libraries(linnet_${name} PUBLIC linnet_flags ${ARG_LINKS})
  get_filename_component(folder ${CMAKE_CURRENT_SOURCE_DIR} NAME)
  linnet_visible(linnet_${name} PUBLIC ${folder})
  if(LINNET_SANITIZE AND name MATCHES "^(base|history)$")  # libFuzzer follows this in what it is to fuzz
    target_compile_options(linnet_${name} PRIVATE -fsanitize-coverage=inline-8bit-counters,pc-table,trace-cmp)
  endif()
  if(LINNET_LINK_TIME_OPTIMISATION AND name MATCHES "^(runtime|explore|graph|schedule)$")  # what every step goes through
    set_target_properties(linnet_${name} PROPERTIES INTERPROCEDURAL_OPTIMIZATION ON)
  endif()
  if(name MATCHES "^(runtime|explore|graph)$")
    linnet_copies_in_place(linnet_${name})
  endif()
  if(name MATCHES "^(driver|report|generate|class_reader|symbols)$")
    linnet_cold(linnet_${name})
  endif()
  # Precompiled headers have to be made with the flags of their users, and without macros that one of these
  # does not have.
  if(name MATCHES "^(base|generate)$")
    target_precompile_headers(linnet_${name} PRIVATE ${LINNET_COMMON_HEADERS})
  elseif(name STREQUAL runtime)
    target_precompile_headers(linnet_runtime PRIVATE <algorithm> <array> <bit> <chrono> <cstring> <functional> <memory>
      <optional> <span> <string> <string_view> <utility> <variant> <vector>)
    if(NOT CCACHE)  # which was seen to take a precompiled header for a new one after a header in it had changed
      target_precompile_headers(linnet_runtime PRIVATE <runtime/execution.hpp>)
    endif()
  elseif(name MATCHES "^(driver|report|class_reader|symbols)$")
    target_precompile_headers(linnet_${name} REUSE_FROM linnet_generate)
  elseif(NOT name MATCHES "^(worker|stress|explore|graph)$")  # which have flags of their own
    target_precompile_headers(linnet_${name} REUSE_FROM linnet_base)
  endif()
  if(name MATCHES "^(runtime|worker|stress)$")  # under sanitizers there is none, and nobody would see that a function hides another
    set_target_properties(linnet_${name} PROPERTIES UNITY_BUILD OFF)
  else()
    linnet_together(linnet_${name})
  endif()
endfunction()

# linnet_alone(FILES...): files that cannot be compiled together with others of their room, because they have
# local functions with the same names.
function(linnet_alone)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
