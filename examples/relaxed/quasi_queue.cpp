// A quasi queue, in the way of the segmented queue of Afek, Korland and Yanovsky (OPODIS 2010): deq takes any element of the oldest window of
// K + 1 places with a compare-exchange, and goes on to the next window when all of it is taken (Round-Up, Figures 3 and 4). Beside it, the three
// wrong ones of Table I.
//
//   linnet run examples/relaxed/quasi_queue.cpp --test quasi_queue --promise quasi:enq=0,deq=2,enq+deq=4
//
// Places are numbered; enq takes the next number and fills that place. A window is K + 1 places, so an element is
// overtaken by at most K others, and overtakes at most K. deq looks at either end of the window first: that is as far out of
// order as it gets, and fewer executions than if it looked anywhere. No thread takes a lock.
#include <linnet/choose.hpp>
#include <linnet/test.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>

#include "reference.hpp"

enum class Defect {
  none,
  window_too_wide,  // b1: a window has one place too many, so that deq reaches further than K
  clears_other,     // b2: deq clears the place it looked at first, not the one it took: a value comes again
  stops_at_end,     // b3: deq looks from one place to the end of the window, and not at those before
};

template <unsigned K, Defect kDefect = Defect::none>
class QuasiQueue {
 public:
  void enq(int value) { places_[reserved_.fetch_add(1)] = value; }

  std::optional<int> deq() {
    const unsigned start = linnet::choose(2) == 0 ? 0 : kWindow - 1;
    const unsigned looked_at = kDefect == Defect::stops_at_end ? kWindow - start : kWindow;
    while (true) {
      unsigned window = window_;
      const unsigned reserved = reserved_;
      unsigned taken = 0;
      for (unsigned i = 0; i < looked_at; ++i) {
        std::atomic<int>& place = places_[window + (start + i) % kWindow];
        int value = place;
        if (value > 0 && take(place, value, window + start)) return value;
        taken += value == kTaken;
      }
      if (taken == kWindow) {
        window_.compare_exchange_strong(window, window + kWindow);
      } else if (kDefect == Defect::stops_at_end && reserved > window) {
        return std::nullopt;
      } else if (window + taken == std::max(window, reserved) && reserved == reserved_) {
        return std::nullopt;  // all that were reserved are taken
      }
    }
  }

 private:
  static constexpr unsigned kWindow = K + (kDefect == Defect::window_too_wide ? 2 : 1);
  static constexpr int kTaken = -1;

  // If another thread was faster, it has the value: kTaken.
  bool take(std::atomic<int>& place, int& value, unsigned looked_at_first) {
    if (kDefect != Defect::clears_other) return place.compare_exchange_strong(value, kTaken);
    places_[looked_at_first] = kTaken;
    return true;
  }

  std::array<std::atomic<int>, 12> places_{};  // 0: not filled yet
  std::atomic<unsigned> reserved_{0};
  std::atomic<unsigned> window_{0};  // its first place
};

template <class Queue>
void test(const char* scenario) {
  is_queue(
      linnet::object<Queue>().operation("enq", &Queue::enq).operation("deq", &Queue::deq).scenario(scenario));
}

constexpr const char* kFourThenFour = "enq(1) enq(2) | enq(3) enq(4) ; deq() deq() deq() deq()";
constexpr const char* kFourAndFour = "enq(1) enq(2) deq() deq() | enq(3) enq(4) deq() deq()";

LINNET_TEST(quasi_queue) {
  test<QuasiQueue<2>>(kFourAndFour);
}
LINNET_TEST(quasi_queue_3) {
  test<QuasiQueue<3>>(kFourAndFour);
}
LINNET_TEST(quasi_queue_b1) {
  test<QuasiQueue<2, Defect::window_too_wide>>(kFourThenFour);
}
LINNET_TEST(quasi_queue_b2) {
  test<QuasiQueue<2, Defect::clears_other>>(kFourThenFour);
}
LINNET_TEST(quasi_queue_b3) {
  test<QuasiQueue<2, Defect::stops_at_end>>(kFourThenFour);
}
