# Ctrl-C while a history is decided, which would take years: what is known, and exit status 3.
# exit: 3
# says: unknown +hard.jsonl
# says: interrupted
. "$(dirname "$0")/interrupt.bash"
python3 - > hard.jsonl <<'END'
# Many writes at once, and a read of a value that all but one order of a thousand million overwrite: nothing but a search decides it.
import json, random
random.seed(1)
for t in range(60):
    print(json.dumps({"type": "call", "thread": t, "op": "push" if t % 2 else "pop", "args": [t % 4] if t % 2 else []}))
for t in range(60):
    print(json.dumps({"type": "return", "thread": t, "result": None if t % 2 else random.randrange(4)}))
for t in range(60, 70):
    print(json.dumps({"type": "call", "thread": t, "op": "pop", "args": []}))
    print(json.dumps({"type": "return", "thread": t, "result": t % 4}))
END
interrupt '[ "$(cut -d" " -f14 /proc/$process/stat)" -gt 30 ]' linnet check hard.jsonl --spec stack --experiment wing-gong
