// Reads a class with libclang.
//
// libclang does not show the members of an implicit instantiation such as Queue<int>, only the template with
// its dependent types. But it completes `object.` to the names of all members, including those of bases; and
// a derived class with a using-declaration for each name has the overloads, instantiated:
//
//   struct linnet_probe : Queue<int> { using Queue<int>::push; ... };
//
// The same works for constructors, and for classes that are no templates.
#pragma once

#include <string>
#include <vector>

#include <clang-c/Index.h>

#include "generate/header_reader.hpp"

namespace linnet::generate {

// Copies a libclang string and frees it.
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

// A member function that could be written after `object.`
struct MemberName {
  std::string name;
  bool accessible = false;
};

// A source text as clang sees it: its declarations, its errors, and the possible completions at a place in
// it.
class SourceUnit {
 public:
  // `file` is a file whose content does not matter; but it has to exist, or libclang precompiles nothing.
  SourceUnit(std::string file, std::vector<std::string> flags);
  ~SourceUnit();
  SourceUnit(const SourceUnit&) = delete;
  SourceUnit& operator=(const SourceUnit&) = delete;

  const std::string& file() const { return file_; }
  const std::vector<std::string>& flags() const { return flags_; }

  // Takes `text` as its content. The #includes at its beginning are read once, as long as they stay the same.
  void parse(const std::string& text);
  std::vector<CompileError> errors() const;
  CXCursor root() const { return clang_getTranslationUnitCursor(unit_); }

  // The members of the object whose name and dot end `text`.
  std::vector<MemberName> members_after(const std::string& text);

 private:
  CompileError describe(CXDiagnostic diagnostic) const;
  void add_own_line(CXDiagnostic diagnostic, std::vector<unsigned>& lines) const;

  std::string file_;
  std::vector<std::string> flags_;
  CXIndex index_ = nullptr;
  CXTranslationUnit unit_ = nullptr;
};

// The unit has parsed `includes`, without errors. Throws InputError if there is no such class there.
ClassDescription read_class(SourceUnit& unit, const std::string& includes, const std::string& name);

// The classes that the header itself declares and that have public methods: boost::lockfree::queue<T, Options...>
std::vector<std::string> list_classes(const SourceUnit& unit, const std::string& header);

}  // namespace linnet::generate
