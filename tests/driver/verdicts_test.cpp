// Every history file whose verdict is known gets that verdict, and every pass a witness that verifies.
//
// The files are those of tests/histories, random ones whose verdict the definitions give, and recorded ones
// in ../shared, beside the repository, if that exists.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "check/histories.hpp"
#include "check/quasi/quasi.hpp"
#include "check/weak/verifier.hpp"
#include "definitions/crash_definitions.hpp"
#include "definitions/oracle.hpp"
#include "definitions/quasi_oracle.hpp"
#include "definitions/weak_oracle.hpp"
#include "definitions/witness_verifier.hpp"
#include "driver/checking/check_driver.hpp"
#include "history/formats/writer.hpp"
#include "spec/builtin.hpp"

namespace linnet {
namespace {

namespace fs = std::filesystem;

CheckRequest of_spec(const std::string& spec) {
  CheckRequest request;
  request.spec = spec;
  return request;
}

CheckedHistory check(const fs::path& file, CheckRequest request) {
  request.want_witness = true;
  return check_file(file.string(), request, [](const std::string&) {});
}

std::optional<CrashCriterion> crash_criterion(const std::string& name) {
  for (const auto criterion : kCrashCriteria) {
    if (name_of(criterion) == name) return criterion;
  }
  return std::nullopt;
}

void expect_quasi_witnesses(const CheckedHistory& report, const Spec& spec, const QuasiBounds& bounds) {
  ASSERT_TRUE(report.quasi.has_value());
  for (const QuasiWitness& witness : report.quasi->witnesses) {
    if (witness.permutation.empty()) continue;  // nothing but pending calls that were left out
    const ObjectId object = report.history.operations[witness.permutation.at(0)].object;
    EXPECT_EQ(verify_quasi_witness(report.history, spec, bounds, object, witness), std::nullopt);
  }
  EXPECT_EQ(report.quasi->witnesses.empty(), report.history.operations.empty());
}

// The evidence of a verdict proves it, or explains it.
void expect_evidence(const CheckedHistory& report, const CheckRequest& request) {
  if (const Pass* pass = std::get_if<Pass>(&report.verdict)) {
    const Spec spec = make_spec(
        report.spec, {.initial = request.initial ? request.initial : report.history.header.initial});
    if (report.criterion == "linearizable") {
      EXPECT_EQ(verify_witness(report.history, spec, pass->witness), std::nullopt);
    } else if (const auto crash = crash_criterion(report.criterion)) {
      EXPECT_EQ(verify_crash_witness(report.history, spec, *crash, pass->witness), std::nullopt);
    } else if (report.criterion == "weak") {
      const WeakModel model =
          request.axioms.empty() ? WeakModel::named(request.model) : WeakModel::parse(request.axioms);
      EXPECT_EQ(verify_execution(report.history, spec, model, {pass->witness.order, pass->witness.visible}),
                std::nullopt);
    } else if (report.criterion == "quasi") {
      expect_quasi_witnesses(report, spec, QuasiBounds::parse(request.quasi, spec));
    }
  }
  if (violated(report.verdict)) {
    EXPECT_TRUE(report.explanation && !report.explanation->sentence.empty());
  }
}

void expect(const fs::path& file, const CheckRequest& request, ExitStatus expected) {
  SCOPED_TRACE(file);
  const CheckedHistory report = check(file, request);
  EXPECT_EQ(name_of(status_of(report.verdict)), name_of(expected));
  expect_evidence(report, request);
}

std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().extension() != ".tsv") files.push_back(entry.path());
  }
  return files;
}

TEST(OwnVerdicts, AreThoseOfTheNames) {
  std::size_t checked = 0;
  for (const fs::path& file : files_below(LINNET_HISTORIES)) {
    const std::string format = file.parent_path().filename().string(), name = file.filename().string();
    CheckRequest request;
    if (format.ends_with("lin")) request.reading.ties = Ties::ordered;
    if (format == "jepsen-log") request.reading.fail_is_result = {"cas"};
    if (!name.ends_with(".md"))
      expect(file, request, name.starts_with("right_") ? ExitStatus::pass : ExitStatus::violation), ++checked;
  }
  EXPECT_EQ(checked, 46u);
}

// Small random files of every criterion, with the definition that decides the history that was read from
// them.
struct Defined {
  const char* criterion;
  std::function<void(CheckRequest&)> ask;
  std::function<bool(const History&, const Spec&)> holds;
  friend void PrintTo(const Defined& defined, std::ostream* out) { *out << defined.criterion; }
};

Defined crash_defined(CrashCriterion criterion) {
  return {name_of(criterion).data(), [](CheckRequest&) {},
          [criterion](const History& history, const Spec& spec) {
            return oracle_across_crashes(history, spec, criterion);
          }};
}

std::vector<Defined> all_defined() {
  return {{"linearizable", [](CheckRequest&) {}, oracle_linearizable},
          {"stuck", [](CheckRequest&) {}, oracle_stuck},
          {"quasi", [](CheckRequest& request) { request.quasi = "1"; },
           [](const History& history, const Spec& spec) {
             return oracle_quasi_linearizable(history, spec, QuasiBounds::parse("1", spec));
           }},
          {"weak", [](CheckRequest& request) { request.model = "causal"; },
           [](const History& history, const Spec& spec) {
             return weak_oracle(history, spec, WeakModel::named("causal")).has_value();
           }},
          crash_defined(CrashCriterion::strict),
          crash_defined(CrashCriterion::recoverable),
          crash_defined(CrashCriterion::durable)};
}

class DefinedVerdicts : public ::testing::TestWithParam<Defined> {
 protected:
  // The lines of a recording; with crashes that end running operations, or with a last line that says that
  // nothing can go on.
  std::string file_text(const Spec& spec) {
    const testing::Shape shape{
        .operations = 1 + rng_() % 5, .threads = 3, .pending = stuck() ? 0.4 : 0.1, .corrupted = 0.9};
    History history = testing::random_history(rng_, spec, shape);
    history.header.spec = spec.name();
    std::map<ThreadId, std::size_t> numbers;
    for (Operation& op : history.operations)
      op.thread = ThreadId(numbers.try_emplace(op.thread, numbers.size()).first->second);
    history.words = testing::vocabulary(spec, numbers.size(), 1);
    std::istringstream lines(write_history_to_text(history));
    std::string text;
    std::set<nlohmann::json> running;
    for (std::string line; std::getline(lines, line);) {
      const auto event = nlohmann::json::parse(line);
      const bool returns = event.value("type", "") == "return";
      if (returns && running.erase(event["thread"]) == 0) continue;  // a crash came first
      if (event.value("type", "") == "call") running.insert(event["thread"]);
      text += line + "\n";
      if (crashes() && rng_() % 4 == 0) text += "{\"type\":\"crash\"}\n", running.clear();
    }
    if (stuck() && running.empty()) return "";
    return stuck() ? text + "{\"type\":\"stuck\"}\n" : text;
  }

  bool crashes() const { return crash_criterion(GetParam().criterion).has_value(); }
  bool stuck() const { return GetParam().criterion == std::string("stuck"); }

  testing::Random rng_{17};
};

TEST_P(DefinedVerdicts, AreThoseOfTheDefinition) {
  const fs::path file =
      fs::path(::testing::TempDir()) / (std::string("defined_") + GetParam().criterion + ".jsonl");
  CheckRequest request;
  request.criterion = value_in(kCriteria, GetParam().criterion).value();
  GetParam().ask(request);
  std::size_t held = 0, broken = 0;
  for (std::size_t i = 0; i < cases(80); ++i) {
    for (const std::string& name : spec_names()) {
      const Spec spec = make_spec(name);
      const std::string text = file_text(spec);
      if (text.empty()) continue;  // nothing waits
      std::ofstream(file) << text;
      SCOPED_TRACE(text);
      const CheckedHistory report = check(file, request);
      const bool holds = GetParam().holds(report.history, spec);
      ASSERT_EQ(name_of(status_of(report.verdict)),
                name_of(holds ? ExitStatus::pass : ExitStatus::violation));
      expect_evidence(report, request);
      ++(holds ? held : broken);
    }
  }
  EXPECT_GT(held, 0u);
  EXPECT_GT(broken, 0u);
}

INSTANTIATE_TEST_SUITE_P(All, DefinedVerdicts, ::testing::ValuesIn(all_defined()),
                         [](const auto& given) { return std::string(given.param.criterion); });

#ifdef LINNET_SHARED_HISTORIES

const fs::path kRoot = LINNET_SHARED_HISTORIES;

// The last column of a line of verdicts.tsv, by the first.
std::map<std::string, ExitStatus> verdicts_of(const fs::path& folder) {
  std::map<std::string, ExitStatus> verdicts;
  std::ifstream table(folder / "verdicts.tsv");
  for (std::string line; std::getline(table, line);) {
    const std::string verdict = line.substr(line.rfind('\t') + 1);
    verdicts[line.substr(0, line.find('\t'))] = verdict == "pass" ? ExitStatus::pass : ExitStatus::violation;
  }
  return verdicts;
}

TEST(RecordedVerdicts, Contract) {
  const fs::path file = fs::path(::testing::TempDir()) / "contract_case.jsonl";
  std::ifstream cases(kRoot / "contract.jsonl");
  int checked = 0;
  for (std::string line; std::getline(cases, line);) {
    const auto c = nlohmann::json::parse(line);
    const std::vector<std::string> args = c["args"];
    CheckRequest request;
    for (std::size_t i = 0; i + 1 < args.size(); i += 2) {
      if (args[i] == "--spec") request.spec = args[i + 1];
      if (args[i] == "--criterion") request.criterion = value_in(kCriteria, args[i + 1]).value();
      if (args[i] == "--model") request.model = args[i + 1];
      if (args[i] == "--axioms") request.axioms = args[i + 1];
      if (args[i] == "--quasi") request.quasi = args[i + 1];
    }
    std::ofstream out(file);
    for (const auto& text : c["lines"]) out << text.get<std::string>() << "\n";
    out.close();
    SCOPED_TRACE(line);
    const auto expected = static_cast<ExitStatus>(c["expect"].get<int>());
    expect(file, request, expected);
    if (request.criterion == CriterionKind::weak) {
      for (const char* algorithm : {"just-in-time", "wing-gong", "naive"}) {
        request.algorithm = algorithm;
        expect(file, request, expected);
      }
    }
    ++checked;
  }
  EXPECT_EQ(checked, 252);
}

TEST(RecordedVerdicts, Etcd) {
  CheckRequest request = of_spec("register");
  request.initial = Value();
  request.reading.fail_is_result = {"cas"};
  const auto verdicts = verdicts_of(kRoot / "jepsen_etcd");
  EXPECT_EQ(verdicts.size(), 52u);
  for (const auto& [name, verdict] : verdicts) expect(kRoot / "jepsen_etcd" / name, request, verdict);
}

TEST(RecordedVerdicts, KeyValueLogs) {
  for (const fs::path& file : files_below(kRoot / "porcupine_kv")) {
    const bool ok = file.stem().string().ends_with("ok");
    expect(file, {}, ok ? ExitStatus::pass : ExitStatus::violation);
  }
}

TEST(RecordedVerdicts, Knossos) {
  for (const fs::path& file : files_below(kRoot / "knossos")) {
    const bool bad = file.string().find("bad") != std::string::npos;
    const bool mutex = file.string().find("mutex") != std::string::npos;
    expect(file, of_spec(mutex ? "mutex" : "register"), bad ? ExitStatus::violation : ExitStatus::pass);
  }
}

TEST(RecordedVerdicts, LimoScal) {
  for (const char* folder : {"ScalObject-bkq", "ScalObject-msq", "ScalObject-ts"}) {
    const auto verdicts = verdicts_of(kRoot / "limo_scal" / folder);
    EXPECT_FALSE(verdicts.empty());
    for (const auto& [name, verdict] : verdicts) expect(kRoot / "limo_scal" / folder / name, {}, verdict);
  }
  for (const fs::path& file : files_below(kRoot / "limo_scal/big")) expect(file, {}, ExitStatus::pass);
}

TEST(RecordedVerdicts, LimoSimple) {
  for (const fs::path& file : files_below(kRoot / "limo_simple")) {
    const bool safe = file.parent_path().filename() == "safe";
    expect(file, {}, safe ? ExitStatus::pass : ExitStatus::violation);
  }
}

TEST(RecordedVerdicts, Columns) {
  CheckRequest request;
  request.reading.ties = Ties::ordered;
  for (const char* folder : {"polylin", "fastlin", "fptlin"}) {
    for (const fs::path& file : files_below(kRoot / folder)) {
      const std::string name = file.filename().string();
      const bool violation = name.starts_with("nonlin") || name.ends_with(".0.log");
      expect(file, request, violation ? ExitStatus::violation : ExitStatus::pass);
    }
  }
}

#endif

}  // namespace
}  // namespace linnet
