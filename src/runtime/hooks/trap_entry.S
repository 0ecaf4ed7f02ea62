// Where a thread goes on after an instruction that faulted, or a system call that was not made: see trap.hpp.
//
// The return address is on the stack, and above it the 128 bytes that the interrupted function may still use. The
// registers are as TrappedRegisters; all of them are as that says when the thread goes on.
    .set kArea, 2752  // x87, SSE, AVX, AVX-512
    .set kState, 0xe7 // the same, as xsave wants it
    .text

    .macro TRAP name
    .globl linnet_\name\()_entry
    .hidden linnet_\name\()_entry
    .hidden linnet_\name
    .type linnet_\name\()_entry, @function
linnet_\name\()_entry:
    pushfq
    .irp register, rbp, rbx, r11, rcx, r9, r8, r10, rdx, rsi, rdi, rax
    pushq %\register
    .endr
    movq %rsp, %rbp
    subq $kArea, %rsp
    andq $-64, %rsp
    cld
    leaq 512(%rsp), %rdi // xrstor wants its header clean
    xorl %eax, %eax
    movl $8, %ecx
    rep stosq
    movl $kState, %eax
    xorl %edx, %edx
    xsave64 (%rsp)
    movq %rbp, %rdi
    call linnet_\name
    movl $kState, %eax
    xorl %edx, %edx
    xrstor64 (%rsp)
    movq %rbp, %rsp
    .irp register, rax, rdi, rsi, rdx, r10, r8, r9, rcx, r11, rbx, rbp
    popq %\register
    .endr
    popfq
    ret $128
    .size linnet_\name\()_entry, .-linnet_\name\()_entry
    .endm

    TRAP time_stamp
    TRAP system_call

// The end of a signal handler, in our own code: there system calls are made.
    .globl linnet_end_of_handler
    .hidden linnet_end_of_handler
    .type linnet_end_of_handler, @function
linnet_end_of_handler:
    movl $15, %eax // rt_sigreturn
    syscall
    .size linnet_end_of_handler, .-linnet_end_of_handler
    .section .note.GNU-stack, "", @progbits
