// The library for native runs: replaces the program's main, and provides one for a program without a main.
#include <dlfcn.h>
#include <unistd.h>

#include <memory>

#include "runtime/hooks/export.hpp"
#include "stress/multiword_clients.hpp"
#include "stress/native_runner.hpp"
#include "worker/server.hpp"

namespace linnet {

namespace {

// What this process has opened: threads are kept between orders, and may be lost for ever.
struct Opened {
  NativeScenario scenario;
  std::unique_ptr<NativeRunner> runner;
  std::unique_ptr<MultiwordClients> clients;
};
Opened opened;

void work(Connection::Message& message, Connection& linnet) {
  using worker::body_of;
  const auto kind = static_cast<Ask>(message.kind);
  if (kind == Ask::open_scenario) {
    opened.scenario = body_of<NativeScenario>(message);
    opened.runner = std::make_unique<NativeRunner>(runtime::declared_tests()[opened.scenario.test],
                                                   opened.scenario.scenario);
    linnet.send(Tell::text, std::string());
  } else if (kind == Ask::run_batch) {
    linnet.send(Tell::batch, opened.runner->run(body_of<BatchOrder>(message)));
  } else if (kind == Ask::open_clients) {
    const auto load = body_of<ClientLoad>(message);
    opened.clients = std::make_unique<MultiwordClients>(runtime::declared_tests()[load.test], load);
    linnet.send(Tell::text, std::string());
  } else if (kind == Ask::run_clients) {
    linnet.send(Tell::clients, opened.clients->run(body_of<ClientsOrder>(message)));
  }
}

int main_in_its_place(int, char**, char**) {
  worker::serve_linnet({.kind = LibraryKind::native, .work = work});
  _exit(0);  // threads may be lost in operations that never return
}

}  // namespace

LINNET_EXPORT int __libc_start_main(int (*)(int, char**, char**), int count, char** arguments, void (*init)(),
                                    void (*fini)(), void (*loader_fini)(), void* stack_end) {
  using Start = int (*)(int (*)(int, char**, char**), int, char**, void (*)(), void (*)(), void (*)(), void*);
  worker::begin(arguments, LibraryKind::native);
  const auto real_start = reinterpret_cast<Start>(dlsym(RTLD_NEXT, "__libc_start_main"));
  return real_start(main_in_its_place, count, arguments, init, fini, loader_fini, stack_end);
}

}  // namespace linnet

__attribute__((visibility("default"))) int main() {
  return linnet::main_in_its_place(0, nullptr, nullptr);
}
