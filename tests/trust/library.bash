# Libraries for the cases here, compiled as others would, and programs that use them. A case sources this file.
#
#   library NAME           libNAME.so, from NAME.c as it comes on standard input: not instrumented
#   plugin NAME [FLAG...]  NAME.so, for dlopen, the same with these flags
#   run_with NAME [FLAG...]  explores program.c with libNAME.so
library() {
  cat > "$1.c" && cc -O2 -shared -fPIC "$1.c" -o "lib$1.so"
}
plugin() {
  cat > "$1.c" && cc -O1 -g -fPIC "${@:2}" -c "$1.c" -o "$1.o" && cc -shared -o "$1.so" "$1.o"
}
run_with() {
  linnet run program.c -- "${@:2}" "-L$PWD" "-l$1" "-Wl,-rpath,$PWD"
}
