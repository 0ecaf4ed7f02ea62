// Tests programs that were linked with a library of linnet: how they find `linnet`, and which of them each
// command accepts.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "base/child_process.hpp"
#include "cli/linnet_process.hpp"

namespace linnet {
namespace {

namespace fs = std::filesystem;

// A test that passes, linked with this library.
std::string test_program(const std::string& name, const std::string& library) {
  const std::string built = scratch_file(name);
  EXPECT_TRUE(
      run_child({LINNET_COMPILE, "g++", library, built, program("correct/mutex_counter.cpp")}).succeeded());
  return built;
}

// The same with a library that has no `linnet` beside it.
std::string lonely_program() {
  const fs::path folder = scratch_file("lonely");
  fs::create_directories(folder / "lib");
  const fs::path library = folder / "lib/liblinnet_runtime.so";
  fs::copy_file(LINNET_RUNTIME, library, fs::copy_options::overwrite_existing);
  return test_program("lonely_program", library);
}

// Its standard error, with these changes of its environment.
Said say_with(std::vector<std::string> changes, const std::string& program) {
  changes.insert(changes.begin(), "env");
  changes.push_back(program);
  const ChildResult result = run_child(changes, "", STDERR_FILENO);
  return {WIFEXITED(result.status) ? WEXITSTATUS(result.status) : -1, result.output};
}

std::string path_without_linnet() {
  return "PATH=/usr/bin:/bin";
}

TEST(TestProgram, FindsLinnetBesideItsLibrary) {
  const std::string built = test_program("beside", LINNET_RUNTIME);
  const fs::path copy = fs::path(scratch_file("elsewhere")) / "copy";
  fs::create_directories(copy.parent_path());
  fs::copy_file(built, copy, fs::copy_options::overwrite_existing);
  for (const std::string& each : {built, copy.string()}) {
    const Said said = say_with({path_without_linnet(), "LINNET=/nonexistent"}, each);
    EXPECT_EQ(said.status, 0) << said.text;
  }
}

TEST(TestProgram, FindsLinnetByItsVariableAndThenOnThePath) {
  const std::string built = lonely_program();
  const std::string folder = fs::path(LINNET_PROGRAM).parent_path();
  EXPECT_EQ(say_with({path_without_linnet(), "LINNET=" LINNET_PROGRAM}, built).status, 0);
  EXPECT_EQ(say_with({"-u", "LINNET", "PATH=/nonexistent:" + folder + ":/usr/bin:/bin"}, built).status, 0);
  const Said said = say_with({path_without_linnet(), "LINNET="}, built);
  EXPECT_EQ(said.status, 2);
  EXPECT_NE(said.text.find("Set LINNET to its path, or add its folder to the PATH."), std::string::npos)
      << said.text;
}

// Another program would do something else, and its status would be mistaken for a result.
TEST(TestProgram, TakesNoOtherProgramForLinnet) {
  const std::string built = lonely_program();
  for (const char* other : {"/bin/true", "/etc/passwd", "/nonexistent", "/tmp"}) {
    const std::string folder = fs::path(LINNET_PROGRAM).parent_path();
    const Said said = say_with({"LINNET=" + std::string(other), "PATH=" + folder + ":/usr/bin:/bin"}, built);
    EXPECT_EQ(said.status, 2) << other;
    EXPECT_NE(said.text.find("cannot run " + std::string(other) + ", which is the value of $LINNET: "),
              std::string::npos)
        << said.text;
  }
}

TEST(TestProgram, IsForExploringOrForNativeRuns) {
  const Said explored = complaint("run " LINNET_STRESS_PROGRAMS "/counters");
  EXPECT_EQ(explored.status, 2);
  EXPECT_NE(explored.text.find("counters: it was linked with liblinnet_stress, for linnet stress"),
            std::string::npos)
      << explored.text;
  const Said stressed = complaint("stress " + test_program("instrumented", LINNET_RUNTIME));
  EXPECT_EQ(stressed.status, 2);
  EXPECT_NE(stressed.text.find("instrumented: it was linked with liblinnet_runtime, for linnet run"),
            std::string::npos)
      << stressed.text;
}

// Its own --time is known before its static constructors run.
TEST(TestProgram, HasOptionsOfItsOwn) {
  const std::string file =
      scratch_file("early.cpp",
                   "#include <unistd.h>\n"
                   "struct Early { Early() { for (;;) pause(); } } early;\nint main() {}\n");
  const std::string built = scratch_file("early");
  ASSERT_TRUE(run_child({LINNET_COMPILE, "g++", LINNET_RUNTIME, built, file}).succeeded());
  const ChildResult help = run_child({built, "--help"}, "", STDOUT_FILENO);
  EXPECT_TRUE(help.succeeded());
  EXPECT_NE(help.output.find("Explores what the threads of this program can do."), std::string::npos);
  const ChildResult run = run_child({built, "--time", "1s"}, "", STDERR_FILENO);
  EXPECT_EQ(WEXITSTATUS(run.status), 3);
  EXPECT_NE(run.output.find("early: it has not answered for 3 s, before its main"), std::string::npos)
      << run.output;
}

}  // namespace
}  // namespace linnet
