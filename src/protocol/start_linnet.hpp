// How a program that was linked with a library of ours becomes `linnet`, which starts it again and speaks to it.
#pragma once

namespace linnet {

// The variable in which `linnet` finds the program that started it: its words are options of that program then.
inline constexpr const char* kProgramVariable = "LINNET_PROGRAM";

// The variable that is set if that program is for native runs.
inline constexpr const char* kNativeVariable = "LINNET_NATIVE";

// Looks beside the library that has this code, then in $LINNET, then on the PATH. Does not return: where there is none, the
// process ends with status 2 and says what to do. `variable` (NAME) is set to `value` for it.
[[noreturn]] void become_linnet(char** arguments, const char* variable, const char* value);

}  // namespace linnet
