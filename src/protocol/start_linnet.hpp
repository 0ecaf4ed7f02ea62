// Turns a program that was linked with one of our libraries into `linnet`, which starts it again and speaks
// to it.
#pragma once

#include <cstdint>

#include "base/named.hpp"

namespace linnet {

// The variable in which `linnet` finds the program that started it: its words are then options of that
// program.
inline constexpr const char* kProgramVariable = "LINNET_PROGRAM";

// The purpose for which a program was linked, with its library and the command.
enum class LibraryKind : std::uint8_t { exploring, native, checking, last = checking };
inline constexpr Named<LibraryKind> kLibraryKinds[] = {
    {LibraryKind::exploring, "exploring", "liblinnet_runtime, for linnet run"},
    {LibraryKind::native, "native", "liblinnet_stress, for linnet stress"},
    {LibraryKind::checking, "checking", "liblinnet_check, for checking histories"}};
constexpr std::string_view name_of(LibraryKind kind) {
  return name_in(kLibraryKinds, kind);
}
// The variable in which `linnet` finds the kind of that program.
inline constexpr const char* kKindVariable = "LINNET_KIND";

// Looks beside the library that has this code, then in $LINNET, then on the PATH. Does not return: if there
// is none, the process ends with status 2 and says what to do. `variable` (NAME) is set to `value` for it.
[[noreturn]] void become_linnet(char** arguments, const char* variable, const char* value);

}  // namespace linnet
