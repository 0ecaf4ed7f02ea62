// Drives a multi-word primitive on real threads: reads, compare-and-swaps and swaps of words that the clients choose as
// they go, since a compare-and-swap needs to know what is there.
//
// Every value that is written is a tag of its own, (thread, counter), and a mwcas expects what its thread has seen there
// last: so what is recorded is a history that the precedence graph decides (Assumptions 1 and 2 of Toward
// Linearizability Testing for Multi-Word Persistent Synchronization Primitives, OPODIS 2019). Calls and returns are
// stamped with the processor's time-stamp counter into memory of the thread's own.
//
// REQUIRES of everything here: called from one thread.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>

#include "linnet/detail/border.h"
#include "stress/word_tape.hpp"

namespace linnet {

struct WordLoad {
  std::size_t threads = 1;
  std::size_t words = 1;  // of each mwcas and each swap; reads are of one of these words
  std::size_t locations = 1;
  std::uint64_t calls = 1;   // of each thread in one round, at most
  std::int64_t initial = 0;  // of all locations
  std::uint64_t seed = 1;
  // By WordMethod. An operation that has no weight is not called.
  std::array<const linnet_operation*, 3> operations{};
  std::array<std::uint32_t, 3> weights{};
};

class WordClients {
 public:
  // REQUIRES: words <= locations, at most kMostThreads threads, some weight, and what is pointed to stays.
  static constexpr std::size_t kMostThreads = 100;
  WordClients(const linnet_object& maker, const WordLoad& load);
  ~WordClients();
  WordClients(const WordClients&) = delete;
  WordClients& operator=(const WordClients&) = delete;

  struct Round {
    bool record = true;
    bool shaken = false;  // threads lose their processor now and then: see shaker.hpp
  };
  struct Ran {
    std::uint64_t calls = 0;  // that returned
    double seconds = 0;       // of processor time, of all threads
    bool hung = false;        // no call has returned for as long as patience goes
  };
  // On a new object; ends early if stop(). After one that hung, nothing but to see what was recorded makes sense: its
  // threads are lost.
  Ran run(const Round& round, std::chrono::duration<double> patience, const std::function<bool()>& stop);

  // Of the last round, if it was recorded: a thread's calls, and how many of them returned.
  const WordTape& tape(std::size_t thread) const;
  std::uint64_t called(std::size_t thread) const;
  std::uint64_t returned(std::size_t thread) const;

 private:
  struct State;
  std::shared_ptr<State> state_;  // the threads' as well, which may outlive this
};

}  // namespace linnet
