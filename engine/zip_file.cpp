#include "engine/zip_file.h"

#include <zlib.h>

#include <cstdint>
#include <new>

namespace warploom {

namespace {

void put(std::string& to, std::uint64_t number, int bytes) {
    for (int i = 0; i < bytes; ++i) to += static_cast<char>(number >> (8 * i) & 255);
}

/// Compresses data with zlib. `window` is -15 for raw deflate and 31 for gzip.
std::string deflated(const std::string& content, int window, int level = Z_BEST_COMPRESSION) {
    z_stream stream{};
    constexpr int memory = 8;
    if (deflateInit2(&stream, level, Z_DEFLATED, window, memory, Z_DEFAULT_STRATEGY) != Z_OK) throw std::bad_alloc();
    std::string packed(deflateBound(&stream, static_cast<uLong>(content.size())), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
    stream.avail_in = static_cast<uInt>(content.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

} // namespace

std::string zip_of(const std::vector<ZipEntry>& entries) {
    constexpr int raw = -15, version = 20, made_on_unix = 3 << 8, method_deflate = 8, first_day = 1 << 5 | 1;
    constexpr std::uint64_t file = 0100644, program = 0100755; // file modes as returned by stat()
    std::string zip, directory;
    for (const ZipEntry& entry : entries) {
        const std::string packed = deflated(entry.content, raw);
        std::string facts; // the fields that the local header and the central header have in common
        put(facts, version, 2);
        put(facts, 0, 2);
        put(facts, method_deflate, 2);
        put(facts, 0, 2);
        put(facts, first_day, 2);
        put(facts,
            crc32(0, reinterpret_cast<const Bytef*>(entry.content.data()), static_cast<uInt>(entry.content.size())), 4);
        put(facts, packed.size(), 4);
        put(facts, entry.content.size(), 4);
        put(facts, entry.name.size(), 2);
        put(facts, 0, 2);
        const std::size_t begin = zip.size();
        zip += "PK\x03\x04" + facts + entry.name + packed;
        directory += "PK\x01\x02";
        put(directory, made_on_unix | version, 2);
        directory += facts;
        put(directory, 0, 2 + 2 + 2);
        put(directory, (entry.is_program ? program : file) << 16, 4);
        put(directory, begin, 4);
        directory += entry.name;
    }
    const std::size_t begin = zip.size();
    zip += directory + "PK\x05\x06";
    put(zip, 0, 4);
    put(zip, entries.size(), 2);
    put(zip, entries.size(), 2);
    put(zip, directory.size(), 4);
    put(zip, begin, 4);
    put(zip, 0, 2);
    return zip;
}

std::string gzipped(const std::string& text, Packing packing) {
    constexpr int window_of_gzip = 15 + 16;
    return deflated(text, window_of_gzip, packing == Packing::small ? Z_BEST_COMPRESSION : Z_DEFAULT_COMPRESSION);
}

} // namespace warploom
