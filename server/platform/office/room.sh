#!/bin/sh
# A room for one run of LibreOffice, inside namespaces of its own (room.ts makes them): a file system of memory with
# programs, libraries and fonts in it, to be read, and one folder to be written. Nothing else of the machine is there, nor
# its network. This script stays outside as the first process of the room: with its end everything in the room ends.
set -eu
room=$1
office=$2
become=$3
inside=$4
shift 4
# The server keeps its own files to itself; what stands here is to be seen by nobody as well.
umask 022
mount -t tmpfs -o mode=0755,size=1g,nr_inodes=50k room "$room"
# LibreOffice makes a socket in /tmp, wherever else it is sent.
mkdir -m 1777 "$room/work" "$room/tmp"

show() {
  if [ -d "$1" ]; then
    mkdir -p "$room$1"
  else
    mkdir -p "$room${1%/*}"
    : >"$room$1"
  fi
  mount --bind -o "$2" "$1" "$room$1"
}
for path in /usr /bin /lib /lib32 /lib64 /etc/alternatives /etc/fonts /etc/ld.so.cache /etc/libreoffice \
  /var/cache/fontconfig /var/lib/libreoffice; do
  if [ -e "$path" ]; then show "$path" ro; fi
done
case $office in
/usr/*) ;;
*) show "$office" ro ;;
esac
for path in /dev/null /dev/zero /dev/random /dev/urandom; do show "$path" rw; done

# $become has several words, or none.
# shellcheck disable=SC2086
chroot "$room" /usr/bin/setpriv $become --no-new-privs --bounding-set=-all --inh-caps=-all \
  /bin/sh -c "$inside" sh "$@"
exit $?
