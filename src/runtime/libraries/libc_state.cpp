// The functions that keep nothing, by name.
#include "runtime/libraries/libc_state.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "runtime/memory/module.hpp"

namespace linnet::runtime {
namespace {

// What begins so is ours, or C++'s own, or works on the memory that it is given.
constexpr auto kBeginnings = std::to_array<std::string_view>({
    "_Z",      "__cxa_",   "__gxx_",      "_Unwind_", "__tsan_",    "__wrap_",    "__atomic_",
    "__sync_", "Annotate", "WTFAnnotate", "linnet_",  "pthread_",   "sem_",       "mtx_",
    "cnd_",    "thrd_",    "tss_",        "_ITM_",    "mem",        "wmem",       "str",
    "__str",   "__mem",    "wcs",         "is",       "__isoc99_s", "__isoc23_s",
});
// But these begin in one of these ways as well.
constexpr auto kKeeping = std::to_array<std::string_view>({
    "strtok",
    "strerror",
    "strsignal",
    "strerrorname_np",
    "strfmon",
    "strptime",
    "isatty",
    "isfdtype",
    "wcstok",
    "wcstombs",
    "wcsrtombs",
    "pthread_atfork",
    "pthread_setcancelstate",
    "pthread_setcanceltype",
    "pthread_cancel",
    "pthread_sigmask",
    "pthread_kill",
    "pthread_sigqueue",
    "sem_open",
    "sem_close",
    "sem_unlink",
});
constexpr auto kNames = std::to_array<std::string_view>({
    // Starting, ending, memory.
    "",
    "main",
    "__libc_start_main",
    "__gmon_start__",
    "__stack_chk_fail",
    "__errno_location",
    "__assert_fail",
    "abort",
    "exit",
    "_exit",
    "_Exit",
    "quick_exit",
    "atexit",
    "at_quick_exit",
    "malloc",
    "calloc",
    "realloc",
    "reallocarray",
    "free",
    "cfree",
    "memalign",
    "aligned_alloc",
    "posix_memalign",
    "valloc",
    "malloc_usable_size",
    "errno",
    "_rtld_global_ro",
    "__libc_single_threaded",
    "__gcc_personality_v0",
    "__dynamic_cast",
    "__once_proxy",
    "call_once",
    "__tls_get_addr",
    "bcmp",
    "bzero",
    "explicit_bzero",
    "_setjmp",
    "__sigsetjmp",
    "longjmp",
    "siglongjmp",
    "__longjmp_chk",
    // The compiler's own arithmetic.
    "__udivti3",
    "__umodti3",
    "__divti3",
    "__modti3",
    "__multi3",
    "__popcountdi2",
    "__mulodi4",
    "__clzdi2",
    "__ctzdi2",
    // Time, randomness, turns.
    "clock_gettime",
    "timespec_get",
    "gettimeofday",
    "time",
    "clock",
    "nanosleep",
    "clock_nanosleep",
    "usleep",
    "sleep",
    "rand",
    "srand",
    "random",
    "srandom",
    "getrandom",
    "getentropy",
    "sched_yield",
    "syscall",
    "getenv",
    "secure_getenv",
    // What is printed and not written yet is looked at when a copy is made.
    "stdout",
    "stderr",
    "printf",
    "fprintf",
    "vprintf",
    "vfprintf",
    "puts",
    "fputs",
    "putchar",
    "putc",
    "fputc",
    "fwrite",
    "fflush",
    "perror",
    "__printf_chk",
    "__fprintf_chk",
    "__vprintf_chk",
    "__vfprintf_chk",
    "_IO_putc",
    "write",
    "snprintf",
    "sprintf",
    "vsnprintf",
    "vsprintf",
    "__snprintf_chk",
    "__sprintf_chk",
    "__vsnprintf_chk",
    "__vsprintf_chk",
    "sscanf",
    // Numbers and characters.
    "atoi",
    "atol",
    "atoll",
    "atof",
    "abs",
    "labs",
    "llabs",
    "div",
    "ldiv",
    "lldiv",
    "qsort",
    "bsearch",
    "tolower",
    "toupper",
    "__ctype_b_loc",
    "__ctype_tolower_loc",
    "__ctype_toupper_loc",
    "sqrt",
    "sqrtf",
    "cbrt",
    "hypot",
    "pow",
    "powf",
    "exp",
    "expf",
    "exp2",
    "exp2f",
    "expm1",
    "log",
    "logf",
    "log2",
    "log2f",
    "log10",
    "log1p",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "atan2",
    "sinh",
    "cosh",
    "tanh",
    "floor",
    "floorf",
    "ceil",
    "ceilf",
    "trunc",
    "round",
    "roundf",
    "lround",
    "llround",
    "rint",
    "nearbyint",
    "lrint",
    "fmod",
    "fmodf",
    "remainder",
    "fabs",
    "fma",
    "fmin",
    "fmax",
    "ldexp",
    "frexp",
    "modf",
    "nextafter",
    "copysign",
});

template <std::size_t kSize>
constexpr std::array<std::string_view, kSize> sorted(std::array<std::string_view, kSize> names) {
  std::ranges::sort(names);
  return names;
}
constexpr auto kSortedNames = sorted(kNames);

bool keeps_nothing(std::string_view name) {
  if (std::ranges::find(kKeeping, name) != kKeeping.end()) return false;
  return std::ranges::binary_search(kSortedNames, name) ||
         std::ranges::any_of(kBeginnings, [&](std::string_view start) { return name.starts_with(start); });
}

}  // namespace

bool libc_keeps_nothing() {
  static const bool nothing = all_imports_of_program(keeps_nothing);
  return nothing;
}

}  // namespace linnet::runtime
