// The table of system calls and their buffers. It has a row for each buffer, and names the calls that have none.
#include "runtime/kernel/call_buffers.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/raw_syscall.hpp"
#include "runtime/instructions/watched_code.hpp"
#include "runtime/races/plain_access.hpp"

namespace linnet::runtime {
namespace {

enum class Extent : std::uint8_t {
  text,         // up to its zero
  fixed,        // as many bytes as `size` says
  in_argument,  // items of `size` bytes, as many as the argument `of` says
  in_bits,      // as many bits as the argument `of` says, in whole words
  as_returned,  // items of `size` bytes, as many as the call returns
  in_length,    // as many bytes as the socklen_t says that the argument `of` points to
  parts,        // what the iovecs are for, as many as the argument `of` says, and themselves
  message,      // a msghdr with what it points to
};

struct Buffer {
  long call;
  std::uint8_t argument;
  bool written;
  Extent extent;
  std::uint32_t size = 1;
  std::uint8_t of = 0;
};

constexpr bool kReads = false, kWrites = true;
constexpr std::uint32_t kSignalSet = 8, kSignalAction = 32, kSockets = 2 * sizeof(int);

using enum Extent;
constexpr Buffer kBuffers[] = {
    {SYS_read, 1, kWrites, as_returned},
    {SYS_pread64, 1, kWrites, as_returned},
    {SYS_write, 1, kReads, in_argument, 1, 2},
    {SYS_pwrite64, 1, kReads, in_argument, 1, 2},
    {SYS_readv, 1, kWrites, parts, 1, 2},
    {SYS_preadv, 1, kWrites, parts, 1, 2},
    {SYS_preadv2, 1, kWrites, parts, 1, 2},
    {SYS_writev, 1, kReads, parts, 1, 2},
    {SYS_pwritev, 1, kReads, parts, 1, 2},
    {SYS_pwritev2, 1, kReads, parts, 1, 2},
    {SYS_recvfrom, 1, kWrites, as_returned},
    {SYS_recvfrom, 4, kWrites, in_length, 1, 5},
    {SYS_sendto, 1, kReads, in_argument, 1, 2},
    {SYS_sendto, 4, kReads, in_argument, 1, 5},
    {SYS_recvmsg, 1, kWrites, message},
    {SYS_sendmsg, 1, kReads, message},
    {SYS_open, 0, kReads, text},
    {SYS_openat, 1, kReads, text},
    {SYS_creat, 0, kReads, text},
    {SYS_stat, 0, kReads, text},
    {SYS_stat, 1, kWrites, fixed, sizeof(struct stat)},
    {SYS_lstat, 0, kReads, text},
    {SYS_lstat, 1, kWrites, fixed, sizeof(struct stat)},
    {SYS_fstat, 1, kWrites, fixed, sizeof(struct stat)},
    {SYS_newfstatat, 1, kReads, text},
    {SYS_newfstatat, 2, kWrites, fixed, sizeof(struct stat)},
    {SYS_statx, 1, kReads, text},
    {SYS_statx, 4, kWrites, fixed, 256},
    {SYS_statfs, 0, kReads, text},
    {SYS_statfs, 1, kWrites, fixed, sizeof(struct statfs)},
    {SYS_fstatfs, 1, kWrites, fixed, sizeof(struct statfs)},
    {SYS_access, 0, kReads, text},
    {SYS_faccessat, 1, kReads, text},
    {SYS_chdir, 0, kReads, text},
    {SYS_getcwd, 0, kWrites, as_returned},
    {SYS_mkdir, 0, kReads, text},
    {SYS_mkdirat, 1, kReads, text},
    {SYS_rmdir, 0, kReads, text},
    {SYS_unlink, 0, kReads, text},
    {SYS_unlinkat, 1, kReads, text},
    {SYS_rename, 0, kReads, text},
    {SYS_rename, 1, kReads, text},
    {SYS_renameat, 1, kReads, text},
    {SYS_renameat, 3, kReads, text},
    {SYS_renameat2, 1, kReads, text},
    {SYS_renameat2, 3, kReads, text},
    {SYS_link, 0, kReads, text},
    {SYS_link, 1, kReads, text},
    {SYS_symlink, 0, kReads, text},
    {SYS_symlink, 1, kReads, text},
    {SYS_readlink, 0, kReads, text},
    {SYS_readlink, 1, kWrites, as_returned},
    {SYS_readlinkat, 1, kReads, text},
    {SYS_readlinkat, 2, kWrites, as_returned},
    {SYS_chmod, 0, kReads, text},
    {SYS_truncate, 0, kReads, text},
    {SYS_memfd_create, 0, kReads, text},
    {SYS_getdents64, 1, kWrites, as_returned},
    {SYS_pipe, 0, kWrites, fixed, kSockets},
    {SYS_pipe2, 0, kWrites, fixed, kSockets},
    {SYS_socketpair, 3, kWrites, fixed, kSockets},
    {SYS_bind, 1, kReads, in_argument, 1, 2},
    {SYS_connect, 1, kReads, in_argument, 1, 2},
    {SYS_accept, 1, kWrites, in_length, 1, 2},
    {SYS_accept4, 1, kWrites, in_length, 1, 2},
    {SYS_getsockname, 1, kWrites, in_length, 1, 2},
    {SYS_getpeername, 1, kWrites, in_length, 1, 2},
    {SYS_setsockopt, 3, kReads, in_argument, 1, 4},
    {SYS_getsockopt, 3, kWrites, in_length, 1, 4},
    {SYS_poll, 0, kWrites, in_argument, sizeof(pollfd), 1},
    {SYS_ppoll, 0, kWrites, in_argument, sizeof(pollfd), 1},
    {SYS_select, 1, kWrites, in_bits},
    {SYS_select, 2, kWrites, in_bits},
    {SYS_select, 3, kWrites, in_bits},
    {SYS_pselect6, 1, kWrites, in_bits},
    {SYS_pselect6, 2, kWrites, in_bits},
    {SYS_pselect6, 3, kWrites, in_bits},
    {SYS_epoll_wait, 1, kWrites, as_returned, sizeof(epoll_event)},
    {SYS_epoll_pwait, 1, kWrites, as_returned, sizeof(epoll_event)},
    {SYS_epoll_pwait2, 1, kWrites, as_returned, sizeof(epoll_event)},
    {SYS_epoll_ctl, 3, kReads, fixed, sizeof(epoll_event)},
    {SYS_uname, 0, kWrites, fixed, sizeof(utsname)},
    {SYS_sysinfo, 0, kWrites, fixed, sizeof(struct sysinfo)},
    {SYS_times, 0, kWrites, fixed, sizeof(tms)},
    {SYS_getrusage, 1, kWrites, fixed, sizeof(rusage)},
    {SYS_getrlimit, 1, kWrites, fixed, sizeof(rlimit)},
    {SYS_setrlimit, 1, kReads, fixed, sizeof(rlimit)},
    {SYS_prlimit64, 2, kReads, fixed, sizeof(rlimit)},
    {SYS_prlimit64, 3, kWrites, fixed, sizeof(rlimit)},
    {SYS_clock_getres, 1, kWrites, fixed, sizeof(timespec)},
    {SYS_clock_gettime, 1, kWrites, fixed, sizeof(timespec)},
    {SYS_gettimeofday, 0, kWrites, fixed, sizeof(timeval)},
    {SYS_nanosleep, 0, kReads, fixed, sizeof(timespec)},
    {SYS_clock_nanosleep, 2, kReads, fixed, sizeof(timespec)},
    {SYS_timerfd_settime, 2, kReads, fixed, sizeof(itimerspec)},
    {SYS_timerfd_settime, 3, kWrites, fixed, sizeof(itimerspec)},
    {SYS_timerfd_gettime, 1, kWrites, fixed, sizeof(itimerspec)},
    {SYS_getrandom, 0, kWrites, as_returned},
    {SYS_getgroups, 1, kWrites, as_returned, sizeof(gid_t)},
    {SYS_getresuid, 0, kWrites, fixed, sizeof(uid_t)},
    {SYS_getresuid, 1, kWrites, fixed, sizeof(uid_t)},
    {SYS_getresuid, 2, kWrites, fixed, sizeof(uid_t)},
    {SYS_sched_getaffinity, 2, kWrites, as_returned},
    {SYS_sched_setaffinity, 2, kReads, in_argument, 1, 1},
    {SYS_rt_sigprocmask, 1, kReads, fixed, kSignalSet},
    {SYS_rt_sigprocmask, 2, kWrites, fixed, kSignalSet},
    {SYS_rt_sigpending, 0, kWrites, fixed, kSignalSet},
    {SYS_rt_sigaction, 1, kReads, fixed, kSignalAction},
    {SYS_rt_sigaction, 2, kWrites, fixed, kSignalAction},
    {SYS_rt_sigtimedwait, 0, kReads, fixed, kSignalSet},
    {SYS_rt_sigtimedwait, 1, kWrites, fixed, 128},
    {SYS_rt_sigsuspend, 0, kReads, fixed, kSignalSet},
    {SYS_signalfd4, 1, kReads, fixed, kSignalSet},
    {SYS_sigaltstack, 0, kReads, fixed, sizeof(stack_t)},
    {SYS_sigaltstack, 1, kWrites, fixed, sizeof(stack_t)},
    {SYS_wait4, 1, kWrites, fixed, sizeof(int)},
    {SYS_wait4, 3, kWrites, fixed, sizeof(rusage)},
    {SYS_waitid, 2, kWrites, fixed, 128},
    {SYS_sendfile, 2, kWrites, fixed, sizeof(off_t)},
};

// Nothing of the program's memory is accessed, or what is accessed belongs to no thread.
constexpr long kWithoutBuffers[] = {
    SYS_alarm,
    SYS_arch_prctl,
    SYS_brk,
    SYS_clone,
    SYS_clone3,
    SYS_close,
    SYS_close_range,
    SYS_dup,
    SYS_dup2,
    SYS_dup3,
    SYS_epoll_create,
    SYS_epoll_create1,
    SYS_eventfd,
    SYS_eventfd2,
    SYS_exit,
    SYS_exit_group,
    SYS_fadvise64,
    SYS_fallocate,
    SYS_fchdir,
    SYS_fchmod,
    SYS_fchown,
    SYS_fcntl,
    SYS_fdatasync,
    SYS_flock,
    SYS_fork,
    SYS_fsync,
    SYS_ftruncate,
    SYS_futex,
    SYS_getegid,
    SYS_geteuid,
    SYS_getgid,
    SYS_getpgid,
    SYS_getpgrp,
    SYS_getpid,
    SYS_getppid,
    SYS_getpriority,
    SYS_getsid,
    SYS_gettid,
    SYS_getuid,
    SYS_inotify_init1,
    SYS_ioctl,
    SYS_kill,
    SYS_listen,
    SYS_lseek,
    SYS_madvise,
    SYS_membarrier,
    SYS_mlock,
    SYS_mlockall,
    SYS_mmap,
    SYS_mprotect,
    SYS_mremap,
    SYS_msync,
    SYS_munlock,
    SYS_munmap,
    SYS_pause,
    SYS_restart_syscall,
    SYS_rseq,
    SYS_rt_sigreturn,
    SYS_sched_get_priority_max,
    SYS_sched_yield,
    SYS_set_robust_list,
    SYS_set_tid_address,
    SYS_setpgid,
    SYS_setpriority,
    SYS_setsid,
    SYS_shutdown,
    SYS_socket,
    SYS_sync,
    SYS_tgkill,
    SYS_timerfd_create,
    SYS_tkill,
    SYS_umask,
    SYS_vfork,
};

void note(const SystemCall& call, long address, std::uint64_t size, bool written) {
  const auto* location = reinterpret_cast<const void*>(address);
  if (address == 0 || size == 0) return;
  if (written) {
    plain_write(location, static_cast<std::uint32_t>(size), call.pc);
  } else {
    plain_read(location, static_cast<std::uint32_t>(size), call.pc);
  }
}

// As many bytes of them as were transferred.
void note_parts(const SystemCall& call, const iovec* parts, std::uint64_t count, std::uint64_t bytes,
                bool written) {
  if (parts == nullptr) return;
  note(call, reinterpret_cast<long>(parts), count * sizeof *parts, kReads);
  for (std::uint64_t i = 0; i < count && bytes > 0; ++i) {
    const std::uint64_t here = std::min<std::uint64_t>(bytes, parts[i].iov_len);
    note(call, reinterpret_cast<long>(parts[i].iov_base), here, written);
    bytes -= here;
  }
}

void note_message(const SystemCall& call, const msghdr* message, std::uint64_t bytes, bool written) {
  if (message == nullptr) return;
  note(call, reinterpret_cast<long>(message), sizeof *message, written);
  note(call, reinterpret_cast<long>(message->msg_name), message->msg_namelen, written);
  note(call, reinterpret_cast<long>(message->msg_control), message->msg_controllen, written);
  note_parts(call, message->msg_iov, message->msg_iovlen, bytes, written);
}

void note_length(const SystemCall& call, long address, long length) {
  if (address == 0 || length == 0) return;
  note(call, address, *reinterpret_cast<const socklen_t*>(length), kWrites);
  note(call, length, sizeof(socklen_t), kWrites);
}

// `result` is what was transferred; before a call that reads, everything may be.
void note(const SystemCall& call, const Buffer& buffer, std::uint64_t result) {
  const auto& a = call.arguments;
  const long address = a[buffer.argument];
  const auto count = static_cast<std::uint64_t>(a[buffer.of]);
  switch (buffer.extent) {
    case text:
      if (address != 0)
        note(call, address, std::strlen(reinterpret_cast<const char*>(address)) + 1, buffer.written);
      return;
    case fixed: return note(call, address, buffer.size, buffer.written);
    case in_argument: return note(call, address, buffer.size * count, buffer.written);
    case in_bits: return note(call, address, (count + 63) / 64 * 8, buffer.written);
    case as_returned: return note(call, address, buffer.size * result, buffer.written);
    case in_length: return note_length(call, address, a[buffer.of]);
    case parts:
      return note_parts(call, reinterpret_cast<const iovec*>(address), count, result, buffer.written);
    case message: return note_message(call, reinterpret_cast<const msghdr*>(address), result, buffer.written);
  }
}

// The program may pass a pointer to nowhere, and is told so by the call. Here it is not followed: a call that only reads a text says
// whether it can be.
bool is_readable(const SystemCall& call, const Buffer& buffer) {
  if (buffer.extent != text && buffer.extent != parts && buffer.extent != message) return true;
  return raw_syscall(SYS_access, call.arguments[buffer.argument], F_OK) != -EFAULT;
}

// The number of the request says which way and how much, but for those that are older than this rule.
void note_control(const SystemCall& call) {
  const auto request = static_cast<unsigned long>(call.arguments[1]);
  if (request == FIONREAD || request == TIOCGPGRP) return note(call, call.arguments[2], sizeof(int), kWrites);
  if (request == FIONBIO) return note(call, call.arguments[2], sizeof(int), kReads);
  if (request == TIOCGWINSZ) return note(call, call.arguments[2], sizeof(winsize), kWrites);
  if (_IOC_DIR(request) == _IOC_NONE) return note_unseen_access(call.pc);
  note(call, call.arguments[2], _IOC_SIZE(request), (_IOC_DIR(request) & _IOC_READ) != 0);
}

void note_file_lock(const SystemCall& call) {
  switch (call.arguments[1]) {
    case F_GETLK:
    case F_OFD_GETLK: return note(call, call.arguments[2], sizeof(struct flock), kWrites);
    case F_SETLK:
    case F_SETLKW:
    case F_OFD_SETLK:
    case F_OFD_SETLKW: return note(call, call.arguments[2], sizeof(struct flock), kReads);
    default: return;
  }
}

bool has_known_buffers(long number) {
  return std::ranges::find(kBuffers, number, &Buffer::call) != std::end(kBuffers) ||
         std::ranges::find(kWithoutBuffers, number) != std::end(kWithoutBuffers);
}

}  // namespace

void note_what_is_read(const SystemCall& call) {
  for (const Buffer& buffer : kBuffers) {
    if (buffer.call == call.number && !buffer.written && is_readable(call, buffer))
      note(call, buffer, UINT64_MAX);
  }
}

void note_what_was_written(const SystemCall& call, long result) {
  if (!has_known_buffers(call.number)) note_unseen_access(call.pc);
  if (result < 0) return;
  if (call.number == SYS_ioctl) note_control(call);
  if (call.number == SYS_fcntl) note_file_lock(call);
  for (const Buffer& buffer : kBuffers) {
    if (buffer.call == call.number && buffer.written) note(call, buffer, static_cast<std::uint64_t>(result));
  }
}

}  // namespace linnet::runtime
