// The k-stack (Henzinger, Kirsch, Payer, Sezgin, Sokolova: Quantitative relaxation of concurrent data structures, POPL
// 2013): a stack of segments. push fills any place of the top segment, pop empties any, and a segment without elements
// is removed. Beside it, the defect that Round-Up found in the Scal suite.
//
//   linnet run examples/relaxed/k_stack.cpp --test k_stack_defect --promise quasi:push=0,pop=3,push+pop=4
//
// A thread that wants to remove a segment announces it there, checks whether it is empty, and takes that back if it is not.
// A push that has put its element into such a segment either prevents the removal or takes the element back. The defect:
// `committed` reads twice whether a thread wants to remove the segment. If the answer is yes and then no, it does neither,
// says that the push failed, and the element is pushed again.
#include <linnet/test.hpp>

#include <optional>

#include "reference.hpp"
#include "segment.hpp"

template <unsigned K, bool kDefect>
class KStack {
 public:
  void push(int value) {
    while (true) {
      const Link top = top_;
      auto [place, found] = top->places.find_empty();
      if (top != top_.load()) continue;
      if (found.value != 0) {
        if (add_segment(top, value)) return;
        continue;
      }
      const Item filled = found.with(value);
      if (place->compare_exchange_strong(found, filled) && committed(top, *place, filled)) return;
    }
  }

  std::optional<int> pop() {
    while (true) {
      const Link top = top_;
      auto [place, found] = top->places.find_item();
      if (top != top_.load()) continue;
      if (found.value != 0) {
        const int value = found.value;
        if (place->compare_exchange_strong(found, found.with(0))) return value;
      } else if (top->below != nullptr) {
        try_remove_segment(top);
      } else if (top->places.empty() && top == top_.load()) {
        return std::nullopt;
      }
    }
  }

 private:
  struct Segment {
    explicit Segment(Segment* under) : below(under) {}

    Segment* const below;
    std::atomic<int> removing{0};  // the number of threads that are about to remove it
    Places<K + 1> places;
  };
  using Link = Versioned<Segment>;

  // With its first element already in it: an empty one might be removed at once, for ever.
  bool add_segment(Link top, int value) {
    Segment* const fresh = new Segment(top.get());
    fresh->places.find_empty().place->store(Item().with(value));
    return top_.compare_exchange_strong(top, top.with(fresh));
  }

  void try_remove_segment(Link top) {
    top->removing.fetch_add(1);
    if (top->places.empty() && top_.compare_exchange_strong(top, top.with(top->below))) return;
    top->removing.fetch_sub(1);
  }

  // Whether the element stays in the stack, or was in it until another thread took it.
  bool committed(Link top, Place& place, Item filled) {
    if (place.load() != filled) return true;
    if (top->removing == 0) return true;
    if (kDefect && top->removing == 0) return false;
    // If the top changes, no thread can remove the segment.
    if (top_.compare_exchange_strong(top, top.with(top.get()))) return true;
    return !place.compare_exchange_strong(filled, filled.with(0));
  }

  std::atomic<Link> top_{Link(new Segment(nullptr), 0)};
};

template <class Stack>
void test() {
  is_stack(
      linnet::object<Stack>()
          .operation("push", &Stack::push)
          .operation("pop", &Stack::pop)
          .scenario(
              "push(1) push(2) push(3) push(4) pop() ; push(5) | pop() ; pop() pop() pop() pop() pop() pop() "
              "pop()"));
}

LINNET_TEST(k_stack) {
  test<KStack<2, false>>();
}
LINNET_TEST(k_stack_defect) {
  test<KStack<2, true>>();
}
