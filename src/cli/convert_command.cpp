// linnet convert: a history from any format we read to one we write.
#include <memory>

#include "cli/command.hpp"
#include "cli/shared_options.hpp"
#include "history/formats/writer.hpp"

namespace linnet {

namespace {

struct ConvertArguments {
  std::string in, out;
  std::string to;  // empty: by the name of `out`
  ReadOptions reading;
};

}  // namespace

Command convert_command() {
  return {"convert", "Translates a history between formats.",
          "Examples:\n"
          "  linnet convert etcd.log etcd.jsonl --fail-is-result cas\n"
          "  linnet convert queue.jsonl queue.edn\n"
          "  linnet convert long.jsonl long.lnb            (binary: a fraction of the size)\n"
          "  linnet convert - out.jsonl --format edn < history.edn",
          [](OptionList& options) -> std::function<ExitStatus()> {
            auto request = std::make_shared<ConvertArguments>();
            options.group("Files");
            options.add("IN", &request->in, "The history to read. - is standard input.").must_be_given();
            options.add("OUT", &request->out, "The file to write. - is standard output.").must_be_given();
            options.add("--to", &request->to, "The format to write. Otherwise the name of OUT tells.")
                .such_as({{"native", ""}, {"binary", ""}, {"edn", ""}})
                .in_short_help();
            add_reading_options(options, request->reading);
            return [request] {
              write_history(read_history(request->in, request->reading), request->out, request->to);
              return ExitStatus::pass;
            };
          }};
}

}  // namespace linnet
