// linnet convert: a history from any format we read to one we write.
#include "cli/command.hpp"
#include "cli/reading_options.hpp"
#include "driver/checking/convert_driver.hpp"

namespace linnet {

Command convert_command() {
  return {"convert", "translate a history between formats",
          "Examples:\n"
          "  linnet convert etcd.log etcd.jsonl --fail-is-result cas\n"
          "  linnet convert queue.jsonl queue.edn\n"
          "  linnet convert long.jsonl long.lnb            (binary: a fraction of the size)\n"
          "  linnet convert - out.jsonl --format edn < history.edn",
          [](CLI::App& app) -> std::function<ExitStatus()> {
            auto request = std::make_shared<ConvertRequest>();
            app.add_option("IN", request->in, "the history to read; - is standard input")->required();
            app.add_option("OUT", request->out, "the file to write; - is standard output")->required();
            add_reading_options(app, request->reading);
            app.add_option("--to", request->to,
                           "write this: native, binary or edn (otherwise by the name of OUT)");
            return [request] {
              convert(*request);
              return ExitStatus::pass;
            };
          }};
}

}  // namespace linnet
