// Converts C++ types to values and back, for the arguments and results of recorded operations.
//
// Results: void, nullptr and empty optionals become null; booleans stay booleans; integers, enumerations and
// characters become numbers, as do floating-point numbers; anything that converts to std::string_view becomes
// text; std::optional and smart pointers become the value that they hold, or null; pairs, tuples and ranges
// become lists. For your own type, write a function beside it that makes one of these:
//
//   std::string linnet_value(const Colour& colour) { return colour.name(); }
//
// Arguments: the same types, and your own type with a specialisation of linnet::Parameter.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "linnet/detail/border.h"

namespace linnet {

class Value;

namespace detail {

// The encoding of linnet/value.hpp.
inline constexpr linnet_word kNullWord = 0, kFalseWord = 2, kTrueWord = 4;

template <class Integer>
linnet_word word_of_integer(Integer i) {
  constexpr std::int64_t most = (std::int64_t{1} << 62) - 1;
  bool negative = false;
  if constexpr (std::is_signed_v<Integer>) negative = i < 0;
  const auto bits = static_cast<std::uint64_t>(i);
  const std::uint64_t magnitude = negative ? 0 - bits : bits;
  if (magnitude <= static_cast<std::uint64_t>(most)) return (bits << 1) | 1;
  return linnet_value_of_integer(negative, magnitude);
}

template <class T, class = void>
struct HasOwnValue : std::false_type {};
template <class T>
struct HasOwnValue<T, std::void_t<decltype(linnet_value(std::declval<const T&>()))>>
    : std::bool_constant<!std::is_arithmetic_v<T>> {};

template <class T, class = void>
struct IsTuple : std::false_type {};
template <class T>
struct IsTuple<T, std::void_t<decltype(std::tuple_size<T>::value)>> : std::true_type {};

template <class T, class = void>
struct IsRange : std::false_type {};
template <class T>
struct IsRange<T, std::void_t<decltype(std::declval<const T&>().begin() != std::declval<const T&>().end())>>
    : std::true_type {};

// A type that holds a value or nothing, and says which: optional, unique_ptr, shared_ptr.
template <class T, class = void>
struct IsHolder : std::false_type {};
template <class T>
struct IsHolder<T,
                std::void_t<decltype(static_cast<bool>(std::declval<const T&>()), *std::declval<const T&>())>>
    : std::bool_constant<std::is_class_v<T>> {};

template <class T>
inline constexpr bool kDependentFalse = false;

// Numbers whose word needs only arithmetic, and text. Nothing here may allocate, since memory freed before
// the operation's return is recorded would count as the operation's.
template <class T>
linnet_word to_word(const T& value) {
  if constexpr (std::is_same_v<T, Value>) {
    return value.bits();
  } else if constexpr (HasOwnValue<T>::value) {
    return to_word(linnet_value(value));
  } else if constexpr (std::is_same_v<T, std::nullptr_t> || std::is_same_v<T, std::nullopt_t>) {
    return kNullWord;
  } else if constexpr (std::is_same_v<T, bool>) {
    return value ? kTrueWord : kFalseWord;
  } else if constexpr (std::is_integral_v<T>) {
    return word_of_integer(value);
  } else if constexpr (std::is_enum_v<T>) {
    return word_of_integer(static_cast<std::underlying_type_t<T>>(value));
  } else if constexpr (std::is_floating_point_v<T>) {
    return linnet_value_of_real(static_cast<double>(value));
  } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    const std::string_view text = value;
    return linnet_value_of_text(text.data(), text.size());
  } else if constexpr (IsHolder<T>::value) {
    return value ? to_word(*value) : kNullWord;
  } else if constexpr (IsTuple<T>::value) {
    const std::size_t list = linnet_open_list();
    std::apply([](const auto&... items) { (linnet_add_item(to_word(items)), ...); }, value);
    return linnet_close_list(list);
  } else if constexpr (IsRange<T>::value) {
    const std::size_t list = linnet_open_list();
    for (const auto& item : value) linnet_add_item(to_word(item));
    return linnet_close_list(list);
  } else {
    static_assert(kDependentFalse<T>,
                  "no value is made of this type: write linnet_value(const T&) beside it");
  }
}

// Records the return while everything that the result is made of still lives: destroying it may be a step,
// and that step does not belong to the operation.
template <class T>
void return_value(const T& value) {
  if constexpr (HasOwnValue<T>::value) {
    return_value(linnet_value(value));
  } else {
    linnet_operation_returned(to_word(value));
  }
}

inline std::string_view text_of(linnet_word word) {
  std::size_t size = 0;
  const char* text = linnet_text_of(word, &size);
  return {text, size};
}

}  // namespace detail

// How an argument in a scenario becomes an argument of an operation: accepts() decides, kExpected names in
// messages what the operation takes, from() makes the argument. Specialise it for your own types.
template <class T, class = void>
struct Parameter {
  static_assert(detail::kDependentFalse<T>,
                "no argument can be made of this type: specialise linnet::Parameter, or use a callable");
};

template <>
struct Parameter<bool> {
  static constexpr const char* kExpected = "true or false";
  static bool accepts(linnet_word word) { return linnet_kind_of(word) == linnet_boolean; }
  static bool from(linnet_word word) { return word == detail::kTrueWord; }
};

template <class T>
struct Parameter<T, std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool>>> {
  static constexpr const char* kExpected =
      std::is_unsigned_v<T> ? "an integer of its type, not negative" : "an integer of its type";
  static bool accepts(linnet_word word) {
    if (!linnet_fits_int64(word)) return false;
    const std::int64_t i = linnet_int64_of(word);
    if constexpr (std::is_unsigned_v<T>) {
      return i >= 0 && static_cast<std::uint64_t>(i) <= std::numeric_limits<T>::max();
    } else {
      return i >= std::numeric_limits<T>::min() && i <= std::numeric_limits<T>::max();
    }
  }
  static T from(linnet_word word) { return static_cast<T>(linnet_int64_of(word)); }
};

template <class T>
struct Parameter<T, std::enable_if_t<std::is_enum_v<T>>> {
  using Number = Parameter<std::underlying_type_t<T>>;
  static constexpr const char* kExpected = Number::kExpected;
  static bool accepts(linnet_word word) { return Number::accepts(word); }
  static T from(linnet_word word) { return static_cast<T>(Number::from(word)); }
};

template <class T>
struct Parameter<T, std::enable_if_t<std::is_floating_point_v<T>>> {
  static constexpr const char* kExpected = "a number";
  static bool accepts(linnet_word word) {
    return linnet_kind_of(word) == linnet_real || linnet_kind_of(word) == linnet_integer;
  }
  static T from(linnet_word word) { return static_cast<T>(linnet_real_of(word)); }
};

// Interned text is never freed and ends with a zero, so views and pointers into it stay valid.
template <class T>
struct Parameter<T, std::enable_if_t<std::is_same_v<T, std::string> || std::is_same_v<T, std::string_view>>> {
  static constexpr const char* kExpected = "a string";
  static bool accepts(linnet_word word) { return linnet_kind_of(word) == linnet_text; }
  static T from(linnet_word word) { return T(detail::text_of(word)); }
};
template <>
struct Parameter<const char*> : Parameter<std::string_view> {
  static const char* from(linnet_word word) { return detail::text_of(word).data(); }
};

template <class T>
struct Parameter<std::optional<T>> {
  static constexpr const char* kExpected = "null or what it may hold";
  static bool accepts(linnet_word word) { return word == detail::kNullWord || Parameter<T>::accepts(word); }
  static std::optional<T> from(linnet_word word) {
    if (word == detail::kNullWord) return std::nullopt;
    return Parameter<T>::from(word);
  }
};

template <class T>
struct Parameter<std::vector<T>> {
  static constexpr const char* kExpected = "a list of what it may hold";
  static bool accepts(linnet_word word) {
    if (linnet_kind_of(word) != linnet_list) return false;
    std::size_t count = 0;
    const linnet_word* items = linnet_items_of(word, &count);
    for (std::size_t i = 0; i < count; ++i) {
      if (!Parameter<T>::accepts(items[i])) return false;
    }
    return true;
  }
  static std::vector<T> from(linnet_word word) {
    std::size_t count = 0;
    const linnet_word* items = linnet_items_of(word, &count);
    std::vector<T> all;
    all.reserve(count);
    for (std::size_t i = 0; i < count; ++i) all.push_back(Parameter<T>::from(items[i]));
    return all;
  }
};

namespace detail {

template <class Tuple, class... Items>
struct TupleParameter {
  static constexpr const char* kExpected = "a list of what it holds, in its order";
  static bool accepts(linnet_word word) {
    return linnet_kind_of(word) == linnet_list && accepts_each(word, std::index_sequence_for<Items...>());
  }
  static Tuple from(linnet_word word) { return from_each(word, std::index_sequence_for<Items...>()); }

 private:
  template <std::size_t... I>
  static bool accepts_each(linnet_word word, std::index_sequence<I...>) {
    std::size_t count = 0;
    [[maybe_unused]] const linnet_word* items = linnet_items_of(word, &count);
    return count == sizeof...(I) && (Parameter<Items>::accepts(items[I]) && ...);
  }
  template <std::size_t... I>
  static Tuple from_each(linnet_word word, std::index_sequence<I...>) {
    std::size_t count = 0;
    [[maybe_unused]] const linnet_word* items = linnet_items_of(word, &count);
    return Tuple(Parameter<Items>::from(items[I])...);
  }
};

}  // namespace detail

template <class A, class B>
struct Parameter<std::pair<A, B>> : detail::TupleParameter<std::pair<A, B>, A, B> {};
template <class... Items>
struct Parameter<std::tuple<Items...>> : detail::TupleParameter<std::tuple<Items...>, Items...> {};

}  // namespace linnet
