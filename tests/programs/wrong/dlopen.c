/* Not modelled: named where it is called.
   explore: dfs:100
   outcomes: unsupported
   failure: dlopen */
#include <dlfcn.h>
int main(void) { return dlopen("libm.so.6", RTLD_NOW) == 0; }
