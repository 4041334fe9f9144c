#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

namespace warploom {

/// Decompresses one format. If a file consists of several members, each member is decompressed separately.
class StreamDecoder {
public:
    enum class Status { more, member_ended, damaged, no_memory };

    virtual ~StreamDecoder() = default;

    virtual const char* format() const = 0;  ///< name of the format, such as "gzip"
    virtual const char* program() const = 0; ///< program that decompresses files of this format, such as "gunzip"

    /// Decompresses bytes from the front of `input` into the front of `output`. Advances both pointers, and reduces
    /// both counts. The input must not be empty.
    virtual Status decode(const char*& input, std::size_t& input_left, char*& output, std::size_t& output_left) = 0;
    /// Prepares for the next member. Returns false if there is not enough memory.
    virtual bool restart() = 0;
};

/// Number of leading bytes of a file that stream_decoder_for() needs to recognize a format.
constexpr std::size_t stream_decoder_head = 6;

/// Returns a decoder for a file that starts with `head`: gzip, bzip2 or xz. Returns null if the file is not compressed,
/// or if this build does not include the library of the format. Throws std::bad_alloc if there is not enough memory.
std::unique_ptr<StreamDecoder> stream_decoder_for(std::string_view head);

/// Returns a file name without its extension .gz, .bz2 or .xz, if it has one.
std::string_view without_compression_extension(std::string_view name);

} // namespace warploom
