# A violation whose threads and values have escapes; the command that checks it again can be copied.
# exit: 1
# says: never enqueued
# says: Again: linnet check \$'wrong\\033\[2J.jsonl'
# says: and again
# never: \x1b
name=$'wrong\033[2J.jsonl'
cat > "$name" <<'END'
{"linnet":1,"spec":"queue"}
{"type":"call","thread":"\u001b[31m","op":"deq","args":[]}
{"type":"return","thread":"\u001b[31m","result":"\u001b]0;title\u0007"}
END
linnet check "$name" > said
status=$?
cat said
eval "$(sed -n 's/^Again: //p' said)" > /dev/null
[ $? = 1 ] && echo and again
exit $status
