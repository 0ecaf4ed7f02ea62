# Nearly a closed pipe: a full disk is an error, since the result is lost although someone wanted it.
# exit: 2
# says: cannot write the result
echo 'int main(void) { return 0; }' > right.c
linnet run right.c > /dev/full
