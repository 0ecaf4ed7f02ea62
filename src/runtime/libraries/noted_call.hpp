// Functions of libc and of the C++ library that access memory for their caller: what they read and write is noted as accesses of
// the caller, and then the function itself is called.
//
// A row of a table is the name of a function and what a call of it accesses:
//
//   noted<&strtol>("strtol", [](const Accesses& by, const char* text, char** end, int) { by.reads_text(text), by.writes(end); })
//
// That is noted before the call. A second lambda notes what only the result tells, after it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "runtime/hooks/export.hpp"
#include "runtime/libraries/redirect.hpp"
#include "runtime/races/plain_access.hpp"

namespace linnet::runtime {

// Those of a call at this place of the program. Null is what no function accesses.
struct Accesses {
  const void* pc;

  void reads(const void* from, std::size_t size) const {
    if (from != nullptr && size != 0) plain_read(from, static_cast<std::uint32_t>(size), pc);
  }
  void writes(const void* to, std::size_t size) const {
    if (to != nullptr && size != 0) plain_write(to, static_cast<std::uint32_t>(size), pc);
  }
  template <class Object>
  requires(!std::is_void_v<Object>) void reads(const Object* object) const { reads(object, sizeof *object); }
  template <class Object>
  requires(!std::is_void_v<Object>) void writes(const Object* object) const {
    writes(object, sizeof *object);
  }
  // With the zero at its end, if that is among the first `most` bytes.
  void reads_text(const char* text, std::size_t most = SIZE_MAX) const { reads(text, extent(text, most)); }
  void writes_text(const char* text) const { writes(text, extent(text, SIZE_MAX)); }

  static std::size_t extent(const char* text, std::size_t most) {
    if (text == nullptr) return 0;
    const std::size_t length = strnlen(text, most);
    return length == most ? most : length + 1;
  }
};

struct NothingMore {
  void operator()(auto&&...) const {}
};

template <auto kFunction, class Before, class After>
struct NotedCall;

template <class Result, class... Arguments, Result (*kFunction)(Arguments...), class Before, class After>
struct NotedCall<kFunction, Before, After> {
  static_assert(std::is_class_v<Before> && std::is_class_v<After>, "lambdas: a pointer would be null");
  static Result call(Arguments... arguments) {
    const Accesses by{LINNET_PC};
    Before()(by, arguments...);
    if constexpr (std::is_void_v<Result>) {
      kFunction(arguments...);
    } else {
      const Result result = kFunction(arguments...);
      After()(by, result, arguments...);
      return result;
    }
  }
};

// The same type for functions that may throw and that may not.
template <class Result, class... Arguments>
constexpr auto may_throw(Result (*function)(Arguments...)) {
  return function;
}

template <auto kFunction, class Before, class After = NothingMore>
StandIn noted(std::string_view name, Before, After = {}) {
  return {name, reinterpret_cast<const void*>(&NotedCall<may_throw(kFunction), Before, After>::call)};
}

// A function of the C++ library, by its name there. Our own copy of that library is another one, so it is looked up.
template <std::size_t kSize>
struct FunctionName {
  char text[kSize];
  consteval FunctionName(const char (&from)[kSize]) { std::copy_n(from, kSize, text); }
};

template <FunctionName kName, class Signature>
struct FoundFunction;

template <FunctionName kName, class Result, class... Arguments>
struct FoundFunction<kName, Result(Arguments...)> {
  static inline constinit void* real = nullptr;
  static Result call(Arguments... arguments) {
    return reinterpret_cast<Result (*)(Arguments...)>(real)(arguments...);
  }
};

template <FunctionName kName, class Signature, class Before, class After = NothingMore>
StandIn found(Before, After = {}) {
  using Found = FoundFunction<kName, Signature>;
  return {kName.text, reinterpret_cast<const void*>(&NotedCall<&Found::call, Before, After>::call),
          &Found::real};
}

// For functions with any number of arguments.
template <class Function>
StandIn stand_in(std::string_view name, Function* function) {
  return {name, reinterpret_cast<const void*>(function)};
}

// Whether it is std::cout or one of its like, or a part of one: threads may share these.
bool is_standard_stream(const void* stream);

// The tables, by subject.
std::span<const StandIn> text_functions();
std::span<const StandIn> format_functions();
std::span<const StandIn> stream_functions();
std::span<const StandIn> cpp_functions();

}  // namespace linnet::runtime
