// What the library for exploring does in place of the program's main.
#include "base/hash.hpp"
#include "runtime/fibers/live_state.hpp"
#include "runtime/instructions/watched_code.hpp"
#include "runtime/memory/standard_streams.hpp"
#include "runtime/run_program.hpp"
#include "worker/orders.hpp"
#include "worker/server.hpp"
#include "worker/stop_signal.hpp"

namespace linnet {

namespace {

void work(Connection::Message& message, Connection& linnet) {
  using namespace worker;
  const auto kind = static_cast<Ask>(message.kind);  // a stop that came too late is none of these
  runtime::set_frame_source([&](std::uint64_t address) { return ask_for_frames(linnet, address); });
  if (kind == Ask::watch) runtime::set_watched_code(body_of<std::vector<WatchedInstruction>>(message));
  if (kind == Ask::explore) explore(body_of<ExploreOrder>(message), linnet);
  if (kind == Ask::run_serially) run_serially(body_of<SerialOrder>(message), linnet);
  if (kind == Ask::replay) linnet.send(Tell::replayed, replay(body_of<ReplayOrder>(message)));
}

}  // namespace

void runtime::begin(char** arguments) {
  worker::begin(arguments, LibraryKind::exploring);
}

int runtime::drive(std::span<char*>) {
  standard_input().read();
  worker::serve_linnet(
      {.has_main = program_has_main(), .input = hash_text(standard_input().text()), .work = work});
  return 0;
}

}  // namespace linnet
