// Hello, forks, and questions about what the program declares.
#include "worker/server.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>

#include "protocol/start_linnet.hpp"
#include "runtime/object_test.hpp"
#include "worker/own_specification.hpp"

namespace linnet::worker {

namespace {

std::string path_of_program() {
  char path[PATH_MAX];
  const ssize_t size = readlink("/proc/self/exe", path, sizeof path);
  return {path, size > 0 ? static_cast<std::size_t>(size) : 0};
}

const void* address_of_library() {
  Dl_info library{};
  return dladdr(reinterpret_cast<const void*>(&address_of_library), &library) == 0 ? nullptr
                                                                                   : library.dli_fbase;
}

int add_module(dl_phdr_info* info, std::size_t, void* result) {
  LoadedModule module{info->dlpi_name, info->dlpi_addr, {}, false};
  module.ours = module.base == reinterpret_cast<std::uint64_t>(address_of_library());
  if (module.file.empty()) module.file = path_of_program();
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& segment = info->dlpi_phdr[i];
    if (segment.p_type != PT_LOAD) continue;
    const std::uint64_t low = info->dlpi_addr + segment.p_vaddr;
    module.ranges.emplace_back(low, low + segment.p_memsz);
  }
  static_cast<std::vector<LoadedModule>*>(result)->push_back(std::move(module));
  return 0;
}

Hello hello(const Library& library) {
  Hello hello;
  hello.version = LINNET_VERSION;
  hello.kind = library.kind;
  hello.has_main = library.has_main;
  hello.input = library.input;
  for (const runtime::ProgramTest& test : runtime::declared_tests()) hello.tests.push_back(test.description);
  hello.modules = loaded_modules();
  return hello;
}

std::string expectation(const ExpectsQuestion& question) {
  const linnet_operation& operation = runtime::declared_tests()[question.test].operations[question.operation];
  const char* expected = operation.expects(question.index, question.argument.bits());
  return expected == nullptr ? "" : expected;
}

// Forks that have ended, and how.
std::map<pid_t, int> ended;

void reap() {
  int status = 0;
  for (pid_t process; (process = waitpid(-1, &status, WNOHANG)) > 0;) ended[process] = status;
}

int status_of(pid_t process) {
  int status = 0;
  if (const auto known = ended.extract(process)) return known.mapped();
  while (waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return 0;
  }
  return status;
}

void serve(Connection& linnet, const Library& library);

// The fork lives as long as this process does, and serves a connection of its own.
void fork_off(Connection& linnet, const Library& library) {
  reap();
  linnet.send(Tell::text, std::string());
  const int descriptor = linnet.receive_descriptor();
  const pid_t parent = getpid();
  // That of libc: the library for exploring stands in for it.
  const pid_t child = reinterpret_cast<pid_t (*)()>(dlsym(RTLD_NEXT, "fork"))();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(0);
    close(linnet.descriptor());
    const int out_of_the_way = fcntl(descriptor, F_DUPFD_CLOEXEC, kOutOfTheWay);
    close(descriptor);
    Connection own(out_of_the_way);
    serve(own, library);
    _exit(0);
  }
  close(descriptor);
  linnet.send(Tell::forked, child);
}

void answer(Connection::Message& message, Connection& linnet, const Library& library) {
  const auto kind = static_cast<Ask>(message.kind);
  if (kind == Ask::fork) return fork_off(linnet, library);
  if (kind == Ask::open_spec) return answer_for_specification(body_of<std::uint32_t>(message), linnet);
  if (kind == Ask::status_of) {
    linnet.send(Tell::status, status_of(body_of<pid_t>(message)));
  } else if (kind == Ask::expects) {
    linnet.send(Tell::text, expectation(body_of<ExpectsQuestion>(message)));
  } else if (library.work != nullptr) {
    library.work(message, linnet);
  }
}

void serve(Connection& linnet, const Library& library) {
  while (auto message = linnet.receive()) {
    try {
      answer(*message, linnet, library);
    } catch (const std::exception& error) {
      linnet.send(Tell::refused, std::string(error.what()));
    }
  }
}

int socket_from_environment() {
  const char* number = std::getenv(kSocketVariable);
  const int descriptor = number == nullptr ? -1 : std::atoi(number);
  unsetenv(kSocketVariable);
  unsetenv("LD_BIND_NOW");
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  return descriptor;
}

}  // namespace

std::vector<LoadedModule> loaded_modules() {
  std::vector<LoadedModule> modules;
  dl_iterate_phdr(add_module, &modules);
  return modules;
}

void begin(char** arguments, LibraryKind kind) {
  if (std::getenv(kSocketVariable) != nullptr) return;
  setenv(kKindVariable, name_of(kind).data(), 1);
  become_linnet(arguments, kProgramVariable, path_of_program().c_str());
}

void serve_linnet(const Library& library) {
  Connection linnet(socket_from_environment());
  linnet.send(Tell::hello, hello(library));
  serve(linnet, library);
}

}  // namespace linnet::worker
