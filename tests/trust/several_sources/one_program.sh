# Nearly several: a main with two sources is one program, as before; and sources without any are refused.
# exit: 2
# says: pass +main.c part.c +
# says: there is neither a main nor a LINNET_TEST
echo 'int part(void); int main(void) { return part(); }' > main.c
echo 'int part(void) { return 0; }' > part.c
linnet run main.c part.c || exit 1
linnet run part.c
