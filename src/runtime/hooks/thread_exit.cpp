// pthread_exit: leaves the functions of the thread, as glibc does, and ends the thread.
//
// The unwinder goes through the frames from the innermost on. Destructors, catch (...) and, in C++,
// pthread_cleanup_push are landing pads that it finds by itself. In C, pthread_cleanup_push registers a place
// to jump to: when all inner frames are left, the thread continues there, calls the handler, and asks us to
// continue from that frame.
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <threads.h>
#include <unwind.h>

#include <cstdint>

#include "runtime/execution.hpp"
#include "runtime/hooks/real.hpp"

namespace linnet::runtime {
namespace {

// Called before each frame, and at the end of the stack.
_Unwind_Reason_Code leave_frame(int, _Unwind_Action actions, _Unwind_Exception_Class, _Unwind_Exception*,
                                _Unwind_Context* context, void*) {
  Thread& thread = self();
  const bool all_left = (actions & _UA_END_OF_STACK) != 0;
  if (!thread.cleanup_handlers.empty()) {
    void* const innermost = thread.cleanup_handlers.back();
    if (all_left || _Unwind_GetCFA(context) > reinterpret_cast<std::uint64_t>(innermost)) {
      thread.cleanup_handlers.pop_back();
      longjmp(static_cast<__jmp_buf_tag*>(innermost), 1);
    }
  }
  if (all_left) current.execution->end_thread(thread);
  return _URC_NO_REASON;
}

// A catch (...) did not rethrow.
void kept(_Unwind_Reason_Code, _Unwind_Exception*) {
  fail(Crash{.signal = SIGABRT}, nullptr);
}

[[noreturn]] void unwind(Thread& thread) {
  thread.leaving = {};
  thread.leaving.exception_cleanup = kept;
  _Unwind_ForcedUnwind(&thread.leaving, leave_frame, nullptr);
  current.execution->end_thread(thread);  // frames without unwind information have nothing to clean up
}

void pass_on(const char* name, void* handler) {
  reinterpret_cast<void (*)(void*)>(find_real(name))(handler);
}

}  // namespace

LINNET_EXPORT void pthread_exit(void* result) {
  if (!scheduled()) LINNET_REAL(pthread_exit)(result);
  self().result = result;
  unwind(self());
}

LINNET_EXPORT void thrd_exit(int result) {
  pthread_exit(reinterpret_cast<void*>(static_cast<std::intptr_t>(result)));
}

// pthread_cleanup_push and pthread_cleanup_pop in C; the handler is a jmp_buf in their frame.
LINNET_EXPORT void __pthread_register_cancel(void* handler) {
  if (!scheduled()) return pass_on("__pthread_register_cancel", handler);
  self().cleanup_handlers.push_back(handler);
}

LINNET_EXPORT void __pthread_unregister_cancel(void* handler) {
  if (!scheduled()) return pass_on("__pthread_unregister_cancel", handler);
  std::erase(self().cleanup_handlers, handler);
}

LINNET_ALIAS(__pthread_register_cancel) void __pthread_register_cancel_defer(void* handler);
LINNET_ALIAS(__pthread_unregister_cancel) void __pthread_unregister_cancel_restore(void* handler);

LINNET_EXPORT [[noreturn]] void __pthread_unwind_next(void* handler) {
  if (!scheduled()) pass_on("__pthread_unwind_next", handler);
  unwind(self());
}

}  // namespace linnet::runtime
