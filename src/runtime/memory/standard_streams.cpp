// InputReplay reads all input, and replays it from a file in memory. OutputCapture has two descriptors, one
// file in memory and one mapped page.
#include "runtime/memory/standard_streams.hpp"

#include <fcntl.h>
#include <poll.h>
#include <stdio_ext.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstdio>

#include "runtime/hooks/real.hpp"

namespace linnet::runtime {
namespace {

constexpr long kPage = 4096;
constexpr std::size_t kBlock = 1 << 16;
std::array<char, kBlock> stdio_buffer;  // libc would allocate one from the program's memory

constinit InputReplay input;
constinit OutputCapture output;

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

int memory_file(const char* name) {
  return static_cast<int>(raw_syscall(SYS_memfd_create, reinterpret_cast<long>(name), MFD_CLOEXEC));
}

void write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const long wrote = raw_syscall(SYS_write, descriptor, reinterpret_cast<long>(text.data()),
                                   static_cast<long>(text.size()));
    if (wrote <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(wrote));
  }
}

// A copy that is out of the way of the program's own descriptors.
int duplicate(int descriptor) {
  return static_cast<int>(raw_syscall(SYS_fcntl, descriptor, F_DUPFD_CLOEXEC, 200));
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
  const int file = memory_file("linnet input");
  write_all(file, {text_.data(), text_.size()});
  raw_syscall(SYS_dup2, file, STDIN_FILENO);
  raw_syscall(SYS_close, file);
  std::setvbuf(stdin, stdio_buffer.data(), _IOFBF, stdio_buffer.size());
  std::rewind(stdin);
}

void InputReplay::rewind() {
  if (text_.empty()) {
    clearerr_unlocked(stdin);
  } else {
    std::rewind(stdin);
  }
}

void OutputCapture::start() {
  if (captured_ >= 0) return;
  std::fflush(nullptr);
  own_output_ = duplicate(1);
  const int file = memory_file("linnet output");
  captured_ = duplicate(file);
  raw_syscall(SYS_dup2, captured_, 1);
  raw_syscall(SYS_dup2, captured_, 2);
  raw_syscall(SYS_close, file);
  raw_syscall(SYS_ftruncate, captured_, kPage);
  const long page = raw_syscall(SYS_mmap, 0, kPage, PROT_READ, MAP_SHARED, captured_, 0);
  if (page > 0) first_page_ = reinterpret_cast<const char*>(page);
}

bool OutputCapture::is_pending() {
  return __fpending(stdout) != 0;
}

void OutputCapture::append(long begin, long size) {
  const std::size_t before = text_.size();
  text_.resize(before + static_cast<std::size_t>(size));
  raw_syscall(SYS_pread64, captured_, reinterpret_cast<long>(text_.data() + before), size, begin);
}

std::string_view OutputCapture::take(Look look) {
  text_.clear();
  if (is_pending()) std::fflush(stdout);
  if (look == Look::briefly && first_page_ != nullptr && *first_page_ == 0) return {};
  const long size = raw_syscall(SYS_lseek, captured_, 0, SEEK_CUR);
  if (size <= 0) return {};
  constexpr long kEnds = 1 << 16;  // a reader wants to know how the text began and ended
  if (size <= 2 * kEnds) {
    append(0, size);
  } else {
    append(0, kEnds);
    constexpr std::size_t kMost = 64;
    std::array<char, kMost> note;
    const int length =
        std::snprintf(note.data(), kMost, "\n[%ld bytes are left out here]\n", size - 2 * kEnds);
    text_.insert(text_.end(), note.begin(), note.begin() + length);
    append(size - kEnds, kEnds);
  }
  raw_syscall(SYS_ftruncate, captured_, 0);
  raw_syscall(SYS_ftruncate, captured_, kPage);
  raw_syscall(SYS_lseek, captured_, 0, SEEK_SET);
  return {text_.data(), text_.size()};
}

void OutputCapture::print_through(std::string_view text) const {
  write_all(own_output_, text);
}

InputReplay& standard_input() {
  return input;
}

OutputCapture& standard_output() {
  return output;
}

}  // namespace linnet::runtime
