// InputReplay: reads all, and gives it back from a file in memory.
#include "runtime/memory/input_replay.hpp"

#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstdio>

#include "runtime/hooks/real.hpp"

namespace linnet::runtime {
namespace {

constexpr std::size_t kBlock = 1 << 16;
std::array<char, kBlock> stdio_buffer;  // libc would allocate one from the program's memory

constinit InputReplay input;

bool is_file() {
  struct stat status = {};
  return fstat(STDIN_FILENO, &status) == 0 && S_ISREG(status.st_mode);
}

bool has_something() {
  pollfd state{STDIN_FILENO, POLLIN, 0};
  return isatty(STDIN_FILENO) == 0 && raw_syscall(SYS_poll, reinterpret_cast<long>(&state), 1, 0) == 1 &&
         (state.revents & POLLNVAL) == 0;
}

void read_all(std::vector<char>& text) {
  if (is_file()) raw_syscall(SYS_lseek, STDIN_FILENO, 0, SEEK_SET);
  std::array<char, kBlock> block;
  for (;;) {
    const long got = raw_syscall(SYS_read, STDIN_FILENO, reinterpret_cast<long>(block.data()), kBlock);
    if (got <= 0) return;
    text.insert(text.end(), block.begin(), block.begin() + got);
  }
}

}  // namespace

void InputReplay::read() {
  if (!read_ && has_something()) read_all(text_);
  read_ = true;
}

void InputReplay::start() {
  if (started_) return;
  started_ = true;
  read();
  const long file = raw_syscall(SYS_memfd_create, reinterpret_cast<long>("linnet input"), MFD_CLOEXEC);
  for (std::size_t at = 0; at < text_.size();) {
    const long wrote = raw_syscall(SYS_write, file, reinterpret_cast<long>(text_.data() + at),
                                   static_cast<long>(text_.size() - at));
    if (wrote <= 0) break;
    at += static_cast<std::size_t>(wrote);
  }
  raw_syscall(SYS_dup2, file, STDIN_FILENO);
  raw_syscall(SYS_close, file);
  std::setvbuf(stdin, stdio_buffer.data(), _IOFBF, stdio_buffer.size());
  std::rewind(stdin);
}

InputReplay& standard_input() {
  return input;
}

void InputReplay::rewind() {
  if (text_.empty()) {
    clearerr_unlocked(stdin);
  } else {
    std::rewind(stdin);
  }
}

}  // namespace linnet::runtime
