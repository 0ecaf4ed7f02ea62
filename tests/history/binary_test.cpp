// Tests the binary format: written histories are read back, and damaged files are refused with the byte.
#include <random>

#include "history/formats/binary_format.hpp"
#include "support.hpp"

namespace linnet {
namespace {

const char* const kEvents =
    R"({"linnet":1,"spec":"queue","initial":[1,"a"]}
{"type":"call","thread":0,"op":"enq","args":[123456789,"text",1.5,null,true]}
{"type":"call","thread":"t","op":"deq","args":[],"object":"q"}
{"type":"return","thread":0,"result":{"k":[123456789,-5000,9223372036854775807],"text":false}}
{"type":"crash","thread":0}
{"type":"crash"}
{"type":"call","thread":0,"op":"deq","args":[[[]]]}
{"type":"stuck"}
)";
const char* const kOrder =
    R"({"id":0,"thread":0,"op":"a","args":[],"result":1}
{"id":1,"thread":1,"op":"b","args":[7],"result":null,"after":[]}
{"id":2,"thread":2,"op":"a","args":[],"after":[0]}
{"id":3,"thread":3,"op":"a","args":[],"result":"x","after":[1]}
)";

TEST(Binary, RoundTrips) {
  for (const char* const text : {kEvents, kOrder}) {
    const History history = read_text(text);
    const std::string bytes = write_history_to_text(history, "binary");
    const History again = read_text(bytes);
    expect_same(history, again);
    expect_same_header(history, again);
    EXPECT_EQ(write_history_to_text(again), write_history_to_text(history));
  }
  EXPECT_TRUE(read_text(kOrder).order.has_value());
}

TEST(Binary, NumbersOfAllSizes) {
  std::string text;
  const auto add = [&](const std::string& number) {
    text += R"({"type":"call","thread":0,"op":"f","args":[)" + number + "]}\n" +
            R"({"type":"return","thread":0,"result":-)" + number + "}\n";
  };
  for (int bit = 0; bit < 63; ++bit) {
    const std::uint64_t power = std::uint64_t{1} << bit;
    for (const std::uint64_t n : {power - 1, power, power + 1})
      add(std::to_string(n)), add(std::to_string(n));
  }
  const History history = read_text(text);
  expect_same(history, read_text(write_history_to_text(history, "binary")));
}

// The error for every prefix says that it breaks off, and at which byte.
TEST(Binary, TruncatedFiles) {
  for (const char* const text : {kEvents, kOrder}) {
    const std::string bytes = write_history_to_text(read_text(text), "binary");
    ReadOptions options;
    options.format = "binary";
    for (std::size_t size = 1; size < bytes.size(); ++size) {
      EXPECT_EQ(error_of(bytes.substr(0, size), options),
                "h: breaks off at byte " + std::to_string(size) + ", expected more: the file is truncated");
    }
    EXPECT_EQ(error_of(bytes + "x"),
              "h: before byte " + std::to_string(bytes.size()) + ": expected the end of the file here");
  }
}

TEST(Binary, DamagedFiles) {
  std::mt19937 random(4);
  std::size_t refused = 0;
  for (const char* const text : {kEvents, kOrder}) {
    const std::string bytes = write_history_to_text(read_text(text), "binary");
    for (std::size_t i = 0; i < cases(3000); ++i) {
      std::string damaged = bytes;
      for (unsigned n = 1 + random() % 3; n-- > 0;)
        damaged[8 + random() % (bytes.size() - 8)] = static_cast<char>(random());
      refused += error_of(damaged) == "no error" ? 0 : 1;
    }
  }
  EXPECT_GT(refused, cases(3000));
}

TEST(Binary, Complaints) {
  const std::string magic(binary::kMagic);
  const auto with = [&](std::initializer_list<int> bytes) {
    std::string text = magic;
    for (const int byte : bytes) text += static_cast<char>(byte);
    return error_of(text);
  };
  EXPECT_EQ(
      error_of("\x89LINNOT\n...."),
      "h: before byte 8: found something else, expected the eight bytes with which a binary history begins");
  EXPECT_EQ(with({2}), "h: before byte 9: the format's version is 2, expected 1: a newer Linnet wrote this");
  EXPECT_EQ(with({1, 64}), "h: before byte 10: found the flags 64, of which some mean nothing");
  EXPECT_EQ(with({1, 0, 0, 0, 0, 1}), "h: before byte 14: found thread 0, but there are 0");
  EXPECT_EQ(with({1, 0, 0, 0, 0, 3, 5}), "h: before byte 15: found 0 events, expected 5 as it says here");
  EXPECT_EQ(with({1, 0, 0, 1, 0, 0, 1, 3}), "h: thread 0 returns without having called");
  EXPECT_EQ(with({1, 8, 5}), "h: before byte 11: found a reference 1 values back, but there are 0");
  EXPECT_EQ(with({1, 8, 31}), "h: before byte 11: found kind of value 7, but there are 7");
}

}  // namespace
}  // namespace linnet
