// Implements PartialOrderSampling: which step is taken, and which steps draw again.
#include "explore/partial_order_sampling.hpp"

#include <algorithm>

namespace linnet {

ThreadNumber PartialOrderSampling::pick(std::span<const Ready> ready) {
  priorities_.resize(std::max<std::size_t>(priorities_.size(), ready.back().thread + 1));
  const Ready* best = nullptr;
  for (const Ready& r : ready) {
    if (priorities_[r.thread] == 0) priorities_[r.thread] = dice_.roll() | 1;
    if (best == nullptr || priorities_[r.thread] > priorities_[best->thread]) best = &r;
  }
  for (const Ready& r : ready) {
    if (r.thread == best->thread || conflict(r.expected, best->expected)) priorities_[r.thread] = 0;
  }
  return best->thread;
}

}  // namespace linnet
