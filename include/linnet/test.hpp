// Tests of concurrent objects: a test names the object, its operations, its promise, and the calls of each
// thread.
//
//   #include <linnet/test.hpp>
//
//   LINNET_TEST(my_queue) {
//     linnet::object<MyQueue>(16)                    // constructor arguments
//         .operation("enq", &MyQueue::push)
//         .operation("deq", [](MyQueue& q) -> std::optional<int> {
//           int v;
//           return q.try_pop(v) ? std::optional(v) : std::nullopt;
//         })
//         .spec("queue")
//         .scenario("enq(1) ; enq(2) | deq() deq() ; deq()");
//   }
//
// Run it with `linnet run my_queue.cpp`: Linnet tries every interleaving of the scenario's threads, and
// compares the results of the operations with the specification. Each execution makes a new object.
//
// An operation is a pointer to member or a callable whose first parameter is the object. The types of its
// other parameters are the arguments that it takes in a scenario, and its result becomes a value:
// linnet/detail/words.hpp has the table. An operation that throws has the result
// {"throws": "std::out_of_range"}: the type of the exception.
//
// A specification is a built-in one by name, or your own (C++20; linnet/spec.hpp). A scenario is text
// (`init ; thread | thread ; final`) or code (linnet::scenario() below). Both may be left out. Without a
// specification, the object has to behave as it does itself when operations do not overlap. Without a
// scenario, tests are generated (docs/automatic.md). Test and specification headers cost no more than the
// standard library; nothing else is included.
#pragma once

#include <functional>
#include <new>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include <cxxabi.h>

#include "linnet/detail/border.h"
#include "linnet/detail/words.hpp"
#if __cplusplus >= 202002L
#include "linnet/detail/own_spec.hpp"
#endif

namespace linnet {
namespace detail {

// The types of a callable's parameters after the object, and whether it can be called as a member.
template <class Callable>
struct OperationShape : OperationShape<decltype(&Callable::operator())>::AsCallable {};
template <class Result, class... Rest>
struct FreeShape;
template <class R, class Object, class... Rest>
struct FreeShape<R, Object, Rest...> {
  using Result = R;
  using Parameters = std::tuple<Rest...>;
};
template <class R, class Class, class... All>
struct MemberShape {
  using Result = R;
  using Parameters = std::tuple<All...>;
  using AsCallable = FreeShape<R, All...>;
};
template <class R, class C, class... A>
struct OperationShape<R (C::*)(A...)> : MemberShape<R, C, A...> {};
template <class R, class C, class... A>
struct OperationShape<R (C::*)(A...) const> : MemberShape<R, C, A...> {};
template <class R, class C, class... A>
struct OperationShape<R (C::*)(A...) noexcept> : MemberShape<R, C, A...> {};
template <class R, class C, class... A>
struct OperationShape<R (C::*)(A...) const noexcept> : MemberShape<R, C, A...> {};
template <class R, class... A>
struct OperationShape<R (*)(A...)> : FreeShape<R, A...> {};
template <class R, class... A>
struct OperationShape<R (*)(A...) noexcept> : FreeShape<R, A...> {};

// Small values of a type, for generated tests. There are none for a type that is not known here.
template <class T>
std::size_t sample_words(linnet_word* values, std::size_t most) {
  std::size_t count = 0;
  const auto add = [&](const auto& value) {
    if (count < most) values[count++] = to_word(value);
  };
  if constexpr (std::is_same_v<T, bool>) {
    add(false), add(true);
  } else if constexpr (std::is_integral_v<T> || std::is_enum_v<T> || std::is_floating_point_v<T>) {
    add(0), add(1), add(2);
  } else if constexpr (std::is_convertible_v<T, std::string_view>) {
    add("a"), add("b");
  } else {
    static_cast<void>(add);
  }
  return count;
}

// What all values of a result's type are, as a noun; null if that depends.
template <class T>
constexpr const char* noun_of_result() {
  if constexpr (std::is_void_v<T>) {
    return "nothing";
  } else if constexpr (HasOwnValue<T>::value) {
    return nullptr;
  } else if constexpr (std::is_same_v<T, bool>) {
    return "true or false";
  } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
    return "a number";
  } else {
    return nullptr;
  }
}

// Integers that have room for a tag, (thread, counter): see linnet_operation::invoke_on_integers.
template <class T, bool = std::is_integral_v<T>>
inline constexpr bool kHoldsTags = sizeof(T) >= sizeof(std::int32_t);
template <class T>
inline constexpr bool kHoldsTags<T, false> = false;
template <class T>
inline constexpr bool kListOfIntegers = false;
template <class T>
inline constexpr bool kListOfIntegers<std::vector<T>> = kHoldsTags<T>;

template <class Result>
linnet_kind store_integers(const Result& value, std::size_t size, std::int64_t* out) {
  if constexpr (kListOfIntegers<Result>) {
    if (value.size() != size) return linnet_null;
    for (const auto item : value) *out++ = static_cast<std::int64_t>(item);
    return linnet_list;
  } else {
    *out = static_cast<std::int64_t>(value);
    return std::is_same_v<Result, bool> ? linnet_boolean : linnet_integer;
  }
}

template <class Object, class Callable, class Parameters>
struct RecordedOperation;

template <class Object, class Callable, class... A>
struct RecordedOperation<Object, Callable, std::tuple<A...>> {
  static_assert(((!std::is_lvalue_reference_v<A> || std::is_const_v<std::remove_reference_t<A>>)&&...),
                "a parameter that gives something back needs a callable: [](Queue& q) { int v; ... }");
  using Result = typename OperationShape<Callable>::Result;
  using Stored = std::tuple<std::decay_t<A>...>;

  static const char* expects(std::size_t index, linnet_word argument) {
    const char* expected = nullptr;
    std::size_t i = 0;
    static_cast<void>(argument);
    (static_cast<void>(i++ == index && !Parameter<std::decay_t<A>>::accepts(argument)
                           ? expected = Parameter<std::decay_t<A>>::kExpected
                           : nullptr),
     ...);
    return expected;
  }

  static std::size_t samples(std::size_t index, linnet_word* values, std::size_t most) {
    std::size_t count = 0, i = 0;
    static_cast<void>(values), static_cast<void>(most);
    (static_cast<void>(i++ == index ? count = sample_words<std::decay_t<A>>(values, most) : 0), ...);
    return count;
  }

  static void invoke(const void* context, void* object, const linnet_word* arguments) {
    invoke_with(*static_cast<const Callable*>(context), *static_cast<Object*>(object), arguments,
                std::index_sequence_for<A...>());
  }

  static constexpr auto invoke_on_integers() -> decltype(linnet_operation::invoke_on_integers) {
    using Plain = std::decay_t<Result>;
    if constexpr (sizeof...(A) > 0 && (kListOfIntegers<std::decay_t<A>> && ...) &&
                  (std::is_same_v<Plain, bool> || kHoldsTags<Plain> || kListOfIntegers<Plain>)) {
      return [](const void* context, void* object, const std::int64_t* lists, std::size_t size,
                std::int64_t* result) {
        Stored stored{std::decay_t<A>(size)...};
        const auto fill = [&](auto& list) {
          for (auto& item : list)
            item = static_cast<typename std::decay_t<decltype(list)>::value_type>(*lists++);
        };
        return std::apply(
            [&](auto&... each) {
              (fill(each), ...);
              return store_integers(std::invoke(*static_cast<const Callable*>(context),
                                                *static_cast<Object*>(object), static_cast<A&&>(each)...),
                                    size, result);
            },
            stored);
      };
    } else {
      return nullptr;
    }
  }

 private:
  // Arguments and result outlive the recording of the return: see return_value().
  template <std::size_t... I>
  static void invoke_with(const Callable& callable, Object& object,
                          [[maybe_unused]] const linnet_word* arguments, std::index_sequence<I...>) {
    [[maybe_unused]] Stored stored{Parameter<std::decay_t<A>>::from(arguments[I])...};
    try {
      if constexpr (std::is_void_v<Result>) {
        std::invoke(callable, object, static_cast<A&&>(std::get<I>(stored))...);
        linnet_operation_returned(kNullWord);
      } else {
        const auto& result = std::invoke(callable, object, static_cast<A&&>(std::get<I>(stored))...);
        return_value(result);
      }
    } catch (...) {
      linnet_operation_returned(linnet_value_of_exception(abi::__cxa_current_exception_type()->name()));
    }
  }
};

inline void append_json(std::string& out, linnet_word word) {
  linnet_write_json(word, &out, [](void* text, const char* piece, std::size_t size) {
    static_cast<std::string*>(text)->append(piece, size);
  });
}

}  // namespace detail

// A call in a scenario that is written as code.
template <class... Arguments>
std::string call(std::string_view operation, const Arguments&... arguments) {
  std::string text(operation);
  text += '(';
  [[maybe_unused]] bool first = true;
  ((text += first ? "" : ", ", first = false, detail::append_json(text, detail::to_word(arguments))), ...);
  return text += ')';
}

// A scenario as code:
//   linnet::scenario().init(call("enq", 1)).thread(call("enq", 2), call("deq")).thread(call("deq")).final(call("deq"))
class Scenario {
 public:
  template <class... Calls>
  Scenario& init(const Calls&... calls) {
    (add(init_, calls), ...);
    return *this;
  }
  template <class... Calls>
  Scenario& thread(const Calls&... calls) {
    if (!threads_.empty()) threads_ += " | ";
    (add(threads_, calls), ...);
    return *this;
  }
  template <class... Calls>
  Scenario& final(const Calls&... calls) {
    (add(final_, calls), ...);
    return *this;
  }

  std::string text() const { return init_ + " ; " + threads_ + " ; " + final_; }

 private:
  static void add(std::string& part, const std::string& call) {
    if (!part.empty() && part.back() != ' ') part += ' ';
    part += call;
  }

  std::string init_, threads_, final_;
};

inline Scenario scenario() {
  return {};
}

// The declaration of a test. Its arguments are kept for the life of the program: every execution uses them.
template <class Object>
class ObjectUnderTest {
 public:
  explicit ObjectUnderTest(const linnet_object& object) { linnet_declare_object(&object); }

  template <class Callable>
  ObjectUnderTest& operation(const char* name, Callable callable) {
    using Parameters = typename detail::OperationShape<Callable>::Parameters;
    using Recorded = detail::RecordedOperation<Object, Callable, Parameters>;
    const linnet_operation operation{name,
                                     std::tuple_size_v<Parameters>,
                                     new Callable(std::move(callable)),
                                     &Recorded::expects,
                                     &Recorded::invoke,
                                     &Recorded::samples,
                                     Recorded::invoke_on_integers()};
    linnet_declare_operation(&operation);
    if (const char* result = detail::noun_of_result<std::decay_t<typename Recorded::Result>>())
      linnet_declare_result(result);
    return *this;
  }

  // The arguments with which generated tests call the operation declared last; may be given several times.
  // Without them, generated tests use small values of its parameter types.
  template <class... Arguments>
  ObjectUnderTest& arguments(const Arguments&... arguments) {
    const linnet_word words[] = {detail::to_word(arguments)..., 0};
    linnet_declare_arguments(words, sizeof...(Arguments));
    return *this;
  }
  // The operation declared last may have several results where a deterministic object has one. This matters
  // only if there is no specification.
  ObjectUnderTest& nondeterministic() { return promise(linnet_nondeterministic); }
  // The operation declared last may give up if other operations are in its way: it then returns this result
  // and has done nothing. may_fail(nullptr) stands for an empty std::optional.
  template <class Result>
  ObjectUnderTest& may_fail(const Result& result) {
    linnet_declare_failure(detail::to_word(result));
    return *this;
  }
  // The operation declared last is not linearizable, and its result is not judged. Operations that run beside
  // it are.
  ObjectUnderTest& excluded() { return promise(linnet_excluded); }
  // The effect of the operation declared last may come after it has returned.
  ObjectUnderTest& asynchronous() { return promise(linnet_asynchronous); }

  // The specification is what a Model does serially. The operations declared after this are those of the
  // model, by the same names.
  template <class Model, class... Arguments>
  ObjectUnderTest<Model> reference(Arguments... arguments);

  ObjectUnderTest& spec(const char* builtin) {
    linnet_declare_builtin_spec(builtin, nullptr);
    return *this;
  }
  // A built-in specification that starts from a value: spec("register", 5).
  template <class Initial>
  ObjectUnderTest& spec(const char* builtin, const Initial& initial) {
    const linnet_word word = detail::to_word(initial);
    linnet_declare_builtin_spec(builtin, &word);
    return *this;
  }
#if __cplusplus >= 202002L
  ObjectUnderTest& spec(Spec own) {
    linnet_declare_own_spec(detail::own_spec(std::move(own)));
    return *this;
  }
#endif

  // Methods that promise less than the others: strength("size=po,containsValue=any"). Methods that are not
  // named are atomic. docs/weak-consistency.md lists the strengths.
  ObjectUnderTest& strength(const char* weaker) {
    linnet_declare_strength(weaker);
    return *this;
  }

  // The object hands over values and nothing else: who takes a value out of it need not see what was done before the value was put in.
  // Otherwise that is promised, and checked under the memory model of C++: docs/memory-model.md.
  ObjectUnderTest& relaxed() {
    linnet_declare_relaxed();
    return *this;
  }

  // The object lives in persistent memory, and this is called with it first of all after a crash: a pointer to member
  // or a callable that takes the object. linnet/persistent.hpp says more.
  template <class Callable>
  ObjectUnderTest& recover(Callable callable) {
    const linnet_recovery recovery{new Callable(std::move(callable)), [](const void* context, void* object) {
                                     std::invoke(*static_cast<const Callable*>(context),
                                                 *static_cast<Object*>(object));
                                   }};
    linnet_declare_recovery(&recovery);
    return *this;
  }
  // The largest number of crashes in one execution (default 1). The scenario's final part is run after each.
  ObjectUnderTest& crashes(unsigned most) {
    linnet_declare_crashes(most);
    return *this;
  }

  // Generated tests may use these calls as one unit: sequence("enq(1) deq()").
  ObjectUnderTest& sequence(std::string_view calls) {
    linnet_declare_sequence(calls.data(), calls.size());
    return *this;
  }

  // Several scenarios are explored one after the other.
  ObjectUnderTest& scenario(std::string_view text) {
    linnet_declare_scenario(text.data(), text.size());
    return *this;
  }
  ObjectUnderTest& scenario(const Scenario& code) {
    return scenario(std::string_view(code.text()));
  }

 private:
  template <class>
  friend class ObjectUnderTest;

  ObjectUnderTest() = default;
  ObjectUnderTest& promise(linnet_promise promise) {
    linnet_declare_promise(promise);
    return *this;
  }
};

namespace detail {

template <class Object, class... Arguments>
linnet_object describe_object(Arguments... arguments) {
  using Stored = std::tuple<Arguments...>;
  return {
      new Stored(std::move(arguments)...),
      [](const void* context) -> void* {
        return std::apply([](const auto&... each) { return new Object(each...); },
                          *static_cast<const Stored*>(context));
      },
      [](void* made) { delete static_cast<Object*>(made); },
      sizeof(Object),
      alignof(Object),
      [](const void* context, void* place) {
        std::apply([place](const auto&... each) { new (place) Object(each...); },
                   *static_cast<const Stored*>(context));
      },
  };
}

}  // namespace detail

// Each execution makes a new Object from copies of these arguments.
template <class Object, class... Arguments>
ObjectUnderTest<Object> object(Arguments... arguments) {
  return ObjectUnderTest<Object>(detail::describe_object<Object>(std::move(arguments)...));
}

template <class Object>
template <class Model, class... Arguments>
ObjectUnderTest<Model> ObjectUnderTest<Object>::reference(Arguments... arguments) {
  const linnet_object model = detail::describe_object<Model>(std::move(arguments)...);
  linnet_declare_reference(&model);
  return ObjectUnderTest<Model>();
}

namespace detail {
inline bool add_test(const char* name, const char* file, unsigned line, void (*body)()) {
  linnet_add_test(name, file, line, body);
  return true;
}
}  // namespace detail
}  // namespace linnet

#define LINNET_TEST(name)                                                        \
  static void linnet_test_##name();                                              \
  [[maybe_unused]] static const bool linnet_test_##name##_added =                \
      ::linnet::detail::add_test(#name, __FILE__, __LINE__, linnet_test_##name); \
  static void linnet_test_##name()
