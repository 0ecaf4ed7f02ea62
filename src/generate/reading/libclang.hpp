// Shorthands for libclang: texts that free themselves, and a loop over children.
#pragma once

#include <string>

#include <clang-c/Index.h>

namespace linnet::generate {

// Takes over a string of libclang's.
inline std::string text_of(CXString string) {
  const char* const characters = clang_getCString(string);
  std::string text = characters == nullptr ? "" : characters;
  clang_disposeString(string);
  return text;
}

// Calls visit(cursor) for each child.
template <class Visit>
void for_each_child(CXCursor parent, Visit visit) {
  clang_visitChildren(
      parent,
      [](CXCursor cursor, CXCursor, CXClientData data) {
        (*static_cast<Visit*>(data))(cursor);
        return CXChildVisit_Continue;
      },
      &visit);
}

}  // namespace linnet::generate
