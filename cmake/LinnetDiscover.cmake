# Writes the file that CTest includes: one test for each scenario that PROGRAM lists, or one for the program
# if it lists none.
#
#   cmake -DNAME=stack_test -DPROGRAM=path -DOPTIONS=--time;1m -DOUTPUT=file -P LinnetDiscover.cmake
execute_process(COMMAND "${PROGRAM}" --list OUTPUT_VARIABLE list ERROR_VARIABLE complaint RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${NAME} cannot list its tests: ${complaint}")
endif()
string(REGEX MATCHALL "(^|\n)[^\n:]+:" names "${list}")
set(rest "")
foreach(option IN LISTS OPTIONS)
  string(APPEND rest " [==[${option}]==]")
endforeach()
set(text "")
foreach(name IN LISTS names)
  string(REGEX REPLACE "[\n:]" "" name "${name}")
  string(APPEND text "add_test([==[${NAME}.${name}]==] [==[${PROGRAM}]==] [==[--test=${name}]==]${rest})\n")
endforeach()
if(text STREQUAL "")
  set(text "add_test([==[${NAME}]==] [==[${PROGRAM}]==]${rest})\n")
endif()
file(WRITE "${OUTPUT}" "${text}")
