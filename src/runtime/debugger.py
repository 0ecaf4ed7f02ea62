"""For gdb, in `linnet replay --gdb`: threads have the names of the report, and three commands know the schedule.

linnet switch         goes on to the next point at which another thread continues.
linnet wrote EXPR     names the last write of a variable, or of the memory that a pointer points to.
linnet threads        lists the threads, and where each of them is.

The threads of the program are fibers of one thread of the system, so gdb sees one thread that does everything.
What is read here is laid out in debugger.hpp.
"""
import struct

import gdb

FRAMES = 8
HEADER = struct.Struct("<II7Q")
WRITE = struct.Struct(f"<3QII{FRAMES}Q")
PLACE = struct.Struct(f"<II{FRAMES}Q")
MADE, ANNOUNCED, PERHAPS = range(3)
# Files that are not the user's: the standard library, and the headers of tests.
NOT_OF_USER = ("/include/c++/", "/include/linnet/", "/usr/include/", "/src/runtime/")


def read(address, size):
    return gdb.selected_inferior().read_memory(address, size).tobytes()


def address_of(symbol):
    return int(gdb.parse_and_eval(f"(unsigned long)&{symbol}"))


class View:
    """What the runtime tells, as it is now."""

    def __init__(self):
        self.address = address_of("linnet_debugger")
        (self.listens, self.thread_count, self.step, self.write_count, self.capacity, self.writes_at, self.running,
         self.number_in_thread, self.notes_plain_writes) = HEADER.unpack(read(self.address, HEADER.size))

    def running_thread(self):
        thread, = struct.unpack("<Q", read(self.running, 8))
        return struct.unpack("<I", read(thread + self.number_in_thread, 4))[0]

    def places(self):
        for i in range(self.thread_count):
            thread, waits, *where = PLACE.unpack(read(self.address + HEADER.size + i * PLACE.size, PLACE.size))
            yield thread, waits, where

    def writes_latest_first(self):
        kept = min(self.write_count, self.capacity)
        for number in range(self.write_count - 1, self.write_count - kept - 1, -1):
            yield WRITE.unpack(read(self.writes_at + number % self.capacity * WRITE.size, WRITE.size))


def is_of_user(file):
    return bool(file) and not any(part in file for part in NOT_OF_USER)


def line_of_user(pc):
    """The user's function and line of the call that returns to `pc`. An inlined function of the standard library has no lines of the user's;
    the last line before it is the one that calls it."""
    block = gdb.current_progspace().block_for_pc(pc - 1)
    while block is not None:
        file = block.function.symtab if block.function else None
        if file is not None and is_of_user(file.fullname()):
            before = [entry for entry in file.linetable() if entry.line > 0 and block.start <= entry.pc < pc]
            if before:
                return f"{block.function.print_name} at {file.filename}:{max(before, key=lambda entry: entry.pc).line}"
        block = block.superblock
    return None


def is_of_runtime(pc):
    return "liblinnet_runtime" in (gdb.solib_name(pc) or "")


def in_words(where):
    """Where that is in the user's code; otherwise, in which library."""
    where = [pc for pc in where if pc != 0]
    if line := next(filter(None, map(line_of_user, where)), None):
        return line
    if not where:
        return "where it begins"
    return "the test itself" if is_of_runtime(where[0]) else f"in {gdb.solib_name(where[0]) or 'code without lines'}"


def select_frame_of_user():
    """The innermost frame of the user's code; the selected one stays if there is none."""
    frame = gdb.newest_frame()
    while frame is not None and frame.is_valid():
        place = frame.find_sal()
        if place.symtab is not None and is_of_user(place.symtab.fullname()):
            frame.select()
            return
        frame = frame.older()


def is_running():
    return gdb.selected_thread() is not None and gdb.selected_thread().is_valid()


class Arrival(gdb.Breakpoint):
    """The runtime is about to replay the execution: from now on it notes what it does."""

    def __init__(self):
        super().__init__("linnet_debugger_arrives", internal=True)
        self.silent = True

    def stop(self):
        gdb.selected_inferior().write_memory(address_of("linnet_debugger"), struct.pack("<I", 1))
        return False


class Turn(gdb.Breakpoint):
    """A thread takes the next step. Stops if it is another one than `after`, and goes on in the program."""

    def __init__(self):
        super().__init__("linnet_debugger_turns", internal=True)
        self.silent = True
        self.after = None

    def stop(self):
        frame = gdb.newest_frame()
        thread, pc = (int(frame.read_register(name)) & (1 << 64) - 1 for name in ("rdi", "rsi"))
        self.pc = pc
        return pc != 0 and thread != self.after and not is_of_runtime(pc)


def go_on():
    """Continues without a word; the caller shows where that led."""
    try:
        gdb.execute("continue", to_string=True)
    except gdb.error as error:
        print(error)


def go_into_user_code():
    """From the choice of a thread to the code in which it goes on: the step itself is done there."""
    turn.enabled = False
    if not is_running() or gdb.newest_frame().name() != "linnet_debugger_turns":
        return
    there = gdb.Breakpoint(f"*{turn.pc:#x}", internal=True)
    there.silent = True
    go_on()
    if there.is_valid():
        there.delete()


def show():
    if not is_running():
        print("The execution is over.")
        return
    select_frame_of_user()
    view = View()
    print(f"thread {view.running_thread()}, step {view.step}")
    gdb.execute("frame")


class Linnet(gdb.Command):
    """Commands about the schedule of the replayed execution."""

    def __init__(self):
        super().__init__("linnet", gdb.COMMAND_USER, prefix=True)


class Start(gdb.Command):
    """Runs to the beginning of main or, in an object test, to the first step in your code."""

    def __init__(self):
        super().__init__("linnet start", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        self.dont_repeat()
        if gdb.lookup_global_symbol("main"):
            gdb.Breakpoint("main", internal=True, temporary=True).silent = True
        gdb.execute("run", to_string=True)
        go_into_user_code()
        show()


class Switch(gdb.Command):
    """Goes on to the next point at which another thread continues, in the code where it continues."""

    def __init__(self):
        super().__init__("linnet switch", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        if not is_running():
            raise gdb.GdbError("The execution is over.")
        turn.after = View().running_thread()
        turn.enabled = True
        go_on()
        go_into_user_code()
        show()


class Threads(gdb.Command):
    """Lists the threads by their numbers in the report, and where each of them is."""

    def __init__(self):
        super().__init__("linnet threads", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        if not is_running():
            raise gdb.GdbError("The execution is over.")
        view = View()
        running = view.running_thread()
        for thread, waits, where in view.places():
            mark = "*" if thread == running else " "
            print(f"{mark} thread {thread}  {in_words(where)}{', where it waits' if waits and thread != running else ''}")


class Wrote(gdb.Command):
    """Names the last write of a variable or another expression: linnet wrote queue.head_
A pointer stands for what it points to, and a number for an address."""

    def __init__(self):
        super().__init__("linnet wrote", gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def invoke(self, argument, from_tty):
        if not argument:
            raise gdb.GdbError("expected an expression, as in: linnet wrote queue.head_")
        if not is_running():
            raise gdb.GdbError("The execution is over.")
        low, size = self.range_of(gdb.parse_and_eval(argument))
        view = View()
        for address, length, step, thread, state, *where in view.writes_latest_first():
            if state not in (MADE, ANNOUNCED, PERHAPS) or address >= low + size or address + length <= low:
                continue
            verb = {MADE: "wrote it", ANNOUNCED: "writes it", PERHAPS: "writes it, unless it fails,"}[state]
            print(f"thread {thread} {verb} in step {step}: {in_words(where)}")
            return
        if view.write_count > view.capacity:
            print(f"None of the last {view.capacity} writes was there.")
        elif view.step > 0 and not view.notes_plain_writes:
            print("No step has written it. Writes that are no steps are not noted with --races off.")
        else:
            print("Nothing in this execution has written it, as far as Linnet sees.")

    @staticmethod
    def range_of(value):
        kind = value.type.strip_typedefs()
        if kind.code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
            value = value.referenced_value()
        elif value.address is None and kind.code == gdb.TYPE_CODE_PTR:
            return int(value), max(1, kind.target().sizeof)
        elif value.address is None:
            return int(value), 1
        return int(value.address), max(1, value.type.sizeof)


def name_threads(event):
    """The thread of the system that does everything is called like the one that runs; the others only lend their stacks."""
    try:
        running = View().running_thread()
    except (gdb.error, gdb.MemoryError):
        return  # the runtime is not there yet
    for thread in gdb.selected_inferior().threads():
        thread.name = f"thread {running}" if thread == gdb.selected_thread() else "asleep"


def meet_runtime(event):
    global turn
    if "liblinnet_runtime" in (event.new_objfile.filename or "") and turn is None:
        Arrival()
        turn = Turn()


turn = None  # once the runtime is loaded
gdb.execute("set print thread-events off")
# The runtime uses these signals itself.
gdb.execute("handle SIGSEGV SIGPROF SIGSYS nostop noprint pass", to_string=True)
Linnet(), Start(), Switch(), Threads(), Wrote()
gdb.events.new_objfile.connect(meet_runtime)
gdb.events.stop.connect(name_threads)
