// The functions that access nothing of their caller's, by name and by the beginnings of names; and the classes whose members access
// their object.
#include "runtime/libraries/unlisted_functions.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>

#include "runtime/instructions/watched_code.hpp"
#include "runtime/libraries/noted_call.hpp"
#include "runtime/libraries/passing_stub.hpp"
#include "runtime/libraries/string_members.hpp"
#include "runtime/memory/module.hpp"

namespace linnet::runtime {
namespace {

// They access no memory but their own thread's, what a lock of the library guards, and attributes and files' own records. What a system call
// accesses is looked at when it is made.
constexpr std::string_view kKeepToThemselves =
    // numbers and characters
    "abs labs llabs imaxabs bsearch ffs ffsl ffsll difftime htonl htons ntohl ntohs copysign copysignf "
    "copysignl "
    "isinf isinff isinfl isnan isnanf "
    "isnanl finite finitef finitel ldexp ldexpf ldexpl scalbn scalbnf scalbnl isalnum isalpha isascii "
    "isblank iscntrl isdigit isgraph "
    "islower isprint ispunct isspace isupper isxdigit toascii tolower toupper iswalnum iswalpha iswblank "
    "iswcntrl iswdigit iswgraph iswlower "
    "iswprint iswpunct iswspace iswupper iswxdigit towlower towupper btowc wctob wcwidth __ctype_b_loc "
    "__ctype_tolower_loc "
    "__ctype_toupper_loc __ctype_get_mb_cur_max drand48 lrand48 mrand48 arc4random arc4random_uniform "
    // files: a FILE has a lock
    "clearerr fclose fdopen feof ferror fflush fgetc fileno flockfile fputc freopen fseek fseeko ftell "
    "ftello ftrylockfile funlockfile getc "
    "getchar putc putchar rewind setbuf setlinebuf setvbuf tmpfile tmpfile64 ungetc pclose closedir dirfd "
    "_IO_getc _IO_putc __overflow __uflow "
    // the process and the thread
    "getenv secure_getenv getpagesize gnu_get_libc_version get_nprocs get_nprocs_conf getauxval sysconf "
    "strerror gai_strerror strsignal "
    "nl_langinfo setjmp _setjmp __sigsetjmp longjmp _longjmp siglongjmp __longjmp_chk backtrace dlerror "
    "dlsym dl_iterate_phdr "
    "__errno_location __h_errno_location __libc_start_main __libc_current_sigrtmin __libc_current_sigrtmax "
    "__gmon_start__ "
    "__stack_chk_fail __fortify_fail __chk_fail __fdelt_chk err errx warn warnx error "
    "_ITM_registerTMCloneTable _ITM_deregisterTMCloneTable "
    // objects that are made, and attributes
    "cnd_init mtx_init sem_init sem_open sem_close sem_unlink pthread_cond_init pthread_mutex_init "
    "pthread_rwlock_init pthread_atfork "
    "pthread_equal thrd_equal thrd_current pthread_getconcurrency pthread_setconcurrency "
    "pthread_setcancelstate pthread_setcanceltype pthread_testcancel pthread_yield sigaddset sigdelset "
    "sigemptyset sigfillset sigismember "
    // system calls by their own names
    "accept accept4 access alarm bind brk chdir chmod chown clock_getres clock_settime close close_range "
    "closefrom connect copy_file_range "
    "creat creat64 dup dup2 dup3 epoll_create epoll_create1 epoll_ctl epoll_pwait epoll_wait eventfd "
    "eventfd_read eventfd_write faccessat "
    "fallocate fallocate64 fchdir fchmod fchmodat fchown fchownat fcntl fcntl64 fdatasync flock fstat "
    "fstat64 fstatat fstatat64 fstatfs "
    "fstatfs64 fsync ftruncate ftruncate64 futimens getcpu getdents64 getegid geteuid getgid getgroups "
    "getitimer getpeername getpgid "
    "getpgrp getpid getppid getpriority getresgid getresuid getrlimit getrlimit64 getrusage getsid "
    "getsockname getsockopt gettid getuid "
    "inotify_add_watch inotify_init inotify_init1 inotify_rm_watch ioctl isatty kill killpg lchown link "
    "linkat listen lseek lseek64 lstat "
    "lstat64 madvise memfd_create mincore mkdir mkdirat mkfifo mknod mknodat mlock mlock2 mlockall mmap "
    "mmap64 mprotect mremap msync munlock "
    "munlockall munmap nice open open64 openat openat64 pause personality pidfd_open pipe pipe2 poll "
    "posix_fadvise posix_fadvise64 "
    "posix_fallocate posix_fallocate64 posix_madvise ppoll prctl pread pread64 preadv preadv2 preadv64 "
    "prlimit prlimit64 pselect "
    "pthread_sigmask pwrite pwrite64 pwritev pwritev2 pwritev64 raise read readahead readlink readlinkat "
    "readv recv recvfrom recvmmsg recvmsg "
    "rename renameat renameat2 rmdir sbrk sched_get_priority_max sched_get_priority_min sched_getaffinity "
    "sched_getcpu sched_getparam "
    "sched_getscheduler sched_rr_get_interval sched_setaffinity sched_setparam sched_setscheduler select "
    "send sendfile sendfile64 sendmmsg "
    "sendmsg sendto setgid setitimer setpgid setpriority setrlimit setrlimit64 setsid setsockopt setuid "
    "shm_open shm_unlink shutdown "
    "sigaction sigaltstack signal signalfd sigpending sigprocmask sigqueue sigsuspend sigtimedwait sigwait "
    "sigwaitinfo socket socketpair "
    "splice stat stat64 statfs statfs64 statx symlink symlinkat sync sync_file_range syncfs syscall sysinfo "
    "tee tgkill timer_create "
    "timer_delete timer_getoverrun timer_gettime timer_settime timerfd_create timerfd_gettime "
    "timerfd_settime times truncate truncate64 "
    "umask uname unlink unlinkat utimensat vmsplice wait wait3 wait4 waitid waitpid write writev __open_2 "
    "__open64_2 __openat_2 "
    "__openat64_2 __read_chk __pread_chk __pread64_chk __recv_chk __recvfrom_chk __poll_chk __ppoll_chk "
    // C++
    "_ZSt9terminatev _ZSt17current_exceptionv _ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE "
    "_ZSt18uncaught_exceptionv "
    "_ZSt19uncaught_exceptionsv _ZSt15get_new_handlerv _ZSt15set_new_handlerPFvvE _ZSt13get_terminatev "
    "_ZSt13set_terminatePFvvE "
    "_ZSt16generic_categoryv _ZSt15system_categoryv _ZSt15future_categoryv _ZSt17iostream_categoryv "
    "_ZNSt3pmr20get_default_resourceEv _ZNSt3pmr19new_delete_resourceEv "
    "_ZSt20__throw_system_errori ";

// Names of functions that begin so: the same for exceptions, threads and what they wait on, whose functions are ours further down; and
// for what every thread has for itself.
constexpr std::array<std::string_view, 33> kBeginnings = {"__cxa_",
                                                          "__gxx_",
                                                          "__gcc_",
                                                          "_Unwind_",
                                                          "__dynamic_cast",
                                                          "__once_proxy",
                                                          "_Zn",
                                                          "_Zd",
                                                          "_ZTH",
                                                          "_ZTW",
                                                          "_ZN10__cxxabiv1",
                                                          "pthread_attr_",
                                                          "pthread_barrierattr_",
                                                          "pthread_condattr_",
                                                          "pthread_mutexattr_",
                                                          "pthread_rwlockattr_",
                                                          "pthread_getattr",
                                                          "pthread_getname",
                                                          "pthread_setname",
                                                          "pthread_getaffinity",
                                                          "pthread_setaffinity",
                                                          "pthread_getschedparam",
                                                          "pthread_setsched",
                                                          "_ZNSt6thread",
                                                          "_ZNSt18condition_variable",
                                                          "_ZNSt13__future_base",
                                                          "_ZNSt28__atomic_futex_unsigned_base",
                                                          "_ZNSt6chrono",
                                                          "_ZNSt3_V2",
                                                          "_ZNKSt3_V2",
                                                          "_ZNSaI",
                                                          "_ZNSt13random_device",
                                                          "_ZNSt11this_thread"};

// Names that have one of these in them: exceptions, which belong to the thread that throws them; locales, whose parts are never changed; sizes of hash
// tables, which code of the program reads and writes in the same call; and what other members of strings call.
constexpr std::array<std::string_view, 16> kParts = {"__throw_",
                                                     "_error",
                                                     "9exception",
                                                     "exception_ptr",
                                                     "8bad_cast",
                                                     "9bad_alloc",
                                                     "17bad_function_call",
                                                     "10bad_typeid",
                                                     "6locale",
                                                     "5ctypeI",
                                                     "9use_facetI",
                                                     "9has_facetI",
                                                     "20_Prime_rehash_policy",
                                                     "_S_",
                                                     "12_Alloc_hider",
                                                     "12__sv_wrapper"};

// Functions whose first argument is a stream.
constexpr std::array<std::string_view, 7> kUseStream = {
    "_ZSt4endlI", "_ZSt4endsI", "_ZSt5flushI", "_ZSt2wsI", "_ZStlsI", "_ZStrsI", "_ZSt7getlineI"};

// Classes whose members access their object, as they are written in names after _ZN or _ZNK. Its first word stands for all of it. What streams
// print and read is in a table (cpp_functions.cpp).
constexpr std::array<std::string_view, 21> kClasses = {"St7__cxx1112basic_stringI",
                                                       "St10filesystem7__cxx114path",
                                                       "So",
                                                       "Si",
                                                       "Sd",
                                                       "St8ios_base",
                                                       "St9basic_iosI",
                                                       "St13basic_istreamI",
                                                       "St13basic_ostreamI",
                                                       "St14basic_iostreamI",
                                                       "St13basic_filebufI",
                                                       "St14basic_ifstreamI",
                                                       "St14basic_ofstreamI",
                                                       "St13basic_fstreamI",
                                                       "St15basic_streambufI",
                                                       "St7__cxx1115basic_stringbufI",
                                                       "St7__cxx1118basic_stringstreamI",
                                                       "St7__cxx1119basic_istringstreamI",
                                                       "St7__cxx1119basic_ostringstreamI",
                                                       "St3pmr25monotonic_buffer_resource",
                                                       "St3pmr28unsynchronized_pool_resource"};

bool has_word(std::string_view words, std::string_view word) {
  for (std::size_t at = words.find(word); at != words.npos; at = words.find(word, at + 1)) {
    const bool begins = at == 0 || words[at - 1] == ' ';
    if (begins && words[at + word.size()] == ' ') return true;
  }
  return false;
}

bool keeps_to_itself(std::string_view name) {
  const auto begins = [&](std::string_view beginning) { return name.starts_with(beginning); };
  const auto contains = [&](std::string_view part) { return name.find(part) != name.npos; };
  if (std::ranges::any_of(kBeginnings, begins) || has_word(kKeepToThemselves, name)) return true;
  return name.starts_with("_Z") && std::ranges::any_of(kParts, contains);
}

// Whether the function is a member of such a class, and changes its object.
enum class Object : std::uint8_t { none, read, written };
Object object_of(std::string_view name) {
  const auto begins = [&name](std::string_view beginning) { return name.starts_with(beginning); };
  if (std::ranges::any_of(kUseStream, begins)) return Object::written;
  const std::optional<MemberName> member = member_name(name);
  if (!member || !member->has_object) return Object::none;
  name = member->after_kind;
  if (std::ranges::none_of(kClasses, begins)) return Object::none;
  return member->is_const ? Object::read : Object::written;
}

void tell_of_object(const PassedCall& call, std::uint32_t object) {
  const auto* at = reinterpret_cast<const void*>(call.integers[0]);
  if (!scheduled() || is_standard_stream(at)) return;
  const Accesses by{call.pc};
  if (static_cast<Object>(object) == Object::written) {
    by.writes(at, sizeof(void*));
  } else {
    by.reads(at, sizeof(void*));
  }
}

void tell_of_text(const PassedCall& call, std::uint32_t member) {
  if (scheduled()) note_string_member(call, member);
}

void tell_of_unknown(const PassedCall& call, std::uint32_t) {
  if (scheduled()) note_unseen_call(call.function, call.pc);
}

const void* make_stand_in(std::string_view name, const void* function) {
  if (const std::optional<std::uint32_t> member = string_member(name))
    return make_passing_stub(function, tell_of_text, *member);
  if (const Object object = object_of(name); object != Object::none)
    return make_passing_stub(function, tell_of_object, static_cast<std::uint32_t>(object));
  return keeps_to_itself(name) ? nullptr : make_passing_stub(function, tell_of_unknown, 0);
}

}  // namespace

const void* stand_in_for_unlisted(std::string_view name, const void* function) {
  if (!is_code_of_language(function)) return nullptr;
  static std::map<const void*, const void*> stand_ins;  // one for each function
  const auto [at, is_new] = stand_ins.try_emplace(function, nullptr);
  if (is_new) at->second = make_stand_in(name, function);
  return at->second;
}

}  // namespace linnet::runtime
