// Converts cursors and types of libclang to a ClassDescription.
#include "generate/reading/class_reader.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "base/error.hpp"

namespace linnet::generate {

namespace {

constexpr const char* kProbe = "linnet_probe";

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

std::string spelling(CXCursor cursor) {
  return text_of(clang_getCursorSpelling(cursor));
}

// `const int &` as people write it: `const int&`.
std::string spelling(CXType type) {
  std::string text = text_of(clang_getTypeSpelling(type));
  for (const char* mark : {"&", "*"}) replace_all(text, std::string(" ") + mark, mark);
  replace_all(text, "std::basic_string<char>", "std::string");
  replace_all(text, "std::basic_string_view<char>", "std::string_view");
  return text;
}

// ns::Class, without inline namespaces.
std::string qualified_name(CXCursor cursor, std::string own) {
  const CXCursor parent = clang_getCursorSemanticParent(cursor);
  const CXCursorKind kind = clang_getCursorKind(parent);
  const bool is_scope = kind == CXCursor_Namespace || kind == CXCursor_ClassDecl ||
                        kind == CXCursor_StructDecl || kind == CXCursor_ClassTemplate ||
                        kind == CXCursor_EnumDecl;
  if (!is_scope) return own;
  const bool silent = kind == CXCursor_Namespace && clang_Cursor_isInlineNamespace(parent) != 0;
  const std::string scope = silent ? "" : spelling(parent) + "::";
  return qualified_name(parent, scope + std::move(own));
}

struct CursorPlace {
  std::string file;
  unsigned offset = 0;
};

CursorPlace place_of(CXCursor cursor) {
  CXFile file = nullptr;
  CursorPlace place;
  clang_getExpansionLocation(clang_getCursorLocation(cursor), &file, nullptr, nullptr, &place.offset);
  if (file != nullptr) place.file = text_of(clang_getFileName(file));
  return place;
}

// Reads the types of one class.
class TypeReader {
 public:
  explicit TypeReader(CXType subject) : subject_(spelling(clang_getCanonicalType(subject))) {}

  // Names among `deduced` are parameters of the method's template.
  Type read(CXType type, const std::set<std::string>& deduced = {}) const {
    Type read;
    read.is_pack = text_of(clang_getTypeSpelling(type)).ends_with("...");
    const CXType target = clang_getNonReferenceType(type);
    read.is_const = clang_isConstQualifiedType(target) != 0;
    read.passing = passing(type, read.is_const);
    const CXType bare = clang_getUnqualifiedType(target);
    if (!deduced.empty() && read_dependent(bare, deduced, read)) return read;
    const CXType canonical = clang_getUnqualifiedType(clang_getCanonicalType(bare));
    read.name = spelling(canonical);
    classify(canonical, read);
    return read;
  }

  std::vector<Type> arguments(CXType type) const {
    std::vector<Type> found;
    for (int i = 0; i < clang_Type_getNumTemplateArguments(type); ++i) {
      const CXType argument = clang_Type_getTemplateArgumentAsType(type, static_cast<unsigned>(i));
      if (argument.kind != CXType_Invalid) found.push_back(read(argument));
    }
    return found;
  }

 private:
  static Passing passing(CXType type, bool to_const) {
    const CXType canonical = clang_getCanonicalType(type);
    if (canonical.kind == CXType_RValueReference) return Passing::rvalue;
    if (canonical.kind != CXType_LValueReference) return Passing::value;
    return to_const ? Passing::const_reference : Passing::reference;
  }

  // U, U&..., std::chrono::duration<Rep, Period>.
  static bool read_dependent(CXType bare, const std::set<std::string>& deduced, Type& read) {
    std::string name = text_of(clang_getTypeSpelling(bare));
    if (name.ends_with("...")) {  // the spelling of a pack says everything
      name.resize(name.size() - 3);
      read.is_const = name.starts_with("const ");
      if (read.is_const) name.erase(0, 6);
      read.passing = name.ends_with("&&")   ? Passing::rvalue
                     : !name.ends_with("&") ? Passing::value
                     : read.is_const        ? Passing::const_reference
                                            : Passing::reference;
      name.resize(name.find_last_not_of(" &") + 1);
    }
    read.name = name;
    if (deduced.contains(name)) {
      read.kind = TypeKind::deduced;
    } else if (name.starts_with("std::chrono::duration<")) {
      read.kind = TypeKind::duration;
    } else if (name.starts_with("std::chrono::time_point<")) {
      read.kind = TypeKind::time_point;
    } else {
      return false;
    }
    return true;
  }

  void classify(CXType type, Type& read) const {
    if (read.name == subject_) {
      read.kind = TypeKind::own;
    } else if (type.kind == CXType_Void) {
      read.kind = TypeKind::nothing;
    } else if (type.kind == CXType_Bool) {
      read.kind = TypeKind::boolean;
    } else if (type.kind > CXType_Bool && type.kind <= CXType_Int128) {
      read.kind = TypeKind::integer;
    } else if (type.kind >= CXType_Float && type.kind <= CXType_LongDouble) {
      read.kind = TypeKind::real;
    } else if (type.kind == CXType_Enum) {
      read.kind = TypeKind::enumeration;
      read.enumerators = enumerators(type);
    } else if (type.kind == CXType_Pointer) {
      classify_pointer(type, read);
    } else if (type.kind == CXType_Record) {
      classify_class(type, read);
    }
  }

  static std::vector<std::string> enumerators(CXType type) {
    std::vector<std::string> names;
    for_each_child(clang_getTypeDeclaration(type), [&](CXCursor child) {
      if (clang_getCursorKind(child) != CXCursor_EnumConstantDecl || names.size() == 3) return;
      names.push_back(qualified_name(child, spelling(child)));
    });
    return names;
  }

  void classify_pointer(CXType type, Type& read) const {
    read.parts.push_back(this->read(clang_getPointeeType(type)));
    const Type& to = read.parts[0];
    if (to.name == "char" && to.is_const) {
      read.kind = TypeKind::text;
    } else if (clang_getPointeeType(type).kind == CXType_FunctionProto) {
      read.kind = TypeKind::callable;
    } else {
      read.kind = TypeKind::pointer;
    }
  }

  void classify_class(CXType type, Type& read) const {
    struct Known {
      const char* name;
      TypeKind kind;
    };
    constexpr Known kKnown[] = {
        {"std::basic_string", TypeKind::text},
        {"std::basic_string_view", TypeKind::text},
        {"std::optional", TypeKind::optional},
        {"std::unique_ptr", TypeKind::smart_pointer},
        {"std::shared_ptr", TypeKind::smart_pointer},
        {"std::pair", TypeKind::tuple},
        {"std::tuple", TypeKind::tuple},
        {"std::vector", TypeKind::list},
        {"std::initializer_list", TypeKind::initializer_list},
        {"std::function", TypeKind::callable},
        {"std::chrono::duration", TypeKind::duration},
        {"std::chrono::time_point", TypeKind::time_point},
    };
    const CXCursor declaration = clang_getTypeDeclaration(type);
    const std::string name = qualified_name(declaration, spelling(declaration));
    const auto known = std::ranges::find(kKnown, name, &Known::name);
    if (known != std::end(kKnown)) {
      read.kind = known->kind;
      if (read.kind == TypeKind::text && !read.name.starts_with("std::string")) read.kind = TypeKind::other;
      if (read.kind != TypeKind::callable) read.parts = arguments(type);
    } else if (name.ends_with("iterator")) {
      read.kind = TypeKind::iterator;
    }
  }

  std::string subject_;
};

// Reads the methods and constructors of one class.
class MethodReader {
 public:
  explicit MethodReader(const TypeReader& types) : types_(types) {}

  Method read(CXCursor cursor) const {
    const CXType type = clang_getCursorType(cursor);
    Method method;
    method.name = spelling(cursor);
    method.is_template = clang_getCursorKind(cursor) == CXCursor_FunctionTemplate;
    method.is_const = clang_CXXMethod_isConst(cursor) != 0;
    method.is_static = clang_CXXMethod_isStatic(cursor) != 0;
    method.is_deleted = clang_CXXMethod_isDeleted(cursor) != 0;
    method.needs_rvalue = clang_Type_getCXXRefQualifier(type) == CXRefQualifier_RValue;
    method.access = access(cursor);
    const std::set<std::string> deduced = template_parameters(cursor);
    method.result = types_.read(clang_getResultType(type), deduced);
    const std::vector<CXCursor> declared = parameters(cursor);
    for (int i = 0; i < clang_getNumArgTypes(type); ++i) {
      Parameter parameter{{}, types_.read(clang_getArgType(type, static_cast<unsigned>(i)), deduced), false};
      if (static_cast<std::size_t>(i) < declared.size()) {
        const CXCursor at = declared[static_cast<std::size_t>(i)];
        parameter.name = spelling(at);
        parameter.has_default = has_default(at);
      }
      method.parameters.push_back(std::move(parameter));
    }
    method.signature = signature(cursor, type, method);
    return method;
  }

 private:
  static Access access(CXCursor cursor) {
    switch (clang_getCXXAccessSpecifier(cursor)) {
      case CX_CXXPublic: return Access::everyone;
      case CX_CXXProtected: return Access::derived;
      case CX_CXXInvalidAccessSpecifier:
      case CX_CXXPrivate: return Access::nobody;
    }
    return Access::nobody;
  }

  static std::set<std::string> template_parameters(CXCursor cursor) {
    std::set<std::string> names;
    if (clang_getCursorKind(cursor) != CXCursor_FunctionTemplate) return names;
    for_each_child(cursor, [&](CXCursor child) {
      if (clang_getCursorKind(child) == CXCursor_TemplateTypeParameter) names.insert(spelling(child));
    });
    return names;
  }

  static std::vector<CXCursor> parameters(CXCursor cursor) {
    std::vector<CXCursor> found;
    const int count = clang_Cursor_getNumArguments(cursor);
    for (int i = 0; i < count; ++i) {
      found.push_back(clang_Cursor_getArgument(cursor, static_cast<unsigned>(i)));
    }
    if (count >= 0) return found;
    for_each_child(cursor, [&](CXCursor child) {
      if (clang_getCursorKind(child) == CXCursor_ParmDecl) found.push_back(child);
    });
    return found;
  }

  static bool has_default(CXCursor parameter) {
    const CXTranslationUnit unit = clang_Cursor_getTranslationUnit(parameter);
    CXToken* tokens = nullptr;
    unsigned count = 0;
    clang_tokenize(unit, clang_getCursorExtent(parameter), &tokens, &count);
    bool found = false;
    for (unsigned i = 0; i < count; ++i) found |= text_of(clang_getTokenSpelling(unit, tokens[i])) == "=";
    clang_disposeTokens(unit, tokens, count);
    return found;
  }

  static std::string signature(CXCursor cursor, CXType type, const Method& method) {
    std::string text = method.is_static ? "static " : "";
    const CXCursorKind kind = clang_getCursorKind(cursor);
    if (kind != CXCursor_Constructor && kind != CXCursor_ConversionFunction) {
      text += spelling(clang_getResultType(type)) + " ";
    }
    text += method.name + "(";
    for (std::size_t i = 0; i < method.parameters.size(); ++i) {
      const std::string& name = method.parameters[i].name;
      text += (i == 0 ? "" : ", ") + spelling(clang_getArgType(type, static_cast<unsigned>(i)));
      if (!name.empty()) text += " " + name;
    }
    return text + ")" + (method.is_const ? " const" : "") + (method.needs_rvalue ? " &&" : "");
  }

  const TypeReader& types_;
};

// The declarations that a using-declaration names.
std::vector<CXCursor> named_by(CXCursor using_declaration) {
  std::vector<CXCursor> found;
  for_each_child(using_declaration, [&](CXCursor child) {
    if (clang_getCursorKind(child) != CXCursor_OverloadedDeclRef) return;
    for (unsigned i = 0; i < clang_getNumOverloadedDecls(child); ++i) {
      found.push_back(clang_getOverloadedDecl(child, i));
    }
  });
  return found;
}

// In the order of the header, inherited ones last.
void sort_as_declared(std::vector<CXCursor>& cursors, CXCursor subject) {
  const auto key = [&](CXCursor cursor) {
    const CXCursor owner = clang_getCanonicalCursor(clang_getCursorSemanticParent(cursor));
    CursorPlace place = place_of(cursor);
    return std::tuple(clang_equalCursors(owner, subject) == 0, std::move(place.file), place.offset);
  };
  std::ranges::sort(cursors, {}, key);
}

std::string alias(const std::string& includes, const std::string& name) {
  return fmt::format("{}using linnet_subject = {};\n", includes, name);
}

// Uses a class that derives from it and names all members.
std::string probe(const std::string& includes, const std::string& name,
                  const std::vector<MemberName>& members) {
  std::string text = alias(includes, name);
  text += fmt::format("struct {} : linnet_subject {{\n  using linnet_subject::linnet_subject;\n", kProbe);
  for (const MemberName& member : members) text += fmt::format("  using linnet_subject::{};\n", member.name);
  return text + "};\n";
}

std::optional<CXCursor> find_child(CXCursor parent, const std::string& name) {
  std::optional<CXCursor> found;
  for_each_child(parent, [&](CXCursor child) {
    if (spelling(child) == name) found = child;
  });
  return found;
}

// Copying and moving, declared or not, is no operation on one object.
bool copies(const Method& method) {
  return method.parameters.size() == 1 && method.parameters[0].type.kind == TypeKind::own;
}

ClassDescription read_probe(const SourceUnit& unit, const std::string& name,
                            const std::vector<MemberName>& members) {
  const CXType subject =
      clang_getTypedefDeclUnderlyingType(find_child(unit.root(), "linnet_subject").value());
  const TypeReader types(subject);
  const MethodReader methods(types);
  std::vector<CXCursor> constructors, functions;
  for_each_child(find_child(unit.root(), kProbe).value(), [&](CXCursor child) {
    if (clang_getCursorKind(child) != CXCursor_UsingDeclaration) return;
    for (const CXCursor cursor : named_by(child)) {
      const bool constructs = spelling(child) == kProbe;
      const auto member = std::ranges::find(members, spelling(child), &MemberName::name);
      if (!constructs && member == members.end()) continue;
      (constructs ? constructors : functions).push_back(cursor);
    }
  });
  const CXType canonical = clang_getCanonicalType(subject);
  const CXCursor declaration = clang_getCanonicalCursor(clang_getTypeDeclaration(canonical));
  ClassDescription description{name, types.arguments(canonical), {}, {}};
  sort_as_declared(constructors, declaration);
  sort_as_declared(functions, declaration);
  for (const CXCursor cursor : constructors) {
    Method constructor = methods.read(cursor);
    if (!copies(constructor)) description.constructors.push_back(std::move(constructor));
  }
  for (const CXCursor cursor : functions) {
    Method method = methods.read(cursor);
    const bool accessible = std::ranges::find(members, method.name, &MemberName::name)->accessible;
    if (!accessible && method.access == Access::everyone)
      method.access = Access::derived;  // of a private base
    if (method.name == "operator=" && copies(method)) continue;
    if (method.access != Access::nobody) description.methods.push_back(std::move(method));
  }
  return description;
}

bool is_marked_final(const std::vector<CompileError>& errors) {
  return std::ranges::any_of(errors, [](const CompileError& error) {
    return error.message.find("marked 'final'") != std::string::npos;
  });
}

bool has_public_method(CXCursor record) {
  bool found = false;
  for_each_child(record, [&](CXCursor child) {
    const CXCursorKind kind = clang_getCursorKind(child);
    found |= (kind == CXCursor_CXXMethod || kind == CXCursor_FunctionTemplate) &&
             clang_getCXXAccessSpecifier(child) == CX_CXXPublic;
  });
  return found;
}

bool is_class(CXCursorKind kind) {
  return kind == CXCursor_ClassDecl || kind == CXCursor_StructDecl || kind == CXCursor_ClassTemplate;
}

// Classes declared in a namespace, and those that a using-declaration or an alias puts there.
void collect_classes(CXCursor scope, const std::function<bool(CXCursor)>& is_here,
                     std::vector<std::string>& names) {
  for_each_child(scope, [&](CXCursor child) {
    const CXCursorKind kind = clang_getCursorKind(child);
    const auto add = [&](CXCursor shown) {
      names.push_back(qualified_name(child, text_of(clang_getCursorDisplayName(shown))));
    };
    if (kind == CXCursor_Namespace && clang_Cursor_isAnonymous(child) == 0) {
      const std::string name = spelling(child);
      if (!name.starts_with("detail") && !name.starts_with("_")) collect_classes(child, is_here, names);
    } else if (!is_here(child)) {
      return;
    } else if (is_class(kind)) {
      if (clang_isCursorDefinition(child) != 0 && has_public_method(child)) add(child);
    } else if (kind == CXCursor_UsingDeclaration) {
      for (const CXCursor cursor : named_by(child)) {
        if (is_class(clang_getCursorKind(cursor))) add(cursor);
      }
    } else if (kind == CXCursor_TypeAliasDecl || kind == CXCursor_TypedefDecl) {
      if (clang_getCanonicalType(clang_getCursorType(child)).kind == CXType_Record) add(child);
    }
  });
}

}  // namespace

ClassDescription read_class(SourceUnit& unit, const std::string& includes, const std::string& name) {
  unit.parse(alias(includes, name) + "constexpr auto linnet_size = sizeof(linnet_subject);\n");
  if (const auto errors = unit.errors(); !errors.empty()) throw InputError(errors[0].message);
  const CXType type = clang_getTypedefDeclUnderlyingType(find_child(unit.root(), "linnet_subject").value());
  if (clang_getCanonicalType(type).kind != CXType_Record) throw InputError(name + " is no class");
  const std::vector<MemberName> members =
      unit.members_after(alias(includes, name) + "void linnet_probe(linnet_subject& object) {\n  object.");
  const std::string text = probe(includes, name, members);
  unit.parse(text);
  if (!is_marked_final(unit.errors())) return read_probe(unit, name, members);
  std::vector<std::string> flags = unit.flags();
  flags.emplace_back("-Dfinal=");  // only for reading: the written test is tried with the class as it is
  SourceUnit open(unit.file(), std::move(flags));
  open.parse(text);
  return read_probe(open, name, members);
}

std::vector<std::string> list_classes(const SourceUnit& unit, const std::string& header) {
  // tbb/concurrent_queue.h only includes oneapi/tbb/concurrent_queue.h.
  const std::string file = std::filesystem::path(header).filename();
  std::vector<std::string> names;
  collect_classes(
      unit.root(),
      [&](CXCursor cursor) { return std::filesystem::path(place_of(cursor).file).filename() == file; },
      names);
  std::ranges::sort(names);
  const auto [first, last] = std::ranges::unique(names);
  names.erase(first, last);
  return names;
}

namespace {

class ClangReader : public HeaderReader {
 public:
  ClangReader(const std::string& file, const std::vector<std::string>& flags) : unit_(file, flags) {}

  void parse(const std::string& text) override { unit_.parse(text); }
  std::vector<CompileError> errors() const override { return unit_.errors(); }
  std::vector<std::string> classes(const std::string& header) const override {
    return list_classes(unit_, header);
  }
  ClassDescription read(const std::string& includes, const std::string& name) override {
    return read_class(unit_, includes, name);
  }

 private:
  SourceUnit unit_;
};

}  // namespace

// The entry point of the module that `linnet generate` loads.
extern "C" HeaderReader* linnet_header_reader(const std::string& file,
                                              const std::vector<std::string>& flags) {
  return new ClangReader(file, flags);
}

}  // namespace linnet::generate
