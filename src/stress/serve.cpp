// What the library for native runs does in place of the program's main.
#include "stress/native_start.hpp"

#include <ctime>
#include <memory>
#include <optional>

#include "base/stopwatch.hpp"
#include "protocol/client_tape.hpp"
#include "protocol/native_recording.hpp"
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

BatchResult run_batch(const BatchOrder& order) {
  BatchResult result;
  const double start = processor_seconds(CLOCK_PROCESS_CPUTIME_ID);
  const NativeRunner::Ran ran =
      opened.runner->run(order.batch, std::chrono::duration<double>(order.patience));
  result.seconds = ran.seconds;
  result.hung = ran.hung;
  result.cpu_seconds = processor_seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
  if (order.batch.clock == NativeClock::none) return result;
  const std::size_t first = ran.hung ? opened.runner->hung_round() : 0;
  const std::size_t end = ran.hung ? first + 1 : order.batch.rounds;
  for (std::size_t round = first; round < end; ++round) {
    opened.runner->read(round, result.recordings.emplace_back());
  }
  return result;
}

void work(Connection::Message& message, Connection& linnet) {
  using worker::body_of;
  const auto kind = static_cast<Ask>(message.kind);
  if (kind == Ask::open_scenario) {
    opened.scenario = body_of<NativeScenario>(message);
    opened.runner = std::make_unique<NativeRunner>(runtime::declared_tests()[opened.scenario.test],
                                                   opened.scenario.scenario);
    linnet.send(Tell::text, std::string());
  } else if (kind == Ask::run_batch) {
    linnet.send(Tell::batch, run_batch(body_of<BatchOrder>(message)));
  } else if (kind == Ask::open_clients) {
    const auto load = body_of<ClientLoad>(message);
    opened.clients = std::make_unique<MultiwordClients>(runtime::declared_tests()[load.test], load);
    linnet.send(Tell::text, std::string());
  } else if (kind == Ask::run_clients) {
    linnet.send(Tell::clients, opened.clients->run(body_of<ClientsOrder>(message)));
  }
}

}  // namespace

void begin_natively(char** arguments) {
  worker::begin(arguments, LibraryKind::native);
}

void drive_natively() {
  worker::serve_linnet({.kind = LibraryKind::native, .work = work});
}

}  // namespace linnet
