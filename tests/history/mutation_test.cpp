// Simple fuzzing, for compilers without libFuzzer: mutated seeds of every format, forced and recognised. A
// reader must return a history that can be written and read again, or throw InputError.
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <vector>

#include "support.hpp"

namespace linnet {
namespace {

std::string mutated(std::string text, std::mt19937& random) {
  const std::string alphabet = "\"\\{}[]():,;#_ \t\n\r-0123456789.eNnulltrue\xff\xc3";
  for (unsigned n = 1 + random() % 4; n-- > 0 && !text.empty();) {
    const std::size_t at = random() % text.size();
    switch (random() % 5) {
      case 0: text[at] = alphabet[random() % alphabet.size()]; break;
      case 1: text.erase(at, 1 + random() % 8); break;
      case 2: text.insert(at, 1, alphabet[random() % alphabet.size()]); break;
      case 3: text.insert(at, text.substr(random() % text.size(), random() % 60)); break;
      default: text.resize(at); break;
    }
  }
  return text;
}

TEST(Readers, SurviveMutatedSeeds) {
  std::vector<std::pair<std::string, std::string>> seeds;  // format, text
  for (const auto& entry : std::filesystem::recursive_directory_iterator(LINNET_FUZZ_CORPUS)) {
    if (!entry.is_regular_file()) continue;
    const std::string format = entry.path().parent_path().filename();
    std::ifstream file(entry.path(), std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    seeds.emplace_back(format == "any" ? "" : format, text.str());
  }
  ASSERT_GT(seeds.size(), 15u);
  std::mt19937 random(1);
  std::size_t good = 0;
  for (std::size_t i = 0; i < cases(20'000); ++i) {
    const auto& [format, seed] = seeds[random() % seeds.size()];
    const std::string text = mutated(seed, random);
    ReadOptions options;
    if (random() % 2 == 0) options.format = format;
    if (random() % 2 == 0) options.ties = Ties::ordered;
    if (random() % 2 == 0) options.fail_is_result = {"cas", "deq"};
    SCOPED_TRACE(text);
    History h;
    try {
      h = read_text(text, options);
    } catch (const InputError&) {
      continue;
    }
    ++good;
    ASSERT_NO_THROW(expect_same(h, read_text(write_history_to_text(h))));
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(good, cases(1000));
}

}  // namespace
}  // namespace linnet
