// Values across the border to the program: the words of linnet::Value, interned on this side.
//
// The program calls this in the middle of an execution. Nothing here is a step: our locks and our memory are
// not the program's. In a native run (LINNET_NATIVE) there are no steps, but several threads may call it at
// the same time.
#include <bit>
#include <span>
#include <string>
#include <vector>

#include "base/demangle.hpp"
#include "linnet/detail/border.h"
#include "linnet/value.hpp"
#include "runtime/hooks/export.hpp"
#ifndef LINNET_NATIVE
#include "runtime/fibers/current.hpp"
#endif

namespace linnet::runtime {
namespace {

#ifdef LINNET_NATIVE
#define LINNET_LISTS_OF_THREAD thread_local
struct [[maybe_unused]] OutsideProgram {};
#else
#define LINNET_LISTS_OF_THREAD constinit
#endif

Value value_of(linnet_word word) {
  return std::bit_cast<Value>(word);
}

std::span<const Value> values_at(const linnet_word* words, std::size_t count) {
  return {reinterpret_cast<const Value*>(words), count};
}

// The items of all open lists, the innermost list last.
LINNET_LISTS_OF_THREAD std::vector<Value> items_of_open_lists;

}  // namespace

bool is_list_open() {
  return !items_of_open_lists.empty();
}

LINNET_EXPORT linnet_word linnet_value_of_integer(bool negative, std::uint64_t magnitude) {
  const OutsideProgram outside;
  if (!negative) return Value(magnitude).bits();
  return Value::big_integer("-" + std::to_string(magnitude)).bits();
}

LINNET_EXPORT linnet_word linnet_value_of_digits(const char* digits, std::size_t size) {
  const OutsideProgram outside;
  return Value::big_integer({digits, size}).bits();
}

LINNET_EXPORT linnet_word linnet_value_of_real(double real) {
  const OutsideProgram outside;
  return Value(real).bits();
}

LINNET_EXPORT linnet_word linnet_value_of_text(const char* text, std::size_t size) {
  const OutsideProgram outside;
  return Value(std::string_view(text, size)).bits();
}

LINNET_EXPORT linnet_word linnet_value_of_items(const linnet_word* items, std::size_t count) {
  const OutsideProgram outside;
  return Value::array(values_at(items, count)).bits();
}

LINNET_EXPORT linnet_word linnet_value_of_members(const linnet_word* names_and_values, std::size_t count) {
  const OutsideProgram outside;
  std::vector<Value::Member> members;
  for (std::size_t i = 0; i < count; ++i) {
    members.emplace_back(value_of(names_and_values[2 * i]).as_text(), value_of(names_and_values[2 * i + 1]));
  }
  return Value::object(members).bits();
}

LINNET_EXPORT linnet_word linnet_value_of_exception(const char* type) {
  const OutsideProgram outside;
  const Value::Member member{"throws", Value(demangled(type))};
  return Value::object({&member, 1}).bits();
}

LINNET_EXPORT std::size_t linnet_open_list() {
  return items_of_open_lists.size();
}

LINNET_EXPORT void linnet_add_item(linnet_word item) {
  const OutsideProgram outside;
  items_of_open_lists.push_back(value_of(item));
}

LINNET_EXPORT linnet_word linnet_close_list(std::size_t opened) {
  const OutsideProgram outside;
  const Value list = Value::array(std::span(items_of_open_lists).subspan(opened));
  items_of_open_lists.resize(opened);
  return list.bits();
}

LINNET_EXPORT linnet_kind linnet_kind_of(linnet_word value) {
  return static_cast<linnet_kind>(value_of(value).kind());
}

LINNET_EXPORT bool linnet_fits_int64(linnet_word value) {
  return value_of(value).is_int64();
}

LINNET_EXPORT std::int64_t linnet_int64_of(linnet_word value) {
  return value_of(value).as_int64();
}

LINNET_EXPORT double linnet_real_of(linnet_word value) {
  return value_of(value).as_double();
}

LINNET_EXPORT const char* linnet_text_of(linnet_word value, std::size_t* size) {
  const std::string_view text = value_of(value).as_text();
  *size = text.size();
  return text.data();
}

LINNET_EXPORT const linnet_word* linnet_items_of(linnet_word value, std::size_t* count) {
  const std::span<const Value> items = value_of(value).as_array();
  *count = items.size();
  return reinterpret_cast<const linnet_word*>(items.data());
}

LINNET_EXPORT std::size_t linnet_member_count(linnet_word value) {
  const OutsideProgram outside;
  return value_of(value).as_object().size();
}

LINNET_EXPORT linnet_word linnet_member(linnet_word value, std::size_t index, linnet_word* name) {
  const OutsideProgram outside;
  const std::vector<Value::Member> members = value_of(value).as_object();
  *name = Value(members[index].first).bits();
  return members[index].second.bits();
}

LINNET_EXPORT std::uint64_t linnet_hash_of(linnet_word value) {
  return value_of(value).hash();
}

LINNET_EXPORT int linnet_compare(linnet_word a, linnet_word b) {
  const auto order = value_of(a) <=> value_of(b);
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

LINNET_EXPORT void linnet_write_json(linnet_word value, void* out,
                                     void (*write)(void* out, const char* text, std::size_t size)) {
  const OutsideProgram outside;
  const std::string text = value_of(value).to_json();
  write(out, text.data(), text.size());
}

}  // namespace linnet::runtime
