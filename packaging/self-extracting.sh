#!/bin/sh
# Warploom in one file: what follows the last line of this text is an archive. At the first start it is unpacked into your cache;
# later starts find it there. Everything that the programs understand may follow:
#   FILE.run [matrix ...]           the window
#   FILE.run --engine COMMAND ...   the command line
#   FILE.run --extract FOLDER       only unpacks
set -eu
unpack() {
    if ! command -v tar >/dev/null || ! command -v xz >/dev/null; then
        echo "The programs tar and xz are needed to unpack this file." >&2
        echo "Hint: install the packages tar and xz-utils (or xz)." >&2
        exit 1
    fi
    mkdir -p "$1"
    tail -n +"$(($(awk '/^@THE_ARCHIVE_FOLLOWS@$/ { print NR; exit }' "$0") + 1))" "$0" | tar -xJf - -C "$1"
}
if [ "${1:-}" = --extract ]; then
    unpack "${2:?Name a folder.}"
    echo "$2/@NAME@"
    exit 0
fi
place=${XDG_CACHE_HOME:-$HOME/.cache}/warploom/programs/@HASH@
if [ ! -x "$place/@NAME@/bin/warploom" ]; then
    # Unpacked beside and then moved: a start that was cut short leaves nothing that looks whole.
    unpack "$place.$$"
    mv "$place.$$" "$place" 2>/dev/null || rm -rf "$place.$$" # somebody else was quicker
fi
program=warploom
if [ "${1:-}" = --engine ]; then
    program=warploom-engine
    shift
fi
# shellcheck disable=SC2093 # no text follows
exec "$place/@NAME@/bin/$program" "$@"
@THE_ARCHIVE_FOLLOWS@
