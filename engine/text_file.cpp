#include "engine/text_file.h"

#include "engine/compression.h"
#include "engine/inflation_bound.h"
#include "engine/memory.h"
#include "engine/parallel.h"
#include "engine/sentence.h"
#include "engine/text_encoding.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>
#include <unistd.h>

namespace warploom {
namespace {

constexpr std::size_t packed_step = std::size_t{256} << 10;

} // namespace

std::size_t read_at(const RegularFile& file, char* to, std::size_t most, std::int64_t offset) {
    std::size_t got = 0;
    while (got < most) {
        const ssize_t count = ::pread(file.descriptor(), to + got, most - got, offset + static_cast<std::int64_t>(got));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) file.refuse_with_errno();
        if (count == 0) break;
        got += static_cast<std::size_t>(count);
    }
    return got;
}

class TextStream::Inflation {
public:
    Inflation(TextStream& text, std::unique_ptr<StreamDecoder> decoder)
        : text_(text), decoder_(std::move(decoder)), buffer_(packed_step) {}

    std::size_t read(char* to, std::size_t most) {
        std::size_t given = 0;
        while (given < most && has_more()) {
            const std::size_t step = std::min(most - given, packed_step);
            char* output = to + given;
            std::size_t left = step;
            const StreamDecoder::Status status = decoder_->decode(input_, input_left_, output, left);
            given += step - left;
            given_ += static_cast<std::int64_t>(step - left);
            if (status == StreamDecoder::Status::member_ended) member_ended_ = true;
            else if (status == StreamDecoder::Status::no_memory) no_memory();
            else if (status == StreamDecoder::Status::damaged)
                damaged(sentence("{file}: the {format} data is damaged near byte {byte}.",
                                 {{"file", text_.path_}, {"format", decoder_->format()}, {"byte", place()}}));
            if (grows_too_much(given_, used())) too_large();
        }
        return given;
    }

private:
    /// Returns whether there is more compressed data. After a member, looks for the next one, because compressed files
    /// can be concatenated and padded with zeros.
    bool has_more() {
        while (input_left_ > 0 || fill()) {
            if (!member_ended_) return true;
            while (input_left_ > 0 && *input_ == 0) ++input_, --input_left_;
            if (input_left_ == 0) continue;
            if (!decoder_->restart()) no_memory();
            member_ended_ = false;
        }
        if (!member_ended_)
            damaged(sentence("{file}: the {format} data is truncated after {byte} bytes.",
                             {{"file", text_.path_}, {"format", decoder_->format()}, {"byte", place()}}));
        return false;
    }

    bool fill() {
        input_left_ = text_.take(buffer_.data(), buffer_.size());
        input_ = buffer_.data();
        return input_left_ > 0;
    }

    std::int64_t used() const { return text_.taken_ - static_cast<std::int64_t>(input_left_); }
    std::string place() const { return std::to_string(used()); }

    [[noreturn]] void no_memory() const {
        throw Error("memory.limit",
                    sentence("There is not enough memory to decompress {file}.", {{"file", text_.path_}}));
    }
    [[noreturn]] void damaged(const std::string& problem) const {
        throw Error("file.malformed", problem, sentence("Download or compress the file again."));
    }
    [[noreturn]] void too_large() const {
        throw Error(
            "file.large",
            sentence("{file}: the {format} data would expand to more than {factor} times its size, which is unusual "
                     "for a matrix or network.",
                     {{"file", text_.path_}, {"format", decoder_->format()}, {"factor", most_growth}}),
            sentence("If you trust the file, decompress it with {program} and open the result.",
                     {{"program", decoder_->program()}}));
    }

    TextStream& text_;
    std::unique_ptr<StreamDecoder> decoder_;
    std::vector<char> buffer_;
    const char* input_ = nullptr; ///< compressed data that has not been decompressed yet, in buffer_
    std::size_t input_left_ = 0;
    bool member_ended_ = false;
    std::int64_t given_ = 0;
};

/// Converts the text of a stream from UTF-16 to UTF-8.
class TextStream::Decoding {
public:
    Decoding(TextStream& text, bool is_little_endian) : text_(text), decoder_(is_little_endian), input_(packed_step) {}

    std::size_t read(char* to, std::size_t most) {
        while (decoded_.size() - given_ < most && !is_ended_) {
            decoded_.erase(0, given_);
            given_ = 0;
            const std::size_t got = text_.read_bytes(input_.data(), input_.size());
            decoder_.decode({input_.data(), got}, decoded_);
            is_ended_ = got < input_.size();
            if (is_ended_) decoder_.finish(decoded_);
        }
        const std::size_t count = std::min(most, decoded_.size() - given_);
        decoded_.copy(to, count, given_);
        given_ += count;
        return count;
    }

private:
    TextStream& text_;
    Utf16Decoder decoder_;
    std::vector<char> input_;
    std::string decoded_;
    std::size_t given_ = 0; ///< number of bytes of `decoded_` that have already been returned
    bool is_ended_ = false;
};

TextStream::TextStream(const RegularFile& file, const std::string& path) : file_(file), path_(path) {
    char first[stream_decoder_head];
    const std::string_view head(first, read_at(file, first, stream_decoder_head, 0));
    if (auto decoder = stream_decoder_for(head)) {
        inflation_ = std::make_unique<Inflation>(*this, std::move(decoder));
    } else if (const auto is_little = utf16_mark(head)) {
        decoding_ = std::make_unique<Decoding>(*this, *is_little);
        taken_ = 2;
    }
}

TextStream::~TextStream() = default;

std::size_t TextStream::take(char* to, std::size_t most) {
    const std::size_t got = read_at(file_, to, most, taken_);
    taken_ += static_cast<std::int64_t>(got);
    return got;
}

std::size_t TextStream::read_bytes(char* to, std::size_t most) {
    return inflation_ ? inflation_->read(to, most) : take(to, most);
}

std::size_t TextStream::read(char* to, std::size_t most) {
    if (decoding_) return decoding_->read(to, most);
    if (is_begun_ || !inflation_ || most < 2) return read_bytes(to, most);
    // The encoding of compressed text is known only after the first bytes have been decompressed.
    is_begun_ = true;
    const std::size_t got = read_bytes(to, 2);
    const auto is_little = utf16_mark({to, got});
    if (!is_little) return got + (got < 2 ? 0 : read_bytes(to + got, most - got));
    decoding_ = std::make_unique<Decoding>(*this, *is_little);
    return decoding_->read(to, most);
}

namespace {

constexpr std::size_t block_bytes = std::size_t{256} << 10;
/// Initial buffer size in bytes, per block, for the part of the last line that extends beyond the end of the block.
constexpr std::size_t usual_overhang = std::size_t{4} << 10;

/// Thrown if the line at `offset` is longer than longest_line.
struct LongLine {
    std::size_t offset = 0;
};

void make_room(std::vector<char>& buffer, std::size_t bytes) {
    if (buffer.size() < bytes) buffer.resize(bytes);
}

const char* newline_in(const char* begin, const char* end) {
    return static_cast<const char*>(std::memchr(begin, '\n', static_cast<std::size_t>(end - begin)));
}

/// The blocks of a compressed text file. The text is decompressed from start to end, but any thread can request the
/// next block.
class PackedBlocks {
public:
    PackedBlocks(const RegularFile& file, const std::string& path) : stream_(file, path) {}

    /// Returns the next block of the text. Returns std::nullopt after the last block and after stop().
    std::optional<TextBlock> next(std::vector<char>& buffer) {
        const std::lock_guard lock(mutex_);
        if (is_stopped_) return std::nullopt;
        std::size_t size = begun_line_.size();
        make_room(buffer, size + block_bytes + TextFile::readable);
        std::copy(begun_line_.begin(), begun_line_.end(), buffer.begin());
        std::size_t end = 0;
        while (end == 0) {
            make_room(buffer, size + block_bytes + TextFile::readable);
            const std::size_t got = stream_.read(buffer.data() + size, block_bytes);
            size += got;
            if (got < block_bytes) {
                is_stopped_ = true;
                if (size == 0) return std::nullopt;
                if (buffer[size - 1] != '\n') buffer[size++] = '\n';
            }
            const void* const newline = ::memrchr(buffer.data(), '\n', size);
            if (newline != nullptr)
                end = static_cast<std::size_t>(static_cast<const char*>(newline) - buffer.data()) + 1;
            else if (size > longest_line) throw LongLine{offset_};
        }
        begun_line_.assign(buffer.begin() + static_cast<std::ptrdiff_t>(end),
                           buffer.begin() + static_cast<std::ptrdiff_t>(size));
        const TextBlock block{buffer.data(), buffer.data() + end, offset_, index_++};
        offset_ += end;
        taken_ = stream_.taken();
        return block;
    }
    void stop() {
        const std::lock_guard lock(mutex_);
        is_stopped_ = true;
    }
    std::int64_t taken() const { return taken_; }

private:
    std::mutex mutex_;
    TextStream stream_;
    std::string begun_line_;
    std::size_t offset_ = 0;
    std::int64_t index_ = 0;
    bool is_stopped_ = false;
    std::atomic<std::int64_t> taken_{0};
};

} // namespace

/// Runs up to one step for each block of text in block order. A step runs on the thread that processes its block.
class TextFile::Turns {
public:
    /// Thrown if an earlier block has failed, because only the error of that block is reported.
    struct GivenUp {};

    /// Calls `work(turn)` for a block. `work` can call `turn` to run a step in block order.
    template <class Work> void run(std::int64_t index, const Work& work) {
        bool is_taken = false;
        try {
            work([&](const std::function<void()>& step) {
                is_taken = true;
                take(index, step);
            });
            if (!is_taken) take(index, [] {});
        } catch (...) {
            const std::lock_guard lock(mutex_);
            failed_ = std::min(failed_, index);
            changed_.notify_all();
            throw;
        }
    }

private:
    void take(std::int64_t index, const std::function<void()>& step) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return next_ == index || failed_ < index; });
        if (failed_ < index) throw GivenUp();
        step();
        ++next_;
        changed_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::int64_t next_ = 0, failed_ = std::numeric_limits<std::int64_t>::max();
};

TextFile::TextFile(const std::string& path, const std::string& shown)
    : path_(shown), file_(path, sentence("Check the path, or use a generator such as laplace2d:n=64.")),
      is_compressed_(TextStream(file_, path_).is_packed()) {}

std::string TextFile::head(std::size_t most) const {
    TextStream stream(file_, path_);
    std::string text(most, '\0');
    text.resize(stream.read(text.data(), most));
    return text;
}

TextLine TextFile::line_at(std::size_t offset) const {
    constexpr std::size_t shown = 4096;
    TextStream stream(file_, path_);
    std::vector<char> buffer(block_bytes);
    TextLine line{1, {}};
    // The requested line may start in a block before the one that contains the byte at `offset`.
    for (std::size_t at = 0;;) {
        const std::size_t got = stream.read(buffer.data(), buffer.size());
        if (got == 0) return line;
        for (const char* p = buffer.data(); p < buffer.data() + got;) {
            const char* const newline = newline_in(p, buffer.data() + got);
            const char* const end = newline == nullptr ? buffer.data() + got : newline;
            line.text.append(p, std::min<std::size_t>(shown - line.text.size(), static_cast<std::size_t>(end - p)));
            if (newline == nullptr) break;
            if (at + static_cast<std::size_t>(newline - buffer.data()) >= offset) return line;
            ++line.number;
            line.text.clear();
            p = newline + 1;
        }
        at += got;
        if (at > offset && line.text.size() == shown) return line;
    }
}

void TextFile::each_block(int threads, const OnBlock& on_block, const Between& between) const {
    each_block(
        threads, [&](const TextBlock& block, const Turn&) { on_block(block); }, between, nullptr);
}

void TextFile::each_block_in_turn(int threads, const OnBlockInTurn& on_block, const Between& between) const {
    Turns turns;
    each_block(threads, on_block, between, &turns);
}

void TextFile::each_block(int threads, const OnBlockInTurn& on_block, const Between& between, Turns* turns) const {
    try {
        if (is_compressed_) each_packed_block(threads, on_block, between, turns);
        else each_plain_block(threads, on_block, between, turns);
    } catch (const LongLine& line) {
        throw Error(
            "file.malformed",
            sentence("{file}, line {line}: the line is longer than {limit}.",
                     {{"file", path_}, {"line", line_at(line.offset).number}, {"limit", bytes_text(longest_line)}}),
            sentence("Check that it is a text file."));
    }
}

void TextFile::each_plain_block(int threads, const OnBlockInTurn& on_block, const Between& between,
                                Turns* turns) const {
    const auto size = static_cast<std::size_t>(file_bytes());
    const auto blocks = static_cast<std::int64_t>((size + block_bytes - 1) / block_bytes);
    std::atomic<std::int64_t> done{0};
    parallel_for(
        blocks, threads,
        [&](std::int64_t index) {
            thread_local std::vector<char> buffer;
            const auto work = [&](const Turn& turn) {
                const TextBlock block = plain_block(index, buffer);
                if (block.begin != block.end) on_block(block, turn);
            };
            if (turns == nullptr) work({});
            else turns->run(index, work);
            done.fetch_add(1, std::memory_order_relaxed);
        },
        [&] { between(static_cast<double>(done.load(std::memory_order_relaxed)) / static_cast<double>(blocks)); });
}

/// Returns the lines that start in block `index` of the file.
TextBlock TextFile::plain_block(std::int64_t index, std::vector<char>& buffer) const {
    const auto size = static_cast<std::size_t>(file_bytes());
    const std::size_t first = static_cast<std::size_t>(index) * block_bytes;
    // Also read the byte before the block, because it shows whether a line starts at the first byte of the block.
    const std::size_t from = first - (index > 0);
    const std::size_t own = std::min(size, first + block_bytes) - from;
    std::size_t have = 0;
    const auto read_to = [&](std::size_t wanted) {
        make_room(buffer, wanted + readable);
        const std::size_t in_file = std::min(wanted, size - from);
        have += read_at(file_, buffer.data() + have, in_file - have, static_cast<std::int64_t>(from + have));
        if (have < in_file) throw Error("file.changed", sentence("The file changed while it was being read."));
        if (from + have == size && (have == 0 || buffer[have - 1] != '\n')) buffer[have++] = '\n';
    };
    read_to(own + usual_overhang);
    std::size_t begin = 0;
    if (index > 0) {
        const char* const newline = newline_in(buffer.data(), buffer.data() + own - 1);
        if (newline == nullptr) return {};
        begin = static_cast<std::size_t>(newline - buffer.data()) + 1;
    }
    for (std::size_t searched = own - 1;;) {
        const char* const newline = newline_in(buffer.data() + searched, buffer.data() + have);
        if (newline != nullptr) return {buffer.data() + begin, newline + 1, from + begin, index};
        searched = have;
        if (have > own + longest_line) {
            const void* const before = ::memrchr(buffer.data(), '\n', own - 1);
            throw LongLine{before == nullptr
                               ? from
                               : from + static_cast<std::size_t>(static_cast<const char*>(before) - buffer.data()) + 1};
        }
        read_to(2 * have);
    }
}

void TextFile::each_packed_block(int threads, const OnBlockInTurn& on_block, const Between& between,
                                 Turns* turns) const {
    PackedBlocks blocks(file_, path_);
    const std::thread::id caller = std::this_thread::get_id();
    const std::int64_t worth = 1 + file_bytes() / static_cast<std::int64_t>(block_bytes / 4);
    const auto tasks = static_cast<int>(std::min<std::int64_t>(resolve_threads(threads), worth));
    parallel_for(tasks, tasks, [&](std::int64_t) {
        thread_local std::vector<char> buffer;
        try {
            while (const auto block = blocks.next(buffer)) {
                if (turns == nullptr) on_block(*block, {});
                else turns->run(block->index, [&](const Turn& turn) { on_block(*block, turn); });
                if (std::this_thread::get_id() == caller)
                    between(static_cast<double>(blocks.taken()) / static_cast<double>(file_bytes()));
            }
        } catch (const Turns::GivenUp&) {
            blocks.stop(); // threads may finish in any order, but only the error of the first block is reported
        } catch (...) {
            blocks.stop();
            throw;
        }
    });
}

void TextFile::require_unchanged() const {
    struct stat now {};
    const struct stat& then = file_.status();
    const bool is_known = ::fstat(file_.descriptor(), &now) == 0;
    if (is_known && now.st_size == then.st_size && now.st_mtim.tv_sec == then.st_mtim.tv_sec &&
        now.st_mtim.tv_nsec == then.st_mtim.tv_nsec)
        return;
    throw Error("file.changed", sentence("Another program changed {file} while it was being read.", {{"file", path_}}),
                sentence("Wait until that program has finished, then open the file again."));
}

std::string read_text(const std::string& path, std::size_t limit, const Progress& progress) {
    const TextFile file(path);
    return file.while_unchanged([&] {
        std::string text;
        file.each_block(
            1,
            [&](const TextBlock& block) {
                text.append(block.begin, block.end);
                if (text.size() > limit)
                    throw Error("file.large",
                                sentence("{file} is larger than {limit}.",
                                         {{"file", path}, {"limit", bytes_text(static_cast<double>(limit))}}),
                                sentence("Choose a smaller file."));
            },
            [&](double share) {
                progress.check(static_cast<std::int64_t>(share * static_cast<double>(file.file_bytes())),
                               file.file_bytes());
            });
        return text;
    });
}

} // namespace warploom
