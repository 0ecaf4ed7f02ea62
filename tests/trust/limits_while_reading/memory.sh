# A history that does not fit is unknown, and the reason says that it was being read.
# exit: 3
# says: unknown
# says: memory limit of .* MB reached while history.jsonl was being read
python3 -c '
print("""{"linnet":1,"spec":"queue"}""")
for i in range(150000):
    print("""{"type":"call","thread":0,"op":"enq","args":["a text that takes its place %d"]}""" % i)
    print("""{"type":"return","thread":0,"result":null}""")' > history.jsonl
linnet check history.jsonl --memory 30MB
