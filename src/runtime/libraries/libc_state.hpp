// Whether libc keeps something for the program that is in no copy of its memory.
//
// Most of what libc keeps comes about by system calls, or by memory that it allocates, and both are seen when they happen: files, streams,
// directories, the environment. The rest are variables inside libc, such as the text that strtok() goes through. So a program is copied
// (execution_copy.hpp) only if it refers to no other functions of libc than those that are known to have none, or that are ours.
#pragma once

namespace linnet::runtime {

// About the program and its libraries as they are loaded when this is first asked.
bool libc_keeps_nothing();

}  // namespace linnet::runtime
