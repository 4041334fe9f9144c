#include "engine/matrix/matrix_market.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace warploom {

namespace {

/// A file that appears under its name when it is finished, and not at all otherwise. What exists under that name and is
/// no file (a device, a pipe) is written to as it stands: a new file in its place would destroy it.
class NewFile {
public:
    explicit NewFile(const std::string& path) : path_(path) {
        static std::atomic<unsigned> serial{0};
        struct stat there {};
        const bool exists = ::stat(path.c_str(), &there) == 0;
        if (exists && !S_ISREG(there.st_mode)) {
            descriptor_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
        } else {
            // A link stays a link: the file that it names is the one to replace.
            if (exists) path_ = std::filesystem::canonical(path).string();
            partial_ = path_ + ".part-" + std::to_string(::getpid()) + "-" + std::to_string(serial++);
            descriptor_ = ::open(partial_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        }
        if (descriptor_ < 0) fail();
        buffer_.reserve(capacity + slack);
    }
    ~NewFile() {
        if (descriptor_ >= 0) ::close(descriptor_);
        if (!partial_.empty()) ::unlink(partial_.c_str());
    }
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;

    void text(std::string_view text) {
        buffer_.append(text);
        if (buffer_.size() > capacity) flush();
    }
    void number(std::int64_t number) {
        char digits[24];
        buffer_.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
    }
    void number(double number, bool whole) {
        char digits[400];
        const auto end = whole ? std::to_chars(digits, digits + sizeof digits, number, std::chars_format::fixed).ptr
                               : std::to_chars(digits, digits + sizeof digits, number).ptr;
        buffer_.append(digits, end);
    }

    void finish() {
        flush();
        const int descriptor = descriptor_;
        descriptor_ = -1;
        if (::close(descriptor) != 0) fail();
        if (!partial_.empty() && ::rename(partial_.c_str(), path_.c_str()) != 0) fail();
        partial_.clear();
    }

private:
    static constexpr std::size_t capacity = std::size_t{1} << 20, slack = 4096;

    void flush() {
        for (std::size_t sent = 0; sent < buffer_.size();) {
            const ssize_t step = ::write(descriptor_, buffer_.data() + sent, buffer_.size() - sent);
            if (step < 0 && errno == EINTR) continue;
            if (step <= 0) fail();
            sent += static_cast<std::size_t>(step);
        }
        buffer_.clear();
    }

    [[noreturn]] void fail() const {
        const int reason = errno;
        throw Error("file.write", "Cannot write " + path_ + ": " + std::strerror(reason) + ".",
                    reason == ENOSPC ? "Free some space, or choose another disk."
                                     : "Choose a folder that can be written.");
    }

    std::string path_, partial_, buffer_;
    int descriptor_ = -1;
};

/// The field that the file can claim: what the matrix says, unless its values no longer fit it (repeats were summed).
Field writable_field(const Matrix& matrix) {
    const auto all = [&](const auto& good) {
        return std::all_of(matrix.csr.value.begin(), matrix.csr.value.end(), good) &&
               std::all_of(matrix.oversize_entries.begin(), matrix.oversize_entries.end(),
                           [&](const Entry& entry) { return good(entry.value); });
    };
    if (!matrix.csr.imaginary.empty()) return Field::complex;
    if (matrix.field == Field::complex) return Field::complex;
    if (matrix.field == Field::pattern && all([](double value) { return value == 1; })) return Field::pattern;
    const bool whole = matrix.field == Field::pattern || matrix.field == Field::integer;
    if (whole && all([](double value) { return std::abs(value) < 1e22 && value == std::floor(value); }))
        return Field::integer;
    return Field::real;
}

class Writer {
public:
    Writer(const std::string& path, const Matrix& matrix, const Progress& progress)
        : file_(path), matrix_(matrix), progress_(progress), field_(writable_field(matrix)) {}

    void write() {
        const bool oversize = matrix_.is_oversize();
        const std::int64_t entries =
            oversize ? static_cast<std::int64_t>(matrix_.oversize_entries.size()) : matrix_.csr.nonzeros();
        file_.text(std::string("%%MatrixMarket matrix coordinate ") + to_string(field_) + " general\n");
        file_.text("% " + one_line(matrix_.name) + "\n");
        file_.number(matrix_.rows());
        file_.text(" ");
        file_.number(matrix_.cols());
        file_.text(" ");
        file_.number(entries);
        file_.text("\n");
        if (oversize)
            for (const Entry& entry : matrix_.oversize_entries) put(entry.row, entry.col, entry.value, 0, entries);
        else write_rows(entries);
        progress_.check(entries, entries);
        file_.finish();
    }

private:
    void write_rows(std::int64_t entries) {
        const CsrMatrix& csr = matrix_.csr;
        for (std::int64_t row = 0; row < csr.rows; ++row) {
            const auto end = static_cast<std::size_t>(csr.row_pointer[static_cast<std::size_t>(row) + 1]);
            for (auto k = static_cast<std::size_t>(csr.row_pointer[static_cast<std::size_t>(row)]); k < end; ++k)
                put(row, csr.column[k], csr.value[k], csr.imaginary.empty() ? 0 : csr.imaginary[k], entries);
        }
    }

    void put(std::int64_t row, std::int64_t col, double re, double im, std::int64_t entries) {
        if (done_++ % 65536 == 0) progress_.check(done_ - 1, entries);
        file_.number(row + 1);
        file_.text(" ");
        file_.number(col + 1);
        if (field_ != Field::pattern) {
            file_.text(" ");
            file_.number(re, field_ == Field::integer);
        }
        if (field_ == Field::complex) {
            file_.text(" ");
            file_.number(im, false);
        }
        file_.text("\n");
    }

    static std::string one_line(std::string text) {
        std::replace_if(
            text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 32; }, ' ');
        if (text.size() > 1000) text.resize(1000);
        return text;
    }

    NewFile file_;
    const Matrix& matrix_;
    const Progress& progress_;
    const Field field_;
    std::int64_t done_ = 0;
};

} // namespace

void write_matrix_market(const std::string& path, const Matrix& matrix, const Progress& progress) {
    Writer(path, matrix, progress).write();
}

} // namespace warploom
