// The hooks at which a spin loop can come round: they note the registers that the program keeps across the
// call, as CallerRegisters (spin_watch.hpp), and continue in C++ under the name linnet_<hook>.
//
// Only here are those registers still the program's own: a compiler may reuse them from the first
// instruction of a function on.
    .hidden linnet_caller
    .hidden linnet_notes_plain_reads
    .text

    .macro NOTE_CALLER_AND_GO_ON name
    movq %rbx, linnet_caller(%rip)
    movq %rbp, linnet_caller+8(%rip)
    movq %r12, linnet_caller+16(%rip)
    movq %r13, linnet_caller+24(%rip)
    movq %r14, linnet_caller+32(%rip)
    movq %r15, linnet_caller+40(%rip)
    leaq 8(%rsp), %rax
    movq %rax, linnet_caller+48(%rip)
    movq (%rsp), %rax
    movq %rax, linnet_caller+56(%rip)
    jmp linnet_\name
    .endm

    .macro BEGIN name
    .globl \name
    .type \name, @function
    .hidden linnet_\name
    .p2align 4
\name:
    .endm

    .macro HOOK name
    BEGIN \name
    NOTE_CALLER_AND_GO_ON \name
    .size \name, .-\name
    .endm

    // There are many plain reads, and few of them belong to a loop that waits (plain_loop.hpp).
    .macro PLAIN_HOOK name
    BEGIN \name
    cmpb $0, linnet_notes_plain_reads(%rip)
    je linnet_\name
    NOTE_CALLER_AND_GO_ON \name
    .size \name, .-\name
    .endm

    .irp size, 1, 2, 4, 8, 16
    PLAIN_HOOK __tsan_read\size
    .endr
    .irp size, 2, 4, 8, 16
    PLAIN_HOOK __tsan_unaligned_read\size
    .endr

    .irp width, 8, 16, 32, 64, 128
    .irp operation, load, store, exchange, fetch_add, fetch_sub, fetch_xor, fetch_nand, fetch_and, fetch_or, compare_exchange_strong, compare_exchange_weak, compare_exchange_val
    HOOK __tsan_atomic\width\()_\operation
    .endr
    .endr

    .irp size, 1, 2, 4, 8, 16
    HOOK __tsan_volatile_read\size
    .endr
    .irp size, 2, 4, 8, 16
    HOOK __tsan_unaligned_volatile_read\size
    .endr

    HOOK __atomic_load
    HOOK __atomic_compare_exchange
    HOOK sched_yield
    HOOK thrd_yield
    HOOK pthread_mutex_lock
    HOOK pthread_mutex_trylock
    HOOK pthread_mutex_timedlock
    HOOK pthread_mutex_clocklock
    HOOK mtx_trylock
    HOOK mtx_timedlock
    HOOK pthread_rwlock_tryrdlock
    HOOK pthread_rwlock_trywrlock
    HOOK pthread_rwlock_timedrdlock
    HOOK pthread_rwlock_timedwrlock
    HOOK pthread_rwlock_clockrdlock
    HOOK pthread_rwlock_clockwrlock
    HOOK pthread_spin_trylock
    HOOK sem_trywait
    HOOK sem_timedwait
    HOOK sem_clockwait
    HOOK sem_getvalue

    .section .note.GNU-stack, "", @progbits
