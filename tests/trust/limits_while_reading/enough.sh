# Nearly too much: within its limits, a history is read, decided and explained as ever.
# exit: 1
# says: 2 was dequeued before 1
# never: cut short
cat > history.jsonl <<END
{"linnet":1,"spec":"queue"}
{"thread":0,"op":"enq","args":[1],"result":null,"call":1,"return":2}
{"thread":0,"op":"enq","args":[2],"result":null,"call":3,"return":4}
{"thread":0,"op":"deq","args":[],"result":2,"call":5,"return":6}
{"thread":0,"op":"deq","args":[],"result":1,"call":7,"return":8}
END
linnet check history.jsonl --time 10m --memory 500MB
