// A program under test, as `linnet` sees it: a process that waits before its main, and forks of it that do
// the work.
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

// The program ended, sent a wrong message or did not answer.
struct ProgramDied : std::runtime_error {
  using runtime_error::runtime_error;
  bool ended = false;   // by itself
  int signal = 0;       // that ended it; 0: none
  int status = 0;       // of its exit
  bool silent = false;  // it did not answer in time, and was killed
};

// The run is over, by its time limit or by Ctrl-C, while a process of the program had to answer.
struct RunIsOver : std::runtime_error {
  using runtime_error::runtime_error;
};

// A connection to one process of the program. The process ends with the connection.
class Worker {
 public:
  struct Process {
    pid_t number = 0;
    std::string name;  // of the program
    // The time that an answer may take, in seconds. Nothing: no limit.
    std::optional<double> patience;
    const std::function<bool()>* over = nullptr;  // whether answers are no longer needed
    std::shared_ptr<CodeLiveness> code;  // answers its questions about its frames; null: nothing is known
  };
  // `control` is the connection to the process from which this one was forked; null: this is that process.
  Worker(int descriptor, Process process, Worker* control);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  template <class... Parts>
  void send(Ask kind, Parts... parts) {
    connection_.send(kind, std::move(parts)...);  // if the process is gone, receive() says so
  }
  // The next message; nothing if none came within this many milliseconds (-1: as long as the process may
  // take), or at a signal. Throws ProgramDied if no message will come, RunIsOver if answers are no longer
  // needed (only without milliseconds), and InputError if the process refuses its order.
  std::optional<Connection::Message> receive(int milliseconds = -1);
  // A message of this kind, decoded. Throws ProgramDied for any other kind.
  template <class T>
  T expect(Tell kind) {
    Connection::Message message = next_of(kind);
    return body<T>(message);
  }
  // Decodes a message. Throws ProgramDied if it is malformed.
  template <class T>
  T body(Connection::Message& message) {
    T body{};
    message.body(body);
    require(message);
    return body;
  }
  // Throws ProgramDied if the body was malformed.
  void require(const Connection::Message& message);

  // Ends the process, and throws ProgramDied: its message is impossible.
  [[noreturn]] void refuse(const std::string& what);

  // A fork of the process, which has done nothing except wait.
  std::unique_ptr<Worker> fork();
  void kill();
  // The process now belongs to another process of ours, which has a copy of the connection.
  void let_go() { status_ = 0; }
  pid_t process() const { return process_.number; }
  // Tells the process that there is nothing more to do, so that it ends.
  void hang_up();
  int descriptor() const { return connection_.descriptor(); }
  // Once `over` returns true, answers are no longer waited for. REQUIRES: it outlives this.
  void heed(const std::function<bool()>& over) { process_.over = &over; }
  // From now on there is no time limit for answers.
  void be_patient() { process_.patience.reset(); }
  // Answers questions of the process about its frames from `code`.
  void answer_from(std::shared_ptr<CodeLiveness> code) { process_.code = std::move(code); }
  // The resident memory of the process, in bytes.
  std::size_t resident_bytes() const;

 private:
  Connection::Message next_of(Tell kind);
  std::optional<Connection::Message> wait_for_message();
  // Returns true if the message was a question, which is now answered.
  bool answered(Connection::Message& message);
  [[noreturn]] void fail();
  int status();
  // Whether the process ends by itself within a moment. It may have closed its end of the connection and live
  // on.
  bool ends_soon() const;

  Connection connection_;
  Process process_;
  Worker* control_;
  std::optional<int> status_;
};

class SpecificationProcess;

class ProgramUnderTest {
 public:
  // Starts the program. With `wrapper`, these words come before it, as for a debugger: then the process
  // itself does the work. With `seconds`, each answer may take that long, or a few seconds. Throws InputError
  // if the program cannot be run, does not reach its main or was linked with another version, and ProgramDied
  // if it sends nothing.
  explicit ProgramUnderTest(const std::string& path, const std::vector<std::string>& wrapper = {},
                            std::optional<double> seconds = {});
  // The same program, waiting in a separate process, for use in another process.
  explicit ProgramUnderTest(ProgramUnderTest& original);
  ~ProgramUnderTest();

  const std::vector<ObjectTest>& tests() const { return hello_.tests; }
  std::uint32_t number_of(const ObjectTest& test) const {
    return static_cast<std::uint32_t>(&test - hello_.tests.data());
  }
  bool has_main() const { return hello_.has_main; }
  // Throws InputError if the program was linked for another purpose.
  void require(LibraryKind kind) const;
  const std::vector<LoadedModule>& modules() const { return hello_.modules; }
  std::uint32_t fingerprint() const { return fingerprint_; }
  const std::string& path() const { return path_; }
  // A hash of the standard input that every execution reads.
  std::uint64_t input() const { return hello_.input; }

  // Once `over` returns true, answers are no longer waited for.
  void give_up_when(std::function<bool()> over) { over_ = std::move(over); }
  // For use after that: processes that did not answer are killed, and started anew when they are asked again.
  void forget_specifications() { specifications_.clear(); }

  // A process that is as fresh as a new one.
  std::unique_ptr<Worker> fork() { return control_->fork(); }
  // The process itself: for a debugger, which stays with it.
  Worker& itself() { return *control_; }
  // The process that answers for the test's own specification. There is one for each test, and it is kept.
  std::shared_ptr<SpecificationProcess> specification(const ObjectTest& test);
  // A fork of this process will use the connection.
  void let_go() { control_->let_go(); }
  // Lets the program end, and waits for that or for the end of its debugger. Returns the status.
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

// What the function of a program may still read when each of its calls returns, one line per call. Throws
// InputError if there is no such function, or if it cannot be analysed.
std::string liveness_of(const std::string& path, const std::string& function);

// A hash of the executable's segments, except the one with its headers. Schedules are bound to it.
std::uint32_t program_fingerprint(const std::string& path);

}  // namespace linnet
