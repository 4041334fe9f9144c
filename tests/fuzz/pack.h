#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>
#include <zlib.h>

namespace warploom::fuzz {

inline std::vector<std::uint8_t> pack(const std::uint8_t* data, std::size_t size, int level) {
    z_stream stream{};
    constexpr int gzip = 16 + MAX_WBITS;
    if (deflateInit2(&stream, level, Z_DEFLATED, gzip, 8, Z_DEFAULT_STRATEGY) != Z_OK) std::abort();
    std::vector<std::uint8_t> packed(deflateBound(&stream, size) + 64);
    stream.next_in = const_cast<Bytef*>(data);
    stream.avail_in = static_cast<uInt>(size);
    stream.next_out = packed.data();
    stream.avail_out = static_cast<uInt>(packed.size());
    if (deflate(&stream, Z_FINISH) != Z_STREAM_END) std::abort();
    packed.resize(packed.size() - stream.avail_out);
    deflateEnd(&stream);
    return packed;
}

/// Compresses the input here, because a modified gzip file is hardly ever valid. The first 8 bytes determine how to
/// compress, and which bits of the compressed data to flip. `size` must be at least 8.
inline std::vector<std::uint8_t> damaged_pack(const std::uint8_t* data, std::size_t size) {
    std::vector<std::uint8_t> packed = pack(data + 8, size - 8, data[0] % 10);
    for (std::size_t k = 0; k < data[1] % 4u; ++k) {
        const std::size_t place = (data[2 + k] * 256u + data[3 + k]) % packed.size();
        packed[place] ^= static_cast<std::uint8_t>(1u << (data[2 + k] % 8));
    }
    if (data[6] % 8 == 1) packed.resize(packed.size() - std::min<std::size_t>(packed.size(), data[7]));
    if (data[6] % 8 == 2) packed.insert(packed.end(), packed.begin(), packed.end()); // two members, one text
    return packed;
}

} // namespace warploom::fuzz
