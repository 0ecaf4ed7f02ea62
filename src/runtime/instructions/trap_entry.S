// Where a thread goes on after an instruction that faulted on purpose: see trap.hpp.
//
// The function to call and the address to go on at are on the stack, and above them the 128 bytes that the interrupted function
// may still use. What is pushed here makes them a TrappedRegisters.
    .set kArea, 2752  // x87, SSE, AVX, AVX-512
    .set kState, 0xe7 // the same, as xsave wants it
    .text
    .globl linnet_trap_entry
    .hidden linnet_trap_entry
    .type linnet_trap_entry, @function
linnet_trap_entry:
    pushq %rax // room for TrappedRegisters::extended
    pushfq
    .irp register, r15, r14, r13, r12, r11, r10, r9, r8, rdi, rsi, rbp, rsp, rbx, rdx, rcx, rax
    pushq %\register
    .endr
    movq %rsp, %rbp
    subq $kArea, %rsp
    andq $-64, %rsp
    movq %rsp, 136(%rbp)
    cld
    leaq 512(%rsp), %rdi // xrstor wants its header clean
    xorl %eax, %eax
    movl $8, %ecx
    rep stosq
    movl $kState, %eax
    xorl %edx, %edx
    xsave64 (%rsp)
    movq %rbp, %rdi
    call *144(%rbp)
    movl $kState, %eax
    xorl %edx, %edx
    xrstor64 (%rsp)
    movq %rbp, %rsp
    .irp register, rax, rcx, rdx, rbx
    popq %\register
    .endr
    leaq 8(%rsp), %rsp
    .irp register, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15
    popq %\register
    .endr
    popfq
    leaq 16(%rsp), %rsp
    ret $128
    .size linnet_trap_entry, .-linnet_trap_entry
    .section .note.GNU-stack, "", @progbits
