// linnet convert: a history from any format we read to one we write.
#include <fmt/format.h>

#include "cli/command.hpp"
#include "driver/convert_driver.hpp"

namespace linnet {

Command convert_command() {
  return {"convert", "translate a history between formats",
          "Examples:\n"
          "  linnet convert etcd.log etcd.jsonl --fail-is-result cas\n"
          "  linnet convert queue.jsonl queue.edn\n"
          "  linnet convert - out.jsonl --format edn < history.edn",
          [](CLI::App& app) -> std::function<ExitStatus()> {
            auto request = std::make_shared<ConvertRequest>();
            app.add_option("IN", request->in, "the history to read; - is standard input")->required();
            app.add_option("OUT", request->out, "the file to write; - is standard output")->required();
            app.add_option("--format", request->reading.format, "read IN as this, not by its content\n" + list_formats());
            app.add_option("--to", request->to, "write this: native or edn (otherwise by the name of OUT)");
            app.add_option("--ties", request->ties, "a return and a call at the same instant: overlap, or ordered")
                ->check(CLI::IsMember({"overlap", "ordered"}))
                ->capture_default_str();
            app.add_option("--fail-is-result", request->reading.fail_is_result,
                           "in Jepsen files, a failed OP returned false (otherwise it did not happen)")
                ->type_name("OP");
            return [request] {
              convert(*request);
              return ExitStatus::pass;
            };
          }};
}

}  // namespace linnet
