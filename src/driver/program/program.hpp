// A program under test, seen from `linnet`: a process that waits before its main, and forks of it that do the work.
#pragma once

#include <sys/types.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "protocol/requests.hpp"

namespace linnet {

class CodeLiveness;

// The program ended, spoke nonsense or said nothing, where it should have answered.
struct ProgramDied : std::runtime_error {
  using runtime_error::runtime_error;
  bool ended = false;   // by itself
  int signal = 0;       // that it ended by; 0: it was none
  int status = 0;       // that it ended with
  bool silent = false;  // it was ended, for it did not answer in time
};

// The run is over, by its limit of time or by Ctrl-C, while a process of the program was to answer.
struct RunIsOver : std::runtime_error {
  using runtime_error::runtime_error;
};

// A connection to one process of the program. The process ends with it.
class Worker {
 public:
  struct Process {
    pid_t number = 0;
    std::string name;  // of the program
    // How long it may take to answer, in seconds. Nothing: as long as it likes.
    std::optional<double> patience;
    const std::function<bool()>* over = nullptr;  // whether nobody waits for an answer any more
    std::shared_ptr<CodeLiveness> code;  // answers what it asks of its frames; null: nothing is known
  };
  // `control` is that of the process which this one was forked from; null: it is that process.
  Worker(int descriptor, Process process, Worker* control);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  template <class... Parts>
  void send(Ask kind, Parts... parts) {
    connection_.send(kind, std::move(parts)...);  // if it is gone, receive() says so
  }
  // The next message; nothing if none came within this many milliseconds (-1: as long as the process may take), or at a signal.
  // Throws ProgramDied if none will come, RunIsOver if nobody waits for it any more (only without milliseconds), and InputError if
  // the process refuses its order.
  std::optional<Connection::Message> receive(int milliseconds = -1);
  // A message of this kind, decoded. Throws ProgramDied for any other.
  template <class T>
  T expect(Tell kind) {
    Connection::Message message = next_of(kind);
    return body<T>(message);
  }
  // What a message says. Throws ProgramDied if it is not what it should be.
  template <class T>
  T body(Connection::Message& message) {
    T body{};
    message.body(body);
    require(message);
    return body;
  }
  // Throws ProgramDied if the body was not what it should be.
  void require(const Connection::Message& message);

  // Ends the process, and throws ProgramDied: what it said cannot be.
  [[noreturn]] void refuse(const std::string& what);

  // A fork of the process, which has done nothing but wait.
  std::unique_ptr<Worker> fork();
  void kill();
  // The process is another one's, which has a copy of the connection.
  void let_go() { status_ = 0; }
  pid_t process() const { return process_.number; }
  // No answer is waited for once `over` says so. REQUIRES: it outlives this.
  void heed(const std::function<bool()>& over) { process_.over = &over; }
  // Answers may take as long as they like from now on.
  void be_patient() { process_.patience.reset(); }
  // Questions of the process about its frames are answered from here.
  void answer_from(std::shared_ptr<CodeLiveness> code) { process_.code = std::move(code); }
  // What the process has in memory, in bytes.
  std::size_t resident_bytes() const;

 private:
  Connection::Message next_of(Tell kind);
  std::optional<Connection::Message> wait_for_message();
  // True if the message was a question, which is answered.
  bool answered(Connection::Message& message);
  [[noreturn]] void fail();
  int status();
  // Whether it ends by itself within a moment. It may have closed its end of the connection and live on.
  bool ends_soon() const;

  Connection connection_;
  Process process_;
  Worker* control_;
  std::optional<int> status_;
};

class SpecificationProcess;

class ProgramUnderTest {
 public:
  // Starts it. With `wrapper`, these words come before it, as for a debugger: then it is the process itself that works. With
  // `seconds`, each answer may take as long as that, or a few seconds. Throws InputError if it cannot be run, does not come to
  // its main or was linked with another version, and ProgramDied if it says nothing.
  explicit ProgramUnderTest(const std::string& path, const std::vector<std::string>& wrapper = {},
                            std::optional<double> seconds = {});
  // The same program, waiting in a process of its own, for use in another process.
  explicit ProgramUnderTest(ProgramUnderTest& original);
  ~ProgramUnderTest();

  const std::vector<ObjectTest>& tests() const { return hello_.tests; }
  std::uint32_t number_of(const ObjectTest& test) const {
    return static_cast<std::uint32_t>(&test - hello_.tests.data());
  }
  bool has_main() const { return hello_.has_main; }
  // Throws InputError if it was linked for something else.
  void require(LibraryKind kind) const;
  const std::vector<LoadedModule>& modules() const { return hello_.modules; }
  std::uint32_t fingerprint() const { return fingerprint_; }
  const std::string& path() const { return path_; }
  // A hash of the standard input that every execution reads.
  std::uint64_t input() const { return hello_.input; }

  // No answer is waited for once this says so.
  void give_up_when(std::function<bool()> over) { over_ = std::move(over); }
  // After that: what did not answer is ended, and started anew when it is asked again.
  void forget_specifications() { specifications_.clear(); }

  // A process that is as fresh as a new one.
  std::unique_ptr<Worker> fork() { return control_->fork(); }
  // The process itself: for a debugger, which stays with it.
  Worker& itself() { return *control_; }
  // Answers for the test's own specification. One for each test, kept.
  std::shared_ptr<SpecificationProcess> specification(const ObjectTest& test);
  // What it is waiting for will be asked by a fork of this process.
  void let_go() { control_->let_go(); }
  // When the program has ended by itself, its status.
  int wait();

 private:
  void watch_unseen_accesses();
  void bind_expectations();

  std::string path_;
  std::function<bool()> over_ = [] { return false; };
  Hello hello_;
  std::uint32_t fingerprint_ = 0;
  std::unique_ptr<Worker> control_;
  std::map<std::uint32_t, std::shared_ptr<SpecificationProcess>> specifications_;
};

// What the function of a program may still read when each of its calls returns, a line each. Throws InputError if there is no such
// function, or if it cannot be analysed.
std::string liveness_of(const std::string& path, const std::string& function);

// A hash of the executable's segments, but for the one with its headers: what schedules are bound to.
std::uint32_t program_fingerprint(const std::string& path);

}  // namespace linnet
