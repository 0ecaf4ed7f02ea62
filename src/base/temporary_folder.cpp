// mkdtemp, and the process that removes the folder of a killed process.
#include "base/temporary_folder.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>

#include "base/error.hpp"

namespace linnet {

namespace fs = std::filesystem;

namespace {

// Waits for the end of the pipe's other side. A process that is using the folder then (a compiler) may need a
// moment to end.
[[noreturn]] void keep(const std::string& folder, int pipe) {
  constexpr int kTries = 100;
  constexpr auto kPause = std::chrono::milliseconds(100);
  prctl(PR_SET_NAME, "linnet-keeper");
  setsid();  // Ctrl-C is for the other processes
  dup2(pipe, 0);
  close_range(1, ~0U, 0);
  char removed = 0;
  ssize_t got = 0;
  do got = read(0, &removed, 1);
  while (got < 0 && errno == EINTR);
  std::error_code error;
  for (int i = 0; got == 0 && i < kTries && fs::exists(folder, error); ++i) {
    if (i > 0) std::this_thread::sleep_for(kPause);
    fs::remove_all(folder, error);
  }
  _exit(0);
}

}  // namespace

std::string make_temporary_folder(const std::string& name) {
  std::error_code error;
  const char* const given = std::getenv("TMPDIR");
  const bool empty = given != nullptr && *given == '\0';
  const fs::path parent = empty ? "/tmp" : fs::temp_directory_path(error);
  if (error) {
    throw InputError("cannot make a temporary folder: $TMPDIR is " +
                     std::string(given == nullptr ? "" : given) + ", which is no folder");
  }
  std::string path = (fs::absolute(parent) / (name + "-XXXXXX")).string();
  if (mkdtemp(path.data()) == nullptr)
    throw InputError("cannot make a temporary folder in " + parent.string() + ": " + std::strerror(errno) +
                     "; $TMPDIR may name another one");
  return path;
}

TemporaryFolder::TemporaryFolder() : path_(make_temporary_folder("linnet-" + std::to_string(getpid()))) {
  start_keeper();
}

// If no process can be made, only a process that ends normally removes the folder.
void TemporaryFolder::start_keeper() {
  std::array<int, 2> ends;
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return;
  keeper_ = fork();
  if (keeper_ == 0) {
    close(ends[1]);
    keep(path_, ends[0]);
  }
  close(ends[0]);
  alive_ = ends[1];
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code error;
  fs::remove_all(path_, error);
  if (keeper_ < 0) return;
  static_cast<void>(!write(alive_, "", 1));
  close(alive_);
  waitpid(keeper_, nullptr, 0);
}

}  // namespace linnet
