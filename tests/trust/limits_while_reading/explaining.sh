# A violation of 300 000 operations of which the explanation takes longer than it may: the command ends in time. Where the machine
# is so busy that the time was over before there was a verdict, it is unknown.
# exit: 0
python3 -c '
print("""{"linnet":1,"spec":"register"}""")
for i in range(300000):
    print("""{"type":"call","thread":%d,"op":"write","args":[%d]}""" % (i % 2, i % 3 + 1))
    print("""{"type":"return","thread":%d,"result":null}""" % (i % 2))
print("""{"type":"call","thread":0,"op":"read","args":[]}\n{"type":"return","thread":0,"result":2}""")' > history.jsonl
timeout 100 linnet check history.jsonl --time 1.3s > said
status=$?
cat said
[ $status = 3 ] || { [ $status = 1 ] && grep -q "the explanation was cut short: time limit" said; }
