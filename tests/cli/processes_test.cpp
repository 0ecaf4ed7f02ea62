// Tests the processes of a run: what happens if a program under test or linnet itself goes away, hangs or speaks nonsense.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "base/child_process.hpp"
#include "cli/linnet_process.hpp"

namespace linnet {
namespace {

std::string source(const std::string& name, const std::string& body) {
  return scratch_file(
      name + ".cpp",
      "#include <atomic>\n#include <thread>\n#include <unistd.h>\nint main() {" + body + "}\n");
}

struct Wrong {
  const char* name;
  const char* body;
  const char* said;
};

constexpr Wrong kWrong[] = {
    {"garbage", "for (int d = 3; d < 300; ++d) (void)!write(d, \"nonsense nonsense nonsense\", 26);",
     "wrote into the socket that it shares with linnet"},
    {"closes", "for (int d = 3; d < 300; ++d) close(d);", "may have closed the socket"},
    {"leaves", "asm volatile(\"syscall\" ::\"a\"(231), \"D\"(7) : \"rcx\", \"r11\", \"memory\");",
     "with status 7"},
};

TEST(Processes, AProgramThatStopsAnsweringIsUnknownAndSaysWhy) {
  for (const auto& [name, body, said] : kWrong) {
    const Said what = complaint("run " + source(name, body));
    EXPECT_EQ(what.status, 3) << what.text;
    EXPECT_NE(what.text.find(said), std::string::npos) << what.text;
  }
}

TEST(Processes, ABlockedProgramIsEndedAtItsTime) {
  const Said said = linnet(
      "run " + source("blocks", "int ends[2]; char c; (void)!pipe(ends); (void)!read(ends[0], &c, 1);") +
      " --time 100ms");
  EXPECT_EQ(said.status, 3);
  EXPECT_NE(said.text.find("time limit of 0.1 s reached, and the program did not answer any more"),
            std::string::npos)
      << said.text;
}

TEST(Processes, OtherProgramsAreRefused) {
  const Said said = complaint("run /bin/true");
  EXPECT_EQ(said.status, 2);
  EXPECT_NE(said.text.find("was it linked with a library of linnet?"), std::string::npos) << said.text;
}

// A program that says hello in another version of the protocol.
TEST(Processes, AnotherVersionIsRefused) {
  const std::string file = scratch_file("other_version.c", R"code(
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(void) {
  const char version[] = "9.9";
  struct { uint32_t mark, kind; uint64_t size; uint32_t protocol; } __attribute__((packed)) head =
      {0x4c4e5431, 0, 4 + 8 + 3, 999};
  uint64_t length = 3;
  int socket = atoi(getenv("LINNET_SOCKET"));
  write(socket, &head, sizeof head);
  write(socket, &length, sizeof length);
  write(socket, version, 3);
  sleep(20);
})code");
  const std::string built = file.substr(0, file.size() - 2);
  ASSERT_TRUE(run_child({"gcc", "-w", file, "-o", built}).succeeded());
  const Said said = complaint("run " + built);
  EXPECT_EQ(said.status, 2);
  EXPECT_NE(said.text.find("linked with a library of linnet 9.9 (protocol 999)"), std::string::npos)
      << said.text;
}

// Processes that run this file and are not just waiting to be forgotten.
std::size_t running(const std::string& name) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::error_code error;
    const std::string program = std::filesystem::read_symlink(entry.path() / "exe", error).filename();
    count += !error && program == name;
  }
  return count;
}

template <class Condition>
bool soon(const Condition& condition) {
  for (int i = 0; i < 600; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return false;
}

TEST(Processes, NothingIsLeftOfAKilledLinnet) {
  const std::string name = "left_behind_" + std::to_string(getpid());
  const std::string file =
      source(name,
             "std::atomic<int> x{0}, y{0}; auto f = [&] { for (int i = 0; i < 9; ++i) ++x, ++y; };"
             "std::thread a(f), b(f), c(f); a.join(); b.join(); c.join();");
  const StartedChild started = start_child({LINNET_PROGRAM, "run", file, "--time", "600s"}, "", 1);
  ASSERT_TRUE(soon([&] { return running(name) >= 2; })) << "one that waits, and one that explores";
  kill(started.process, SIGKILL);
  wait_for_child(started.process);
  close(started.output);
  EXPECT_TRUE(soon([&] { return running(name) == 0; }));
}

}  // namespace
}  // namespace linnet
