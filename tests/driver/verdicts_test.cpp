// Every recorded history whose verdict is known gets that verdict, and every pass a witness that verifies.
//
// The histories are in ../shared, beside the repository; where that is not, the tests are skipped and say so.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "check/quasi/quasi.hpp"
#include "check/weak/verifier.hpp"
#include "definitions/crash_definitions.hpp"
#include "definitions/witness_verifier.hpp"
#include "driver/checking/check_driver.hpp"
#include "spec/builtin.hpp"

namespace linnet {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = LINNET_SHARED_HISTORIES;

CheckRequest of_spec(const std::string& spec) {
  CheckRequest request;
  request.spec = spec;
  return request;
}

CheckedHistory check(const fs::path& file, CheckRequest request) {
  request.want_witness = true;
  request.seconds = 60;
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
    const ObjectId object = report.history.operations[witness.permutation.at(0)].object;
    EXPECT_EQ(verify_quasi_witness(report.history, spec, bounds, object, witness), std::nullopt);
  }
  EXPECT_EQ(report.quasi->witnesses.empty(), report.history.operations.empty());
}

void expect(const fs::path& file, const CheckRequest& request, ExitStatus expected) {
  SCOPED_TRACE(file);
  const CheckedHistory report = check(file, request);
  EXPECT_EQ(name_of(status_of(report.verdict)), name_of(expected));
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

std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().extension() != ".tsv") files.push_back(entry.path());
  }
  return files;
}

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

class RecordedVerdicts : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(kRoot)) GTEST_SKIP() << "no recorded histories at " << kRoot;
  }
};

TEST_F(RecordedVerdicts, Contract) {
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

TEST_F(RecordedVerdicts, Etcd) {
  CheckRequest request = of_spec("register");
  request.initial = Value();
  request.reading.fail_is_result = {"cas"};
  const auto verdicts = verdicts_of(kRoot / "jepsen_etcd");
  EXPECT_EQ(verdicts.size(), 52u);
  for (const auto& [name, verdict] : verdicts) expect(kRoot / "jepsen_etcd" / name, request, verdict);
}

TEST_F(RecordedVerdicts, KeyValueLogs) {
  for (const fs::path& file : files_below(kRoot / "porcupine_kv")) {
    const bool ok = file.stem().string().ends_with("ok");
    expect(file, {}, ok ? ExitStatus::pass : ExitStatus::violation);
  }
}

TEST_F(RecordedVerdicts, Knossos) {
  for (const fs::path& file : files_below(kRoot / "knossos")) {
    const bool bad = file.string().find("bad") != std::string::npos;
    const bool mutex = file.string().find("mutex") != std::string::npos;
    expect(file, of_spec(mutex ? "mutex" : "register"), bad ? ExitStatus::violation : ExitStatus::pass);
  }
}

TEST_F(RecordedVerdicts, LimoScal) {
  for (const char* folder : {"ScalObject-bkq", "ScalObject-msq", "ScalObject-ts"}) {
    const auto verdicts = verdicts_of(kRoot / "limo_scal" / folder);
    EXPECT_FALSE(verdicts.empty());
    for (const auto& [name, verdict] : verdicts) expect(kRoot / "limo_scal" / folder / name, {}, verdict);
  }
  for (const fs::path& file : files_below(kRoot / "limo_scal/big")) expect(file, {}, ExitStatus::pass);
}

TEST_F(RecordedVerdicts, LimoSimple) {
  for (const fs::path& file : files_below(kRoot / "limo_simple")) {
    const bool safe = file.parent_path().filename() == "safe";
    expect(file, {}, safe ? ExitStatus::pass : ExitStatus::violation);
  }
}

TEST_F(RecordedVerdicts, Columns) {
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

}  // namespace
}  // namespace linnet
