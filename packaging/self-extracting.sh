#!/bin/sh
# Warploom in a single file: the last line of this script is followed by an archive. The first start unpacks it into your cache
# folder, from which later starts run. All options of the programs are supported:
#   FILE.run [matrix ...]           starts the desktop app
#   FILE.run --engine COMMAND ...   runs a command of warploom-engine
#   FILE.run --extract FOLDER       only unpacks the archive
set -eu
unpack() {
    if ! command -v tar >/dev/null || ! command -v xz >/dev/null; then
        echo "Unpacking this file requires the programs tar and xz." >&2
        echo "Hint: Install the packages tar and xz-utils (or xz)." >&2
        exit 1
    fi
    mkdir -p "$1"
    tail -n +"$(($(awk '/^@THE_ARCHIVE_FOLLOWS@$/ { print NR; exit }' "$0") + 1))" "$0" | tar -xJf - -C "$1"
}
if [ "${1:-}" = --extract ]; then
    unpack "${2:?Specify a folder.}"
    echo "$2/@NAME@"
    exit 0
fi
place=${XDG_CACHE_HOME:-$HOME/.cache}/warploom/programs/@HASH@
if [ ! -x "$place/@NAME@/bin/warploom" ]; then
    # Unpack to a temporary folder and rename it, so that an interrupted start does not leave an incomplete folder.
    unpack "$place.$$"
    mv "$place.$$" "$place" 2>/dev/null || rm -rf "$place.$$" # another process was faster
fi
program=warploom
if [ "${1:-}" = --engine ]; then
    program=warploom-engine
    shift
fi
# shellcheck disable=SC2093 # the archive follows
exec "$place/@NAME@/bin/$program" "$@"
@THE_ARCHIVE_FOLLOWS@
