// Where a program that is linked for native runs begins.
#pragma once

namespace linnet {

// Called in place of the program's main, if it has one; what it returns is the exit status of the process, whose threads
// may be lost in operations that never return. Defined by the maker of the library.
int drive_natively(int count, char** arguments);

}  // namespace linnet
