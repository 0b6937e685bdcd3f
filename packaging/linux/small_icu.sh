#!/bin/sh
# Replaces ICU's data (32 MB) by an empty table of contents, as ICU's own build does before it has data:
# small_icu.sh FOLDER-WITH-LIBICUDATA. Needs a C compiler.
# Qt formats dates and numbers and changes case without these data. It misses them only for old encodings, which
# the program does not read, and to sort file names by language: they are then sorted by code.
set -eu
library=$(echo "$1"/libicudata.so.*)
symbol=$(nm -D "$library" | sed -n 's/.* \(icudt[0-9]*_dat\)$/\1/p')
# MappedData, UDataInfo (type "ToCP"), padding to 32 bytes, and a count of zero entries.
cc -shared -fPIC -Os -s -Wl,-soname,"$(basename "$library")" -x c -o "$library.small" - <<END
#include <stdint.h>
const struct {
    uint16_t header;
    uint8_t magic[2];
    uint16_t size, reserved;
    uint8_t is_big_endian, charset, char_size, zero, type[4], format[4], version[4], padding[8];
    uint32_t count, none;
} $symbol __attribute__((aligned(16))) = {
    32, {0xda, 0x27}, 20, 0, 0, 0, 2, 0, {'T', 'o', 'C', 'P'}, {1}, {0}, {0}, 0, 0,
};
END
mv "$library.small" "$library"
