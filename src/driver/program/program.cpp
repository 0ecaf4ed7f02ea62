// Starts a program with a socket, and handles the ways in which it can fail to answer.
#include "driver/program/program.hpp"

#include <elf.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

#include <fmt/format.h>

#include "base/child_process.hpp"
#include "base/error.hpp"
#include "base/hash.hpp"
#include "driver/program/own_spec.hpp"
#include "machine_code/liveness.hpp"
#include "machine_code/unseen_accesses.hpp"

namespace linnet {

namespace {

std::array<int, 2> make_socket() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw InputError(fmt::format("cannot make a socket: {}", std::strerror(errno)));
  return ends;
}

// Addresses have to be the same in every process, or a schedule found in one would not replay in another; and
// binding symbols late would write to data that are put back. If the kernel refuses, we continue: forks of
// one process are still alike.
void fix_addresses() {
  const int now = personality(0xffffffff);
  if (now != -1) personality(static_cast<unsigned long>(now) | ADDR_NO_RANDOMIZE);
  setenv("LD_BIND_NOW", "1", 1);
}

[[noreturn]] void become_program(const std::string& path, const std::vector<std::string>& wrapper, int socket,
                                 pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);
  const int out_of_the_way = fcntl(socket, F_DUPFD, kOutOfTheWay);
  setenv(kSocketVariable, std::to_string(out_of_the_way).c_str(), 1);
  fix_addresses();
  // Ctrl-C and standard output belong to linnet, which ends with the results so far; a debugger keeps its
  // terminal.
  if (wrapper.empty()) {
    setpgid(0, 0);
    dup2(STDERR_FILENO, STDOUT_FILENO);
  }
  std::vector<std::string> words = wrapper;
  words.push_back(path);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  _exit(127);
}

std::string name_of_program(const std::string& path) {
  return std::filesystem::path(path).filename();
}

// The time that an answer may take. With a debugger, there is no limit.
std::optional<double> patience_for(const std::vector<std::string>& wrapper, std::optional<double> seconds) {
  constexpr double kLeast = 3, kUsual = 60;
  if (!wrapper.empty()) return std::nullopt;
  return seconds ? std::max(*seconds, kLeast) : kUsual;
}

std::unique_ptr<Worker> start(const std::string& path, const std::vector<std::string>& wrapper,
                              std::optional<double> seconds, const std::function<bool()>& over) {
  if (access(path.c_str(), X_OK) != 0)
    throw InputError(fmt::format("{}: cannot be run: {}", path, std::strerror(errno)));
  const std::array<int, 2> ends = make_socket();
  const pid_t parent = getpid();
  const pid_t process = ::fork();
  if (process < 0) throw InputError(fmt::format("cannot make a process: {}", std::strerror(errno)));
  if (process == 0) become_program(path, wrapper, ends[1], parent);
  close(ends[1]);
  return std::make_unique<Worker>(
      ends[0],
      Worker::Process{process, name_of_program(path), patience_for(wrapper, seconds), &over, nullptr},
      nullptr);
}

// The first message. If it does not come, the reason is in the program's static constructors.
Connection::Message first_message(Worker& program, const std::string& path) {
  try {
    for (;;) {
      if (std::optional<Connection::Message> message = program.receive()) return *message;
    }
  } catch (const ProgramDied& died) {
    if (died.silent)
      throw ProgramDied(fmt::format("{}, before its main: does a static constructor return?", died.what()));
    if (!died.ended) throw;
    if (died.signal == 0)
      throw InputError(fmt::format(
          "{}: it ended with status {} before it answered: was it linked with a library of linnet? Or "
          "does a static constructor end it?",
          name_of_program(path), died.status));
    throw InputError(fmt::format("{}, before its main: see its static constructors", died.what()));
  }
}

Hello greet(Worker& program, const std::string& path) {
  Connection::Message message = first_message(program, path);
  Hello hello;
  message.body(hello);
  if (message.kind != static_cast<std::uint32_t>(Tell::hello)) program.refuse("it did not begin with hello");
  program.require(message);
  if (hello.protocol == kProtocolVersion && hello.version == LINNET_VERSION) return hello;
  throw InputError(
      fmt::format("{}: it was linked with a library of linnet {} (protocol {}), and this is linnet {} "
                  "(protocol {}): link it "
                  "with the library of this one",
                  path, hello.version, hello.protocol, LINNET_VERSION, kProtocolVersion));
}

// If two tests had the same name, a result or --test could not tell them apart.
void refuse_two_of_a_name(const std::vector<ObjectTest>& tests) {
  std::map<std::string_view, const ObjectTest*> by_name;
  for (const ObjectTest& test : tests) {
    const auto [first, is_new] = by_name.emplace(test.name, &test);
    if (is_new) continue;
    if (test.file.empty()) throw InputError(fmt::format("two specifications are called {}", test.name));
    throw InputError(Place{test.file, test.line, 0},
                     fmt::format("test {} is also declared at {}: each test needs a name of its own",
                                 test.name, Place{first->second->file, first->second->line, 0}.to_string()));
  }
}

}  // namespace

Worker::Worker(int descriptor, Process process, Worker* control)
    : connection_(descriptor), process_(std::move(process)), control_(control) {}

Worker::~Worker() {
  kill();
  try {
    status();
  } catch (const std::exception&) {  // the process from which it was forked is gone, and so is this one
  }
}

void Worker::hang_up() {
  shutdown(connection_.descriptor(), SHUT_RDWR);
}

void Worker::kill() {
  if (!status_) ::kill(process_.number, SIGKILL);
}

int Worker::status() {
  if (status_) return *status_;
  if (control_ == nullptr) {
    status_ = wait_for_child(process_.number);
  } else {
    status_ = 0;
    control_->send(Ask::status_of, process_.number);
    status_ = control_->expect<int>(Tell::status);
  }
  return *status_;
}

// Waits as long as the process may take.
std::optional<Connection::Message> Worker::wait_for_message() {
  constexpr int kGlance = 50;  // milliseconds
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  for (;;) {
    std::optional<Connection::Message> message = connection_.receive(kGlance);
    if (message || connection_.state() != Connection::State::open) return message;
    if ((*process_.over)()) {
      kill();
      throw RunIsOver(fmt::format("{}: the time was over before it answered", process_.name));
    }
    if (!process_.patience || Clock::now() - start < std::chrono::duration<double>(*process_.patience))
      continue;
    kill();
    ProgramDied died(fmt::format("{}: it has not answered for {} s", process_.name, *process_.patience));
    died.silent = true;
    throw died;
  }
}

bool Worker::answered(Connection::Message& message) {
  if (message.kind != static_cast<std::uint32_t>(Tell::frame)) return false;
  const auto address = body<std::uint64_t>(message);
  send(Ask::frames, process_.code != nullptr ? process_.code->facts_at(address) : std::vector<FrameFacts>());
  return true;
}

std::optional<Connection::Message> Worker::receive(int milliseconds) {
  std::optional<Connection::Message> message;
  do {
    message = milliseconds < 0 ? wait_for_message() : connection_.receive(milliseconds);
  } while (message && answered(*message));
  if (message && message->kind == static_cast<std::uint32_t>(Tell::refused)) {
    std::string why;
    message->body(why);
    throw InputError(why);
  }
  if (!message && connection_.state() != Connection::State::open) fail();
  return message;
}

bool Worker::ends_soon() const {
  constexpr int kMoment = 2000;  // milliseconds
  const int descriptor = static_cast<int>(syscall(SYS_pidfd_open, process_.number, 0));
  if (descriptor < 0) return true;  // the process is gone, or the kernel is old
  pollfd ended{descriptor, POLLIN, 0};
  while (poll(&ended, 1, kMoment) < 0 && errno == EINTR) {
  }
  close(descriptor);
  return ended.revents != 0;
}

void Worker::fail() {
  if (connection_.state() == Connection::State::damaged) refuse("what came is no message");
  if (!ends_soon()) {
    kill();
    throw ProgramDied(
        fmt::format("{}: it closed the socket that it shares with linnet, and went on", process_.name));
  }
  const int how = status();
  ProgramDied died(
      WIFSIGNALED(how) ? fmt::format("{}: it died: {}", process_.name, strsignal(WTERMSIG(how)))
      : WEXITSTATUS(how) == 127
          ? fmt::format("{}: it cannot be run, or exited with status 127", process_.name)
          : fmt::format(
                "{}: it ended outside of what it was asked for, with status {}; it may have closed the "
                "socket that it shares with linnet",
                process_.name, WEXITSTATUS(how)));
  died.ended = true;
  died.signal = WIFSIGNALED(how) ? WTERMSIG(how) : 0;
  died.status = WEXITSTATUS(how);
  throw died;
}

void Worker::refuse(const std::string& what) {
  kill();
  throw ProgramDied(
      fmt::format("{}: it wrote into the socket that it shares with linnet: {}", process_.name, what));
}

void Worker::require(const Connection::Message& message) {
  if (message.body.broken()) refuse(fmt::format("message {} cannot be", message.kind));
}

Connection::Message Worker::next_of(Tell kind) {
  for (;;) {
    std::optional<Connection::Message> message = receive();
    if (!message) continue;  // a signal came
    if (message->kind == static_cast<std::uint32_t>(kind)) return *message;
    refuse(fmt::format("message {} came where {} was expected", message->kind,
                       static_cast<std::uint32_t>(kind)));
  }
}

std::unique_ptr<Worker> Worker::fork() {
  const std::array<int, 2> ends = make_socket();
  send(Ask::fork);
  expect<std::string>(Tell::text);
  connection_.send_descriptor(ends[1]);
  close(ends[1]);
  const auto process = expect<pid_t>(Tell::forked);
  if (process <= 0) throw InputError(fmt::format("{}: it cannot make a process", process_.name));
  return std::make_unique<Worker>(
      ends[0], Process{process, process_.name, process_.patience, process_.over, process_.code}, this);
}

std::size_t Worker::resident_bytes() const {
  std::ifstream file(fmt::format("/proc/{}/statm", process_.number));
  std::size_t all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

ProgramUnderTest::ProgramUnderTest(const std::string& path, const std::vector<std::string>& wrapper,
                                   std::optional<double> seconds)
    : path_(path), fingerprint_(program_fingerprint(path)), control_(start(path, wrapper, seconds, over_)) {
  hello_ = greet(*control_, path);
  refuse_two_of_a_name(hello_.tests);
  if (hello_.kind == LibraryKind::exploring) {
    watch_unseen_accesses();
    control_->answer_from(std::make_shared<CodeLiveness>(hello_.modules));
  }
  bind_expectations();
}

ProgramUnderTest::ProgramUnderTest(ProgramUnderTest& original)
    : path_(original.path_),
      over_(original.over_),
      hello_(original.hello_),
      fingerprint_(original.fingerprint_),
      control_(original.control_->fork()) {
  control_->heed(over_);
  bind_expectations();
}

ProgramUnderTest::~ProgramUnderTest() = default;

// Forks inherit the watching.
void ProgramUnderTest::watch_unseen_accesses() {
  std::vector<WatchedInstruction> found = find_unseen_accesses(hello_.modules);
  if (!found.empty()) control_->send(Ask::watch, std::move(found));
}

void ProgramUnderTest::bind_expectations() {
  for (std::uint32_t test = 0; test < hello_.tests.size(); ++test) {
    std::vector<DeclaredOperation>& operations = hello_.tests[test].operations;
    for (std::uint32_t operation = 0; operation < operations.size(); ++operation) {
      operations[operation].expects = [this, test, operation](std::size_t index, linnet_word argument) {
        control_->send(Ask::expects, ExpectsQuestion{test, operation, static_cast<std::uint32_t>(index),
                                                     std::bit_cast<Value>(argument)});
        return control_->expect<std::string>(Tell::text);
      };
    }
  }
}

std::shared_ptr<SpecificationProcess> ProgramUnderTest::specification(const ObjectTest& test) {
  auto& known = specifications_[number_of(test)];
  if (known == nullptr) known = std::make_shared<SpecificationProcess>(*this, test);
  return known;
}

void ProgramUnderTest::require(LibraryKind kind) const {
  if (kind == hello_.kind) return;
  const auto library_of = [](LibraryKind of) { return kLibraryKinds[static_cast<std::size_t>(of)].meaning; };
  const std::string_view wanted = library_of(kind);
  throw InputError(fmt::format("{}: it was linked with {}: link it with {} instead", name_of_program(path_),
                               library_of(hello_.kind), wanted.substr(0, wanted.find(','))));
}

int ProgramUnderTest::wait() {
  control_->hang_up();
  return wait_for_child(control_->process());
}

std::string liveness_of(const std::string& path, const std::string& function) {
  std::string text = liveness_text(path, function);
  if (text.empty())
    throw InputError(fmt::format("{}: expected a function that can be analysed and calls something, found {}",
                                 path, function));
  return text;
}

std::uint32_t program_fingerprint(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  Elf64_Ehdr header{};
  file.read(reinterpret_cast<char*>(&header), sizeof header);
  if (!file || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
    throw InputError(
        path +
        ": expected a source file (.c, .cpp, ...) or a program that was linked with a library of linnet");
  std::vector<Elf64_Phdr> segments(header.e_phnum);
  file.seekg(static_cast<std::streamoff>(header.e_phoff));
  file.read(reinterpret_cast<char*>(segments.data()),
            static_cast<std::streamsize>(segments.size() * sizeof(Elf64_Phdr)));
  std::uint64_t hash = 0;
  for (const Elf64_Phdr& segment : segments) {
    // The first segment holds the headers and the build id.
    if (segment.p_type != PT_LOAD || segment.p_offset == 0) continue;
    std::string bytes(segment.p_filesz, '\0');
    file.seekg(static_cast<std::streamoff>(segment.p_offset));
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    hash = mix(hash, hash_text(bytes));
  }
  if (!file) throw InputError(path + ": cannot be read as a program");
  return static_cast<std::uint32_t>(hash);
}

}  // namespace linnet
