// The order of AutoCheck, the draws of RandomCheck, and the choice of one test among those that differ only
// in the order of threads.
#include "driver/generating/generated_tests.hpp"

#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

#include <fmt/format.h>

#include "base/error.hpp"
#include "driver/program/scenario_text.hpp"
#include "linnet/value.hpp"

namespace linnet {

namespace {

using Arguments = std::vector<linnet_word>;

void check_declared(const ObjectTest& test, const DeclaredOperation& operation, const Arguments& arguments) {
  const auto refuse = [&](const std::string& what) {
    throw InputError(Place{test.file, test.line, 0},
                     fmt::format("test {}: arguments of {}: {}", test.name, operation.name, what));
  };
  if (arguments.size() != operation.arity)
    refuse(fmt::format("it takes {} and not {}", operation.arity, arguments.size()));
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (const std::string expected = operation.expects(i, arguments[i]); !expected.empty())
      refuse(fmt::format("found {}, expected {}", std::bit_cast<Value>(arguments[i]).to_json(), expected));
  }
}

// All combinations of small values; none if a parameter has none.
std::vector<Arguments> sampled_arguments(const DeclaredOperation& operation) {
  std::vector<Arguments> all(1);
  for (const std::vector<linnet_word>& values : operation.samples) {
    std::vector<Arguments> longer;
    for (const linnet_word value : values) {
      for (const Arguments& before : all) {
        longer.push_back(before);
        longer.back().push_back(value);
      }
    }
    all = std::move(longer);
  }
  return all;
}

std::vector<PlannedCall> parse_sequence(const std::string& text, const ObjectTest& test, const Spec* spec) {
  Scenario sequence = parse_scenario(text, test, spec);
  const bool is_one_thread = sequence.final_part() == 2 && sequence.part_begin(1) == 0 &&
                             sequence.part_ends[1] == sequence.calls.size();
  if (!is_one_thread)
    throw InputError(Place{test.file, test.line, 0},
                     fmt::format("test {}: sequence {}: expected calls of one thread", test.name, text));
  return std::move(sequence.calls);
}

std::string shape_text(TestShape shape) {
  return fmt::format("{} x {}", shape.threads, shape.operations);
}

// The number of rows, and the number of multisets of rows.
double row_count(TestShape shape, std::uint32_t invocations) {
  return std::pow(invocations, shape.operations);
}
double test_count(TestShape shape, std::uint32_t invocations) {
  const double rows = row_count(shape, invocations);
  double count = 1;
  for (std::uint32_t k = 0; k < shape.threads; ++k) count *= (rows + k) / (k + 1);
  return std::round(count);
}

class AllTests final : public TestSource {
 public:
  AllTests(TestShape shape, std::uint32_t invocations, std::uint32_t declared)
      : shape_(shape), invocations_(invocations), declared_(declared), matrix_(first_matrix()) {}

  std::optional<TestMatrix> next() override {
    for (;;) {
      if (matrix_.empty()) {
        if (++newest_ == invocations_) return std::nullopt;
        matrix_ = first_matrix();
      }
      const TestMatrix current = matrix_;
      advance();
      if (uses_newest(current)) return current;
    }
  }
  std::string describe() const override {
    const std::string tests = fmt::format("all {} tests", shape_text(shape_));
    if (declared_ == 1) return tests + " of the only invocation";
    if (invocations_ == declared_) return fmt::format("{} of all {} invocations", tests, declared_);
    return fmt::format("{} of the first {} of {} invocations", tests, invocations_, declared_);
  }
  double size() const override { return test_count(shape_, invocations_); }

 private:
  TestMatrix first_matrix() const {
    return TestMatrix(shape_.threads, std::vector<std::uint32_t>(shape_.operations));
  }
  bool uses_newest(const TestMatrix& matrix) const {
    return std::ranges::any_of(matrix, [this](const std::vector<std::uint32_t>& row) {
      return std::ranges::find(row, newest_) != row.end();
    });
  }
  // Increases the last row that is not the greatest, and makes those after it equal to it: so rows ascend.
  void advance() {
    for (std::size_t row = matrix_.size(); row-- > 0;) {
      if (!increase(matrix_[row])) continue;
      for (std::size_t after = row + 1; after < matrix_.size(); ++after) matrix_[after] = matrix_[row];
      return;
    }
    matrix_.clear();
  }
  bool increase(std::vector<std::uint32_t>& row) const {
    for (std::size_t i = row.size(); i-- > 0;) {
      if (++row[i] <= newest_) return true;
      row[i] = 0;
    }
    return false;
  }

  TestShape shape_;
  std::uint32_t invocations_, declared_;
  std::uint32_t newest_ = 0;  // tests of the invocations before it have all been there
  TestMatrix matrix_;         // the next one; empty if there are no more up to the newest invocation
};

class RandomTests final : public TestSource {
 public:
  RandomTests(TestShape shape, std::uint32_t invocations, std::uint64_t count, std::uint64_t seed)
      : shape_(shape), invocations_(invocations), count_(count), seed_(seed), generator_(seed) {}

  std::optional<TestMatrix> next() override {
    if (seen_.size() == count_) return std::nullopt;
    for (;;) {
      TestMatrix matrix(shape_.threads, std::vector<std::uint32_t>(shape_.operations));
      for (auto& row : matrix) {
        for (std::uint32_t& call : row) call = draw();
      }
      std::ranges::sort(matrix);
      if (seen_.insert(matrix).second) return matrix;
    }
  }
  std::string describe() const override {
    return fmt::format("{} random {} tests with seed {}", count_, shape_text(shape_), seed_);
  }
  double size() const override { return static_cast<double>(count_); }

 private:
  // std::uniform_int_distribution may differ between libraries; a seed must give the same tests everywhere.
  std::uint32_t draw() {
    const std::uint64_t most = UINT64_MAX / invocations_ * invocations_;
    std::uint64_t drawn = generator_();
    while (drawn >= most) drawn = generator_();
    return static_cast<std::uint32_t>(drawn % invocations_);
  }

  TestShape shape_;
  std::uint32_t invocations_;
  std::uint64_t count_, seed_;
  std::mt19937_64 generator_;
  absl::flat_hash_set<TestMatrix> seen_;
};

}  // namespace

Invocations invocations_of(const ObjectTest& test, const Spec* spec) {
  Invocations all;
  std::vector<std::vector<Arguments>> by_operation;
  for (const DeclaredOperation& operation : test.operations) {
    for (const Arguments& arguments : operation.arguments) check_declared(test, operation, arguments);
    by_operation.push_back(operation.arguments.empty() ? sampled_arguments(operation) : operation.arguments);
    if (by_operation.back().empty()) {
      all.left_out.push_back(
          fmt::format("{} is left out: no small values are known of an argument's type; add .arguments(...)",
                      operation.name));
    }
  }
  for (std::size_t round = 0, added = 1; added > 0; ++round) {
    added = 0;
    for (std::uint32_t op = 0; op < by_operation.size(); ++op) {
      if (round >= by_operation[op].size()) continue;
      all.units.push_back({PlannedCall{op, by_operation[op][round], 0}});
      ++added;
    }
    if (round > 0) continue;
    for (const std::string& text : test.sequences) all.units.push_back(parse_sequence(text, test, spec));
  }
  return all;
}

void drain(Scenario& scenario, const PlannedCall& removal) {
  std::ptrdiff_t inside = 0;
  for (const PlannedCall& call : scenario.calls) {
    if (call.operation == removal.operation) {
      --inside;
    } else if (!call.arguments.empty()) {
      ++inside;
    }
  }
  for (; inside > 0; --inside) scenario.calls.push_back(removal);
  scenario.part_ends.back() = static_cast<std::uint32_t>(scenario.calls.size());
}

Scenario make_scenario(const TestMatrix& matrix, const Invocations& invocations, const Scenario& around) {
  Scenario scenario;
  const auto end_part = [&] {
    scenario.part_ends.push_back(static_cast<std::uint32_t>(scenario.calls.size()));
  };
  const auto copy = [&](std::size_t part) {
    for (std::uint32_t i = around.part_begin(part); i < around.part_ends[part]; ++i)
      scenario.calls.push_back(around.calls[i]);
    end_part();
  };
  copy(0);
  for (const std::vector<std::uint32_t>& row : matrix) {
    for (const std::uint32_t unit : row) {
      const std::vector<PlannedCall>& calls = invocations.units[unit];
      scenario.calls.insert(scenario.calls.end(), calls.begin(), calls.end());
    }
    end_part();
  }
  copy(around.final_part());
  return scenario;
}

std::unique_ptr<TestSource> all_tests(TestShape shape, std::uint32_t invocations, std::uint32_t declared) {
  return std::make_unique<AllTests>(shape, invocations, declared);
}

std::unique_ptr<TestSource> random_tests(TestShape shape, std::uint32_t invocations, std::uint64_t count,
                                         std::uint64_t seed) {
  if (static_cast<double>(count) >= test_count(shape, invocations))
    return all_tests(shape, invocations, invocations);
  return std::make_unique<RandomTests>(shape, invocations, count, seed);
}

}  // namespace linnet
