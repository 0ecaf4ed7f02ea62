# A pass whose reader is gone is a pass.
# exit: 0
# never: internal error|Broken pipe|cannot write
echo 'int main(void) { return 0; }' > right.c
(trap '' PIPE; linnet run right.c right.c right.c; echo $? > status) | true
[ "$(cat status)" = 0 ]
