// Where a program that is linked for native runs begins.
#pragma once

namespace linnet {

// Before the program's static constructors, and in place of its main.
void begin_natively(char** arguments);
void drive_natively();

}  // namespace linnet
