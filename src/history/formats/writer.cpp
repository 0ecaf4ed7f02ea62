// Chooses among the writers.
#include "history/formats/writer.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "history/formats/binary_format.hpp"

namespace linnet {

namespace {

void write(const History& history, Output output, std::string_view format) {
  if (format == "native") {
    write_native(history, output);
  } else if (format == "edn") {
    write_edn(history, output);
  } else if (format == "binary") {
    write_binary(history, output);
  } else {
    throw InputError(fmt::format("cannot write the format {}, expected native, binary or edn", format));
  }
  output.close();
}

std::string_view format_of(std::string_view path) {
  for (const std::string_view compressed : {".gz", ".zst"}) {
    if (path.ends_with(compressed)) path.remove_suffix(compressed.size());
  }
  return path.ends_with(".edn") ? "edn" : path.ends_with(".lnb") ? "binary" : "native";
}

}  // namespace

void write_history(const History& history, const std::string& path, std::string_view format) {
  write(history, Output::open(path), format.empty() ? format_of(path) : format);
}

std::string write_history_to_text(const History& history, std::string_view format) {
  std::string text;
  write(history, Output::to_text(text), format);
  return text;
}

}  // namespace linnet
