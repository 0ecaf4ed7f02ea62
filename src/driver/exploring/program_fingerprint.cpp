// A hash of the executable's segments, but for the one with its headers.
#include "driver/exploring/program_fingerprint.hpp"

#include <elf.h>

#include <fstream>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/hash.hpp"

namespace linnet {

std::uint32_t program_fingerprint() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  Elf64_Ehdr header{};
  file.read(reinterpret_cast<char*>(&header), sizeof header);
  std::vector<Elf64_Phdr> segments(header.e_phnum);
  file.seekg(static_cast<std::streamoff>(header.e_phoff));
  file.read(reinterpret_cast<char*>(segments.data()),
            static_cast<std::streamsize>(segments.size() * sizeof(Elf64_Phdr)));
  std::uint64_t hash = 0;
  for (const Elf64_Phdr& segment : segments) {
    // The first one holds the headers and the build id.
    if (segment.p_type != PT_LOAD || segment.p_offset == 0) continue;
    std::string bytes(segment.p_filesz, '\0');
    file.seekg(static_cast<std::streamoff>(segment.p_offset));
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    hash = mix(hash, hash_text(bytes));
  }
  if (!file) throw InputError("cannot read /proc/self/exe, the program itself");
  return static_cast<std::uint32_t>(hash);
}

}  // namespace linnet
