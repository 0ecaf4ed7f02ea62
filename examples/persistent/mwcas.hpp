// A compare-and-swap of several words in persistent memory, without locks.
//
// After Wang, Levandoski, Larson: Easy lock-free indexing in non-volatile memory (ICDE 2018). An operation describes
// itself in a descriptor, one word descriptor for each word. Phase 1 puts a pointer to the descriptor in place of every
// expected value, by way of the word descriptor, so that no thread can do so once the operation is decided. Then it is
// decided. Phase 2 replaces the pointers by the new values, or by the old ones. A thread that finds a descriptor helps to
// finish it. A value that may not have reached memory has its dirty bit set: a thread that finds it flushes it first.
//
// Flaws, for the tests to find:
//   dirty_is_different      the expected value with its dirty bit set is mistaken for another value (found with the paper
//                           Toward Linearizability Testing for Multi-Word Persistent Synchronization Primitives, 6.2)
//   status_not_flushed      the decision is not persistent before phase 2
//   pointers_not_flushed    the pointers of phase 1 are not persistent before the decision
//   descriptor_not_flushed  the descriptor is not persistent before phase 1: after a crash it has the content of its
//                           previous use
//   decision_forgotten      the recovery undoes operations that were decided and not finished
// And with descriptors that are reused (descriptor_pool.hpp), Rest::none.
#pragma once

#include <linnet/persistent.hpp>

#include "descriptor_pool.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

enum class Flaw {
  none,
  dirty_is_different,
  status_not_flushed,
  pointers_not_flushed,
  descriptor_not_flushed,
  decision_forgotten
};

template <Flaw flaw, std::size_t locations = 3, template <class> class Descriptors = FreshDescriptors>
class PersistentMwcas {
 public:
  static constexpr int kMostWords = 2;  // of one operation

  // REQUIRES: the locations in ascending order.
  bool mwcas(const std::vector<int>& where, const std::vector<int>& expected,
             const std::vector<int>& desired) {
    Descriptor* const descriptor = descriptors_.take();
    for (std::size_t i = 0; i < where.size(); ++i) {
      descriptor->words[i] = {&words_[static_cast<std::size_t>(where[i])].value,
                              static_cast<std::uint64_t>(expected[i]),
                              static_cast<std::uint64_t>(desired[i])};
    }
    if (flaw != Flaw::descriptor_not_flushed) linnet::persist(descriptor);
    const bool success = visit_and_run(*descriptor);
    descriptors_.give_back(descriptor);
    return success;
  }

  int read(int where) {
    const Visit visit(descriptors_);
    Cell& cell = words_[static_cast<std::size_t>(where)].value;
    for (;;) {
      const std::uint64_t found = cell.load();
      if (is_descriptor(found)) {
        help(cell, found);
      } else {
        if ((found & kDirty) != 0) make_persistent(cell, found);
        return static_cast<int>(found & ~kDirty);
      }
    }
  }

  // Finishes operations that were decided, and undoes the others.
  void recover() {
    for (Word& word : words_) {
      const std::uint64_t found = word.value.load() & ~kDirty;
      if (is_descriptor(found)) word.value.store(value_after(word.value, found));
      linnet::flush(&word);
    }
    linnet::fence();
    descriptors_.forget();
  }

 private:
  using Cell = std::atomic<std::uint64_t>;
  static constexpr std::uint64_t kDirty = std::uint64_t{1} << 61;
  static constexpr std::uint64_t kWordDescriptor = std::uint64_t{1} << 62;
  static constexpr std::uint64_t kOperation = std::uint64_t{1} << 63;
  static constexpr std::uint64_t kFlags = kDirty | kWordDescriptor | kOperation;

  enum Status : std::uint64_t { undecided, succeeded, failed };
  struct WordDescriptor {
    Cell* cell = nullptr;
    std::uint64_t expected = 0, desired = 0;
  };
  // One cache line: a word descriptor leads to its operation.
  struct alignas(linnet::kCacheLine) Descriptor {
    std::array<WordDescriptor, kMostWords> words{};
    std::atomic<std::uint64_t> status{undecided};

    void clear() {
      status.store(undecided);
      words = {};
    }
  };
  struct alignas(linnet::kCacheLine) Word {
    Cell value{0};
  };

  using Visit = typename Descriptors<Descriptor>::Visit;

  bool visit_and_run(Descriptor& d) {
    const Visit visit(descriptors_);
    return run(d);
  }

  static bool is_descriptor(std::uint64_t value) { return (value & (kWordDescriptor | kOperation)) != 0; }
  static std::uint64_t pointer_to(const Descriptor& d) {
    return reinterpret_cast<std::uint64_t>(&d) | kOperation;
  }
  static std::uint64_t pointer_to(const WordDescriptor& w) {
    return reinterpret_cast<std::uint64_t>(&w) | kWordDescriptor;
  }
  static WordDescriptor& word_at(std::uint64_t value) {
    return *reinterpret_cast<WordDescriptor*>(value & ~kFlags);
  }
  static Descriptor& operation_at(std::uint64_t value) {
    return *reinterpret_cast<Descriptor*>(value & ~kFlags & ~(linnet::kCacheLine - 1));
  }

  // The compare-exchange is a locked instruction: the flush has taken effect when the dirty bit is cleared.
  static void make_persistent(Cell& cell, std::uint64_t dirty) {
    linnet::flush(&cell);
    cell.compare_exchange_strong(dirty, dirty & ~kDirty);
  }

  void help(Cell& cell, std::uint64_t found) {
    if ((found & kWordDescriptor) != 0) {
      complete_install(word_at(found));
      return;
    }
    if ((found & kDirty) != 0) make_persistent(cell, found);
    run(operation_at(found));
  }

  // A helper must not repeat phase 1 of a decided operation: it would wait for threads that wait for phase 2.
  bool run(Descriptor& d) {
    if (d.status.load() == undecided) decide(d);
    if (flaw != Flaw::status_not_flushed) linnet::persist(&d.status);
    const bool success = d.status.load() == succeeded;
    for (WordDescriptor& word : d.words) {
      if (word.cell != nullptr) finish(word, d, success);
    }
    return success;
  }

  void decide(Descriptor& d) {
    std::uint64_t outcome = succeeded;
    for (WordDescriptor& word : d.words) {
      if (word.cell != nullptr && !install(word, d)) {
        outcome = failed;
        break;
      }
    }
    if (outcome == succeeded && flaw != Flaw::pointers_not_flushed) {
      for (WordDescriptor& word : d.words) {
        if (word.cell != nullptr) make_persistent(*word.cell, pointer_to(d) | kDirty);
      }
    }
    std::uint64_t expected = undecided;
    d.status.compare_exchange_strong(expected, outcome);
  }

  // Phase 1, for one word. Returns false if the word does not hold the expected value.
  bool install(WordDescriptor& word, Descriptor& d) {
    for (;;) {
      std::uint64_t found = word.expected;
      if (word.cell->compare_exchange_strong(found, pointer_to(word))) {
        complete_install(word);
        return true;
      }
      if ((found & kOperation) != 0 && &operation_at(found) == &d) return true;  // a helper did it
      if (is_descriptor(found)) {
        help(*word.cell, found);
      } else if ((found & kDirty) != 0 && flaw != Flaw::dirty_is_different) {
        make_persistent(*word.cell, found);
      } else {
        return false;
      }
    }
  }

  void complete_install(WordDescriptor& word) {
    Descriptor& d = operation_at(pointer_to(word));
    const bool open = d.status.load() == undecided;
    std::uint64_t mine = pointer_to(word);
    word.cell->compare_exchange_strong(mine, open ? pointer_to(d) | kDirty : word.expected);
  }

  // Phase 2, for one word.
  void finish(WordDescriptor& word, Descriptor& d, bool success) {
    const std::uint64_t result = (success ? word.desired : word.expected) | kDirty;
    std::uint64_t mine = pointer_to(d) | kDirty;
    if (!word.cell->compare_exchange_strong(mine, result) && mine == pointer_to(d)) {
      word.cell->compare_exchange_strong(mine, result);
    }
    make_persistent(*word.cell, result);
  }

  std::uint64_t value_after(const Cell& cell, std::uint64_t found) const {
    if ((found & kWordDescriptor) != 0) return word_at(found).expected;
    for (const WordDescriptor& word : operation_at(found).words) {
      if (word.cell != &cell) continue;
      const bool success = operation_at(found).status == succeeded && flaw != Flaw::decision_forgotten;
      return success ? word.desired : word.expected;
    }
    return 0;
  }

  std::array<Word, locations> words_{};
  [[no_unique_address]] Descriptors<Descriptor> descriptors_{};
};
