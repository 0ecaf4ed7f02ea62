// Starting a program with a socket, and the ways in which it can fail to answer.
#include "driver/exploring/program.hpp"

#include <elf.h>
#include <fcntl.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/hash.hpp"
#include "driver/exploring/own_spec.hpp"

namespace linnet {

namespace {

std::array<int, 2> make_socket() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw InputError(fmt::format("cannot make a socket: {}", std::strerror(errno)));
  return ends;
}

// Addresses have to be the same in every process, or a schedule found in one would not replay in another; and binding symbols
// late would write to data that are put back. Where that is refused we go on without: forks of one process are still alike.
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
  // Ctrl-C is for linnet, which ends with what it knows; a debugger stays with its terminal.
  if (wrapper.empty()) setpgid(0, 0);
  std::vector<std::string> words = wrapper;
  words.push_back(path);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  _exit(127);
}

std::unique_ptr<Worker> start(const std::string& path, const std::vector<std::string>& wrapper) {
  if (access(path.c_str(), X_OK) != 0)
    throw InputError(fmt::format("{}: cannot be run: {}", path, std::strerror(errno)));
  const std::array<int, 2> ends = make_socket();
  const pid_t parent = getpid();
  const pid_t process = ::fork();
  if (process < 0) throw InputError(fmt::format("cannot make a process: {}", std::strerror(errno)));
  if (process == 0) become_program(path, wrapper, ends[1], parent);
  close(ends[1]);
  return std::make_unique<Worker>(ends[0], process, nullptr);
}

int wait_for(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

Hello greet(Worker& program, const std::string& path) {
  std::optional<Connection::Message> message;
  try {
    while (!message) message = program.receive();
  } catch (const ProgramDied& died) {
    if (died.signal != 0) throw;
    throw InputError(
        fmt::format("{}: it ended before it answered: was it linked with a library of linnet?", path));
  }
  Hello hello;
  message->body(hello);
  const bool is_hello = message->kind == static_cast<std::uint32_t>(Tell::hello) && !message->body.broken();
  if (is_hello && hello.protocol == kProtocolVersion && hello.version == LINNET_VERSION) return hello;
  if (!is_hello && hello.protocol == kProtocolVersion) program.require(*message);
  throw InputError(
      fmt::format("{}: it was linked with a library of linnet {} (protocol {}), and this is linnet {} "
                  "(protocol {}): link it "
                  "with the library of this one",
                  path, hello.version, hello.protocol, LINNET_VERSION, kProtocolVersion));
}

}  // namespace

Worker::Worker(int descriptor, pid_t process, Worker* control)
    : connection_(descriptor), process_(process), control_(control) {}

Worker::~Worker() {
  kill();
  try {
    status();
  } catch (const std::exception&) {  // the process that it was forked from is gone, and this one with it
  }
}

void Worker::kill() {
  if (!status_) ::kill(process_, SIGKILL);
}

int Worker::status() {
  if (status_) return *status_;
  if (control_ == nullptr) {
    status_ = wait_for(process_);
  } else {
    status_ = 0;
    control_->send(Ask::status_of, process_);
    status_ = control_->expect<int>(Tell::status);
  }
  return *status_;
}

std::optional<Connection::Message> Worker::receive(int milliseconds) {
  std::optional<Connection::Message> message = connection_.receive(milliseconds);
  if (message && message->kind == static_cast<std::uint32_t>(Tell::refused)) {
    std::string why;
    message->body(why);
    throw InputError(why);
  }
  if (!message && connection_.state() != Connection::State::open) fail();
  return message;
}

void Worker::fail() {
  if (connection_.state() == Connection::State::damaged) {
    kill();
    throw ProgramDied("the program under test wrote into the socket that it shares with linnet", 0);
  }
  const int how = status();
  if (WIFSIGNALED(how))
    throw ProgramDied(fmt::format("the program under test died: {}", strsignal(WTERMSIG(how))),
                      WTERMSIG(how));
  if (WEXITSTATUS(how) == 127)
    throw ProgramDied("the program under test cannot be run, or exited with status 127", 0);
  throw ProgramDied(
      fmt::format(
          "the program under test ended outside of what it was asked for, with status {}; it may have "
          "closed the socket that it shares with linnet",
          WEXITSTATUS(how)),
      0);
}

void Worker::require(const Connection::Message& message) {
  if (!message.body.broken()) return;
  kill();
  throw ProgramDied("the program under test wrote into the socket that it shares with linnet", 0);
}

Connection::Message Worker::next_of(Tell kind) {
  for (;;) {
    std::optional<Connection::Message> message = receive();
    if (!message) continue;  // a signal came
    if (message->kind == static_cast<std::uint32_t>(kind)) return *message;
    kill();
    throw ProgramDied(fmt::format("the program under test answered with message {} where {} was expected",
                                  message->kind, static_cast<std::uint32_t>(kind)),
                      0);
  }
}

std::unique_ptr<Worker> Worker::fork() {
  const std::array<int, 2> ends = make_socket();
  send(Ask::fork);
  expect<std::string>(Tell::text);
  connection_.send_descriptor(ends[1]);
  close(ends[1]);
  const auto process = expect<pid_t>(Tell::forked);
  if (process <= 0) throw InputError("the program under test cannot make a process");
  return std::make_unique<Worker>(ends[0], process, this);
}

std::size_t Worker::resident_bytes() const {
  std::ifstream file(fmt::format("/proc/{}/statm", process_));
  std::size_t all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

ProgramUnderTest::ProgramUnderTest(const std::string& path, const std::vector<std::string>& wrapper)
    : path_(path), fingerprint_(program_fingerprint(path)), control_(start(path, wrapper)) {
  hello_ = greet(*control_, path);
  bind_expectations();
}

ProgramUnderTest::ProgramUnderTest(ProgramUnderTest& original)
    : path_(original.path_),
      hello_(original.hello_),
      fingerprint_(original.fingerprint_),
      control_(original.control_->fork()) {
  bind_expectations();
}

ProgramUnderTest::~ProgramUnderTest() = default;

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

int ProgramUnderTest::wait() {
  return wait_for(control_->process());
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
    // The first one holds the headers and the build id.
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
