// Marks what the runtime defines in place of libc, libatomic and the compiler's runtime. Everything else in
// our library is hidden, so that nothing of ours can clash with the user's code.
#pragma once

#define LINNET_EXPORT extern "C" __attribute__((visibility("default")))

// Declares another name of a function that is defined in the same file.
#define LINNET_ALIAS(function) extern "C" __attribute__((visibility("default"), alias(#function)))

// The place in the program that called the hook. REQUIRES: used in the hook itself.
#define LINNET_PC __builtin_return_address(0)
