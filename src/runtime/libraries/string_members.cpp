// Reads names of members, and notes their arguments.
#include "runtime/libraries/string_members.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "runtime/libraries/noted_call.hpp"

namespace linnet::runtime {
namespace {

enum class Argument : std::uint8_t {
  number,
  read_text,     // a pointer to characters
  written_text,  // the same, for characters that are written
  read_string,   // another string
  taken_string,  // one that is moved from
};

struct Member {
  bool writes = false;          // the string itself
  bool looks_for_text = false;  // of its numbers the first is a place, and not the length of a text
  bool is_part = false;         // other members call it, also where there is no text yet
  bool returns_object = false;  // its first argument says where to put that, and the second is the string
  std::vector<Argument> arguments;
};

std::vector<Member>& all_members() {
  static std::vector<Member> all;
  return all;
}

// The arguments after the string, up to the first of which the type is not known.
std::vector<Argument> arguments_in(std::string_view types) {
  struct Type {
    std::string_view letters;
    Argument argument;
  };
  static constexpr Type kTypes[] = {
      {"PKc", Argument::read_text},     {"Pc", Argument::written_text},   {"RKS4_", Argument::read_string},
      {"OS4_", Argument::taken_string}, {"RS4_", Argument::taken_string}, {"m", Argument::number},
      {"c", Argument::number},
  };
  std::vector<Argument> found;
  while (!types.empty()) {
    const auto* type =
        std::ranges::find_if(kTypes, [&](const Type& t) { return types.starts_with(t.letters); });
    if (type == std::ranges::end(kTypes)) break;
    found.push_back(type->argument);
    types.remove_prefix(type->letters.size());
  }
  return found;
}

void note_string(const Accesses& by, const std::string* text, bool writes) {
  by.reads(text->data(), text->size());
  if (writes) {
    by.writes(text);
  } else {
    by.reads(text);
  }
}

// How long the text is that the argument at `place` points to; as long as up to its zero if no number says it.
std::size_t length_of_text(const Member& member, const PassedCall& call, std::size_t place) {
  const std::size_t length = place + (member.looks_for_text ? 2 : 1);
  const bool is_told = length < member.arguments.size() && length + 1 < call.integers.size() &&
                       member.arguments[length] == Argument::number;
  const auto* text = reinterpret_cast<const char*>(call.integers[place + 1]);
  return is_told ? call.integers[length + 1] : Accesses::extent(text, SIZE_MAX);
}

}  // namespace

std::optional<MemberName> member_name(std::string_view name) {
  constexpr std::string_view kMember = "_ZN";
  if (!name.starts_with(kMember)) return std::nullopt;
  name.remove_prefix(kMember.size());
  const bool is_const = name.starts_with('K');
  if (is_const) name.remove_prefix(1);
  if (name.starts_with('R') || name.starts_with('O')) name.remove_prefix(1);
  constexpr std::array<std::string_view, 3> kWithout = {"_S_", "12_Alloc_hider", "12__sv_wrapper"};
  const bool has_object =
      std::ranges::none_of(kWithout, [&](std::string_view part) { return name.find(part) != name.npos; });
  return MemberName{is_const, has_object, name};
}

std::optional<std::uint32_t> string_member(std::string_view name) {
  constexpr std::string_view kClass = "St7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE";
  const std::optional<MemberName> read = member_name(name);
  if (!read || !read->has_object || !read->after_kind.starts_with(kClass)) return std::nullopt;
  name = read->after_kind.substr(kClass.size());
  const std::string_view method = name.substr(name.find_first_not_of("0123456789"));
  Member member;
  member.writes = !read->is_const;
  member.is_part = method.starts_with("_M_");
  member.returns_object = method.starts_with("substr") || method.starts_with("get_allocator");
  member.looks_for_text = method.starts_with("find") || method.starts_with("rfind");
  // The name of the method ends with an E, and does not contain one.
  const std::size_t end = name.find('E');
  if (end != name.npos && !method.starts_with("_M_data"))  // which is given a pointer, and does not follow it
    member.arguments = arguments_in(name.substr(end + 1));
  all_members().push_back(std::move(member));
  return static_cast<std::uint32_t>(all_members().size() - 1);
}

void note_string_member(const PassedCall& call, std::uint32_t number) {
  const Member& member = all_members()[number];
  const Accesses by{call.pc};
  const auto at = [&](std::size_t i) { return reinterpret_cast<void*>(call.integers[i]); };
  const auto* own = static_cast<const std::string*>(at(member.returns_object ? 1 : 0));
  const std::size_t known =
      member.returns_object ? 0 : std::min(member.arguments.size(), call.integers.size() - 1);
  for (std::size_t i = 0; i < known; ++i) {
    void* const given = at(i + 1);
    if (given == nullptr) continue;
    switch (member.arguments[i]) {
      case Argument::number: break;
      case Argument::read_text: by.reads(given, length_of_text(member, call, i)); break;
      case Argument::written_text:  // copy(): no more than there is
        by.writes(given, std::min(length_of_text(member, call, i), own->size()));
        break;
      case Argument::read_string: note_string(by, static_cast<std::string*>(given), false); break;
      case Argument::taken_string: note_string(by, static_cast<std::string*>(given), true); break;
    }
  }
  // One that changes the string may be what makes it, and then there is no text yet. Whoever uses the text reads the string first.
  if (member.writes) {
    by.writes(own);
  } else if (member.is_part) {
    by.reads(own);
  } else {
    note_string(by, own, false);
  }
}

}  // namespace linnet::runtime
