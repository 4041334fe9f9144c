#include "engine/text_file.h"

#include "engine/memory.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

namespace warploom {

namespace {

constexpr std::size_t inflate_step = std::size_t{1} << 20;

[[noreturn]] void cannot_open(const std::string& path, const std::string& reason) {
    throw Error("file.missing", "Cannot read " + path + ": " + reason + ".",
                "Check the path, or name a generator such as laplace2d:n=64.");
}

std::string system_reason(int number) {
    std::string text = std::strerror(number);
    if (!text.empty()) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
    return text;
}

/// Ends with the scope, whatever an inflation runs into.
struct Inflation {
    z_stream stream{};
    bool ready = false;
    char* buffer = nullptr;

    ~Inflation() {
        if (ready) inflateEnd(&stream);
        std::free(buffer);
    }
};

} // namespace

TextFile::TextFile(const std::string& path, const Progress& progress) : path_(path) {
    // Without O_NONBLOCK a pipe that nobody writes to would hold the program here.
    file_.number = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file_.number < 0) cannot_open(path, system_reason(errno));
    struct stat status {};
    if (::fstat(file_.number, &status) != 0) cannot_open(path, system_reason(errno));
    if (S_ISDIR(status.st_mode)) cannot_open(path, "it is a folder, a file was expected");
    if (!S_ISREG(status.st_mode)) cannot_open(path, "it is no regular file");
    written_ = status.st_mtim;
    file_bytes_ = status.st_size;
    size_ = static_cast<std::size_t>(status.st_size);
    if (size_ == 0) return;
    if (!mapping_.map(file_.number, size_)) cannot_open(path, system_reason(errno));
    data_ = mapping_.data();
    if (size_ >= 2 && data_[0] == '\x1f' && data_[1] == '\x8b') {
        while_unchanged([&] {
            inflate_mapping(progress);
            return 0;
        });
        mapping_.unmap();
        data_ = inflated_.get();
    }
}

TextFile::Descriptor::~Descriptor() {
    if (number >= 0) ::close(number);
}

void TextFile::require_unchanged() const {
    if (mapping_.data() == nullptr) return;
    struct stat now {};
    const bool is_known = ::fstat(file_.number, &now) == 0;
    const bool was_written = is_known && (now.st_size != file_bytes_ || now.st_mtim.tv_sec != written_.tv_sec ||
                                          now.st_mtim.tv_nsec != written_.tv_nsec);
    if (mapping_.was_cut() || was_written)
        throw Error("file.changed", "Another program changed " + path_ + " while it was read.",
                    "Wait until that program has finished, and open the file again.");
}

void TextFile::inflate_mapping(const Progress& progress) {
    const auto damaged = [&](const std::string& what) {
        throw Error("file.malformed", path_ + ": the gzip data " + what + ".", "Fetch or compress the file again.");
    };
    Inflation in;
    constexpr int gzip_only = 16 + MAX_WBITS;
    if (inflateInit2(&in.stream, gzip_only) != Z_OK)
        throw Error("memory.limit", "There is no memory to inflate " + path_ + ".");
    in.ready = true;

    const auto* input = reinterpret_cast<const unsigned char*>(data_);
    const std::size_t input_size = size_;
    std::size_t taken = 0, given = 0, capacity = 0;
    bool member_ended = false;
    while (!member_ended || taken < input_size) {
        if (member_ended) { // gzip files may be joined end to end; zeros pad tape blocks
            if (std::all_of(input + taken, input + input_size, [](unsigned char c) { return c == 0; })) break;
            inflateReset(&in.stream);
            member_ended = false;
        }
        if (given == capacity) {
            const std::size_t grown = std::max(4 * inflate_step, capacity + capacity / 2);
            require_memory(static_cast<double>(grown - capacity), "The text inside " + path_);
            // realloc moves pages instead of copying them, so growing does not double the peak.
            void* moved = std::realloc(in.buffer, grown);
            if (moved == nullptr) throw Error("memory.limit", "There is no memory to inflate " + path_ + ".");
            in.buffer = static_cast<char*>(moved);
            capacity = grown;
        }
        const std::size_t in_step = std::min(inflate_step, input_size - taken);
        const std::size_t out_step = std::min(inflate_step, capacity - given);
        in.stream.next_in = const_cast<Bytef*>(input + taken);
        in.stream.avail_in = static_cast<uInt>(in_step);
        in.stream.next_out = reinterpret_cast<Bytef*>(in.buffer + given);
        in.stream.avail_out = static_cast<uInt>(out_step);
        const int status = inflate(&in.stream, Z_NO_FLUSH);
        const std::size_t took = in_step - in.stream.avail_in, gave = out_step - in.stream.avail_out;
        taken += took;
        given += gave;
        progress.check(static_cast<std::int64_t>(taken / 2), file_bytes_);
        if (status == Z_STREAM_END) member_ended = true;
        else if (status == Z_MEM_ERROR) throw Error("memory.limit", "There is no memory to inflate " + path_ + ".");
        else if (status != Z_OK && status != Z_BUF_ERROR) damaged("is damaged near byte " + std::to_string(taken));
        else if (taken == input_size && gave == 0)
            damaged("ends before its end, after " + std::to_string(taken) + " bytes");
    }
    inflated_.reset(in.buffer);
    in.buffer = nullptr;
    size_ = given;
}

} // namespace warploom
