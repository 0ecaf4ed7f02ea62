// Where a thread goes on after a rdtsc that faulted: see virtual_clock.hpp.
//
// The return address is on the stack, and above it the 128 bytes that the interrupted function may still use.
// Everything but rax and rdx is as before when it returns.
    .set kArea, 2752  // x87, SSE, AVX, AVX-512
    .set kState, 0xe7 // the same, as xsave wants it
    .text
    .globl linnet_time_stamp_entry
    .hidden linnet_time_stamp_entry
    .hidden linnet_time_stamp
    .type linnet_time_stamp_entry, @function
linnet_time_stamp_entry:
    pushfq
    .irp register, rcx, rsi, rdi, r8, r9, r10, r11, rbx, rbp
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
    movq 80(%rbp), %rdi
    call linnet_time_stamp
    movq %rax, %rbx
    movl $kState, %eax
    xorl %edx, %edx
    xrstor64 (%rsp)
    movl %ebx, %eax
    movq %rbx, %rdx
    shrq $32, %rdx
    movq %rbp, %rsp
    .irp register, rbp, rbx, r11, r10, r9, r8, rdi, rsi, rcx
    popq %\register
    .endr
    popfq
    ret $128
    .size linnet_time_stamp_entry, .-linnet_time_stamp_entry
    .section .note.GNU-stack, "", @progbits
