# Right: what libtsan offers to programs, the runtime offers, too; what it leaves out is in exports.txt with its reason.
# exit: 0
set -eu
here=$(dirname "$0")
list=$here/exports.txt
runtime=$(dirname "$(readlink -f "$(command -v linnet)")")/../lib/liblinnet_runtime.so
exported() { nm -D --defined-only "$1" | awk '{print $3}' | sed 's/@.*//' | sort -u; }

missing=$(comm -23 <(grep -v '^[#-]' "$list" | sort) <(exported "$runtime"))
[ -z "$missing" ] || { echo "exports.txt names what the runtime does not export:"; echo "$missing"; exit 1; }

# With the libtsan that is installed, if there is one: all of it is in the list, or left out on purpose.
libtsan=$(gcc -print-file-name=libtsan.so)
[ -e "$libtsan" ] || exit 0
left_out=$(sed -n 's/^- \([^ ]*\).*/\1/p' "$list" | paste -sd'|')
# It also stands in for functions of the C library, most of which the runtime has no need to.
libc=$({ exported "$(gcc -print-file-name=libc.so.6)"; exported "$(gcc -print-file-name=libm.so.6)"; } | sort -u)
unknown=$(exported "$libtsan" | grep -vE "^($left_out)\$" | comm -23 - <(exported "$runtime") | comm -23 - <(echo "$libc"))
[ -z "$unknown" ] || { echo "libtsan exports what is neither exported by the runtime nor left out:"; echo "$unknown"; exit 1; }
