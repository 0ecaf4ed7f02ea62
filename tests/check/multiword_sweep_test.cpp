// Tests the sweep over a log of multi-word primitives against the oracle and the graph, through files: native
// ones divided into the smallest pieces, and binary ones.
#include "check/multiword/sweep.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "check/linearizability/algorithm.hpp"
#include "definitions/oracle.hpp"
#include "histories.hpp"
#include "history/formats/writer.hpp"
#include "history/multiword/log_reader.hpp"
#include "history/multiword/numbers.hpp"
#include "mwcas_histories.hpp"
#include "spec/builtin.hpp"

namespace linnet::testing {
namespace {

const Spec& mwcas() {
  static const Spec spec = make_spec("mwcas");
  return spec;
}

class MultiwordSweep : public ::testing::Test {
 protected:
  ~MultiwordSweep() override { std::filesystem::remove(path_); }

  std::optional<MultiwordLog> read(const std::string& text, std::size_t chunk = 64,
                                   const std::string& format = "") {
    std::ofstream(path_, std::ios::binary) << text;
    return read_multiword_log(
        path_, {.spec = "mwcas", .initial = {}, .format = format, .threads = 2, .chunk = chunk});
  }

  // The answer of the sweep for a file in this format; nothing if the file is declined.
  std::optional<SweepResult> sweep(const History& history, const std::string& format) {
    const auto log = read(write_history_to_text(history, format), format == "native" ? 64 : 1);
    if (!log) return std::nullopt;
    EXPECT_EQ(log->operations.size(), history.size());
    return sweep_multiword_log(*log, Budget());
  }

  const std::string path_ =
      (std::filesystem::temp_directory_path() / ("linnet_multiword_sweep_" + std::to_string(getpid()))).string();
};

// Says what is wrong with this answer; empty if nothing is.
std::string disagreement(std::optional<SweepResult> result, bool expected, const History& history) {
  const bool wrong =
      (result == SweepResult::pass && !expected) || (result == SweepResult::violation && expected);
  return wrong ? write_history_to_text(history) : "";
}

TEST_F(MultiwordSweep, AgreesWithTheOracleOnRandomHistories) {
  Random rng(81);
  std::size_t passes = 0, violations = 0, missed = 0;
  const std::size_t all = cases(2'000);
  for (std::size_t n = 0; n < all; ++n) {
    MwcasShape shape;
    shape.operations = 2 + rng() % 7;
    shape.threads = 1 + rng() % 3;
    shape.locations = 1 + rng() % 3;
    shape.pending = n % 3 == 0 ? 0.2 : 0;
    shape.corrupted = 0.5;
    const History history = random_mwcas_history(rng, mwcas(), shape);
    const bool expected = oracle_linearizable(history, mwcas());
    const bool for_graph = !kMwcasGraph.obstacle({history, mwcas(), Budget()});
    for (const char* const format : {"native", "binary"}) {
      const auto result = sweep(history, format);
      ASSERT_EQ(disagreement(result, expected, history), "");
      passes += result == SweepResult::pass ? 1 : 0;
      violations += result == SweepResult::violation ? 1 : 0;
      // The sweep must pass what the graph passes.
      if (for_graph && expected && result != SweepResult::pass) ++missed;
    }
  }
  EXPECT_GT(passes, all / 2);
  EXPECT_GT(violations, all / 8);
  EXPECT_EQ(missed, 0u);
}

TEST_F(MultiwordSweep, AgreesWithTheOracleOnAllSmallHistories) {
  std::size_t passes = 0;
  for_each_small_history(mwcas(), 2, 2, [&](const History& history) {
    const auto result = sweep(history, "binary");
    ASSERT_EQ(disagreement(result, oracle_linearizable(history, mwcas()), history), "");
    passes += result == SweepResult::pass ? 1 : 0;
  });
  EXPECT_GT(passes, 0u);
}

// Versions have the same number iff they are the same, whichever way they are looked up.
TEST(VersionNumbers, AgreeWithATable) {
  Random rng(82);
  for (const bool counted : {false, true}) {
    VersionNumbers numbers(Value(0), 16);
    if (counted) numbers.count_up_from(100, 10);
    std::map<std::pair<std::uint32_t, std::int64_t>, std::size_t> places;
    std::vector<std::pair<std::uint32_t, std::int64_t>> asked;
    std::vector<VersionId> versions;
    for (int i = 0; i < 20'000; ++i) {
      asked.emplace_back(numbers.location(Value(rng() % 5)), static_cast<std::int64_t>(rng() % 3000) - 500);
      numbers.number_later(asked.back().first, Value(asked.back().second), versions);
    }
    numbers.settle(versions);
    ASSERT_EQ(versions.size(), asked.size());
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const auto [at, fresh] = places.try_emplace(asked[i], versions[i]);
      ASSERT_EQ(at->second, versions[i]) << asked[i].first << " " << asked[i].second;
    }
    std::ranges::sort(versions);
    EXPECT_EQ(static_cast<std::size_t>(std::ranges::unique(versions).begin() - versions.begin()),
              places.size());
  }
}

constexpr const char* kCall = R"({"type":"call","thread":0,"op":"read","args":[[1,2]]})";
constexpr const char* kReturn = R"({"type":"return","thread":0,"result":[0,0]})";

TEST_F(MultiwordSweep, WhatIsNotPlainIsLeftToOthers) {
  const auto reads = [&](const std::string& text) { return read(text, 16).has_value(); };
  const std::string call = kCall, ret = kReturn;
  EXPECT_TRUE(reads(call + "\n" + ret + "\n"));
  EXPECT_TRUE(reads(call + "\n" + ret));
  EXPECT_TRUE(reads(call + "\r\n\n   \n" + ret + "\r\n"));
  EXPECT_TRUE(reads("{\"linnet\":1,\"spec\":\"mwcas\"}\n" + call + "\n" + ret));
  EXPECT_TRUE(reads(R"({ "type" : "call", "thread" : 0, "op" : "read", "args" : [ [ 1 , 2 ] ] })"
                    "\n" +
                    ret));
  EXPECT_FALSE(reads(call + "\n" + call + "\n"));                    // a call while one is open
  EXPECT_FALSE(reads(ret + "\n" + call + "\n"));                     // a return without a call
  EXPECT_FALSE(reads(call + "\n" + ret.substr(0, ret.size() - 1)));  // cut off
  EXPECT_FALSE(reads(call + "\n" + R"({"type":"return","thread":0,"result":[0]})"));  // a value is missing
  EXPECT_FALSE(reads(call + "\n" + R"({"type":"crash"})" + "\n"));
  EXPECT_FALSE(reads(R"({"type":"call","thread":0,"op":"read","args":[[1,1]]})"
                     "\n"));  // a location twice
  EXPECT_FALSE(reads(R"({"type":"call","thread":0,"op":"write","args":[[1],[1]]})"
                     "\n"));
  EXPECT_FALSE(reads(R"({"type":"call","thread":0,"op":"mwcas","args":[[1],[1],[2,3]]})"
                     "\n"));
}

}  // namespace
}  // namespace linnet::testing
