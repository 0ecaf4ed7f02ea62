// What functions of libc for files and their names access of the caller's memory.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "runtime/libraries/noted_call.hpp"

namespace linnet::runtime {
namespace {

using By = const Accesses&;

constexpr auto nothing_yet = [](auto&&...) {};
constexpr auto reads_items = [](By by, const void* from, std::size_t size, std::size_t count, auto) {
  by.reads(from, size * count);
};
constexpr auto writes_items = [](By by, std::size_t done, void* to, std::size_t size, auto...) {
  by.writes(to, size * done);
};
constexpr auto reads_text = [](By by, const char* text, auto...) { by.reads_text(text); };
// What is returned is the buffer, or null.
constexpr auto wrote_text = [](By by, const char* text, auto...) { by.writes_text(text); };
constexpr auto reads_name_and_mode = [](By by, const char* name, const char* mode, auto...) {
  by.reads_text(name), by.reads_text(mode);
};
// The room for a line may be made anew.
constexpr auto updates_room = [](By by, char** line, std::size_t* room, auto...) {
  by.writes(line), by.writes(room);
};
constexpr auto writes_line = [](By by, ssize_t length, char** line, auto...) {
  if (length >= 0) by.writes(*line, static_cast<std::size_t>(length) + 1);
};

}  // namespace

std::span<const StandIn> stream_functions() {
  static const StandIn kAll[] = {
      noted<&fread>("fread", nothing_yet, writes_items),
      noted<&fread_unlocked>("fread_unlocked", nothing_yet, writes_items),
      noted<&fwrite>("fwrite", reads_items),
      noted<&fwrite_unlocked>("fwrite_unlocked", reads_items),
      noted<&fgets>("fgets", nothing_yet, wrote_text),
      noted<&fputs>("fputs", reads_text),
      noted<&puts>("puts", reads_text),
      noted<&perror>("perror", reads_text),
      noted<&getline>("getline", updates_room, writes_line),
      noted<&getdelim>("getdelim", updates_room, writes_line),
      noted<&getdelim>("__getdelim", updates_room, writes_line),
      noted<&fopen>("fopen", reads_name_and_mode),
      noted<&fopen64>("fopen64", reads_name_and_mode),
      noted<&remove>("remove", reads_text),
      noted<&getcwd>("getcwd", nothing_yet, wrote_text),
      noted<&realpath>("realpath", reads_text, wrote_text),
      noted<&gethostname>("gethostname", nothing_yet,
                          [](By by, int failed, char* name, auto...) {
                            if (failed == 0) by.writes_text(name);
                          }),
  };
  return kAll;
}

}  // namespace linnet::runtime
