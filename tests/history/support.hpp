// The common part of the tests of readers and writers.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "base/error.hpp"
#include "history/formats/format.hpp"
#include "history/formats/writer.hpp"
#include "scale.hpp"

namespace linnet {

inline History read_text(std::string_view text, const ReadOptions& options = {}) {
  Input input = Input::from_text("h", text);
  return read_history(input, options);
}

inline std::string error_of(std::string_view text, const ReadOptions& options = {}) {
  try {
    read_text(text, options);
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

// Compares everything in a history, except lines and the absolute size of ranks.
inline void expect_same(const History& a, const History& b) {
  ASSERT_EQ(a.size(), b.size());
  const auto label = [](const History& h, const Operation& op) { return h.words->threads[op.thread.value]; };
  const auto object = [](const History& h, const Operation& op) { return h.words->objects[op.object.value]; };
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Operation &x = a.operations[i], &y = b.operations[i];
    ASSERT_EQ(a.describe(x), b.describe(y)) << i;
    ASSERT_EQ(x.status, y.status) << i;
    ASSERT_EQ(label(a, x), label(b, y)) << i;
    ASSERT_EQ(object(a, x), object(b, y)) << i;
  }
  ASSERT_EQ(a.order.has_value(), b.order.has_value());
  if (a.size() <= 300) {
    for (OperationIndex i = 0; i < a.size(); ++i) {
      for (OperationIndex k = 0; k < a.size(); ++k)
        ASSERT_EQ(a.precedes(i, k), b.precedes(i, k)) << i << " " << k;
    }
  }
  ASSERT_EQ(a.crashes.size(), b.crashes.size());
  for (std::size_t i = 0; i < a.crashes.size(); ++i) {
    ASSERT_EQ(a.crashes[i].thread.has_value(), b.crashes[i].thread.has_value());
  }
  ASSERT_EQ(a.stuck, b.stuck);
  ASSERT_EQ(a.words->lanes, b.words->lanes);
}

inline void expect_same_header(const History& a, const History& b) {
  ASSERT_EQ(a.header.spec, b.header.spec);
  ASSERT_EQ(a.header.initial, b.header.initial);
}

}  // namespace linnet
