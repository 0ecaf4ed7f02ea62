// What executions of a program contained that an exploration does not cover, by the calls that led there.
#pragma once

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "protocol/execution_ending.hpp"

namespace linnet::runtime {

struct NotCovered {
  std::vector<CallStack> weak_orders;  // weaker than seq_cst, but run as seq_cst
  std::vector<CallStack> consumes;     // of order consume, but run as acquire
  // Clock readings that nothing orders: only one order of each two was tried.
  std::vector<std::pair<CallStack, CallStack>> unordered_looks;

  // Uninstrumented code of which not all accesses were seen: a place of each, or a file that the program
  // loaded.
  std::vector<CallStack> unseen_code;
  std::vector<std::string> unseen_files;

  auto members() { return std::tie(weak_orders, consumes, unordered_looks, unseen_code, unseen_files); }

  // Adds each item once.
  void add(const NotCovered& more) {
    const auto add_to = [](auto& all, const auto& others) {
      for (const auto& one : others) {
        if (std::ranges::find(all, one) == all.end()) all.push_back(one);
      }
    };
    add_to(weak_orders, more.weak_orders);
    add_to(consumes, more.consumes);
    add_to(unordered_looks, more.unordered_looks);
    add_to(unseen_code, more.unseen_code);
    add_to(unseen_files, more.unseen_files);
  }
};

}  // namespace linnet::runtime
