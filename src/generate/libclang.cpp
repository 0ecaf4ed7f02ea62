// Loads libclang.
#include "generate/libclang.hpp"

#include <dlfcn.h>

#include <fmt/format.h>

#include "base/error.hpp"

namespace linnet::generate {

namespace {

constexpr const char* kLibrary = "libclang-19.so.1";

LibClang load() {
  void* const library = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    throw InputError(
        fmt::format("reading a class needs {} (Debian: libclang1-19 and libclang-common-19-dev): {}",
                    kLibrary, dlerror()));
  }
  LibClang functions;
#define LINNET_LIBCLANG_LOAD(name)                                                             \
  functions.name = reinterpret_cast<decltype(functions.name)>(dlsym(library, "clang_" #name)); \
  if (functions.name == nullptr) throw InputError(fmt::format("{} has no clang_{}", kLibrary, #name));
  LINNET_LIBCLANG(LINNET_LIBCLANG_LOAD)
#undef LINNET_LIBCLANG_LOAD
  return functions;
}

}  // namespace

const LibClang& libclang() {
  static const LibClang functions = load();
  return functions;
}

std::string text_of(CXString string) {
  const char* const characters = libclang().getCString(string);
  std::string text = characters == nullptr ? "" : characters;
  libclang().disposeString(string);
  return text;
}

}  // namespace linnet::generate
