// For any bytes, a reader returns a history or throws InputError; a returned history can be written and read
// again. Built once per format, which LINNET_FUZZED_FORMAT names; if it is empty, the content decides.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "base/error.hpp"
#include "history/formats/format.hpp"
#include "history/formats/writer.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace linnet;
  ReadOptions options;
  options.format = LINNET_FUZZED_FORMAT;
  options.fail_is_result = {"cas", "deq"};
  options.ties = size % 2 == 0 ? Ties::overlap : Ties::ordered;
  History history;
  try {
    Input input = Input::from_text("fuzz", {reinterpret_cast<const char*>(data), size});
    history = read_history(input, options);
  } catch (const InputError&) {
    return 0;
  }
  const std::string text = write_history_to_text(history);
  try {
    Input input = Input::from_text("again", text);
    if (read_history(input, {}).size() != history.size()) std::abort();
  } catch (const InputError& e) {
    std::fprintf(stderr, "what was written cannot be read: %s\n%s", e.what(), text.c_str());
    std::abort();
  }
  return 0;
}
