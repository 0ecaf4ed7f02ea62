// Starts programs, writes their input, and waits for them.
#include "base/child_process.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "base/error.hpp"

namespace linnet {

namespace {

std::vector<char*> words_of(const std::vector<std::string>& command) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  return words;
}

// Starts a program that gets a signal to end if this process ends. `prepare` is called in the child.
pid_t start_with_us(const std::vector<std::string>& command, const auto& prepare) {
  std::array<int, 2> ends;
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw InputError(std::string("no pipe: ") + std::strerror(errno));
  std::vector<char*> words = words_of(command);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) throw InputError(std::string("cannot make a process: ") + std::strerror(errno));
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(0);
    prepare();
    execvp(words[0], words.data());
    const int error = errno;
    static_cast<void>(!write(ends[1], &error, sizeof error));
    _exit(127);
  }
  close(ends[1]);
  int error = 0;
  const bool failed = read(ends[0], &error, sizeof error) == sizeof error;
  close(ends[0]);
  if (!failed) return child;
  wait_for_child(child);
  throw InputError("cannot run " + command[0] + ": " + std::strerror(error));
}

std::string read_all(int descriptor) {
  std::string text;
  std::array<char, 1 << 16> buffer;
  for (;;) {
    const ssize_t got = read(descriptor, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

// A file in memory, so that the child may read it at any time.
int file_with(const std::string& text) {
  const int file = memfd_create("input", MFD_CLOEXEC);
  if (file < 0) throw InputError(std::string("cannot make a file in memory: ") + std::strerror(errno));
  write_all(file, text);
  lseek(file, 0, SEEK_SET);
  return file;
}

}  // namespace

StartedChild start_child(const std::vector<std::string>& command, const std::string& input, int watched) {
  std::array<int, 2> pipe_ends;
  if (pipe2(pipe_ends.data(), O_CLOEXEC) != 0)
    throw InputError(std::string("no pipe: ") + std::strerror(errno));
  const int in = file_with(input);
  const pid_t child = start_with_us(command, [&] {
    dup2(in, STDIN_FILENO);
    dup2(pipe_ends[1], watched);
  });
  close(in);
  close(pipe_ends[1]);
  return {child, pipe_ends[0]};
}

void write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t wrote = write(descriptor, text.data(), text.size());
    if (wrote <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(wrote));
  }
}

int wait_for_child(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

ChildResult run_child(const std::vector<std::string>& command, const std::string& input, int watched) {
  const StartedChild child = start_child(command, input, watched);
  ChildResult result;
  result.output = read_all(child.output);
  close(child.output);
  result.status = wait_for_child(child.process);
  return result;
}

ChildResult run_child(const std::vector<std::string>& command, const std::string& folder) {
  const auto prepare = [&folder] {
    if (!folder.empty()) setenv("TMPDIR", folder.c_str(), 1);
  };
  return {wait_for_child(start_with_us(command, prepare)), ""};
}

}  // namespace linnet
