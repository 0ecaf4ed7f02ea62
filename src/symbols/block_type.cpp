// Collects the types that a place in the code mentions, each with its certainty, and chooses the most certain
// if there is only one.
#include "symbols/block_type.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "symbols/dwarf.hpp"

namespace linnet {

namespace {

enum class Evidence : std::uint8_t { allocator, constructor, line, returned, returned_by_caller, variable };

// How certain it is that the block is of the type, or an array of it: the smallest number is the most
// certain.
int rank_of(Evidence evidence, bool array) {
  switch (evidence) {
    case Evidence::allocator: return 0;
    case Evidence::constructor: return 1;
    case Evidence::line: return 2;
    case Evidence::returned: return array ? 4 : 3;
    case Evidence::returned_by_caller: return 5;
    case Evidence::variable: return array ? 7 : 6;
  }
  return 0;
}

bool has_destructor(Dwarf_Die type) {
  return dwarf::for_each_child(type, [](Dwarf_Die child) {
    return dwarf_tag(&child) == DW_TAG_subprogram && dwarf::name_of(child).starts_with('~');
  });
}

// Whether `part` is the only member of an object of the type.
bool is_all_of(Dwarf_Die part, Dwarf_Die type) {
  const std::uint64_t size = dwarf::size_of(type);
  for (std::optional<Dwarf_Die> at = type; at && dwarf::is_class(*at);) {
    std::optional<Dwarf_Die> inside;
    dwarf::for_each_child(*at, [&](Dwarf_Die child) {
      const int tag = dwarf_tag(&child);
      if (tag != DW_TAG_member && tag != DW_TAG_inheritance) return false;
      const auto held = dwarf::type_of(child);
      if (held && dwarf::size_of(*held) == size) inside = held;
      return inside.has_value();
    });
    at = inside;
    if (at && dwarf_dieoffset(&*at) == dwarf_dieoffset(&part)) return true;
  }
  return false;
}

class Candidates {
 public:
  explicit Candidates(std::uint64_t size) : size_(size) {}

  void add(Evidence evidence, Dwarf_Die type) {
    const std::uint64_t one = dwarf::size_of(type);
    const bool is_class = dwarf::is_class(type), array = one != size_;
    if (one == 0 || size_ % one != 0 || (is_class && dwarf::name_of(type).empty())) return;
    if (array && evidence == Evidence::variable && !is_class) return;
    // With other evidence, an array would more often be one of something else: code that makes an object also
    // makes the object's first part.
    const bool may_be_array =
        evidence == Evidence::allocator || evidence == Evidence::returned || evidence == Evidence::variable;
    if (array && !may_be_array) return;
    // new T[n] puts the number before the elements if they have to be destroyed.
    if (array && evidence != Evidence::allocator && has_destructor(type)) return;
    std::vector<Dwarf_Die>& same = found_[rank_of(evidence, array)];
    if (evidence == Evidence::constructor && !same.empty()) return;  // the next one counts
    const auto is_known = [&](Dwarf_Die& known) { return dwarf_dieoffset(&known) == dwarf_dieoffset(&type); };
    if (std::ranges::none_of(same, is_known)) same.push_back(type);
  }

  // The type to which a variable, a member or a result of that type leads: T of T*, of T&, of unique_ptr<T>
  // and of atomic<T*>.
  void add_pointee(Evidence evidence, Dwarf_Die type) {
    const int tag = dwarf_tag(&type);
    const bool points = tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type;
    if (points || tag == DW_TAG_array_type) {
      if (const auto target = dwarf::type_of(type))
        points ? add(evidence, *target) : add_pointee(evidence, *target);
      return;
    }
    if (!dwarf::is_class(type)) return;
    dwarf::for_each_child(type, [&](Dwarf_Die child) {
      if (dwarf_tag(&child) != DW_TAG_template_type_parameter) return false;
      const auto held = dwarf::type_of(child);
      if (!held) return true;
      const int kind = dwarf_tag(const_cast<Dwarf_Die*>(&*held));
      const bool leads_on = kind == DW_TAG_pointer_type || kind == DW_TAG_array_type;
      const auto target = leads_on ? dwarf::type_of(*held) : held;
      if (target) add(evidence, *target);
      return true;  // the other arguments are deleters and allocators
    });
  }

  // If other types begin with it and have nothing else, it is a part of them: a constructor may do nothing
  // except construct its only member.
  std::optional<Dwarf_Die> surest() const {
    if (found_.empty() || found_.begin()->second.size() != 1) return std::nullopt;
    const Dwarf_Die first = found_.begin()->second.front();
    for (const auto& [rank, types] : found_) {
      for (const Dwarf_Die& type : types) {
        if (is_all_of(first, type)) return type;
      }
    }
    return first;
  }

 private:
  std::uint64_t size_;
  std::map<int, std::vector<Dwarf_Die>> found_;  // by rank
};

// The type to which `this` points.
std::optional<Dwarf_Die> class_of(Dwarf_Die function) {
  std::optional<Dwarf_Die> found;
  dwarf::for_each_child(function, [&](Dwarf_Die child) {
    if (dwarf_tag(&child) != DW_TAG_formal_parameter) return false;
    Dwarf_Attribute attribute;
    if (dwarf_attr_integrate(&child, DW_AT_artificial, &attribute) == nullptr) return true;
    if (const auto pointer = dwarf::type_of(child)) found = dwarf::type_of(*pointer);
    return true;
  });
  return found;
}

std::optional<Dwarf_Die> constructed_by(Dwarf_Die function) {
  const auto type = class_of(function);
  return type && dwarf::name_of(function) == dwarf::name_of(*type) ? type : std::nullopt;
}

void add_members(Dwarf_Die type, Candidates& candidates) {
  dwarf::for_each_child(type, [&](Dwarf_Die child) {
    const auto member = dwarf_tag(&child) == DW_TAG_member ? dwarf::type_of(child) : std::nullopt;
    if (member) candidates.add_pointee(Evidence::variable, *member);
    return false;
  });
}

// Calls visit(variable, its type) for the variables of the scope, except `this`, and for those of the blocks
// in it that contain the address.
void for_each_variable(Dwarf_Die scope, std::uint64_t address, const auto& visit) {
  dwarf::for_each_child(scope, [&](Dwarf_Die child) {
    const int tag = dwarf_tag(&child);
    if (tag == DW_TAG_lexical_block && dwarf_haspc(&child, address) > 0)
      for_each_variable(child, address, visit);
    Dwarf_Attribute attribute;
    if (tag != DW_TAG_variable && tag != DW_TAG_formal_parameter) return false;
    if (dwarf_attr_integrate(&child, DW_AT_artificial, &attribute) != nullptr) return false;
    if (const auto type = dwarf::type_of(child)) visit(child, *type);
    return false;
  });
}

void add_inlined_constructors(Dwarf_Die scope, std::uint64_t behind,
                              std::map<std::uint64_t, Dwarf_Die>& by_address) {
  dwarf::for_each_child(scope, [&](Dwarf_Die child) {
    const int tag = dwarf_tag(&child);
    if (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_lexical_block) return false;
    Dwarf_Addr entry = 0;
    const auto type = tag == DW_TAG_inlined_subroutine ? constructed_by(child) : std::nullopt;
    if (type && dwarf_entrypc(&child, &entry) == 0 && entry >= behind) by_address.emplace(entry, *type);
    add_inlined_constructors(child, behind, by_address);
    return false;
  });
}

// The type that is constructed next, and the parameters of the next function that is no constructor.
void add_called(const PlaceInCode& place, Candidates& candidates) {
  bool is_next = true;
  for (const Dwarf_Die& called : place.functions_called) {
    const auto type = constructed_by(called);
    if (type) candidates.add(Evidence::constructor, *type);
    if (type || !std::exchange(is_next, false)) continue;
    dwarf::for_each_child(called, [&](Dwarf_Die child) {
      const auto taken = dwarf_tag(&child) == DW_TAG_formal_parameter ? dwarf::type_of(child) : std::nullopt;
      if (taken) candidates.add_pointee(Evidence::variable, *taken);
      return false;
    });
  }
  std::map<std::uint64_t, Dwarf_Die> inlined;
  if (!place.functions.empty()) add_inlined_constructors(place.functions.back(), place.address, inlined);
  for (const auto& [address, type] : inlined) candidates.add(Evidence::constructor, type);
}

}  // namespace

std::optional<Dwarf_Die> type_asked_for(const PlaceInCode& place, std::uint64_t size) {
  Candidates candidates(size);
  for (const Dwarf_Die& function : place.functions) {
    const bool allocates = dwarf::name_of(function) == "allocate";
    const bool asks_itself = &function == &place.functions.front();
    if (const auto result = dwarf::type_of(function))
      candidates.add_pointee(allocates     ? Evidence::allocator
                             : asks_itself ? Evidence::returned
                                           : Evidence::returned_by_caller,
                             *result);
    for_each_variable(function, place.address, [&](Dwarf_Die variable, Dwarf_Die type) {
      const bool in_line = dwarf::number_of(variable, DW_AT_decl_line) == place.line;
      candidates.add_pointee(in_line ? Evidence::line : Evidence::variable, type);
    });
    if (const auto type = class_of(function)) add_members(*type, candidates);
  }
  add_called(place, candidates);
  return candidates.surest();
}

std::optional<Dwarf_Die> type_used(const PlaceInCode& place, std::uint64_t size) {
  Candidates candidates(size);
  for (const Dwarf_Die& function : place.functions) {
    for_each_variable(function, place.address,
                      [&](Dwarf_Die, Dwarf_Die type) { candidates.add_pointee(Evidence::variable, type); });
    if (const auto type = class_of(function)) candidates.add(Evidence::variable, *type);
  }
  const auto found = candidates.surest();
  return found && dwarf::size_of(*found) == size ? found : std::nullopt;
}

}  // namespace linnet
