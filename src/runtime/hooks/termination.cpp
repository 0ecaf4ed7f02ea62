// The ways in which a program ends, or registers handlers for its end.
#include <dlfcn.h>
#include <signal.h>
#include <unistd.h>
#include <unwind.h>

#include <cassert>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>
#include <typeinfo>

#include "base/demangle.hpp"
#include "runtime/execution.hpp"
#include "runtime/hooks/real.hpp"
#include "runtime/memory/module.hpp"
#include "runtime/program.hpp"

namespace linnet::runtime {
namespace {

bool is_code_of_cpp_library(const void* pc) {
  Dl_info module;
  if (dladdr(pc, &module) == 0 || module.dli_fname == nullptr) return false;
  return std::string_view(module.dli_fname).find("libstdc++") != std::string_view::npos;
}

// The exception type if std::terminate made the call because of an uncaught exception, otherwise null. The
// program's C++ runtime is not the one linked into ours, and has to be looked up by name.
const std::type_info* uncaught_exception_type(const void* caller) {
  if (!is_code_of_cpp_library(caller)) return nullptr;
  using CurrentType = std::type_info* (*)();
  const auto ask = reinterpret_cast<CurrentType>(dlsym(RTLD_DEFAULT, "__cxa_current_exception_type"));
  return ask == nullptr ? nullptr : ask();
}

// An exception that is being handled, in the layout of the Itanium C++ ABI: the object lies behind it.
struct HandledException {
  const std::type_info* type;
  void (*destroy)(void*);
  void *unexpected, *terminate;
  HandledException* next;
  int handlers, switch_value;
  const unsigned char *action, *data;
  _Unwind_Ptr catch_place;
  void* adjusted;
  _Unwind_Exception unwinding;

  // It refers to another exception, which std::rethrow_exception threw again.
  bool is_dependent() const { return (unwinding.exception_class & 0xff) == 1; }
};

// Its message, if it is a std::exception of the program's C++ runtime.
std::string message_of_uncaught() {
  using Globals = HandledException** (*)();
  const auto ask = reinterpret_cast<Globals>(dlsym(RTLD_DEFAULT, "__cxa_get_globals"));
  const auto* base = static_cast<const std::type_info*>(dlsym(RTLD_DEFAULT, "_ZTISt9exception"));
  HandledException* handled = ask == nullptr ? nullptr : *ask();
  if (handled == nullptr || base == nullptr || handled->is_dependent()) return "";
  void* object = handled + 1;
  if (!base->__do_catch(handled->type, &object, 1)) return "";
  const char* message = static_cast<const std::exception*>(object)->what();
  return message == nullptr ? "" : message;
}

// Walks up from the call of a hook, past the C++ library, to the place in the program that called into it:
// the library has no shadow stack, and the innermost instrumented function may be far from there.
const void* caller_in_program(const void* pc) {
  if (!is_code_of_cpp_library(pc)) return pc;
  struct Search {
    const void* pc;
    bool in_library;
  } search{pc, false};
  _Unwind_Backtrace(
      [](_Unwind_Context* context, void* argument) {
        auto& found = *static_cast<Search*>(argument);
        const auto* at = reinterpret_cast<const void*>(_Unwind_GetIP(context));
        const bool in_library = is_code_of_cpp_library(at);
        if (found.in_library && !in_library) found.pc = at;
        if (found.in_library && !in_library) return _URC_END_OF_STACK;
        found.in_library = in_library;
        return _URC_NO_REASON;
      },
      &search);
  return search.pc;
}

}  // namespace

LINNET_EXPORT void exit(int status) {
  if (!scheduled()) LINNET_REAL(exit)(status);
  current.execution->exit(status);
}

LINNET_EXPORT void quick_exit(int status) {
  if (!scheduled()) LINNET_REAL(quick_exit)(status);
  current.execution->exit_now(status);
}

LINNET_EXPORT void _exit(int status) {
  if (!scheduled()) LINNET_REAL(_exit)(status);
  current.execution->exit_now(status);
}

LINNET_ALIAS(_exit) void _Exit(int status);

LINNET_EXPORT void abort() {
  if (!scheduled()) LINNET_REAL(abort)();
  const OutsideProgram outside;
  const void* const caller = caller_in_program(LINNET_PC);
  if (const std::type_info* type = uncaught_exception_type(LINNET_PC)) {
    fail(UncaughtException{demangled(type->name()), message_of_uncaught()}, caller);
  }
  fail(Crash{.signal = SIGABRT}, caller);
}

LINNET_EXPORT void __assert_fail(const char* expression, const char* file, unsigned line,
                                 const char* function) {
  if (!scheduled()) LINNET_REAL(__assert_fail)(expression, file, line, function);
  fail(FailedAssertion{expression, file, line, function == nullptr ? "" : function}, LINNET_PC);
}

LINNET_EXPORT int __cxa_atexit(void (*function)(void*), void* argument, void* module) {
  using Register = int (*)(void (*)(void*), void*, void*);
  if (is_ground_code(LINNET_PC)) {
    static constinit Register found = nullptr;
    if (found == nullptr) found = reinterpret_cast<Register>(find_real("__cxa_atexit"));
    return found(function, argument, module);
  }
  program().at_exit({function, argument});
  return 0;
}

LINNET_EXPORT int __cxa_thread_atexit(void (*function)(void*), void* argument, void*) {
  self().exit_handlers.push_back({function, argument});
  return 0;
}

LINNET_ALIAS(__cxa_thread_atexit)
int __cxa_thread_atexit_impl(void (*function)(void*), void* argument, void*);

}  // namespace linnet::runtime
