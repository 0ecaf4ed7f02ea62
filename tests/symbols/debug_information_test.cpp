// The test program looks up its own functions and variables.
#include "symbols/debug_information.hpp"

#include <gtest/gtest.h>
#include <link.h>

#include <atomic>

namespace linnet {
namespace {

struct Node {
  int value;
  Node* next;
};
struct Pool {
  long used;
  Node nodes[3];
  std::atomic<int> users;
};

}  // namespace

Pool pool_under_test;
int plain_under_test;
constexpr unsigned kLine = __LINE__ + 1;
int function_under_test(int x) {
  return x + plain_under_test;
}

namespace {

std::uint64_t in_file(const void* address) {
  std::uint64_t base = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* result) {
        *static_cast<std::uint64_t*>(result) = info->dlpi_addr;
        return 1;  // the first is the program itself
      },
      &base);
  return reinterpret_cast<std::uint64_t>(address) - base;
}

const DebugInformation& own() {
  static const DebugInformation information("/proc/self/exe");
  return information;
}

TEST(DebugInformation, FunctionsAndLines) {
  const auto places = own().code(in_file(reinterpret_cast<const void*>(&function_under_test)));
  ASSERT_EQ(places.size(), 1u);
  const CodePlace& place = places[0];
  EXPECT_EQ(place.function, "linnet::function_under_test");
  EXPECT_TRUE(place.file.ends_with("debug_information_test.cpp")) << place.file;
  EXPECT_GE(place.line, kLine);
  EXPECT_LE(place.line, kLine + 1);  // optimised, it begins with its only statement
}

TEST(DebugInformation, VariablesAndFields) {
  EXPECT_EQ(own().data(in_file(&plain_under_test), 1), "plain_under_test");
  EXPECT_EQ(own().data(in_file(&pool_under_test.used), 1), "pool_under_test.used");
  EXPECT_EQ(own().data(in_file(&pool_under_test.nodes[2].next), 1), "pool_under_test.nodes[2].next");
  EXPECT_EQ(own().data(in_file(&pool_under_test.users), 1), "pool_under_test.users");
}

TEST(DebugInformation, NothingIsKnownOfOtherFiles) {
  const DebugInformation none("/no/such/file");
  EXPECT_TRUE(none.code(0x1000).empty());
  EXPECT_EQ(none.data(0x1000, 1), "");
  EXPECT_EQ(own().data(16, 1), "");
}

}  // namespace
}  // namespace linnet
