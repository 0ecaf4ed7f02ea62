// Stacks that are to give back one of the K + 1 topmost elements (Round-Up, Table I): one that keeps to the top and is
// even linearizable, and two wrong ones.
//
//   linnet run examples/relaxed/quasi_stack.cpp --test quasi_stack_b2 --promise quasi:push=0,pop=2,push+pop=2
#include <linnet/choose.hpp>
#include <linnet/test.hpp>

#include <mutex>
#include <optional>
#include <vector>

#include "reference.hpp"
#include "window.hpp"

constexpr unsigned kFactor = 2;

enum class Defect {
  none,
  hole_is_end,      // b1: looks at one place of the window, and takes an empty one for an empty stack
  window_too_wide,  // b2: reaches one further down than K
};

template <Defect kDefect>
class QuasiStack {
 public:
  void push(int value) {
    const std::lock_guard one_at_a_time(mutex_);
    items_.push_back(value);
    window_.restart();
  }

  std::optional<int> pop() {
    const std::lock_guard one_at_a_time(mutex_);
    if (items_.empty()) return std::nullopt;
    const unsigned open = window_.open(static_cast<unsigned>(items_.size()));
    const unsigned depth = linnet::choose(kDefect == Defect::hole_is_end ? kFactor + 1 : open);
    if (depth >= open) return std::nullopt;
    const auto taken = items_.end() - 1 - depth;
    const int value = *taken;
    items_.erase(taken);
    window_.removed_one();
    return value;
  }

 private:
  static constexpr unsigned kWindow = kDefect == Defect::none              ? 1
                                      : kDefect == Defect::window_too_wide ? kFactor + 2
                                                                           : kFactor + 1;
  std::mutex mutex_;
  std::vector<int> items_;
  Window window_{kWindow};
};

template <Defect kDefect>
void test() {
  using Stack = QuasiStack<kDefect>;
  is_stack(linnet::object<Stack>()
               .operation("push", &Stack::push)
               .operation("pop", &Stack::pop)
               .scenario("push(1) push(2) | push(3) push(4) ; pop() pop() pop() pop()"));
}

LINNET_TEST(quasi_stack) {
  test<Defect::none>();
}
LINNET_TEST(quasi_stack_b1) {
  test<Defect::hole_is_end>();
}
LINNET_TEST(quasi_stack_b2) {
  test<Defect::window_too_wide>();
}
