#pragma once

// Stub for zlib. The engine of a web page does not need zlib, because the browser decompresses files before the engine
// reads them. A file that was compressed twice is therefore reported as damaged.

using uInt = unsigned int;
using Bytef = unsigned char;
struct z_stream {
    Bytef *next_in, *next_out;
    uInt avail_in, avail_out;
};
constexpr int MAX_WBITS = 15, Z_OK = 0, Z_STREAM_END = 1, Z_DATA_ERROR = -3, Z_MEM_ERROR = -4, Z_BUF_ERROR = -5,
              Z_NO_FLUSH = 0;
inline int inflateInit2(z_stream*, int) { return Z_OK; }
inline int inflateReset(z_stream*) { return Z_OK; }
inline int inflateEnd(z_stream*) { return Z_OK; }
inline int inflate(z_stream*, int) { return Z_DATA_ERROR; }
