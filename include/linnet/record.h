// Records calls in a program with its own main: `linnet run program.cpp --spec queue` explores the program as
// it is, and judges what these calls returned.
//
//   linnet::record("enq", 5, [&] { queue.push(5); });            // the method, its arguments, and a callable
//   std::optional<int> v = linnet::record("deq", [&] { return queue.try_pop(); });
//   linnet::record_on("left", "enq", 5, [&] { left.push(5); });  // one of several objects, judged separately
//
// Arguments and results become values as in object tests (linnet/detail/words.hpp). A call that throws has
// the result {"throws": TYPE}, and the exception propagates. A recorded call must not contain another one.
//
// In C, with integers:
//
//   linnet_call("enq", 1, 5);  enqueue(&queue, 5);  linnet_return();
//   linnet_call("deq", 0);  v = dequeue(&queue);  linnet_return_integer(v);
//
// In a program that is not run by Linnet, and in the operations of an object test, these functions record
// nothing.
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The start and the end of a call. `object` is a value.
__attribute__((weak)) void linnet_record_call(uint64_t object, const char* method, const uint64_t* arguments,
                                              size_t count);
__attribute__((weak)) void linnet_record_return(uint64_t result);
__attribute__((weak)) uint64_t linnet_value_of_integer(bool negative, uint64_t magnitude);

// The value of an integer. Most integers need no call: linnet/value.hpp.
static inline uint64_t linnet_integer_value(int64_t i) {
  const uint64_t magnitude = i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
  return magnitude >> 62 == 0 ? (uint64_t)i << 1 | 1 : linnet_value_of_integer(i < 0, magnitude);
}
// `count` arguments follow, each an int.
static inline void linnet_call(const char* method, int count, ...) {
  uint64_t arguments[16];
  va_list list;
  if (linnet_record_call == NULL || count < 0 || count > 16) return;
  va_start(list, count);
  for (int i = 0; i < count; ++i) arguments[i] = linnet_integer_value(va_arg(list, int));
  va_end(list);
  linnet_record_call(0, method, arguments, (size_t)count);
}
static inline void linnet_return(void) {
  if (linnet_record_return != NULL) linnet_record_return(0);
}
static inline void linnet_return_integer(int64_t result) {
  if (linnet_record_return != NULL) linnet_record_return(linnet_integer_value(result));
}

#ifdef __cplusplus
}

#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>

#include <cxxabi.h>

#include "linnet/detail/words.hpp"

// Without Linnet these functions do not exist, and are not needed.
#pragma weak linnet_value_of_real
#pragma weak linnet_value_of_text
#pragma weak linnet_value_of_exception
#pragma weak linnet_open_list
#pragma weak linnet_add_item
#pragma weak linnet_close_list

namespace linnet {
namespace detail {

template <class Callable>
decltype(auto) call_and_record_return(Callable& callable) {
  try {
    if constexpr (std::is_void_v<decltype(callable())>) {
      callable();
      linnet_record_return(kNullWord);
    } else {
      decltype(auto) result = callable();
      linnet_record_return(to_word(result));
      return result;
    }
  } catch (...) {
    linnet_record_return(linnet_value_of_exception(abi::__cxa_current_exception_type()->name()));
    throw;
  }
}

// The callable comes last.
template <class Object, class All, std::size_t... I>
decltype(auto) record_call(const Object& object, const char* method, const All& all,
                           std::index_sequence<I...>) {
  auto& callable = std::get<sizeof...(I)>(all);
  if (linnet_record_call == nullptr) return callable();
  const linnet_word arguments[] = {to_word(std::get<I>(all))..., kNullWord};
  linnet_record_call(to_word(object), method, arguments, sizeof...(I));
  return call_and_record_return(callable);
}

}  // namespace detail

template <class Object, class... ArgumentsAndCallable>
decltype(auto) record_on(const Object& object, const char* method, ArgumentsAndCallable&&... all) {
  static_assert(sizeof...(all) > 0, "the callable that makes the call comes last");
  return detail::record_call(object, method, std::tie(all...),
                             std::make_index_sequence<sizeof...(all) - 1>());
}
template <class... ArgumentsAndCallable>
decltype(auto) record(const char* method, ArgumentsAndCallable&&... all) {
  return record_on(nullptr, method, std::forward<ArgumentsAndCallable>(all)...);
}

}  // namespace linnet
#endif
