// What one client of a multi-word primitive did, as numbers in its own memory.
//
// A record is written when an operation is called and completed when it returns. Nothing is copied: the
// operation gets its arguments where they are recorded. Records are in blocks that are kept for the next
// round, since getting memory from the system takes longer than writing to it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "linnet/detail/border.h"
#include "protocol/message.hpp"

namespace linnet {

enum class WordMethod : std::uint8_t { read, mwcas, swap };
inline constexpr WordMethod kWordMethods[] = {WordMethod::read, WordMethod::mwcas, WordMethod::swap};

inline constexpr const char* name_of(WordMethod method) {
  switch (method) {
    case WordMethod::read: return "read";
    case WordMethod::mwcas: return "mwcas";
    case WordMethod::swap: return "swap";
  }
  return "";
}
// The lists: locations, expected values, written values.
inline constexpr std::size_t lists_of(WordMethod method) {
  switch (method) {
    case WordMethod::read: return 1;
    case WordMethod::mwcas: return 3;
    case WordMethod::swap: return 2;
  }
  return 0;
}

// A view of one record.
class WordRecord {
 public:
  static std::size_t numbers(WordMethod method, std::size_t words) {
    return kHead + words * (lists_of(method) + 1);
  }

  explicit WordRecord(std::int64_t* at) : at_(at) {}

  void begin(WordMethod method, std::size_t words) {
    at_[0] = static_cast<std::int64_t>(words << 2 | static_cast<std::size_t>(method));
  }
  WordMethod method() const { return static_cast<WordMethod>(at_[0] & 3); }
  std::size_t words() const { return static_cast<std::size_t>(at_[0]) >> 2; }
  std::size_t numbers() const { return numbers(method(), words()); }

  std::span<std::int64_t> arguments() const { return {at_ + kHead, words() * lists_of(method())}; }
  std::span<std::int64_t> list(std::size_t i) const { return arguments().subspan(i * words(), words()); }
  std::span<std::int64_t> result() const { return {at_ + kHead + words() * lists_of(method()), words()}; }

  std::int64_t& called_at() const { return at_[1]; }
  std::int64_t& returned_at() const { return at_[2]; }
  linnet_kind result_kind() const { return static_cast<linnet_kind>(at_[3]); }
  void set_result_kind(linnet_kind kind) const { at_[3] = kind; }

 private:
  static constexpr std::size_t kHead = 4;
  std::int64_t* at_;
};

class WordTape {
 public:
  static constexpr std::size_t kMostWords = 256;  // of one operation

  WordTape() { blocks_.emplace_back(); }
  void clear() {
    current_ = 0;
    blocks_[0].used = 0;
  }
  WordRecord add(WordMethod method, std::size_t words) {
    const std::size_t size = WordRecord::numbers(method, words);
    if (blocks_[current_].used + size > kBlock) begin_block();
    Block& block = blocks_[current_];
    WordRecord record(block.numbers.get() + block.used);
    record.begin(method, words);
    block.used += size;
    return record;
  }

  // The whole tape, block by block.
  template <class End>
  friend void transfer(End& end, WordTape& tape) {
    tape.blocks_.resize(std::max<std::size_t>(1, transfer_size(end, tape.current_ + 1)));
    tape.current_ = tape.blocks_.size() - 1;
    for (Block& block : tape.blocks_) {
      end(block.used);
      block.used = std::min(block.used, kBlock);
      end.raw(block.numbers.get(), block.used * sizeof(std::int64_t));
    }
  }

  // Reads records one after the other, in the order of their calls. REQUIRES: the tape stays, and gets no
  // more records.
  class Reader {
   public:
    explicit Reader(const WordTape& tape) : tape_(&tape) {}
    // REQUIRES: there is one more.
    WordRecord next() {
      if (at_ == tape_->blocks_[block_].used) ++block_, at_ = 0;
      const WordRecord record(tape_->blocks_[block_].numbers.get() + at_);
      at_ += record.numbers();
      return record;
    }

   private:
    const WordTape* tape_;
    std::size_t block_ = 0, at_ = 0;
  };

 private:
  static constexpr std::size_t kBlock = std::size_t{1} << 16;
  struct Block {
    std::unique_ptr<std::int64_t[]> numbers = std::make_unique<std::int64_t[]>(kBlock);
    std::size_t used = 0;
  };
  static_assert(kMostWords * 8 < kBlock);

  void begin_block() {
    if (++current_ == blocks_.size()) blocks_.emplace_back();
    blocks_[current_].used = 0;
  }

  std::vector<Block> blocks_;
  std::size_t current_ = 0;
};

// The work of clients of a multi-word primitive.
struct ClientLoad {
  std::uint32_t test = 0;
  std::uint64_t threads = 1;
  std::uint64_t words = 1;  // of each mwcas and each swap; reads are of one of these words
  std::uint64_t locations = 1;
  std::uint64_t calls = 1;   // of each thread in one round, at most
  std::int64_t initial = 0;  // of all locations
  std::uint64_t seed = 1;
  std::array<std::uint32_t, 3> weights{};  // by WordMethod. An operation without a weight is not called.
};
struct ClientsOrder {
  bool record = true;
  bool shaken = false;  // threads sometimes lose their processor: see stress/shaker.hpp
  double patience = 0;  // seconds to wait for calls that do not return
  double seconds = 0;   // after which no more calls are made
};
struct ClientTape {
  WordTape tape;
  std::uint64_t called = 0, returned = 0;

  auto members() { return std::tie(tape, called, returned); }
};
struct ClientsResult {
  std::uint64_t calls = 0;        // the number that returned
  double seconds = 0;             // of processor time, of all threads
  bool hung = false;              // no call has returned within `patience`: the threads are lost
  std::vector<ClientTape> tapes;  // by thread, if it was recorded

  auto members() { return std::tie(calls, seconds, hung, tapes); }
};

}  // namespace linnet
