// Every recorded history that we have is read whole, and survives a round trip through the writers.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <vector>

#include "support.hpp"

namespace linnet {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> corpus(const std::string& folder) {
  std::vector<fs::path> files;
  const fs::path root = fs::path(LINNET_SHARED_HISTORIES) / folder;
  if (!fs::exists(root)) return files;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (entry.is_regular_file() && entry.path().extension() != ".tsv") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string slurp(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::size_t count(const std::string& text, const char* pattern) {
  const std::regex regex(pattern, std::regex::multiline);
  return static_cast<std::size_t>(
      std::distance(std::sregex_iterator(text.begin(), text.end(), regex), std::sregex_iterator()));
}

// What to count for the operations of a file, and what to count for those that did not happen.
struct Corpus {
  const char* folder;
  const char* calls;
  const char* dropped;
  const char* spec;  // that of all files; null if they differ
};

class CorpusTest : public testing::TestWithParam<Corpus> {};

TEST_P(CorpusTest, IsReadWholeAndSurvivesRoundTrips) {
  const Corpus& c = GetParam();
  const std::vector<fs::path> files = corpus(c.folder);
  if (files.empty()) GTEST_SKIP() << "no " << LINNET_SHARED_HISTORIES << "/" << c.folder;
  for (const fs::path& file : files) {
    SCOPED_TRACE(file);
    const History h = read_history(file);
    const std::string text = slurp(file);
    const std::size_t dropped = c.dropped != nullptr ? count(text, c.dropped) : 0;
    EXPECT_EQ(h.size(), count(text, c.calls) - dropped);
    // One file has nothing but the nemesis in it.
    if (h.size() > 0) {
      ASSERT_TRUE(h.header.spec.has_value());
    }
    if (c.spec != nullptr && h.header.spec) {
      EXPECT_EQ(*h.header.spec, c.spec);
    }
    for (const char* format : {"native", "edn", "binary"}) {
      const History again = read_text(write_history_to_text(h, format));
      expect_same(h, again);
      expect_same_header(h, again);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shared, CorpusTest,
                         testing::Values(Corpus{"jepsen_etcd", ":invoke", ":fail", "register"},
                                         Corpus{"knossos/cas-register",
                                                ":process \\d+,\\s+:type :invoke|:type :invoke, :process",
                                                ":type :fail", "register"},
                                         Corpus{"knossos/mutex", ":type :invoke", ":type :fail", "mutex"},
                                         Corpus{"porcupine_kv", ":type :invoke", nullptr, "kv"},
                                         Corpus{"limo_scal", "\\] call", nullptr, nullptr},
                                         Corpus{"limo_simple", "\\] call", nullptr, nullptr},
                                         Corpus{"polylin", "^[0-9]", nullptr, nullptr},
                                         Corpus{"fastlin", "^[a-z]", nullptr, nullptr},
                                         Corpus{"fptlin", "^[0-9]", nullptr, nullptr},
                                         Corpus{"violat", "\"kind\":\"call\"", nullptr, nullptr}),
                         [](const auto& param) {
                           std::string name = param.param.folder;
                           std::replace_if(
                               name.begin(), name.end(), [](char c) { return c == '/' || c == '-'; }, '_');
                           return name;
                         });

// contract.jsonl holds histories as arrays of lines.
TEST(Contract, HistoriesAreReadAndSurviveRoundTrips) {
  std::ifstream file(LINNET_SHARED_HISTORIES "/contract.jsonl");
  if (!file) GTEST_SKIP() << "no " << LINNET_SHARED_HISTORIES << "/contract.jsonl";
  int cases = 0;
  for (std::string line; std::getline(file, line);) {
    std::string text = line.substr(line.find("\"lines\":[") + 9);
    text = std::regex_replace(text, std::regex(R"(","|^"|"\]\}$)"), "\n");
    text = std::regex_replace(text, std::regex(R"(\\")"), "\"");
    const History h = read_text(text);
    EXPECT_EQ(h.size(), count(text, "\"type\":\"call\""));
    expect_same(h, read_text(write_history_to_text(h)));
    expect_same(h, read_text(write_history_to_text(h, "binary")));
    ++cases;
  }
  EXPECT_EQ(cases, 252);
}

}  // namespace
}  // namespace linnet
