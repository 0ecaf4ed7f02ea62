// Every recorded history that we have is read whole, and survives a round trip through the writers: those of
// tests/histories, and those outside the repository, if they exist.
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

std::vector<fs::path> corpus(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
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

// How to count the operations of a file, and those that did not happen.
struct Corpus {
  const char *root, *folder;
  const char* calls;
  const char* dropped;
  const char* spec;  // that of all files; null if they differ
};

class CorpusTest : public testing::TestWithParam<Corpus> {};

TEST_P(CorpusTest, IsReadWholeAndSurvivesRoundTrips) {
  const Corpus& c = GetParam();
  const std::vector<fs::path> files = corpus(fs::path(c.root) / c.folder);
  ASSERT_FALSE(files.empty());
  for (const fs::path& file : files) {
    SCOPED_TRACE(file);
    const History h = read_history(file);
    const std::string text = slurp(file);
    const std::size_t dropped = c.dropped != nullptr ? count(text, c.dropped) : 0;
    EXPECT_EQ(h.size(), count(text, c.calls) - dropped);
    // One file contains only the nemesis.
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

std::string name_of_corpus(const testing::TestParamInfo<Corpus>& info) {
  std::string name = info.param.folder;
  std::ranges::replace_if(
      name, [](char c) { return c == '/' || c == '-'; }, '_');
  return name;
}

constexpr const char* kEdnCall = ":process \\d+,\\s+:type :invoke|:type :invoke, :process";

constexpr Corpus kOwn[] = {{LINNET_HISTORIES, "jepsen-log", ":invoke", ":fail", "register"},
                           {LINNET_HISTORIES, "edn", kEdnCall, ":type :fail", nullptr},
                           {LINNET_HISTORIES, "kv", ":type :invoke", nullptr, "kv"},
                           {LINNET_HISTORIES, "limo", "\\] call", nullptr, nullptr},
                           {LINNET_HISTORIES, "polylin", "^[a-z0-9]", nullptr, nullptr},
                           {LINNET_HISTORIES, "fastlin", "^[a-z]", nullptr, nullptr},
                           {LINNET_HISTORIES, "fptlin", "^[0-9]", nullptr, nullptr},
                           {LINNET_HISTORIES, "violat", "\"kind\":\"call\"", nullptr, nullptr}};
INSTANTIATE_TEST_SUITE_P(Own, CorpusTest, testing::ValuesIn(kOwn), name_of_corpus);

#ifdef LINNET_SHARED_HISTORIES

constexpr Corpus kShared[] = {
    {LINNET_SHARED_HISTORIES, "jepsen_etcd", ":invoke", ":fail", "register"},
    {LINNET_SHARED_HISTORIES, "knossos/cas-register", kEdnCall, ":type :fail", "register"},
    {LINNET_SHARED_HISTORIES, "knossos/mutex", ":type :invoke", ":type :fail", "mutex"},
    {LINNET_SHARED_HISTORIES, "porcupine_kv", ":type :invoke", nullptr, "kv"},
    {LINNET_SHARED_HISTORIES, "limo_scal", "\\] call", nullptr, nullptr},
    {LINNET_SHARED_HISTORIES, "limo_simple", "\\] call", nullptr, nullptr},
    {LINNET_SHARED_HISTORIES, "polylin", "^[0-9]", nullptr, nullptr},
    {LINNET_SHARED_HISTORIES, "fastlin", "^[a-z]", nullptr, nullptr},
    {LINNET_SHARED_HISTORIES, "fptlin", "^[0-9]", nullptr, nullptr},
    {LINNET_SHARED_HISTORIES, "violat", "\"kind\":\"call\"", nullptr, nullptr}};
INSTANTIATE_TEST_SUITE_P(Shared, CorpusTest, testing::ValuesIn(kShared), name_of_corpus);

// contract.jsonl holds histories as arrays of lines.
TEST(Contract, HistoriesAreReadAndSurviveRoundTrips) {
  std::ifstream file(LINNET_SHARED_HISTORIES "/contract.jsonl");
  ASSERT_TRUE(file);
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

#endif

}  // namespace
}  // namespace linnet
