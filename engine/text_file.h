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

/// The text of an open file from its beginning to its end, inflated where the file's first bytes say gzip. Errors of
/// all: "file.missing" where the system cannot read, "file.malformed" (a gzip that is cut short or damaged),
/// "file.large" (one that grows beyond all measure), "memory.limit".
class TextStream {
public:
    /// The file, which `path` names in sentences, must outlive the stream.
    TextStream(const RegularFile& file, const std::string& path);
    ~TextStream();
    TextStream(const TextStream&) = delete;
    TextStream& operator=(const TextStream&) = delete;

    /// The next bytes of the text: `most`, or fewer at its end.
    std::size_t read(char* to, std::size_t most);
    bool is_packed() const { return inflation_ != nullptr; }
    std::int64_t taken() const { return taken_; } ///< bytes of the file that have been read

private:
    class Inflation;

    std::size_t take(char* to, std::size_t most);

    const RegularFile& file_;
    const std::string& path_;
    std::int64_t taken_ = 0;
    std::unique_ptr<Inflation> inflation_; ///< null for a plain text
};

/// Reads `most` bytes of a file from `offset` on, or fewer where it ends before. Error: "file.missing".
std::size_t read_at(const RegularFile& file, char* to, std::size_t most, std::int64_t offset);

/// Longer lines are refused: a line must fit in memory, and no supported format has such lines.
constexpr std::size_t longest_line = std::size_t{1} << 20;

/// Whole lines of a text. The last one ends in a newline, which is added where the file lacks it; TextFile::readable
/// bytes behind that may be read.
struct TextBlock {
    const char* begin = nullptr;
    const char* end = nullptr;
    std::size_t offset = 0; ///< of `begin` in the text
    std::int64_t index = 0; ///< from 0; the blocks of a file are the same each time
};

/// A line for a sentence about it.
struct TextLine {
    std::int64_t number = 0; ///< from 1
    std::string text;        ///< its first bytes, at most 4096, without the newline
};

/// The text of a file, inflated where its first bytes say gzip, read in blocks: never more of it is in memory than a
/// block for each thread. Nothing is mapped, so a file that another program shortens meanwhile does no harm.
class TextFile {
public:
    static constexpr std::size_t readable = 64;

    /// Errors: "file.missing" where it is no regular file, or cannot be read.
    explicit TextFile(const std::string& path);

    std::int64_t file_bytes() const { return file_.status().st_size; } ///< packed ones, where it is gzip
    bool is_compressed() const { return is_compressed_; }

    /// The first bytes of the text: `most`, or all that there are.
    std::string head(std::size_t most) const;
    /// Returns the line that contains the byte at `offset`. Reads the text up to there.
    TextLine line_at(std::size_t offset) const;

    using OnBlock = std::function<void(const TextBlock&)>;
    using Between = std::function<void(double share)>;
    /// Calls `on_block` for every block of the text, on at most `threads` threads and then in no certain order.
    /// `between` runs periodically on the calling thread with the fraction of the file that has been read. An exception
    /// from either stops the reading; if several blocks throw, the exception of one of them is rethrown, and `on_block`
    /// has been called for all blocks before it.
    /// Errors: those of TextStream, and "file.malformed" for a line beyond longest_line.
    void each_block(int threads, const OnBlock& on_block, const Between& between) const;

    /// Called by the thread of a block, at most once: runs `step` when those of all blocks before have been run, so
    /// steps are taken one after another, in the order of the text. Where an earlier block threw, it throws something
    /// instead.
    using Turn = std::function<void(const std::function<void()>& step)>;
    using OnBlockInTurn = std::function<void(const TextBlock&, const Turn&)>;
    /// As each_block(); a thread that waits only for its turn waits shortly, because blocks are begun in order.
    void each_block_in_turn(int threads, const OnBlockInTurn& on_block, const Between& between) const;

    /// Returns the result of `read`, which reads this text. Errors: those of `read`, but "file.changed" if another
    /// program wrote to the file meanwhile, because the result may then not match the file.
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

    /// Errors: "file.changed" where another program wrote to the file since it was opened.
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

/// All of a text. Errors: those of TextFile, "file.large" where it has more than `limit` bytes, "file.changed",
/// "cancelled".
std::string read_text(const std::string& path, std::size_t limit, const Progress& progress);

} // namespace warploom
