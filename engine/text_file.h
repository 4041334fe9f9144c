#pragma once

#include "engine/error.h"
#include "engine/progress.h"
#include "engine/regular_file.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace warploom {

/// Reads the text of an open file from start to end. Decompresses the text if the first bytes of the file identify it
/// as gzip, bzip2 or xz, and converts it to UTF-8 if it starts with the byte order mark of UTF-16. Errors:
/// "file.missing" if the operating system cannot read the file, "file.malformed" (truncated or damaged compressed
/// data), "file.large" (implausible expansion), "memory.limit".
class TextStream {
public:
    /// Starts reading at the beginning of the file. `file` must outlive the stream. `path` is the file name in error
    /// messages.
    TextStream(const RegularFile& file, const std::string& path);
    ~TextStream();
    TextStream(const TextStream&) = delete;
    TextStream& operator=(const TextStream&) = delete;

    /// Reads the next `most` bytes of the text, or fewer at the end. Returns the number of bytes.
    std::size_t read(char* to, std::size_t most);
    /// Returns whether the text differs from the bytes of the file, that is, whether the file is compressed or in
    /// UTF-16.
    bool is_packed() const { return inflation_ != nullptr || decoding_ != nullptr; }
    std::int64_t taken() const { return taken_; } ///< number of bytes read from the file so far, before decompression

private:
    class Inflation;
    class Decoding;

    std::size_t take(char* to, std::size_t most);
    std::size_t read_bytes(char* to, std::size_t most);

    const RegularFile& file_;
    const std::string& path_;
    std::int64_t taken_ = 0;
    std::unique_ptr<Inflation> inflation_; ///< decompressor; null for a file that is not compressed
    std::unique_ptr<Decoding> decoding_;   ///< converts UTF-16; null for any other encoding
    bool is_begun_ = false;                ///< whether the encoding of the text is known
};

/// Reads `most` bytes at `offset`, or fewer at the end of the file. Returns the number of bytes. Errors:
/// "file.missing".
std::size_t read_at(const RegularFile& file, char* to, std::size_t most, std::int64_t offset);

/// Maximum length of a line in bytes. Lines must fit in memory, and no supported format has longer lines.
constexpr std::size_t longest_line = std::size_t{1} << 20;

/// A block of complete lines. If the last line of the file does not end with a newline, a newline is added. It is safe
/// to read TextFile::readable bytes past the end of the block.
struct TextBlock {
    const char* begin = nullptr;
    const char* end = nullptr;
    std::size_t offset = 0; ///< offset of the block's first byte in the text
    std::int64_t index = 0; ///< index of the block; a file is always divided into the same blocks
};

/// A line of a text file, as shown in error messages.
struct TextLine {
    std::int64_t number = 0;
    std::string text; ///< the first 4096 bytes of the line, without the newline
};

/// The text of a file, decompressed as by TextStream. It is read in blocks, with at most one block per thread in
/// memory. The file is not memory-mapped, because truncation by another program would then cause a crash.
class TextFile {
public:
    static constexpr std::size_t readable = 64;

    /// Opens a file. Errors: "file.missing" if the file is not a regular file or cannot be read.
    explicit TextFile(const std::string& path) : TextFile(path, path) {}
    /// Opens a file. `shown` is its name in error messages.
    TextFile(const std::string& path, const std::string& shown);

    /// Size of the file in bytes (compressed size for a compressed file).
    std::int64_t file_bytes() const { return file_.status().st_size; }
    /// Returns whether the file is compressed or in UTF-16.
    bool is_compressed() const { return is_compressed_; }

    /// Returns the first `most` bytes of the text, or all of it if it is shorter.
    std::string head(std::size_t most) const;
    /// Returns the line that contains the byte at `offset`. Reads the text from the start up to this line.
    TextLine line_at(std::size_t offset) const;

    using OnBlock = std::function<void(const TextBlock&)>;
    using Between = std::function<void(double share)>;
    /// Calls `on_block` for every block of the text, on at most `threads` threads and in no particular order. Calls
    /// `between` periodically on the calling thread, with the fraction of the file read so far. Reading stops if either
    /// function throws an exception. If `on_block` throws for several blocks, the exception of the first of these
    /// blocks is rethrown. In this case, `on_block` has been called for all blocks before it. Errors: same as
    /// TextStream, and "file.malformed" if a line is longer than longest_line.
    void each_block(int threads, const OnBlock& on_block, const Between& between) const;

    /// Runs a step after the steps of all preceding blocks have run. on_block() may call it at most once. Throws if an
    /// earlier block threw.
    using Turn = std::function<void(const std::function<void()>& step)>;
    using OnBlockInTurn = std::function<void(const TextBlock&, const Turn&)>;
    /// Like each_block(), but `on_block` can execute part of its work in block order. A thread then waits until the
    /// preceding blocks have executed this part. The wait is short, because the blocks are started in order.
    void each_block_in_turn(int threads, const OnBlockInTurn& on_block, const Between& between) const;

    /// Calls `read`, which reads the text of this file, and returns its result. Errors: the errors of `read`;
    /// "file.changed" if another program wrote to the file at the same time, because the result may then be
    /// inconsistent.
    template <class Read> auto while_unchanged(const Read& read) const {
        try {
            auto result = read();
            require_unchanged();
            return result;
        } catch (const Error&) {
            require_unchanged();
            throw;
        }
    }

    /// Throws Error("file.changed") if another program has written to the file since it was opened.
    void require_unchanged() const;

private:
    class Turns;

    void each_block(int threads, const OnBlockInTurn& on_block, const Between& between, Turns* turns) const;
    void each_plain_block(int threads, const OnBlockInTurn& on_block, const Between& between, Turns* turns) const;
    void each_packed_block(int threads, const OnBlockInTurn& on_block, const Between& between, Turns* turns) const;
    TextBlock plain_block(std::int64_t index, std::vector<char>& buffer) const;

    std::string path_;
    RegularFile file_;
    bool is_compressed_ = false;
};

/// Returns the complete text of a file. Errors: same as TextFile, "file.large" if it has more than `limit` bytes,
/// "file.changed", "cancelled".
std::string read_text(const std::string& path, std::size_t limit, const Progress& progress);

} // namespace warploom
