// Tests Input and Output: windows, lines, compression.
#include "history/formats/input.hpp"

#include <unistd.h>

#include <fstream>
#include <random>
#include <sstream>
#include <vector>

#include "support.hpp"

namespace linnet {
namespace {

const std::string kText = R"({"type":"call","thread":0,"op":"enq","args":[1]})"
                          "\n"
                          R"({"type":"return","thread":0,"result":null})"
                          "\n";

std::string slurp(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string temporary(const std::string& name) {
  return testing::TempDir() + "linnet-" + std::to_string(getpid()) + "-" + name;
}

TEST(LineScanner, GivesTheLinesOfAnyText) {
  std::mt19937 random(1);
  for (int round = 0; round < 60; ++round) {
    std::string text;
    std::vector<std::string> expected;
    for (unsigned lines = random() % 6; lines-- > 0;) {
      const std::size_t size = random() % 3 == 0 ? random() % 700'000 : random() % 80;
      expected.emplace_back(size, static_cast<char>('a' + random() % 26));
      text += expected.back() + (random() % 2 == 0 ? "\n" : "\r\n");
    }
    const bool unterminated = random() % 2 == 0;
    if (unterminated) text += expected.emplace_back("end");
    Input input = Input::from_text("h", text);
    LineScanner lines(input);
    std::string_view line;
    for (const std::string& e : expected) {
      ASSERT_TRUE(lines.next(line));
      ASSERT_EQ(line, e);
    }
    EXPECT_EQ(lines.unterminated(), unterminated && !expected.empty());
    ASSERT_FALSE(lines.next(line));
    EXPECT_EQ(lines.number(), expected.size());
  }
}

TEST(Input, ReadsCompressedFilesByContent) {
  History h = read_text(kText);
  for (const std::string suffix : {"", ".gz", ".zst"}) {
    const std::string path = temporary("h" + suffix), other = temporary("renamed");
    write_history(h, path, "native");
    expect_same(h, read_history(path));
    const std::string bytes = slurp(path);
    expect_same(h, read_text(bytes));
    if (suffix.empty()) continue;
    // Compressed files may be concatenated, and cut off.
    expect_same(read_text(kText + kText), [&] {
      Output twice = Output::open(other + suffix);
      twice.buffer = kText;
      twice.close();
      const std::string half = slurp(other + suffix);
      unlink((other + suffix).c_str());
      return read_text(half + half);
    }());
    const std::string name = suffix == ".gz" ? "gzip" : "zstd";
    for (const std::size_t size : {bytes.size() - 1, bytes.size() / 2, std::size_t{6}}) {
      EXPECT_EQ(error_of(bytes.substr(0, size)),
                "h: the " + name + " data breaks off: the file is truncated");
    }
    std::string damaged = bytes;
    damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 0x55);
    EXPECT_TRUE(error_of(damaged).starts_with("h: the " + name + " data is damaged: ")) << error_of(damaged);
    unlink(path.c_str());
  }
}

TEST(Input, ANameThatPromisesCompressionIsHeldToIt) {
  for (const auto& [suffix, name] : {std::pair("gz", "gzip"), {"zst", "zstd"}}) {
    const std::string path = temporary(std::string("plain.") + suffix);
    std::ofstream(path) << kText;
    try {
      read_history(path);
      ADD_FAILURE();
    } catch (const InputError& e) {
      EXPECT_EQ(std::string(e.what()), path + ": is named ." + suffix + ", but the content is not " + name);
    }
    unlink(path.c_str());
  }
}

TEST(Output, SaysWhyItCannotWrite) {
  for (const std::string path : {"/nowhere/h", "/nowhere/h.gz", "/nowhere/h.zst"}) {
    try {
      write_history(read_text(kText), path);
      ADD_FAILURE();
    } catch (const InputError& e) {
      EXPECT_EQ(std::string(e.what()), path + ": cannot write: No such file or directory");
    }
  }
}

}  // namespace
}  // namespace linnet
