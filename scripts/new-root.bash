# Makes a root of Debian 12 with nothing in it, as $root, for the script that sources this file first of all. It needs root and the network.
# Mounts end with the script, and so does $folder, which has the root and may have more.

# In mounts of our own.
[ "${LINNET_OWN_MOUNTS:-}" ] || LINNET_OWN_MOUNTS=1 exec unshare --mount "$0" "$@"

folder=$(mktemp -d)
root=$folder/root
trap 'umount -q "$root/proc" || true; rm -rf --one-file-system "$folder"' EXIT
export LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive

# quietly COMMAND...: shows what it printed only if it fails.
quietly() { "$@" >"$folder/log" 2>&1 || { cat "$folder/log"; echo "failed: $*"; exit 1; }; }
# expect STATUS COMMAND...: runs it in the root.
expect() {
  local status=0
  echo "\$ ${*:2}"
  chroot "$root" "${@:2}" </dev/null || status=$?
  [ "$status" = "$1" ] || { echo "exit status $status instead of $1"; exit 1; }
}

mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Codename: bookworm' | head -1)
quietly debootstrap --variant=minbase bookworm "$root" "$mirror"
mount -t proc proc "$root/proc"
