// Names: threads that are new, and names as part of a checkpoint: each list with its length before it.
#include "graph/names.hpp"

#include <utility>

namespace linnet {

std::uint16_t Names::add_thread(ThreadNumber thread) {
  if (threads_.size() == kTooMany) return kTooMany;
  if (thread >= indices_.size()) indices_.resize(thread + 1);
  threads_.push_back(thread);
  indices_[thread] = static_cast<std::uint16_t>(threads_.size());
  return static_cast<std::uint16_t>(threads_.size() - 1);
}

void Names::save(NumberWriter& out) const {
  out.numbers(threads_.size());
  for (const ThreadNumber thread : threads_) out.numbers(thread);
  out.numbers(lives_.size());
  for (const Life& life : lives_) out.numbers(life.address, life.number);
  out.numbers(wide_.size());
  for (const Bytes* value : wide_) {
    out.numbers(value->size());
    for (const std::uint8_t byte : *value) out.numbers(byte);
  }
}

void Names::load(NumberReader& in) {
  constexpr ThreadNumber kMostThreadNumber = (1 << 20) - 1;
  for (std::size_t i = 0, count = in.at_most(ExecutionGraph::kMostThreads); i < count; ++i) {
    if (index_of(static_cast<ThreadNumber>(in.at_most(kMostThreadNumber))) != i)
      in.fail("a thread is named twice");
  }
  for (std::size_t i = 0, count = in.at_most(kNowhere - 1); i < count; ++i) {
    Life life;
    in.numbers(life.address, life.number);
    if (location_of(life) != i) in.fail("a location is named twice");
  }
  for (std::size_t i = 0, count = in.at_most(UINT32_MAX); i < count; ++i) {
    constexpr std::size_t kWidest = 16;
    Bytes value(in.at_most(kWidest));
    for (std::uint8_t& byte : value) in.numbers(byte);
    if (number_of(std::move(value)) != i) in.fail("a value is named twice");
  }
}

}  // namespace linnet
