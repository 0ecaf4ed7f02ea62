// An exception that is not caught was thrown by the innermost function, which the place names.
// exit: 1
// says: No handler catches int
// says: (?m)^    f  .*thrown.cpp:7$
__attribute__((noinline)) static void f(int number) {
  if (number > 0)
    throw number;
}

int main(int argc, char**) { f(argc); }
