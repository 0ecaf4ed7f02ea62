// The program's side of its own specification: linnet::Spec behind the functions of border.h. Also the
// functions of linnet/value.hpp and linnet/spec.hpp that need a library: they ask the one across the border.
//
// Every file of a program that makes values or specifications includes linnet/test.hpp or
// linnet/check_main.hpp, which include this.
#pragma once

#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "linnet/detail/border.h"
#include "linnet/spec.hpp"

namespace linnet {

inline Value::Value(double d) : bits_(linnet_value_of_real(d)) {}
inline Value::Value(std::string_view text) : bits_(linnet_value_of_text(text.data(), text.size())) {}
inline Value Value::array(std::span<const Value> items) {
  return std::bit_cast<Value>(
      linnet_value_of_items(reinterpret_cast<const linnet_word*>(items.data()), items.size()));
}
inline Value Value::object(std::span<const Member> members) {
  std::vector<linnet_word> words;
  for (const auto& [name, value] : members) {
    words.push_back(Value(name).bits());
    words.push_back(value.bits());
  }
  return std::bit_cast<Value>(linnet_value_of_members(words.data(), members.size()));
}
inline Value Value::big_integer(std::string_view digits) {
  return std::bit_cast<Value>(linnet_value_of_digits(digits.data(), digits.size()));
}
inline Value Value::large(bool negative, std::uint64_t magnitude) {
  return std::bit_cast<Value>(linnet_value_of_integer(negative, magnitude));
}
inline Value::Kind Value::kind() const {
  return static_cast<Kind>(linnet_kind_of(bits_));
}
inline bool Value::is_int64() const {
  return linnet_fits_int64(bits_);
}
inline std::int64_t Value::as_int64() const {
  return linnet_int64_of(bits_);
}
inline double Value::as_double() const {
  return linnet_real_of(bits_);
}
inline std::string_view Value::as_text() const {
  std::size_t size = 0;
  const char* text = linnet_text_of(bits_, &size);
  return {text, size};
}
inline std::span<const Value> Value::as_array() const {
  std::size_t count = 0;
  const linnet_word* items = linnet_items_of(bits_, &count);
  return {reinterpret_cast<const Value*>(items), count};
}
inline std::vector<Value::Member> Value::as_object() const {
  std::vector<Member> members;
  for (std::size_t i = 0; i < linnet_member_count(bits_); ++i) {
    linnet_word name = 0;
    const Value value = std::bit_cast<Value>(linnet_member(bits_, i, &name));
    members.emplace_back(std::string(std::bit_cast<Value>(name).as_text()), value);
  }
  return members;
}
inline std::uint64_t Value::hash() const {
  return linnet_hash_of(bits_);
}
inline std::strong_ordering Value::compare(Value other) const {
  return linnet_compare(bits_, other.bits_) <=> 0;
}
inline void Value::append_json(std::string& out) const {
  linnet_write_json(bits_, &out, [](void* text, const char* piece, std::size_t size) {
    static_cast<std::string*>(text)->append(piece, size);
  });
}
inline std::string Value::to_json() const {
  std::string text;
  append_json(text);
  return text;
}

// The result of an operation that throws an exception of this type; for use in specifications.
inline Value throws(std::string_view type) {
  const Value::Member member{"throws", Value(type)};
  return Value::object({&member, 1});
}

namespace detail {

inline std::uint64_t scramble(std::uint64_t hash) {
  return std::bit_cast<Value>((hash << 1) | 1).hash();
}
inline std::uint64_t hash_description(std::string_view text) {
  return Value(text).hash();
}

// Never freed: a test declares it once.
struct DeclaredSpec {
  explicit DeclaredSpec(Spec own) : spec(std::move(own)) {
    for (const Method& method : spec.methods()) {
      std::vector<std::uint8_t>& types = parameters.emplace_back();
      for (const ArgumentType type : method.parameters) types.push_back(static_cast<std::uint8_t>(type));
    }
    for (std::size_t i = 0; i < spec.methods().size(); ++i) {
      const Method& m = spec.methods()[i];
      methods.push_back({m.name.c_str(), parameters[i].data(), parameters[i].size(), m.observer, m.silent,
                         m.may_block, m.deterministic, m.strength.c_str()});
    }
  }

  Spec spec;
  std::vector<std::vector<std::uint8_t>> parameters;
  std::vector<linnet_method> methods;
  linnet_own_spec border{};
};

inline Call make_call(std::uint16_t method, const linnet_word* arguments, std::size_t count) {
  return {method, {reinterpret_cast<const Value*>(arguments), count}};
}
inline const Spec& spec_in(const void* context) {
  return static_cast<const DeclaredSpec*>(context)->spec;
}

inline bool key_of(const void* context, std::uint16_t method, const linnet_word* arguments, std::size_t count,
                   linnet_word* key) {
  const std::optional<Value> found = spec_in(context).key(make_call(method, arguments, count));
  if (found) *key = found->bits();
  return found.has_value();
}

inline void complain(const void* context, std::uint16_t method, const linnet_word* arguments,
                     std::size_t count, void* out, void (*write)(void*, const char*, std::size_t)) {
  const std::optional<std::string> complaint =
      spec_in(context).complaint(make_call(method, arguments, count));
  if (complaint) write(out, complaint->data(), complaint->size());
}

inline void* open_space(const void* context) {
  return spec_in(context).open().release();
}
inline StateSpace& space_at(void* space) {
  return *static_cast<StateSpace*>(space);
}
inline void close_space(void* space) {
  delete static_cast<StateSpace*>(space);
}

inline void outcomes_in(void* space, std::uint32_t state, std::uint16_t method, const linnet_word* arguments,
                        std::size_t count, void* out, void (*add)(void*, linnet_word, std::uint32_t)) {
  std::vector<StateSpace::Outcome> outcomes;
  space_at(space).outcomes(state, make_call(method, arguments, count), outcomes);
  for (const StateSpace::Outcome& outcome : outcomes) add(out, outcome.result.bits(), outcome.state);
}

inline void describe_in(void* space, std::uint32_t state, void* out,
                        void (*write)(void*, const char*, std::size_t)) {
  const std::string text = space_at(space).describe(state);
  write(out, text.data(), text.size());
}

inline const linnet_own_spec* own_spec(Spec own) {
  auto* declared = new DeclaredSpec(std::move(own));
  const Spec& spec = declared->spec;
  declared->border = {
      spec.name().c_str(),
      declared->methods.data(),
      declared->methods.size(),
      spec.monitored_as().c_str(),
      declared,
      spec.partitioned(),
      spec.complains(),
      key_of,
      complain,
      open_space,
      close_space,
      outcomes_in,
      describe_in,
  };
  return &declared->border;
}

}  // namespace detail
}  // namespace linnet
