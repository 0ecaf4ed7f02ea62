// What printf and its relatives read and write: the format, the texts that it names, and the buffer; and the same for scanf.
#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cwchar>

#include "runtime/libraries/format.hpp"
#include "runtime/libraries/noted_call.hpp"

namespace linnet::runtime {
namespace {

using By = const Accesses&;

// A copy of a list of arguments, which is read while the call itself needs the list.
class ArgumentList {
 public:
  explicit ArgumentList(std::va_list from) { va_copy(list_, from); }
  ~ArgumentList() { va_end(list_); }
  ArgumentList(const ArgumentList&) = delete;
  ArgumentList& operator=(const ArgumentList&) = delete;

  int integer() { return va_arg(list_, int); }
  void* pointer() { return va_arg(list_, void*); }
  void skip(const Conversion& one) {
    if (std::strchr("eEfFgGaA", one.kind) == nullptr) {
      va_arg(list_, long);
    } else if (one.length == 'L') {
      va_arg(list_, long double);
    } else {
      va_arg(list_, double);
    }
  }

 private:
  std::va_list list_;
};

std::size_t size_of_integer(char length) {
  return length == 'H' ? 1 : length == 'h' ? 2 : length == 0 ? 4 : 8;
}
std::size_t size_of_float(char length) {
  return length == 'L' ? sizeof(long double) : length == 0 ? sizeof(float) : sizeof(double);
}

void reads_printed_text(By by, const void* text, const Conversion& one) {
  const std::size_t most = one.precision < 0 ? SIZE_MAX : static_cast<std::size_t>(one.precision);
  if (one.length == 0 && one.kind == 's') return by.reads_text(static_cast<const char*>(text), most);
  if (text != nullptr && one.precision < 0)
    by.reads(text, (wcslen(static_cast<const wchar_t*>(text)) + 1) * sizeof(wchar_t));
}

void reads_printed(By by, const char* format, std::va_list from) {
  by.reads_text(format);
  ArgumentList arguments(from);
  Format all(format);
  for (Conversion one; all.next(one);) {
    if (one.star_width) arguments.integer();
    if (one.star_precision) one.precision = std::max(arguments.integer(), -1);
    if (one.kind == 'm') continue;
    if (one.kind == 's' || one.kind == 'S') {
      reads_printed_text(by, arguments.pointer(), one);
    } else if (one.kind == 'n') {
      by.writes(arguments.pointer(), size_of_integer(one.length));
    } else {
      arguments.skip(one);
    }
  }
}

void writes_scanned_value(By by, void* to, const Conversion& one) {
  switch (one.kind) {
    case 's':
    case 'S':
    case '[':
      if (one.length == 0 && one.kind != 'S') by.writes_text(static_cast<const char*>(to));
      return;
    case 'c': return by.writes(to, one.width < 0 ? 1 : static_cast<std::size_t>(one.width));
    case 'p': return by.writes(to, sizeof(void*));
    case 'e':
    case 'f':
    case 'g':
    case 'a':
    case 'E':
    case 'F':
    case 'G':
    case 'A': return by.writes(to, size_of_float(one.length));
    default: return by.writes(to, size_of_integer(one.length));
  }
}

// `count` is how many values the call has stored.
void writes_scanned(By by, const char* format, int count, std::va_list from) {
  by.reads_text(format);
  ArgumentList arguments(from);
  Format all(format);
  for (Conversion one; count > 0 && all.next(one);) {
    if (one.star_width) continue;
    void* to = arguments.pointer();
    if (one.allocates) {
      by.writes(to, sizeof(char*));
    } else {
      writes_scanned_value(by, to, one);
    }
    if (one.kind != 'n') --count;
  }
}

// How long what is printed will be is known by printing it: so it is noted before it is written.
void writes_printed(By by, char* to, std::size_t room, const char* format, std::va_list from) {
  if (room == 0 || to == nullptr) return;
  std::va_list copy;
  va_copy(copy, from);
  const int length = std::vsnprintf(nullptr, 0, format, copy);
  va_end(copy);
  if (length >= 0) by.writes(to, std::min(static_cast<std::size_t>(length) + 1, room));
}

int print_into(By by, char* to, std::size_t room, const char* format, std::va_list list) {
  reads_printed(by, format, list);
  writes_printed(by, to, room, format, list);
  return room == SIZE_MAX ? std::vsprintf(to, format, list) : std::vsnprintf(to, room, format, list);
}
int print_to(By by, std::FILE* stream, const char* format, std::va_list list) {
  reads_printed(by, format, list);
  return std::vfprintf(stream, format, list);
}
int print_to(By by, int descriptor, const char* format, std::va_list list) {
  reads_printed(by, format, list);
  return vdprintf(descriptor, format, list);
}
int print_anew(By by, char** to, const char* format, std::va_list list) {
  reads_printed(by, format, list);
  by.writes(to);
  return vasprintf(to, format, list);
}
int scan_text(By by, const char* text, const char* format, std::va_list list) {
  by.reads_text(text);
  std::va_list copy;
  va_copy(copy, list);
  const int count = std::vsscanf(text, format, copy);
  va_end(copy);
  writes_scanned(by, format, count, list);
  return count;
}
int scan_from(By by, std::FILE* stream, const char* format, std::va_list list) {
  std::va_list copy;
  va_copy(copy, list);
  const int count = std::vfscanf(stream, format, copy);
  va_end(copy);
  writes_scanned(by, format, count, list);
  return count;
}

// Calls `what` with the arguments after `last`, at the place of the caller.
#define LINNET_WITH_LIST(last, what) \
  const Accesses by{LINNET_PC};      \
  std::va_list list;                 \
  va_start(list, last);              \
  const int result = what;           \
  va_end(list);                      \
  return result

int call_sprintf(char* to, const char* format, ...) {
  LINNET_WITH_LIST(format, print_into(by, to, SIZE_MAX, format, list));
}
int call_snprintf(char* to, std::size_t room, const char* format, ...) {
  LINNET_WITH_LIST(format, print_into(by, to, room, format, list));
}
int call_sprintf_chk(char* to, int, std::size_t, const char* format, ...) {
  LINNET_WITH_LIST(format, print_into(by, to, SIZE_MAX, format, list));
}
int call_snprintf_chk(char* to, std::size_t room, int, std::size_t, const char* format, ...) {
  LINNET_WITH_LIST(format, print_into(by, to, room, format, list));
}
int call_printf(const char* format, ...) {
  LINNET_WITH_LIST(format, print_to(by, stdout, format, list));
}
int call_printf_chk(int, const char* format, ...) {
  LINNET_WITH_LIST(format, print_to(by, stdout, format, list));
}
int call_fprintf(std::FILE* stream, const char* format, ...) {
  LINNET_WITH_LIST(format, print_to(by, stream, format, list));
}
int call_fprintf_chk(std::FILE* stream, int, const char* format, ...) {
  LINNET_WITH_LIST(format, print_to(by, stream, format, list));
}
int call_dprintf(int descriptor, const char* format, ...) {
  LINNET_WITH_LIST(format, print_to(by, descriptor, format, list));
}
int call_asprintf(char** to, const char* format, ...) {
  LINNET_WITH_LIST(format, print_anew(by, to, format, list));
}
int call_sscanf(const char* text, const char* format, ...) {
  LINNET_WITH_LIST(format, scan_text(by, text, format, list));
}
int call_fscanf(std::FILE* stream, const char* format, ...) {
  LINNET_WITH_LIST(format, scan_from(by, stream, format, list));
}
int call_scanf(const char* format, ...) {
  LINNET_WITH_LIST(format, scan_from(by, stdin, format, list));
}
#undef LINNET_WITH_LIST

int call_vsprintf(char* to, const char* format, std::va_list list) {
  return print_into({LINNET_PC}, to, SIZE_MAX, format, list);
}
int call_vsnprintf(char* to, std::size_t room, const char* format, std::va_list list) {
  return print_into({LINNET_PC}, to, room, format, list);
}
int call_vsprintf_chk(char* to, int, std::size_t, const char* format, std::va_list list) {
  return print_into({LINNET_PC}, to, SIZE_MAX, format, list);
}
int call_vsnprintf_chk(char* to, std::size_t room, int, std::size_t, const char* format, std::va_list list) {
  return print_into({LINNET_PC}, to, room, format, list);
}
int call_vprintf(const char* format, std::va_list list) {
  return print_to({LINNET_PC}, stdout, format, list);
}
int call_vfprintf(std::FILE* stream, const char* format, std::va_list list) {
  return print_to({LINNET_PC}, stream, format, list);
}
int call_vasprintf(char** to, const char* format, std::va_list list) {
  return print_anew({LINNET_PC}, to, format, list);
}
int call_vsscanf(const char* text, const char* format, std::va_list list) {
  return scan_text({LINNET_PC}, text, format, list);
}

}  // namespace

std::span<const StandIn> format_functions() {
  static const StandIn kAll[] = {
      stand_in("sprintf", call_sprintf),
      stand_in("snprintf", call_snprintf),
      stand_in("printf", call_printf),
      stand_in("fprintf", call_fprintf),
      stand_in("dprintf", call_dprintf),
      stand_in("asprintf", call_asprintf),
      stand_in("vsprintf", call_vsprintf),
      stand_in("vsnprintf", call_vsnprintf),
      stand_in("vprintf", call_vprintf),
      stand_in("vfprintf", call_vfprintf),
      stand_in("vasprintf", call_vasprintf),
      stand_in("sscanf", call_sscanf),
      stand_in("__isoc99_sscanf", call_sscanf),
      stand_in("vsscanf", call_vsscanf),
      stand_in("__isoc99_vsscanf", call_vsscanf),
      stand_in("fscanf", call_fscanf),
      stand_in("__isoc99_fscanf", call_fscanf),
      stand_in("scanf", call_scanf),
      stand_in("__isoc99_scanf", call_scanf),
      stand_in("__sprintf_chk", call_sprintf_chk),
      stand_in("__snprintf_chk", call_snprintf_chk),
      stand_in("__printf_chk", call_printf_chk),
      stand_in("__fprintf_chk", call_fprintf_chk),
      stand_in("__vsprintf_chk", call_vsprintf_chk),
      stand_in("__vsnprintf_chk", call_vsnprintf_chk),
  };
  return kAll;
}

}  // namespace linnet::runtime
