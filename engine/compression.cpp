#include "engine/compression.h"

#include "engine/memory.h"

#include <zlib.h>
#ifdef WARPLOOM_HAVE_BZIP2
#include <bzlib.h>
#endif
#ifdef WARPLOOM_HAVE_XZ
#include <lzma.h>
#endif

#include <algorithm>
#include <new>

namespace warploom {

namespace {

class GzipDecoder : public StreamDecoder {
public:
    GzipDecoder() {
        constexpr int gzip_only = 16 + MAX_WBITS;
        if (inflateInit2(&stream_, gzip_only) != Z_OK) throw std::bad_alloc();
    }
    ~GzipDecoder() override { inflateEnd(&stream_); }
    GzipDecoder(const GzipDecoder&) = delete;
    GzipDecoder& operator=(const GzipDecoder&) = delete;

    const char* format() const override { return "gzip"; }
    const char* program() const override { return "gunzip"; }

    Status decode(const char*& input, std::size_t& input_left, char*& output, std::size_t& output_left) override {
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input));
        stream_.avail_in = static_cast<uInt>(input_left);
        stream_.next_out = reinterpret_cast<Bytef*>(output);
        stream_.avail_out = static_cast<uInt>(output_left);
        const int status = inflate(&stream_, Z_NO_FLUSH);
        input += input_left - stream_.avail_in;
        input_left = stream_.avail_in;
        output += output_left - stream_.avail_out;
        output_left = stream_.avail_out;
        if (status == Z_STREAM_END) return Status::member_ended;
        if (status == Z_MEM_ERROR) return Status::no_memory;
        return status == Z_OK || status == Z_BUF_ERROR ? Status::more : Status::damaged;
    }
    bool restart() override { return inflateReset(&stream_) == Z_OK; }

private:
    z_stream stream_{};
};

#ifdef WARPLOOM_HAVE_BZIP2
class Bzip2Decoder : public StreamDecoder {
public:
    Bzip2Decoder() {
        if (!begin()) throw std::bad_alloc();
    }
    ~Bzip2Decoder() override { BZ2_bzDecompressEnd(&stream_); }
    Bzip2Decoder(const Bzip2Decoder&) = delete;
    Bzip2Decoder& operator=(const Bzip2Decoder&) = delete;

    const char* format() const override { return "bzip2"; }
    const char* program() const override { return "bunzip2"; }

    Status decode(const char*& input, std::size_t& input_left, char*& output, std::size_t& output_left) override {
        stream_.next_in = const_cast<char*>(input);
        stream_.avail_in = static_cast<unsigned>(input_left);
        stream_.next_out = output;
        stream_.avail_out = static_cast<unsigned>(output_left);
        const int status = BZ2_bzDecompress(&stream_);
        input += input_left - stream_.avail_in;
        input_left = stream_.avail_in;
        output += output_left - stream_.avail_out;
        output_left = stream_.avail_out;
        if (status == BZ_STREAM_END) return Status::member_ended;
        if (status == BZ_MEM_ERROR) return Status::no_memory;
        return status == BZ_OK ? Status::more : Status::damaged;
    }
    bool restart() override {
        BZ2_bzDecompressEnd(&stream_);
        return begin();
    }

private:
    bool begin() {
        stream_ = {};
        return BZ2_bzDecompressInit(&stream_, 0, 0) == BZ_OK;
    }
    bz_stream stream_{};
};
#endif

#ifdef WARPLOOM_HAVE_XZ
class XzDecoder : public StreamDecoder {
public:
    XzDecoder() {
        if (!restart()) throw std::bad_alloc();
    }
    ~XzDecoder() override { lzma_end(&stream_); }
    XzDecoder(const XzDecoder&) = delete;
    XzDecoder& operator=(const XzDecoder&) = delete;

    const char* format() const override { return "xz"; }
    const char* program() const override { return "unxz"; }

    Status decode(const char*& input, std::size_t& input_left, char*& output, std::size_t& output_left) override {
        stream_.next_in = reinterpret_cast<const std::uint8_t*>(input);
        stream_.avail_in = input_left;
        stream_.next_out = reinterpret_cast<std::uint8_t*>(output);
        stream_.avail_out = output_left;
        const lzma_ret status = lzma_code(&stream_, LZMA_RUN);
        input += input_left - stream_.avail_in;
        input_left = stream_.avail_in;
        output += output_left - stream_.avail_out;
        output_left = stream_.avail_out;
        if (status == LZMA_STREAM_END) return Status::member_ended;
        if (status == LZMA_MEM_ERROR || status == LZMA_MEMLIMIT_ERROR) return Status::no_memory;
        return status == LZMA_OK || status == LZMA_BUF_ERROR ? Status::more : Status::damaged;
    }
    /// Limits the decoder's memory use, because a file header can specify a dictionary of up to 4 GiB.
    bool restart() override {
        const auto limit = static_cast<std::uint64_t>(std::max(1.0, static_cast<double>(available_memory()) / 3));
        return lzma_stream_decoder(&stream_, limit, 0) == LZMA_OK;
    }

private:
    lzma_stream stream_ = LZMA_STREAM_INIT;
};
#endif

} // namespace

std::unique_ptr<StreamDecoder> stream_decoder_for(std::string_view head) {
    using namespace std::string_view_literals;
    if (head.starts_with("\x1f\x8b")) return std::make_unique<GzipDecoder>();
#ifdef WARPLOOM_HAVE_BZIP2
    if (head.starts_with("BZh") && head.size() > 3 && head[3] >= '1' && head[3] <= '9')
        return std::make_unique<Bzip2Decoder>();
#endif
#ifdef WARPLOOM_HAVE_XZ
    if (head.starts_with("\xfd"
                         "7zXZ\0"sv))
        return std::make_unique<XzDecoder>();
#endif
    return nullptr;
}

std::string_view without_compression_extension(std::string_view name) {
    for (const std::string_view extension : {".gz", ".bz2", ".xz"})
        if (name.ends_with(extension)) return name.substr(0, name.size() - extension.size());
    return name;
}

} // namespace warploom
