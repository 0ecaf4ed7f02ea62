// The system calls of the program, by whatever code of it or of its libraries they are made.
//
// The kernel can be told to send a signal instead of making a system call (Linux 5.11, "syscall user dispatch"), as long as a byte
// of ours says so. That byte is Current::scheduled: so it happens exactly where the program's own code runs, and costs nothing
// where no system call is made. The signal becomes a call (trap.hpp), and answer() decides: most calls are then made as they are;
// those that would wait are steps (waiting_calls.hpp), those that make a descriptor are remembered (descriptors.hpp), and buffers
// which the snapshot has made read-only are made writable first.
//
// Where the kernel cannot do that, only what comes by libc's syscall() is seen, and a call that waits ends with the run.
#pragma once

#include <array>
#include <cstdint>

namespace linnet::runtime {

struct SystemCall {
  long number = 0;
  std::array<long, 6> arguments{};
  const void* pc = nullptr;  // in the program, as far as that is known

  int descriptor() const { return static_cast<int>(arguments[0]); }
};

// From now on, in this process.
void trap_system_calls();
// Whether all of them are seen.
bool are_system_calls_trapped();

// What the program is told: -errno if it failed.
long answer(const SystemCall& call);

// As the kernel does it, with buffers of the program that can be written.
long make(const SystemCall& call);

// The kernel will write there.
void make_writable(std::uint64_t address, std::uint64_t size);

}  // namespace linnet::runtime
