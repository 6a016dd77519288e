#!/bin/sh
# Keeps one piece of the write-ahead log (WAL) in a folder, for a restore to a moment. In postgresql.conf:
#   archive_mode = on
#   archive_timeout = 60        # at most this many seconds of a quiet site are lost with the machine
#   archive_command = '/usr/local/lib/candor/archive-wal.sh /mnt/other-machine/wal %p %f'
# Postgres calls it again until it says 0, and keeps the piece meanwhile. The folder belongs on another machine's disk.
#   archive-wal.sh FOLDER PATH NAME
set -eu
folder=$1 path=$2 name=$3
# A piece that is there is never overwritten: another one of the same name comes from another database. The same bytes may come
# twice, when the machine was lost before Postgres noted the answer.
if [ -e "$folder/$name" ]; then
  cmp -s "$path" "$folder/$name" && exit 0
  echo "$folder/$name holds something else: does another database archive into this folder?" >&2
  exit 1
fi
# Under its name there is only ever a complete piece, on the disk and not only in memory.
cp "$path" "$folder/.$name.part"
sync "$folder/.$name.part"
mv "$folder/.$name.part" "$folder/$name"
sync "$folder"
