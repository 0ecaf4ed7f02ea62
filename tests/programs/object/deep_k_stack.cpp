// A k-stack (Henzinger, Kirsch, Payer, Sezgin, Sokolova, POPL 2013): a stack of segments, with one place in each here.
// Whoever wants to remove a segment says so in it, looks whether it is empty, and takes its word back if it is not. A push that
// has filled a place of such a segment either keeps it from being removed, or takes the element back.
//
// The fault of the Scal suite: `committed` reads twice whether a thread wants to remove the segment. If the answer is yes and
// then no, it does neither, and says that the push failed: the element is pushed again.
#include <linnet/test.hpp>

#include <atomic>
#include <cstdint>
#include <optional>

class DeepKStack {
 public:
  void push(int value) {
    for (;;) {
      const Top top = top_;
      Item found = segments_[top.segment].place;
      if (top_.load() != top) continue;
      if (found.value != 0) {
        if (add_segment(top, value)) return;
        continue;
      }
      const Item filled{value, found.version + 1};
      if (segments_[top.segment].place.compare_exchange_strong(found, filled) && committed(top, filled))
        return;
    }
  }

  std::optional<int> pop() {
    for (;;) {
      const Top top = top_;
      Segment& segment = segments_[top.segment];
      Item found = segment.place;
      if (top_.load() != top) continue;
      if (found.value != 0) {
        const int value = found.value;
        if (segment.place.compare_exchange_strong(found, {0, found.version + 1})) return value;
      } else if (top.segment != 0) {
        remove_segment(top);
      } else if (segment.place.load() == found && top_.load() == top) {
        return std::nullopt;
      }
    }
  }

 private:
  struct Item {
    int value = 0;  // 0: empty
    std::uint32_t version = 0;
    bool operator==(const Item&) const = default;
  };
  struct Top {
    std::uint32_t segment = 0, version = 0;
    bool operator==(const Top&) const = default;
  };
  struct Segment {
    std::atomic<Item> place{};
    std::atomic<std::uint32_t> below{0};
    std::atomic<int> removing{0};  // how many want to remove it
  };

  // With its first element in it: an empty one might be removed at once, for ever. No segment is used again.
  bool add_segment(Top top, int value) {
    const std::uint32_t fresh = ++used_;
    segments_[fresh].place = Item{value, 1};
    segments_[fresh].below = top.segment;
    return top_.compare_exchange_strong(top, {fresh, top.version + 1});
  }
  void remove_segment(Top top) {
    Segment& segment = segments_[top.segment];
    ++segment.removing;
    if (segment.place.load().value == 0 &&
        top_.compare_exchange_strong(top, {segment.below.load(), top.version + 1})) {
      return;
    }
    --segment.removing;
  }
  bool committed(Top top, Item filled) {
    Segment& segment = segments_[top.segment];
    if (segment.place.load() != filled) return true;
    if (segment.removing == 0) return true;
    if (segment.removing == 0) return false;
    if (top_.compare_exchange_strong(top, {top.segment, top.version + 1})) return true;
    return !segment.place.compare_exchange_strong(filled, {0, filled.version + 1});
  }

  Segment segments_[16];
  std::atomic<std::uint32_t> used_{0};
  std::atomic<Top> top_{};
};

LINNET_TEST(deep_k_stack) {
  linnet::object<DeepKStack>()
      .operation("push", &DeepKStack::push)
      .operation("pop", &DeepKStack::pop)
      .spec("stack")
      .scenario("push(1) push(2) pop() ; push(3) pop() | pop() pop() push(4) | pop() push(5)");
}
