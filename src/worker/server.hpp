// The process of a program that waits before its main for what `linnet` asks: what the libraries for exploring and for native
// runs have in common.
#pragma once

#include "protocol/requests.hpp"

namespace linnet::worker {

// Before the program's static constructors: a program that was not started by `linnet` becomes it, and is started again.
void begin(char** arguments, LibraryKind kind);

struct Library {
  LibraryKind kind{};
  bool has_main = false;
  std::uint64_t input = 0;  // a hash of the standard input that executions read
  // Carries out an order that is special to the library; null if there is none. May throw.
  void (*work)(Connection::Message& message, Connection& linnet) = nullptr;
};

// Says hello, and serves until `linnet` has no more questions.
void serve_linnet(const Library& library);

template <class T>
T body_of(Connection::Message& message) {
  T body{};
  message.body(body);
  return body;
}

// The files that this process has loaded.
std::vector<LoadedModule> loaded_modules();

}  // namespace linnet::worker
