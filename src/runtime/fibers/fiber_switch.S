// void linnet_fiber_switch(Fiber* from, const Fiber* to): what a function call keeps, a switch keeps.
// The floating-point modes are set only if they differ, which they hardly ever do: setting them is slow.
// Offsets are those of struct Fiber: 0 stack_pointer, 8 fs_base.
    .text
    .hidden linnet_fiber_switch
    .globl linnet_fiber_switch
    .type linnet_fiber_switch, @function
    .p2align 5
linnet_fiber_switch:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    subq $8, %rsp
    stmxcsr (%rsp)
    fnstcw 4(%rsp)
    movl (%rsp), %ecx
    movzwl 4(%rsp), %edx
    movq %rsp, 0(%rdi)
    movq 0(%rsi), %rsp
    movq 8(%rsi), %rax
    cmpq %rax, 8(%rdi)
    je 2f
    cmpb $0, linnet_has_wrfsbase(%rip)
    je 1f
    wrfsbase %rax
    jmp 2f
1:  movl $0x1002, %edi              // ARCH_SET_FS
    movq %rax, %rsi
    movl $158, %eax                 // arch_prctl
    movl %ecx, %r8d
    syscall                         // spoils rcx
    movl %r8d, %ecx
2:  cmpl (%rsp), %ecx
    jne 3f
    cmpw 4(%rsp), %dx
    je 4f
3:  ldmxcsr (%rsp)
    fldcw 4(%rsp)
4:  addq $8, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    retq
    .size linnet_fiber_switch, .-linnet_fiber_switch
    .hidden linnet_has_wrfsbase
    .section .note.GNU-stack, "", @progbits
