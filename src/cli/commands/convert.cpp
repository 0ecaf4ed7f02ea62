// linnet convert: translates a history from any format that we read to one that we write.
#include "cli/command.hpp"
#include "cli/options/shared_options.hpp"
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
          with_arguments<ConvertArguments>(
              [](OptionList& options, ConvertArguments& o) {
                options.group("Files");
                options.add("IN", &o.in, "The history to read. - is standard input.").must_be_given();
                options.add("OUT", &o.out, "The file to write. - is standard output.").must_be_given();
                options.add("--to", &o.to, "The format to write. Otherwise the name of OUT tells.")
                    .such_as({{"native", ""}, {"binary", ""}, {"edn", ""}, {"observation", ""}})
                    .in_short_help();
                add_reading_options(options, o.reading);
              },
              [](const ConvertArguments& o) {
                write_history(read_history(o.in, o.reading), o.out, o.to);
                return ExitStatus::pass;
              })};
}

}  // namespace linnet
