// Tests --isolate=fork: the same answers from processes that never ran an execution before, and right ones where state
// survives an execution.
#include <gtest/gtest.h>

#include "cli/linnet_process.hpp"

namespace linnet {
namespace {

nlohmann::json explored(const std::string& words) {
  return linnet("run " + words + " --json --no-cut --time 10m").json();
}

TEST(Isolation, FindsTheSameFailures) {
  for (const char* source :
       {"abba.c", "exception.cpp", "lost_update.c", "race_int.c", "segfault.c", "stuck.c"}) {
    const auto json = explored(program(std::string("wrong/") + source) + " --strategy dpor --isolate=fork");
    const auto plain = explored(program(std::string("wrong/") + source) + " --strategy dpor");
    EXPECT_EQ(json["violation"], plain["violation"]) << source;
    EXPECT_EQ(json["executions"], plain["executions"]) << source;
  }
}

TEST(Isolation, FindsTheSameHistories) {
  const std::string test = program("object/ms_queue.cpp") + " --strategy dpor";
  const auto json = explored(test + " --isolate=fork"), plain = explored(test);
  ASSERT_EQ(json["verdict"], "pass") << json;
  EXPECT_EQ(json["executions"], plain["executions"]);
  EXPECT_EQ(json["histories"], plain["histories"]);
}

// In a separate mapping, which no snapshot covers.
const std::string kKeepsCount = scratch_file("keeps_count.cpp", R"(
#include <sys/mman.h>
#include <atomic>
#include <thread>
static int* executions =
    static_cast<int*>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
int main() {
  std::atomic<int> x{0};
  const int number = ++*executions;
  std::thread other([&] {
    for (int i = 0; i < number; ++i) x.fetch_add(1);
  });
  x.fetch_add(1);
  other.join();
})");

TEST(Isolation, HelpsWhereStateSurvives) {
  const auto json = explored(kKeepsCount);
  EXPECT_EQ(json["violation"]["kind"], "nondeterminism") << json;
  EXPECT_NE(json["violation"]["explanation"].get<std::string>().find("--isolate=fork"), std::string::npos);
  const auto isolated = explored(kKeepsCount + " --isolate=fork --strategy dpor");
  EXPECT_EQ(isolated["verdict"], "pass") << isolated;
  EXPECT_EQ(isolated["executions"], 2);
}

}  // namespace
}  // namespace linnet
