// Relaxed queues, stacks and priority queues, by what they do rather than by how far orders differ
// (Henzinger, Kirsch, Payer, Sezgin, Sokolova: Quantitative relaxation of concurrent data structures, POPL
// 2013).
//
// The elements have an order in which they should come out: the queue's oldest first, the stack's newest
// first, the priority queue's least (or, for deqMax, greatest) first, elements of equal priority in any
// order. Call the first the head.
//
//   out-of-order k   a removal may return any of the first k + 1 elements
//   lateness k       the head is returned by one of the next k + 1 removals: an element that k removals have
//                    passed over *while it was the head* must be the next one out
//
// If only one is given, the other is unlimited; both together are the paper's Restrictions 1 and 2 of section
// V-A: for 1 2 3 in a queue and k = 1, removals may return 1 2 3, 2 1 3 and 1 3 2, but not 3 1 2 (3 is two
// steps from the head), 2 3 1 (1 is returned by the third removal) or 3 2 1. Removals from an empty object
// return null (take blocks), and only then. A peek returns what a removal might.
//
// This is another question than quasi-linearizability, which compares places of operations in two orders:
// here additions keep their order, only removals count, and an element that is not the head may be passed
// over freely.
#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "spec/builtin.hpp"

namespace linnet {

namespace {

struct Element {
  Value value, priority;
  bool operator==(const Element&) const = default;
};

struct Relaxed {
  static constexpr std::uint32_t kUnlimited = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t out_of_order = kUnlimited, lateness = kUnlimited;
  std::vector<Element> elements;  // of a queue and a stack: as they were added; of a pqueue: by priority
  // For each end: removals there that passed over its head since it became the head.
  std::array<std::uint32_t, 2> passed_over = {};

  bool operator==(const Relaxed&) const = default;

  std::uint64_t hash() const {
    std::uint64_t h = mix(mix(elements.size(), passed_over[0]), passed_over[1]);
    for (const Element& e : elements) h = mix(mix(h, e.value.bits()), e.priority.bits());
    return h;
  }

  std::string describe() const {
    std::string text = "[";
    for (const Element& e : elements) {
      if (text.size() > 1) text += ", ";
      text += e.value.to_json();
      if (!e.priority.is_null() && e.priority != e.value) text += "@" + e.priority.to_json();
    }
    text += "]";
    for (const std::uint32_t times : passed_over) {
      if (times != 0) text += ", head passed over " + std::to_string(times) + " times";
    }
    return text;
  }
};

// The order in which elements should come out.
enum class End : std::uint8_t { front, back };

std::uint32_t& passed_over(Relaxed& r, End end) {
  return r.passed_over[static_cast<std::size_t>(end)];
}

// The element that should come out n-th.
std::size_t index_of(const Relaxed& r, End end, std::size_t n) {
  return end == End::front ? n : r.elements.size() - 1 - n;
}

// The number of elements that may come out next. Elements of the same priority as one of them may as well.
std::size_t choices(const Relaxed& r, End end) {
  const std::size_t size = r.elements.size();
  const bool head_must_go = r.passed_over[static_cast<std::size_t>(end)] >= r.lateness;
  const std::uint32_t extra = head_must_go ? 0 : r.out_of_order;
  if (extra >= size) return size;
  std::size_t count = std::min<std::size_t>(size, extra + std::size_t{1});
  const auto priority = [&](std::size_t n) { return r.elements[index_of(r, end, n)].priority; };
  while (count < size && !priority(count).is_null() && priority(count) == priority(count - 1)) ++count;
  return count;
}

Choices look(const Relaxed& r, End end) {
  if (r.elements.empty()) return {Value()};
  Choices all;
  for (std::size_t n = 0; n < choices(r, end); ++n) all.push_back(r.elements[index_of(r, end, n)].value);
  return all;
}

// Whether the element at `at` is the head of that end, or equivalent to it.
bool is_head(const Relaxed& r, End end, std::size_t at) {
  const std::size_t head = index_of(r, end, 0);
  const Value priority = r.elements[at].priority;
  return at == head || (!priority.is_null() && priority == r.elements[head].priority);
}

Outcomes<Relaxed> take(const Relaxed& r, End end) {
  Outcomes<Relaxed> all;
  for (std::size_t n = 0; n < choices(r, end); ++n) {
    const std::size_t at = index_of(r, end, n);
    Relaxed rest = r;
    rest.elements.erase(rest.elements.begin() + static_cast<std::ptrdiff_t>(at));
    // Without a limit nothing is counted, so there are fewer states.
    if (r.lateness != Relaxed::kUnlimited) ++passed_over(rest, end);
    for (const End either : {End::front, End::back}) {
      if (is_head(r, either, at)) passed_over(rest, either) = 0;
    }
    all.emplace_back(r.elements[at].value, std::move(rest));
  }
  return all;
}

Outcomes<Relaxed> take_or_null(const Relaxed& r, End end) {
  if (r.elements.empty()) return {{Value(), r}};
  return take(r, end);
}

// This holds for both ends: a new head has not been passed over.

void add_last(Relaxed& r, Value v) {
  if (r.elements.empty()) passed_over(r, End::front) = 0;
  r.elements.push_back({v, Value()});
  passed_over(r, End::back) = 0;
}

void insert(Relaxed& r, Value v, Value priority) {
  const auto key = [](const Element& e) { return std::pair(e.priority, e.value); };
  const Element element{v, priority};
  if (r.elements.empty() || priority < r.elements.front().priority) passed_over(r, End::front) = 0;
  if (r.elements.empty() || priority > r.elements.back().priority) passed_over(r, End::back) = 0;
  r.elements.insert(std::ranges::upper_bound(r.elements, key(element), {}, key), element);
}

Relaxed empty_object(const SpecOptions& options) {
  Relaxed r;
  r.out_of_order = options.out_of_order.value_or(Relaxed::kUnlimited);
  r.lateness = options.lateness.value_or(Relaxed::kUnlimited);
  return r;
}

std::string relaxed_name(const std::string& name, const SpecOptions& options) {
  std::string text = name + " (";
  if (options.out_of_order) text += "out of order by " + std::to_string(*options.out_of_order);
  if (options.lateness)
    text += std::string(options.out_of_order ? ", " : "") + "late by " + std::to_string(*options.lateness);
  return text + ")";
}

}  // namespace

Spec make_relaxed_queue(const SpecOptions& options) {
  return specify(relaxed_name("queue", options), empty_object(options))
      .method("enq", [](Relaxed& r, Value v) { add_last(r, v); })
      .method("deq", [](const Relaxed& r) { return take_or_null(r, End::front); })
      .method("peek", [](const Relaxed& r) { return look(r, End::front); })
      .method("take", [](const Relaxed& r) { return take(r, End::front); });
}

Spec make_relaxed_stack(const SpecOptions& options) {
  return specify(relaxed_name("stack", options), empty_object(options))
      .method("push", [](Relaxed& r, Value v) { add_last(r, v); })
      .method("pop", [](const Relaxed& r) { return take_or_null(r, End::back); })
      .method("peek", [](const Relaxed& r) { return look(r, End::back); });
}

Spec make_relaxed_pqueue(const SpecOptions& options) {
  return specify(relaxed_name("pqueue", options), empty_object(options))
      .method("insert", [](Relaxed& r, Ordered v) { insert(r, v.value, v.value); })
      .method("insert", [](Relaxed& r, Value v, Ordered p) { insert(r, v, p.value); })
      .method("deqMin", [](const Relaxed& r) { return take_or_null(r, End::front); })
      .method("deqMax", [](const Relaxed& r) { return take_or_null(r, End::back); })
      .method("peekMin", [](const Relaxed& r) { return look(r, End::front); })
      .method("peekMax", [](const Relaxed& r) { return look(r, End::back); });
}

}  // namespace linnet
