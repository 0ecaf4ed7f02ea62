// OutputCapture: two descriptors, one file in memory, one mapped page.
#include "runtime/memory/output_capture.hpp"

#include <fcntl.h>
#include <stdio_ext.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>

#include "runtime/hooks/real.hpp"

namespace linnet::runtime {
namespace {

constexpr long kPage = 4096;

}  // namespace

void OutputCapture::start() {
  if (captured_ >= 0) return;
  constexpr int kOutOfTheWay = 200;
  std::fflush(nullptr);
  own_output_ = static_cast<int>(raw_syscall(SYS_fcntl, 1, F_DUPFD_CLOEXEC, kOutOfTheWay));
  own_error_ = static_cast<int>(raw_syscall(SYS_fcntl, 2, F_DUPFD_CLOEXEC, kOutOfTheWay));
  const int file =
      static_cast<int>(raw_syscall(SYS_memfd_create, reinterpret_cast<long>("linnet output"), MFD_CLOEXEC));
  captured_ = static_cast<int>(raw_syscall(SYS_fcntl, file, F_DUPFD_CLOEXEC, kOutOfTheWay));
  raw_syscall(SYS_dup2, captured_, 1);
  raw_syscall(SYS_dup2, captured_, 2);
  raw_syscall(SYS_close, file);
  raw_syscall(SYS_ftruncate, captured_, kPage);
  const long page = raw_syscall(SYS_mmap, 0, kPage, PROT_READ, MAP_SHARED, captured_, 0);
  if (page > 0) first_page_ = reinterpret_cast<const char*>(page);
}

std::string_view OutputCapture::take(Look look) {
  text_.clear();
  if (__fpending(stdout) != 0) std::fflush(stdout);
  if (look == Look::briefly && first_page_ != nullptr && *first_page_ == 0) return {};
  const long size = raw_syscall(SYS_lseek, captured_, 0, SEEK_CUR);
  if (size <= 0) return {};
  text_.resize(static_cast<std::size_t>(size));
  raw_syscall(SYS_pread64, captured_, reinterpret_cast<long>(text_.data()), size, 0);
  raw_syscall(SYS_ftruncate, captured_, 0);
  raw_syscall(SYS_ftruncate, captured_, kPage);
  raw_syscall(SYS_lseek, captured_, 0, SEEK_SET);
  return {text_.data(), text_.size()};
}

void OutputCapture::write_to(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const long wrote = raw_syscall(SYS_write, descriptor, reinterpret_cast<long>(text.data()),
                                   static_cast<long>(text.size()));
    if (wrote <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(wrote));
  }
}

}  // namespace linnet::runtime
