// The end of a signal handler, in our own code: there system calls are made.
    .text
    .globl linnet_end_of_handler
    .hidden linnet_end_of_handler
    .type linnet_end_of_handler, @function
linnet_end_of_handler:
    movl $15, %eax // rt_sigreturn
    syscall
    .size linnet_end_of_handler, .-linnet_end_of_handler
    .section .note.GNU-stack, "", @progbits
