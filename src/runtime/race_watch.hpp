// Watches an execution for data races, and ends it at the first.
//
// Plain accesses are no steps as long as they do not race. In code that relies on plain shared accesses
// (Races::explore) those found racing are made steps, and races among them are no longer reported; when no
// execution has another, every access that matters is a step and the exploration is as good as if all were.
//
// A thread that makes very many plain accesses and no step may be waiting for a plain variable to change: now
// and then such an access is a step as well, so that others come to their turn.
#pragma once

#include <cstdint>

#include "runtime/memory_observer.hpp"
#include "runtime/race_detector.hpp"
#include "runtime/run_program.hpp"

namespace linnet::runtime {

class RaceWatch final : public MemoryObserver {
 public:
  // `other` is told of everything too, if there is one. REQUIRES: options.races is not off.
  RaceWatch(const RuntimeOptions& options, MemoryObserver* other);

  void execution_starts() override;
  bool is_step(const Access& access, std::uint64_t pc) override;
  void plain(ThreadNumber thread, const Access& access, std::uint64_t pc) override;
  void atomic(ThreadNumber thread, const Access& access, AtomicKind kind, int order,
              std::uint64_t pc) override;
  void fence(ThreadNumber thread, int order) override;
  void acquires(ThreadNumber thread, std::uint64_t object) override;
  void releases(ThreadNumber thread, std::uint64_t object) override;
  void allocated(ThreadNumber thread, std::uint64_t address, std::uint64_t size) override;
  void freed(ThreadNumber thread, const Access& block, std::uint64_t pc) override;
  void took(const Step& step, std::uint64_t pc) override;

 private:
  bool is_racy(std::uint64_t pc) const;
  AccessPlace here(std::uint64_t pc) const;
  [[noreturn]] void report(const Access& access, AccessKind kind, std::uint64_t pc);

  const RuntimeOptions& options_;
  MemoryObserver* other_;
  RaceDetector detector_;
};

}  // namespace linnet::runtime
