// The places where `linnet` may be.
#include "protocol/start_linnet.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace linnet {

namespace {

constexpr int kBadInput = 2;

std::string folder_of_library() {
  Dl_info library{};
  if (dladdr(reinterpret_cast<const void*>(&become_linnet), &library) == 0 || library.dli_fname == nullptr)
    return ".";
  const std::string file = library.dli_fname;
  const std::size_t slash = file.rfind('/');
  return slash == file.npos ? "." : file.substr(0, slash);
}

}  // namespace

void become_linnet(char** arguments, const char* variable, const char* value) {
  setenv(variable, value, 1);
  const std::string folder = folder_of_library();
  for (const char* place : {"/../bin/linnet", "/linnet", "/../../bin/linnet"}) {
    const std::string program = folder + place;
    if (access(program.c_str(), X_OK) == 0) execv(program.c_str(), arguments);
  }
  if (const char* named = std::getenv("LINNET"); named != nullptr && *named != '\0') {
    execv(named, arguments);
    std::fprintf(stderr, "linnet: cannot run %s, which is the value of $LINNET\n", named);
    _exit(kBadInput);
  }
  execvp("linnet", arguments);
  std::fprintf(stderr,
               "linnet: this program needs the command linnet, which is neither beside its library "
               "(%s/../bin) nor on the "
               "PATH.\nSet LINNET to its path, or add its folder to the PATH.\n",
               folder.c_str());
  _exit(kBadInput);
}

}  // namespace linnet
