// Functions of the sanitizers' library that do nothing here, and return 0 if they return something: Linnet has
// its own reports and options. Programs may pass any arguments.
    .text

    .macro WITHOUT_EFFECT name
    .globl \name
    .type \name, @function
\name:
    .endm

    // Annotations of what is seen without them, or means nothing to happens-before.
    .irp name, RWLockCreate, RWLockCreateStatic, RWLockDestroy, CondVarWait, CondVarSignal, CondVarSignalAll, MutexIsNotPHB, MutexIsUsedAsCondVar
    WITHOUT_EFFECT Annotate\name
    .endr
    .irp name, PCQCreate, PCQDestroy, PCQPut, PCQGet, PublishMemoryRange, UnpublishMemoryRange, NewMemory, TraceMemory, ThreadName, FlushState
    WITHOUT_EFFECT Annotate\name
    .endr
    .irp name, EnableRaceDetection, ExpectRace, FlushExpectedRaces, MemoryIsInitialized, MemoryIsUninitialized, NoOp
    WITHOUT_EFFECT Annotate\name
    .endr
    WITHOUT_EFFECT RunningOnValgrind

    // Names and tags for reports, options, and questions about reports.
    .irp name, set_fiber_name, flush_memory, external_register_header, external_assign_tag, on_report, symbolize_external, symbolize_external_ex
    WITHOUT_EFFECT __tsan_\name
    .endr
    .irp name, default_options, default_suppressions, get_current_report, get_alloc_stack, locate_address
    WITHOUT_EFFECT __tsan_\name
    .endr
    .irp name, data, stack, mop, loc, loc_object_type, mutex, tag, thread, unique_tid
    WITHOUT_EFFECT __tsan_get_report_\name
    .endr
    .irp name, print_stack_trace, set_death_callback, set_report_path, set_report_fd, get_report_path, report_error_summary, on_print
    WITHOUT_EFFECT __sanitizer_\name
    .endr
    .irp name, sandbox_on_notify, acquire_crash_state, get_module_and_offset_for_pc, dump_coverage, dump_trace_pc_guard_coverage
    WITHOUT_EFFECT __sanitizer_\name
    .endr

    // The sanitizers' allocator.
    .irp name, malloc_hook, free_hook, install_malloc_and_free_hooks, get_current_allocated_bytes, get_free_bytes, get_heap_size, get_unmapped_bytes
    WITHOUT_EFFECT __sanitizer_\name
    .endr

    xorl %eax, %eax
    retq

    .section .note.GNU-stack, "", @progbits
