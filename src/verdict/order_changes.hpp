// Memory orders of a program by place, which of them are too weak, and which are stronger than they need be.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "schedule/memory_model.hpp"
#include "schedule/memory_order.hpp"
#include "verdict/code_place.hpp"
#include "verdict/finding.hpp"

namespace linnet {

// An order that the program has at a place.
struct OrderAtPlace {
  CodePlace place;
  std::string object;  // that it touches, if that has a name
  AtomicAccess access{};
  bool on_failure = false;  // of a compare-exchange that finds another value
  MemoryOrder order{};
};

// Another order instead of it, or a fence of order seq_cst before the access.
struct ChangedOrder {
  OrderAtPlace at;
  MemoryOrder to{};
  bool fence_before = false;
};

// What would make a failing program pass. Each suggestion was verified by running all executions with it.
struct OrderAdvice {
  std::vector<std::vector<ChangedOrder>> suggestions;  // of one change each, or of two; weakest first
  std::size_t tried = 0;                               // changes, and pairs of changes
  std::string reason;  // why there are no suggestions, or why there may be others; empty if these are all
};

// Which orders of a program that passes could be weaker.
struct RelaxedOrders : Finding {
  struct Row {
    OrderAtPlace at;
    MemoryOrder alone{};     // the weakest order with which all tests pass, if nothing else is changed
    MemoryOrder together{};  // and one that is changed together with all others of this column
  };
  std::vector<Row> rows;
  MemoryModel memory_model = MemoryModel::c11;
  std::size_t tests = 0, tried = 0;
  bool fails = false;  // as it is, and that is the reason
  std::string reason;  // why the table is not complete, or why there is none

  ExitStatus status() const {
    if (fails) return ExitStatus::violation;
    return reason.empty() ? ExitStatus::pass : ExitStatus::unknown;
  }
};

}  // namespace linnet
