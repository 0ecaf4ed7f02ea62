// All that can be locked, with every kind of operand: each does what it does without Linnet.
// exit: 0
// says: complete
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

uint64_t wide[4];
uint32_t words[4] = {5, 6, 7, 8};
uint8_t byte = 1;
__attribute__((aligned(16))) uint64_t pair[2] = {1, 2};
static uint32_t hidden = 9;

static void all_forms(void) {
  uint64_t a = 3, carry = 0;
  uint32_t index = 2;
  uint8_t flag = 0, small = 7;
  __asm__ volatile("lock addq %1, %0" : "+m"(wide[0]) : "r"(a) : "cc");
  __asm__ volatile("lock subq $1, %0" : "+m"(wide[0]) : : "cc");
  assert(wide[0] == 2);
  __asm__ volatile("lock incl (%0,%1,4)" : : "r"(words), "r"((uint64_t)index) : "cc", "memory");
  assert(words[2] == 8);
  __asm__ volatile("lock decl 4(%0)" : : "r"(words) : "cc", "memory");
  assert(words[1] == 5);
  __asm__ volatile("lock orl $8, hidden(%%rip)\n\tlock andl $12, hidden(%%rip)" : : : "cc", "memory");
  assert(hidden == 8);
  __asm__ volatile("stc\n\tlock btsq $40, %1\n\tsetc %0" : "=q"(flag), "+m"(wide[1]) : : "cc");
  assert(flag == 0 && wide[1] == 1ul << 40);
  __asm__ volatile("lock btsl %2, %1\n\tsetc %0" : "=q"(flag), "+m"(words[0]) : "r"(64) : "cc", "memory");
  assert(flag == 0 && words[0] == 5 && words[2] == 9);
  __asm__ volatile("lock btrq $40, %1\n\tsetc %0" : "=q"(flag), "+m"(wide[1]) : : "cc");
  assert(flag == 1 && wide[1] == 0);
  __asm__ volatile("lock xaddb %0, %1" : "+q"(small), "+m"(byte) : : "cc");
  assert(small == 1 && byte == 8);
  __asm__ volatile("xchgb %0, %1" : "+q"(small), "+m"(byte));
  assert(small == 8 && byte == 1);
  __asm__ volatile("lock notl %0\n\tlock negl %0" : "+m"(words[3]) : : "cc");
  assert(words[3] == 9);
  __asm__ volatile("lock cmpxchgl %2, %1\n\tsete %0" : "=q"(flag), "+m"(words[3]) : "r"(1), "a"(8) : "cc");
  assert(!flag && words[3] == 9);
  uint64_t low = 1, high = 2;
  __asm__ volatile("lock cmpxchg16b %1\n\tsete %0"
                   : "=q"(flag), "+m"(pair), "+a"(low), "+d"(high)
                   : "b"(3ul), "c"(4ul)
                   : "cc", "memory");
  assert(flag && pair[0] == 3 && pair[1] == 4);
  __asm__ volatile("lock cmpxchg8b %1\n\tsete %0" : "=q"(flag), "+m"(wide[2]), "+a"(low), "+d"(high) : "b"(1), "c"(1) : "cc");
  assert(!flag && (uint32_t)low == 0);
  __asm__ volatile("mfence\n\tlock orl $0, (%%rsp)" : : : "cc", "memory");
  __asm__ volatile("stc\n\tlock incq %1\n\tsbbq %0, %0" : "+r"(carry), "+m"(wide[3]) : : "cc");  // inc leaves the carry alone
  assert(carry == ~0ul);
}

void* nothing(void* unused) { return unused; }

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, nothing, 0);
  all_forms();
  pthread_join(thread, 0);
}
