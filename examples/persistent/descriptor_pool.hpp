// Where a persistent multi-word compare-and-swap takes its descriptors from.
//
// FreshDescriptors makes a new one for each operation. DescriptorPool has a few, which are reused, as in the original: persistent
// memory is never freed. A thread that helps an operation may still use its descriptor after it was released, so the descriptor
// must rest for a while. Epochs decide for how long: a thread that reads words notes the epoch in which it began; a descriptor is
// stamped with the epoch in which it was released, and each release begins a new epoch. Once every thread that is still reading
// began later, no thread helps the old operation any more. But a late helper may have put a pointer to it into a word once more,
// for a moment, and other threads may have found it there: so the descriptor rests a second time.
//
// A crash forgets which descriptors are in use, and the epochs: after recovery no pointer is left.
#pragma once

#include <linnet/persistent.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

template <class Descriptor>
class FreshDescriptors {
 public:
  struct Visit {
    explicit Visit(FreshDescriptors&) {}
  };
  Descriptor* take() { return linnet::make_persistent<Descriptor>(); }
  void give_back(Descriptor*) {}
  void forget() {}
};

enum class Rest { until_unseen, none };  // none is a flaw

// REQUIRES: at most `size` threads at once.
template <class Descriptor, std::size_t size, Rest rest = Rest::until_unseen>
class DescriptorPool {
 public:
  // Held while a thread reads words.
  class Visit {
   public:
    explicit Visit(DescriptorPool& pool) : began_(pool.begin_visit()) {}
    ~Visit() { began_.store(0); }
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;

   private:
    std::atomic<std::uint64_t>& began_;
  };

  // Waits for a descriptor that no thread can be reading. REQUIRES: the caller does not read words.
  Descriptor* take() {
    for (;;) {
      for (std::size_t i = 0; i < size; ++i) {
        std::uint64_t state = states_[i].load();
        if (kind(state) == kUsed || (kind(state) != kFree && !rested(state))) continue;
        const bool again = kind(state) == kRests;
        const std::uint64_t next = again ? stamped(kRestsAgain) : std::uint64_t{kUsed};
        if (!states_[i].compare_exchange_strong(state, next) || again) continue;
        descriptors_[i].clear();
        return &descriptors_[i];
      }
    }
  }

  void give_back(Descriptor* descriptor) {
    const auto i = static_cast<std::size_t>(descriptor - descriptors_.data());
    states_[i].store(rest == Rest::none ? std::uint64_t{kFree} : stamped(kRests));
  }

  // After a crash.
  void forget() {
    for (auto& state : states_) state.store(kFree);
    for (auto& began : visits_) began.store(0);
    epoch_.store(1);
  }

 private:
  enum Kind : std::uint64_t { kFree, kUsed, kRests, kRestsAgain };  // below the epoch in which the rest began
  static Kind kind(std::uint64_t state) { return static_cast<Kind>(state & 3); }

  std::uint64_t stamped(Kind kind) { return epoch_.fetch_add(1) << 2 | kind; }

  bool rested(std::uint64_t state) const {
    for (const auto& began : visits_) {
      const std::uint64_t epoch = began.load();
      if (epoch != 0 && epoch <= state >> 2) return false;
    }
    return true;
  }

  std::atomic<std::uint64_t>& begin_visit() {
    for (;;) {
      for (auto& began : visits_) {
        std::uint64_t nobody = 0;
        if (began.compare_exchange_strong(nobody, epoch_.load())) return began;
      }
    }
  }

  std::array<Descriptor, size> descriptors_{};
  std::array<std::atomic<std::uint64_t>, size> states_{}, visits_{};
  std::atomic<std::uint64_t> epoch_{1};
};
