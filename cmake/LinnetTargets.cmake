# How every target of this project is built: language level, warnings, sanitizers, and linnet_folder().

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo)
endif()
# Assertions stay on in every build: a checker that goes on after a broken invariant gives wrong verdicts.
string(REPLACE "-DNDEBUG" "" CMAKE_CXX_FLAGS_RELWITHDEBINFO "${CMAKE_CXX_FLAGS_RELWITHDEBINFO}")
string(REPLACE "-DNDEBUG" "" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

option(LINNET_SANITIZE "Build everything with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)

add_library(linnet_flags INTERFACE)
target_compile_options(linnet_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wswitch-enum -Werror)
# g++ 12 sees overlapping copies in std::string::insert and operator+ where there are none (GCC bug 105651).
target_compile_options(linnet_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
target_include_directories(linnet_flags INTERFACE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
if(LINNET_SANITIZE)
  target_compile_options(linnet_flags INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(linnet_flags INTERFACE -fsanitize=address,undefined)
endif()

# linnet_folder(NAME SOURCES a.cpp ... LINKS other folders and packages ...)
# A library for one folder under src/. LINKS names all it may include: a new entry there is a design decision.
function(linnet_folder name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
  add_library(linnet_${name} STATIC ${ARG_SOURCES})
  target_link_libraries(linnet_${name} PUBLIC linnet_flags ${ARG_LINKS})
endfunction()
