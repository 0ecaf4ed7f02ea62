// What functions of libc for texts, bytes, numbers, times and arrays access.
#include <arpa/inet.h>
#include <inttypes.h>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <cwchar>

#include "runtime/libraries/noted_call.hpp"

namespace linnet::runtime {

extern "C" {
void* __wrap_memcpy(void* to, const void* from, std::size_t size);
void* __wrap_memmove(void* to, const void* from, std::size_t size);
void* __wrap_memset(void* to, int value, std::size_t size);
int __wrap_memcmp(const void* a, const void* b, std::size_t size);
std::size_t __wrap_strlen(const char* text);
char* __wrap_strcpy(char* to, const char* from);
char* __wrap_strncpy(char* to, const char* from, std::size_t size);
char* __wrap_strcat(char* to, const char* from);
int __wrap_strcmp(const char* a, const char* b);
int __wrap_strncmp(const char* a, const char* b, std::size_t size);
}

namespace {

using By = const Accesses&;
using Text = const char*;

// C++ has these functions twice, for const and for other texts. These are the first ones.
constexpr Text (*kFindByte)(Text, int) = &std::strchr;
constexpr Text (*kFindLastByte)(Text, int) = &std::strrchr;
constexpr Text (*kFindText)(Text, Text) = &std::strstr;
constexpr Text (*kFindAnyOf)(Text, Text) = &std::strpbrk;
constexpr const void* (*kFindInBytes)(const void*, int, std::size_t) = &std::memchr;
constexpr double (*kSplit)(double, double*) = &std::modf;
constexpr double (*kExponent)(double, int*) = &std::frexp;

// Up to the place that was found, or all.
std::size_t up_to(const void* found, const void* start, std::size_t all) {
  return found == nullptr ? all
                          : static_cast<std::size_t>(static_cast<Text>(found) - static_cast<Text>(start)) + 1;
}
std::size_t up_to(Text found, Text start) {
  return up_to(found, start, std::strlen(start) + 1);
}

// A comparison reads up to the first difference.
std::size_t compared(Text a, Text b, std::size_t most, int (*same)(Text, Text, std::size_t)) {
  std::size_t i = 0;
  while (i < most && a[i] != 0 && same(a + i, b + i, 1) == 0) ++i;
  return i == most ? most : i + 1;
}
void reads_both(By by, Text a, Text b, std::size_t size) {
  by.reads(a, size), by.reads(b, size);
}

// What a number takes of the text, and the end that it is told.
void reads_number(By by, Text text, char** end, char* found) {
  by.reads(text, static_cast<std::size_t>(found - text) + 1);
  by.writes(end);
}
template <auto kFunction>
StandIn number(std::string_view name) {
  return noted<kFunction>(name, [](By by, Text text, char** end, auto... base) {
    char* found = nullptr;
    kFunction(text, &found, base...);
    reads_number(by, text, end, found);
  });
}

constexpr auto reads_first_text = [](By by, Text text, auto...) { by.reads_text(text); };
constexpr auto reads_two_texts = [](By by, Text a, Text b, auto...) { by.reads_text(a), by.reads_text(b); };
constexpr auto copies_text = [](By by, char* to, Text from, auto...) {
  by.reads_text(from);
  by.writes(to, Accesses::extent(from, SIZE_MAX));
};
constexpr auto takes_word = [](By by, char* text, Text ends, char** rest) {
  by.reads_text(ends);
  by.writes(rest);
  by.writes_text(text != nullptr ? text : *rest);
};
constexpr auto makes_time = [](By by, const time_t* from, tm* to) { by.reads(from), by.writes(to); };

}  // namespace

std::span<const StandIn> text_functions() {
  static const StandIn kAll[] = {
      stand_in("memcpy", __wrap_memcpy),
      stand_in("__memcpy_chk", __wrap_memcpy),  // its last argument is the room that there is
      stand_in("memmove", __wrap_memmove),
      stand_in("__memmove_chk", __wrap_memmove),
      stand_in("memset", __wrap_memset),
      stand_in("__memset_chk", __wrap_memset),
      stand_in("memcmp", __wrap_memcmp),
      stand_in("bcmp", __wrap_memcmp),
      stand_in("strlen", __wrap_strlen),
      stand_in("strcpy", __wrap_strcpy),
      stand_in("__strcpy_chk", __wrap_strcpy),
      stand_in("strncpy", __wrap_strncpy),
      stand_in("__strncpy_chk", __wrap_strncpy),
      stand_in("strcat", __wrap_strcat),
      stand_in("__strcat_chk", __wrap_strcat),
      stand_in("strcmp", __wrap_strcmp),
      stand_in("strncmp", __wrap_strncmp),
      noted<&mempcpy>("mempcpy", [](By by, void* to, const void* from,
                                    std::size_t size) { by.reads(from, size), by.writes(to, size); }),
      noted<&bzero>("bzero", [](By by, void* to, std::size_t size) { by.writes(to, size); }),
      noted<&explicit_bzero>("explicit_bzero",
                             [](By by, void* to, std::size_t size) { by.writes(to, size); }),
      noted<kFindInBytes>("memchr",
                          [](By by, const void* in, int byte, std::size_t size) {
                            by.reads(in, up_to(std::memchr(in, byte, size), in, size));
                          }),
      noted<&memmem>("memmem", [](By by, const void* in, std::size_t size, const void* what,
                                  std::size_t length) { by.reads(in, size), by.reads(what, length); }),
      noted<&strnlen>("strnlen", [](By by, Text text, std::size_t most) { by.reads_text(text, most); }),
      noted<kFindByte>("strchr",
                       [](By by, Text in, int byte) { by.reads(in, up_to(std::strchr(in, byte), in)); }),
      noted<kFindLastByte>("strrchr", reads_first_text),
      noted<kFindText>("strstr", reads_two_texts),
      noted<kFindAnyOf>("strpbrk", reads_two_texts),
      noted<&strspn>("strspn", reads_two_texts),
      noted<&strcspn>("strcspn", reads_two_texts),
      noted<&strcasecmp>(
          "strcasecmp",
          [](By by, Text a, Text b) { reads_both(by, a, b, compared(a, b, SIZE_MAX, strncasecmp)); }),
      noted<&strncasecmp>("strncasecmp",
                          [](By by, Text a, Text b, std::size_t most) {
                            reads_both(by, a, b, compared(a, b, most, strncasecmp));
                          }),
      noted<&strcoll>("strcoll", reads_two_texts),
      noted<&strdup>("strdup", reads_first_text),
      noted<&strdup>("__strdup", reads_first_text),
      noted<&strndup>("strndup", [](By by, Text text, std::size_t most) { by.reads_text(text, most); }),
      noted<&stpcpy>("stpcpy", copies_text),
      noted<&stpcpy>("__stpcpy_chk", copies_text),
      noted<&strncat>("strncat",
                      [](By by, char* to, Text from, std::size_t most) {
                        by.reads_text(to), by.reads_text(from, most);
                        by.writes(to + std::strlen(to), strnlen(from, most) + 1);
                      }),
      noted<&strtok_r>("strtok_r", takes_word),
      noted<&strtok_r>("__strtok_r", takes_word),
      noted<&strtok>("strtok",
                     [](By by, char* text, Text ends) { by.reads_text(ends), by.writes_text(text); }),
      noted<&wcslen>("wcslen",
                     [](By by, const wchar_t* text) { by.reads(text, (wcslen(text) + 1) * sizeof *text); }),
      noted<&wcscpy>("wcscpy",
                     [](By by, wchar_t* to, const wchar_t* from) {
                       by.reads(from, (wcslen(from) + 1) * sizeof *from),
                           by.writes(to, (wcslen(from) + 1) * sizeof *from);
                     }),
      noted<&wmemcpy>("wmemcpy",
                      [](By by, wchar_t* to, const wchar_t* from, std::size_t size) {
                        by.reads(from, size * sizeof *from), by.writes(to, size * sizeof *from);
                      }),
      noted<&wmemset>(
          "wmemset", [](By by, wchar_t* to, wchar_t, std::size_t size) { by.writes(to, size * sizeof *to); }),
      number<&strtol>("strtol"),
      number<&strtoul>("strtoul"),
      number<&strtoll>("strtoll"),
      number<&strtoull>("strtoull"),
      number<&strtoimax>("strtoimax"),
      number<&strtoumax>("strtoumax"),
      number<&strtof>("strtof"),
      number<&strtod>("strtod"),
      number<&strtold>("strtold"),
      noted<&atoi>("atoi", reads_first_text),
      noted<&atol>("atol", reads_first_text),
      noted<&atoll>("atoll", reads_first_text),
      noted<&atof>("atof", reads_first_text),
      noted<&qsort>("qsort", [](By by, void* first, std::size_t count, std::size_t size,
                                auto) { by.writes(first, count * size); }),
      noted<&qsort_r>("qsort_r", [](By by, void* first, std::size_t count, std::size_t size, auto,
                                    auto) { by.writes(first, count * size); }),
      noted<&localtime_r>("localtime_r", makes_time),
      noted<&gmtime_r>("gmtime_r", makes_time),
      noted<&mktime>("mktime", [](By by, tm* time) { by.writes(time); }),
      noted<&timegm>("timegm", [](By by, tm* time) { by.writes(time); }),
      noted<&strftime>(
          "strftime",
          [](By by, char*, std::size_t, Text format, const tm* time) {
            by.reads_text(format), by.reads(time);
          },
          [](By by, std::size_t length, char* to, auto...) { by.writes(to, length == 0 ? 0 : length + 1); }),
      noted<kSplit>("modf", [](By by, double, double* whole) { by.writes(whole); }),
      noted<kExponent>("frexp", [](By by, double, int* exponent) { by.writes(exponent); }),
      noted<&rand_r>("rand_r", [](By by, unsigned* seed) { by.writes(seed); }),
      noted<&inet_pton>("inet_pton",
                        [](By by, int family, Text text, void* to) {
                          by.reads_text(text), by.writes(to, family == AF_INET ? 4 : 16);
                        }),
      noted<&inet_ntop>(
          "inet_ntop",
          [](By by, int family, const void* from, auto...) { by.reads(from, family == AF_INET ? 4 : 16); },
          [](By by, Text made, auto...) { by.writes_text(made); }),
  };
  return kAll;
}

}  // namespace linnet::runtime
