// Where the race detector connects: told of every access, synchronizing or plain, in the order they happen.
//
// Without an observer plain accesses cost a load and a branch. With one, the runtime asks before each whether
// it is a scheduling point (`--races=explore`) and, if told so, lets the strategy choose first.
#pragma once

#include <cstdint>

#include "schedule/step.hpp"

namespace linnet::runtime {

enum class AtomicKind : std::uint8_t { load, store, read_modify_write };

class MemoryObserver {
 public:
  virtual ~MemoryObserver() = default;

  virtual void execution_starts() = 0;
  virtual bool is_step(const Access& access, std::uint64_t pc) = 0;
  virtual void plain(ThreadNumber thread, const Access& access, std::uint64_t pc) = 0;
  // `order` is the __ATOMIC_* constant as written in the program.
  virtual void atomic(ThreadNumber thread, const Access& access, AtomicKind kind, int order,
                      std::uint64_t pc) = 0;
  virtual void fence(ThreadNumber thread, int order) = 0;
  // Locks, condition variables, semaphores, creation and join are pairs of these on the object's address.
  virtual void acquires(ThreadNumber thread, std::uint64_t object) = 0;
  virtual void releases(ThreadNumber thread, std::uint64_t object) = 0;
  virtual void allocated(ThreadNumber thread, std::uint64_t address, std::uint64_t size) = 0;
  virtual void freed(ThreadNumber thread, const Access& block, std::uint64_t pc) = 0;
  virtual void took(const Step& step, std::uint64_t pc) = 0;
};

}  // namespace linnet::runtime
