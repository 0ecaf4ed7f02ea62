// Writes histories: the native format and the binary one say all there is to say, EDN what Jepsen's tools understand.
#pragma once

#include <string>
#include <string_view>

#include "history/model/history.hpp"
#include "history/formats/output.hpp"

namespace linnet {

// Writes a history to a file, or to standard output if the path is "-". The format is "native", "binary" or "edn"; if
// it is empty, the name of the file decides (.edn, perhaps with .gz or .zst after it, is EDN; .lnb is binary; all others
// are native). Reading back what was written gives the same history. Throws InputError if the format cannot say
// what the history has (crashes, several objects or an explicit order in EDN), or if the file cannot be
// written.
void write_history(const History& history, const std::string& path, std::string_view format = "");
std::string write_history_to_text(const History& history, std::string_view format = "native");

// {"linnet":1, ...} without the end of the line.
void append_header(const History& history, std::string& out);

// The writers behind it, one per format.
void write_native(const History& history, Output& output);
void write_edn(const History& history, Output& output);

}  // namespace linnet
