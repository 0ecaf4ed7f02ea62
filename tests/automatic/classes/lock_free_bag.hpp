// ConcurrentBag without locks, after Sundell, Gidenstam, Papatriantafilou and Tsigas (SPAA 2011): every
// thread has a list of blocks, to which it alone adds, and takes from its own list first and then from those
// of others. Values are taken with a compare-exchange of their place. A thread that finds nothing has to be
// sure that no thread added a value meanwhile: a thread that adds to a list removes all marks on it, and a
// search that found nothing is valid if its marks are still there. Blocks are freed with the bag: the paper's
// removal of empty blocks is left out.
//
// The wrong one reads a place and empties it in two steps.
#pragma once

#include <linnet/choose.hpp>

#include <array>
#include <atomic>
#include <optional>
#include <utility>
#include <vector>

namespace classes {

// Intended: any value may be taken.
class AnyBag {
 public:
  void add(int value) { values_.push_back(value); }
  std::optional<int> try_take() {
    if (values_.empty()) return std::nullopt;
    std::swap(values_[linnet::choose(static_cast<unsigned>(values_.size()))], values_.back());
    const int value = values_.back();
    values_.pop_back();
    return value;
  }

 private:
  std::vector<int> values_;
};

template <bool correct>
class LockFreeBag {
 public:
  ~LockFreeBag() {
    for (std::atomic<Block*>& list : lists_) {
      for (Block* block = list.load(); block != nullptr;) {
        Block* const next = block->next;
        delete block;
        block = next;
      }
    }
  }

  void add(int value) {
    const int self = own_list();
    Block* head = lists_[self].load();
    if (head == nullptr || head->used == kPlaces) {
      head = new Block{{}, 0, head};
      lists_[self].store(head);
    }
    head->places[head->used++].store(value);
    marks_[self].store(0);
  }
  std::optional<int> try_take() {
    const int self = own_list();
    for (;;) {
      for (int i = 0; i < kThreads; ++i) marks_[i].fetch_or(1u << self);
      for (int i = 0; i < kThreads; ++i) {
        if (const std::optional<int> taken = take_from((self + i) % kThreads)) return taken;
      }
      if (nobody_added(self)) return std::nullopt;
    }
  }

 private:
  static constexpr int kThreads = 4, kPlaces = 2, kEmpty = 0;

  struct Block {
    std::array<std::atomic<int>, kPlaces> places;
    int used;  // by the owner
    Block* next;
  };

  // A thread gets a list on its first call.
  int own_list() {
    thread_local const LockFreeBag* bag = nullptr;
    thread_local int list = 0;
    if (bag != this) {
      bag = this;
      list = registered_.fetch_add(1);
    }
    return list;
  }
  std::optional<int> take_from(int list) {
    for (Block* block = lists_[list].load(); block != nullptr; block = block->next) {
      for (std::atomic<int>& place : block->places) {
        int value = place.load();
        if (value == kEmpty) continue;
        if (!correct) place.store(kEmpty);
        if (!correct || place.compare_exchange_strong(value, kEmpty)) return value;
      }
    }
    return std::nullopt;
  }
  bool nobody_added(int self) const {
    for (const std::atomic<unsigned>& marks : marks_) {
      if ((marks.load() >> self & 1) == 0) return false;
    }
    return true;
  }

  std::array<std::atomic<Block*>, kThreads> lists_{};
  std::array<std::atomic<unsigned>, kThreads> marks_{};
  std::atomic<int> registered_{0};
};

}  // namespace classes
