# Names of files and methods and values with escapes, of a history that is right, one that is not there and one that cannot be read.
# exit: 2
# says: pass       right\\x1b\[2J.jsonl
# says: missing\\x1b\[31m.jsonl
# says: \\u001b\[31m|\\x1b\[31m
# never: \x1b
name=$'right\033[2J.jsonl'
cat > "$name" <<'END'
{"linnet":1,"spec":"queue"}
{"type":"call","thread":"a\u001b[31mb","op":"enq","args":["\u001b[31m"]}
{"type":"return","thread":"a\u001b[31mb","result":null}
END
linnet check "$name"
sed 's/"enq"/"en\\u001b[31mq"/' "$name" > unknown_method.jsonl
linnet check unknown_method.jsonl
linnet check $'missing\033[31m.jsonl'
