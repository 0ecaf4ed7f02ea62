// A source text as clang sees it: its declarations, its errors, and what could be written at
// a place in it.
#pragma once

#include <string>
#include <vector>

#include "generate/compile_error.hpp"
#include "generate/reading/libclang.hpp"

namespace linnet::generate {

// A member function that could be written after `object.`
struct MemberName {
  std::string name;
  bool accessible = false;
};

class SourceUnit {
 public:
  // `file` is a file whose content does not matter; but it has to be there, or libclang precompiles nothing.
  SourceUnit(std::string file, std::vector<std::string> flags);
  ~SourceUnit();
  SourceUnit(const SourceUnit&) = delete;
  SourceUnit& operator=(const SourceUnit&) = delete;

  const std::string& file() const { return file_; }
  const std::vector<std::string>& flags() const { return flags_; }

  // Takes `text` as its content. The #includes that it begins with are read once, as long as they stay the same.
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

}  // namespace linnet::generate
