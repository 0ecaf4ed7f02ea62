// Hooks that do what they stand for, and then spoil all that nobody may read any more: see poison.cpp.
    .hidden poison_registers, poison_frames
    .text

    .macro HOOK name
    .globl \name
    .type \name, @function
    .hidden poison_\name
    .p2align 4
\name:
    subq $8, %rsp
    call poison_\name
    pushq %rax
    pushq %rdx
    movq %rbx, poison_registers(%rip)
    movq %rbp, poison_registers+8(%rip)
    movq %r12, poison_registers+16(%rip)
    movq %r13, poison_registers+24(%rip)
    movq %r14, poison_registers+32(%rip)
    movq %r15, poison_registers+40(%rip)
    leaq 32(%rsp), %rdi
    call poison_frames
    movq poison_registers(%rip), %rbx
    movq poison_registers+8(%rip), %rbp
    movq poison_registers+16(%rip), %r12
    movq poison_registers+24(%rip), %r13
    movq poison_registers+32(%rip), %r14
    movq poison_registers+40(%rip), %r15
    popq %rdx
    popq %rax
    addq $8, %rsp
    ret
    .size \name, .-\name
    .endm

    .irp access, read, write, read_write
    .irp size, 1, 2, 4, 8, 16
    HOOK __tsan_\access\size
    .endr
    .irp size, 2, 4, 8, 16
    HOOK __tsan_unaligned_\access\size
    .endr
    .endr
    .irp bits, 32, 64
    HOOK __tsan_atomic\bits\()_load
    HOOK __tsan_atomic\bits\()_store
    HOOK __tsan_atomic\bits\()_fetch_add
    HOOK __tsan_atomic\bits\()_compare_exchange_strong
    HOOK __tsan_atomic\bits\()_compare_exchange_weak
    HOOK __tsan_atomic\bits\()_compare_exchange_val
    .endr
    HOOK __tsan_vptr_update
    HOOK __tsan_vptr_read
    HOOK __tsan_read_range
    HOOK __tsan_write_range
    HOOK __tsan_func_entry
    HOOK __tsan_func_exit

    .section .note.GNU-stack, "", @progbits
