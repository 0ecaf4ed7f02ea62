# A loop without a step ends at --time. The limit of this line is far beyond it.
# exit: 3
# says: unknown
printf 'int main(void) { for (;;) { } }\n' > loop.c
timeout 60 linnet run --time 1s loop.c
