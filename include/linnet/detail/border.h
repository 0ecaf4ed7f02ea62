// The border between a test program and the library that runs it: only C functions and words cross it.
//
// The two sides have a C++ runtime each, may come from different compilers, and differ in which data last:
// the program's data are put back before every execution, the library's are not. So no C++ object crosses. A
// value crosses as the word of linnet::Value; a value that does not fit the word is interned by the library,
// once, and stays.
//
// Tests, operations and specifications are declared before the first execution, and the program keeps the
// data that the pointers given here point to.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef uint64_t linnet_word;

enum linnet_kind {
  linnet_null,
  linnet_boolean,
  linnet_integer,
  linnet_real,
  linnet_text,
  linnet_list,
  linnet_object_kind,
};

// Values. The program makes the words of small integers, booleans and null itself: see linnet/value.hpp.
linnet_word linnet_value_of_integer(bool negative, uint64_t magnitude);
linnet_word linnet_value_of_digits(const char* digits, size_t size);
linnet_word linnet_value_of_real(double real);
linnet_word linnet_value_of_text(const char* text, size_t size);
linnet_word linnet_value_of_items(const linnet_word* items, size_t count);
// `names_and_values` alternate; `count` is the number of names.
linnet_word linnet_value_of_members(const linnet_word* names_and_values, size_t count);
// {"throws": TYPE}, where `type` is the result of typeid(...).name().
linnet_word linnet_value_of_exception(const char* type);

// A list whose items come one by one, without using memory of the program: open, add each item, close. Lists
// nest.
size_t linnet_open_list(void);
void linnet_add_item(linnet_word item);
linnet_word linnet_close_list(size_t opened);

enum linnet_kind linnet_kind_of(linnet_word value);
bool linnet_fits_int64(linnet_word value);
int64_t linnet_int64_of(linnet_word value);
double linnet_real_of(linnet_word value);
const char* linnet_text_of(linnet_word value, size_t* size);
const linnet_word* linnet_items_of(linnet_word value, size_t* count);
size_t linnet_member_count(linnet_word value);
linnet_word linnet_member(linnet_word value, size_t index, linnet_word* name);
uint64_t linnet_hash_of(linnet_word value);
int linnet_compare(linnet_word a, linnet_word b);
void linnet_write_json(linnet_word value, void* out, void (*write)(void* out, const char* text, size_t size));

// Tests. `body` runs once, before the first execution, and declares the object. Each declaration belongs to
// the test whose body is running.
void linnet_add_test(const char* name, const char* file, unsigned line, void (*body)(void));

struct linnet_object {
  const void* context;
  void* (*make)(const void* context);
  void (*destroy)(void* object);
  // Makes the object in memory that exists already: persistent memory, if the test has a recovery. Such an
  // object is not destroyed.
  size_t size, alignment;
  void (*make_at)(const void* context, void* place);
};
void linnet_declare_object(const struct linnet_object* object);

// The recovery, which is called first after a crash.
struct linnet_recovery {
  const void* context;
  void (*recover)(const void* context, void* object);
};
void linnet_declare_recovery(const struct linnet_recovery* recovery);
void linnet_declare_crashes(unsigned most);

struct linnet_operation {
  const char* name;
  size_t arity;
  const void* context;
  // Null if the operation takes `argument` as its argument number `index`; otherwise a noun for what it
  // takes.
  const char* (*expects)(size_t index, linnet_word argument);
  // Calls the operation, and linnet_operation_returned() once it has returned.
  void (*invoke)(const void* context, void* object, const linnet_word* arguments);
  // Small values that parameter number `index` can take, for generated tests; none if none are known.
  size_t (*samples)(size_t index, linnet_word* values, size_t most);
  // Null unless all its parameters are lists of integers. Calls the operation without making or recording a
  // value: `lists` has one list of `size` integers after the other. The result goes to `result`: a boolean,
  // an integer, or a list of `size` integers; linnet_null stands for everything else.
  enum linnet_kind (*invoke_on_integers)(const void* context, void* object, const int64_t* lists, size_t size,
                                         int64_t* result);
};
void linnet_declare_operation(const struct linnet_operation* operation);
void linnet_operation_returned(linnet_word result);

// A call, and its return, in a program with its own main: linnet/record.h.
void linnet_record_call(linnet_word object, const char* method, const linnet_word* arguments, size_t count);
void linnet_record_return(linnet_word result);

// These are about the operation that was declared last.
void linnet_declare_arguments(const linnet_word* arguments, size_t count);
enum linnet_promise { linnet_nondeterministic, linnet_excluded, linnet_asynchronous };
void linnet_declare_promise(enum linnet_promise promise);
// The operation may also return this, having done nothing.
void linnet_declare_failure(linnet_word result);
// What it always returns, as a noun. Not called if that depends.
void linnet_declare_result(const char* noun);

// Declares another object whose serial runs are the specification. The operations that follow are those of
// that object.
void linnet_declare_reference(const struct linnet_object* object);

void linnet_declare_scenario(const char* text, size_t size);
// Calls that one thread makes one after the other, as one unit of generated tests.
void linnet_declare_sequence(const char* text, size_t size);
void linnet_declare_builtin_spec(const char* name, const linnet_word* initial);

// How much single methods must see, if that is less than everything: "size=po,get=hb". The others stay
// atomic.
void linnet_declare_strength(const char* strengths);
// Its operations hand over values only: what was done before one of them need not be visible after another that sees its effect.
void linnet_declare_relaxed(void);

// The program's own specification: linnet::Spec, with one function pointer for each question about it. The
// functions are called only between executions.
struct linnet_method {
  const char* name;
  const uint8_t* parameters;  // linnet::ArgumentType
  size_t arity;
  bool observer, silent, may_block, deterministic;
  const char* strength;
};
struct linnet_own_spec {
  const char* name;
  const struct linnet_method* methods;
  size_t method_count;
  const char* monitored_as;
  const void* context;
  bool partitioned, complains;
  // The key that a call works on. Returns false if the call works on all keys.
  bool (*key)(const void* context, uint16_t method, const linnet_word* arguments, size_t count,
              linnet_word* key);
  // Tells `write` what is wrong with the arguments, if anything. It is called only if `complains` is true.
  void (*complain)(const void* context, uint16_t method, const linnet_word* arguments, size_t count,
                   void* out, void (*write)(void* out, const char* text, size_t size));
  void* (*open)(const void* context);
  void (*close)(void* space);
  void (*outcomes)(void* space, uint32_t state, uint16_t method, const linnet_word* arguments, size_t count,
                   void* out, void (*add)(void* out, linnet_word result, uint32_t state));
  void (*describe)(void* space, uint32_t state, void* out,
                   void (*write)(void* out, const char* text, size_t size));
};
void linnet_declare_own_spec(const struct linnet_own_spec* spec);

// For a program that checks histories against these specifications: it becomes `linnet`, which starts it
// again and asks about them. Returns the exit status of main.
int linnet_check_main(char** arguments, const struct linnet_own_spec* const* specs, size_t count);

#ifdef __cplusplus
}
#endif
