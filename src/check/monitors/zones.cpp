// Decides registers with unique writes as Gibbons and Korach do (Testing Shared Memories, SIAM J. Comput. 1997, section
// 4): a second decision beside the register monitor, shorter and slower, by sorting. It takes reads and writes only.
//
// Idea. A write and the reads of its value stand together in every legal order, the write first: a cluster. Let f be the
// first return in it and s the last call. If f < s, the value must be in the register from f to s: a forward zone [f, s].
// Otherwise all its operations overlap, and any moment in the backward zone [s, f] will do. There is an order iff
//   no read returns before its write is called, and every value read was written,
//   no two forward zones overlap,
//   no backward zone lies within a forward one.
//
//   write(1)  |--|                         the forward zone of 1 is [1, 4]: from the return of its write to the
//   write(2)     :   |--|   :              call of its read; 2 was there in between: its backward zone is within
//   read → 1              |--|
//
// The initial value was written before everything.
#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "check/linearizability/algorithm.hpp"
#include "spec/builtin.hpp"

namespace linnet {

namespace {

using Moment = std::int64_t;  // ranks, and moments before and after all
constexpr Moment kBeforeAll = -1;
constexpr Moment kAfterAll = std::numeric_limits<Moment>::max();

Moment return_of(const Operation& op) {
  return op.completed() ? Moment{op.ret} : kAfterAll;
}

struct Zone {
  std::optional<OperationIndex> write;  // none for the initial value, or if no operation wrote the value
  std::vector<OperationIndex> reads;
  Moment first_return = kAfterAll;
  Moment last_call = kBeforeAll;
  bool written = false;

  bool forward() const { return first_return < last_call; }
  void include(Moment call, Moment ret) {
    last_call = std::max(last_call, call);
    first_return = std::min(first_return, ret);
  }
};

bool is_write(const Question& question, const Operation& op) {
  return question.spec.method(op.method).name == "write";
}

class Zones {
 public:
  explicit Zones(const Question& question) : question_(question), history_(question.history) {}

  Verdict run() {
    collect();
    for (const auto& [value, zone] : zones_) {
      if (!is_possible(zone))
        return violation(zone, fmt::format("{} was read before it was written", value.to_json()));
    }
    sort();
    for (std::size_t i = 1; i < forward_.size(); ++i) {
      if (forward_[i]->first_return < forward_[i - 1]->last_call)
        return violation(*forward_[i - 1], *forward_[i]);
    }
    for (const Zone* zone : backward_) {
      if (const Zone* around = forward_zone_around(*zone)) return violation(*around, *zone);
    }
    return question_.want_witness ? Pass{witness()} : Pass{};
  }

 private:
  void collect() {
    Zone& initial = zones_[initial_read(question_.spec)];
    initial.written = true;
    initial.include(kBeforeAll, kBeforeAll);
    for (OperationIndex i = 0; i < history_.operations.size(); ++i) {
      const Operation& op = history_.operations[i];
      const bool writes = is_write(question_, op);
      if (!writes && !op.completed()) continue;
      Zone& zone = zones_[writes ? op.argument : op.result];
      zone.include(op.call, return_of(op));
      zone.written |= writes;
      if (writes) {
        zone.write = i;
      } else {
        zone.reads.push_back(i);
      }
    }
    // A write that did not return and that no operation saw need not have happened.
    absl::erase_if(zones_, [&](const auto& entry) {
      const Zone& zone = entry.second;
      return zone.write && zone.reads.empty() && !history_.operations[*zone.write].completed();
    });
  }

  bool is_possible(const Zone& zone) const {
    if (!zone.written) return false;
    const Moment written = zone.write ? Moment{history_.operations[*zone.write].call} : kBeforeAll;
    return std::ranges::none_of(
        zone.reads, [&](OperationIndex read) { return return_of(history_.operations[read]) < written; });
  }

  void sort() {
    for (const auto& [value, zone] : zones_) (zone.forward() ? forward_ : backward_).push_back(&zone);
    std::ranges::sort(forward_, {}, &Zone::first_return);
  }

  // REQUIRES: forward zones do not overlap.
  const Zone* forward_zone_around(const Zone& zone) const {
    const auto after = std::ranges::lower_bound(forward_, zone.last_call, {}, &Zone::first_return);
    if (after == forward_.begin()) return nullptr;
    const Zone* around = *std::prev(after);
    return zone.first_return < around->last_call ? around : nullptr;
  }

  Witness witness() const {
    std::vector<const Zone*> all = forward_;
    all.insert(all.end(), backward_.begin(), backward_.end());
    std::ranges::sort(all, {},
                      [](const Zone* zone) { return std::min(zone->first_return, zone->last_call); });
    Witness witness;
    for (const Zone* zone : all) {
      if (zone->write) witness.order.push_back(*zone->write);
      witness.order.insert(witness.order.end(), zone->reads.begin(), zone->reads.end());
    }
    return witness;
  }

  Violation violation(const Zone& zone, std::string sentence) const {
    Violation violation{{}, zone.reads, std::move(sentence)};
    if (zone.write) violation.suspects.push_back(*zone.write);
    std::ranges::sort(violation.suspects);
    return violation;
  }
  Violation violation(const Zone& a, const Zone& b) const {
    Violation both = violation(a, "each of two values must have been there before the other");
    const Violation other = violation(b, "");
    both.suspects.insert(both.suspects.end(), other.suspects.begin(), other.suspects.end());
    std::ranges::sort(both.suspects);
    return both;
  }

  const Question& question_;
  const History& history_;
  absl::flat_hash_map<Value, Zone> zones_;
  std::vector<const Zone*> forward_, backward_;
};

std::optional<std::string> obstacle_to_zones(const Question& question) {
  if (builtin_object(question.spec) != BuiltinObject::register_) return "the specification is not register";
  if (question.history.order) return "precedence is a partial order that is not one of intervals";
  absl::flat_hash_map<Value, bool> written{{initial_read(question.spec), true}};
  for (const Operation& op : question.history.operations) {
    const std::string& method = question.spec.method(op.method).name;
    if (method != "read" && method != "write") return fmt::format("{} is neither a read nor a write", method);
    if (method == "write" && op.completed() && !op.result.is_null()) return "a write returned a value";
    if (method == "write" && !written.emplace(op.argument, true).second)
      return fmt::format("{} is written more than once", op.argument.to_json());
  }
  return std::nullopt;
}

Verdict decide(const Question& question) {
  return Zones(question).run();
}

}  // namespace

const Algorithm kZones = {"zones",
                          "registers with unique writes, by Gibbons and Korach; reads and writes only",
                          obstacle_to_zones, decide};

}  // namespace linnet
