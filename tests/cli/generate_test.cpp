// Tests that `linnet generate` writes compile and run as they are.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "cli/linnet_process.hpp"

namespace linnet {
namespace {

struct Subject {
  const char* name;
  const char* header;  // in tests/programs, or as the compiler finds it
  const char* class_name;
  const char* verdict;  // of a few generated tests
  const char* flags = "";
  bool always = false;  // the others only with LINNET_TEST_SCALE > 1: each takes seconds
};

class Generate : public testing::TestWithParam<Subject> {};

bool is_long_run() {
  const char* scale = std::getenv("LINNET_TEST_SCALE");
  return scale != nullptr && std::atoi(scale) > 1;
}

TEST_P(Generate, WritesATestThatRuns) {
  const Subject& subject = GetParam();
  if (!subject.always && !is_long_run()) GTEST_SKIP() << "only in a long run";
  const std::string ours = program(subject.header);
  const std::string header = std::filesystem::exists(ours) ? ours : subject.header;
  if (header != ours && !std::filesystem::exists("/usr/include/" + header))
    GTEST_SKIP() << "its package is not installed";
  const std::string test = scratch_file(std::string(subject.name) + "_generated.cpp");
  const Said written = linnet("generate " + header + " --class " + subject.class_name + " -o " + test);
  ASSERT_EQ(written.status, 0) << written.text;
  const auto report =
      linnet("run " + test + " --json --races explore --random 2 --threads 2 --ops 1 --further 1ms -- -O1 " +
             subject.flags)
          .json();
  EXPECT_EQ(report["verdict"], subject.verdict) << report.dump(2);
  std::filesystem::remove(test);
}

std::string name_of(const testing::TestParamInfo<Subject>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(
    All, Generate,
    testing::Values(
        Subject{"hostile", "generate/hostile.hpp", "hostile::Store<int>", "pass", "", true},
        Subject{"ms_queue", "object/ms_queue.hpp", "MsQueue", "pass"},
        Subject{"boost_queue", "boost/lockfree/queue.hpp", "boost::lockfree::queue<int>", "pass", "", true},
        Subject{"boost_stack", "boost/lockfree/stack.hpp", "boost::lockfree::stack<int>", "pass"},
        Subject{"boost_spsc", "boost/lockfree/spsc_queue.hpp", "boost::lockfree::spsc_queue<int>", "pass"},
        Subject{"moodycamel", "concurrentqueue/concurrentqueue.h", "moodycamel::ConcurrentQueue<int>",
                "pass"},
        Subject{"tbb_queue", "tbb/concurrent_queue.h", "tbb::concurrent_queue<int>", "pass", "-ltbb"},
        Subject{"tbb_set", "tbb/concurrent_set.h", "tbb::concurrent_set<int>", "pass", "-ltbb"},
        Subject{"tbb_map", "tbb/concurrent_unordered_map.h", "tbb::concurrent_unordered_map<int,int>", "pass",
                "-ltbb"}),
    name_of);

TEST(Generate, DoesNotReplaceAFile) {
  const std::string there = scratch_file("edited_test.cpp", "// edited by hand\n");
  const Said said =
      complaint("generate " + program("generate/hostile.hpp") + " --class hostile::Opaque -o " + there);
  EXPECT_EQ(said.status, 2);
  EXPECT_NE(said.text.find("already exists"), std::string::npos) << said.text;
}

}  // namespace
}  // namespace linnet
