// Finds `linnet`.
#include "protocol/start_linnet.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
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

// Whether a file may be the program: it contains our variable, or is a script that starts it. A file that
// cannot be read may be.
bool may_be_linnet(const char* path) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  struct stat about = {};
  const bool known = file >= 0 && fstat(file, &about) == 0 && S_ISREG(about.st_mode);
  const auto size = static_cast<std::size_t>(about.st_size);
  void* const bytes = known ? mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
  close(file);
  if (bytes == MAP_FAILED) return true;
  const bool script = size > 2 && std::memcmp(bytes, "#!", 2) == 0;
  const bool found = memmem(bytes, size, kProgramVariable, std::strlen(kProgramVariable)) != nullptr;
  munmap(bytes, size);
  return script || found;
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
    const bool right = may_be_linnet(named);
    if (right) execv(named, arguments);
    std::fprintf(stderr, "linnet: cannot run %s, which is the value of $LINNET: %s\n", named,
                 right ? std::strerror(errno) : "it is another program");
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
