#include "engine/matrix/imports/archive.h"

#include "engine/comma_list.h"
#include "engine/compression.h"
#include "engine/error.h"
#include "engine/matrix/imports/foreign_matrix.h"
#include "engine/matrix/matrix_market.h"
#include "engine/matrix/npz/zip_archive.h"
#include "engine/memory.h"
#include "engine/regular_file.h"
#include "engine/sentence.h"
#include "engine/terminal_text.h"
#include "engine/text_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <functional>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace warploom::imports {

namespace {

constexpr std::size_t most_members = 10'000, shown_members = 8;

/// An in-memory file that can be opened by its path while the object exists.
class MemoryFile {
public:
    MemoryFile() : descriptor_(::memfd_create("matrix", MFD_CLOEXEC)) {
        if (descriptor_ < 0) fail();
    }
    ~MemoryFile() { ::close(descriptor_); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    void append(const char* bytes, std::size_t count) {
        while (count > 0) {
            const ssize_t written = ::write(descriptor_, bytes, count);
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) fail();
            bytes += written;
            count -= static_cast<std::size_t>(written);
        }
    }
    std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

private:
    [[noreturn]] static void fail() {
        throw Error("memory.limit",
                    sentence("The archive cannot be unpacked in memory: {reason}.", {{"reason", std::strerror(errno)}}),
                    sentence("Unpack the archive, then open the matrix in it."));
    }
    int descriptor_;
};

using Take = std::function<void(const char* bytes, std::size_t count)>;
/// Called with the name and size of an archive member. Returns a function that receives the contents, or null to skip
/// the member.
using OnMember = std::function<Take(const std::string& name, std::int64_t size)>;

/// Reads a tar archive. Supports ustar (POSIX 1003.1-1988), pax headers with path and size, and the long names of GNU
/// tar.
class TarReader {
public:
    TarReader(const std::string& path, const Progress& progress)
        : path_(path), progress_(progress), file_(path), stream_(file_, path) {}

    void read(const OnMember& on_member) {
        std::string long_name;
        std::int64_t long_size = -1;
        for (std::size_t members = 0;;) {
            std::array<char, block> header{};
            const std::size_t got = stream_.read(header.data(), block);
            const auto is_zero = [](char c) { return c == '\0'; };
            if (got == 0 || (got == block && std::all_of(header.begin(), header.end(), is_zero))) return;
            if (got < block) refuse(sentence("The tar archive is truncated."));
            require_checksum(header);
            const std::int64_t size = long_size >= 0 ? long_size : number(header, 124, 12);
            const char type = header[156];
            if (type == 'L' || type == 'x') {
                const std::string contents = small(number(header, 124, 12));
                if (type == 'L') long_name = contents.substr(0, contents.find('\0'));
                else read_pax(contents, long_name, long_size);
                continue;
            }
            std::string name = long_name;
            if (name.empty()) {
                name = text(header, 0, 100);
                const std::string prefix = text(header, 345, 155);
                if (!prefix.empty() && std::memcmp(header.data() + 257, "ustar\0", 6) == 0) name = prefix + "/" + name;
            }
            if (++members > most_members)
                refuse(sentence("The archive has more than {count} members.", {{"count", most_members}}));
            const bool is_file = type == '0' || type == '\0' || type == '7';
            copy(size, is_file ? on_member(name, size) : nullptr);
            long_name.clear();
            long_size = -1;
        }
    }

private:
    static constexpr std::size_t block = 512;
    using Header = std::array<char, block>;

    [[noreturn]] void refuse(const std::string& problem) const {
        throw Error("file.malformed", sentence("{file}: {problem}", {{"file", path_}, {"problem", problem}}),
                    sentence("Download or pack the archive again."));
    }
    static std::string text(const Header& header, std::size_t at, std::size_t most) {
        const std::string_view field(header.data() + at, most);
        return std::string(field.substr(0, field.find('\0')));
    }
    std::int64_t number(const Header& header, std::size_t at, std::size_t bytes) const {
        std::uint64_t value = 0;
        if ((static_cast<unsigned char>(header[at]) & 0x80) != 0) { // large sizes are stored in binary instead of octal
            for (std::size_t b = bytes - 8; b < bytes; ++b)
                value = value << 8 | static_cast<unsigned char>(header[at + b]);
        } else {
            for (std::size_t b = 0; b < bytes && header[at + b] != '\0'; ++b) {
                const char digit = header[at + b];
                if (digit == ' ') continue;
                if (digit < '0' || digit > '7') refuse(sentence("A header of the tar archive is damaged."));
                value = value * 8 + static_cast<std::uint64_t>(digit - '0');
            }
        }
        if (value > std::uint64_t{1} << 60) refuse(sentence("A header of the tar archive is damaged."));
        return static_cast<std::int64_t>(value);
    }
    void require_checksum(const Header& header) const {
        std::int64_t sum = 8 * ' '; // the checksum field itself counts as eight spaces
        for (std::size_t b = 0; b < block; ++b)
            if (b < 148 || b >= 156) sum += static_cast<unsigned char>(header[b]);
        if (number(header, 148, 8) != sum) refuse(sentence("A header of the tar archive is damaged."));
    }
    std::string small(std::int64_t size) {
        constexpr std::int64_t longest = 1 << 20;
        if (size > longest) refuse(sentence("A header of the tar archive is damaged."));
        std::string contents;
        copy(size, [&](const char* bytes, std::size_t count) { contents.append(bytes, count); });
        return contents;
    }
    /// Reads records such as "30 path=folder/matrix.mtx\n".
    static void read_pax(std::string_view records, std::string& name, std::int64_t& size) {
        while (!records.empty()) {
            const std::size_t space = records.find(' '), end = records.find('\n'), equals = records.find('=');
            if (space == std::string_view::npos || end == std::string_view::npos || equals > end) return;
            const std::string_view key = records.substr(space + 1, equals - space - 1),
                                   value = records.substr(equals + 1, end - equals - 1);
            if (key == "path") name = value;
            if (key == "size") size = std::strtoll(std::string(value).c_str(), nullptr, 10);
            records.remove_prefix(end + 1);
        }
    }
    void copy(std::int64_t size, const Take& take) {
        std::vector<char> buffer(std::size_t{256} << 10);
        std::int64_t left = (size + static_cast<std::int64_t>(block) - 1) / static_cast<std::int64_t>(block) *
                            static_cast<std::int64_t>(block);
        while (left > 0) {
            const auto wanted = static_cast<std::size_t>(std::min(left, static_cast<std::int64_t>(buffer.size())));
            const std::size_t got = stream_.read(buffer.data(), wanted);
            if (got > 0 && take && size > 0)
                take(buffer.data(), static_cast<std::size_t>(std::min(size, static_cast<std::int64_t>(got))));
            size -= static_cast<std::int64_t>(got);
            left -= static_cast<std::int64_t>(got);
            progress_.check(stream_.taken(), file_.status().st_size);
            if (got < wanted && size > 0) refuse(sentence("The tar archive is truncated."));
            if (got < wanted) return; // accept the file, because only the padding at the end is missing
        }
    }

    const std::string& path_;
    const Progress& progress_;
    RegularFile file_;
    TextStream stream_;
};

void each_member_of_zip(const std::string& path, const OnMember& on_member) {
    const std::string bytes = read_regular_file(path, static_cast<std::size_t>(available_memory() / 3));
    ZipArchive archive(bytes, path);
    for (const ZipArchive::Member& member : archive.members()) {
        if (member.name.ends_with('/')) continue;
        if (const Take take = on_member(member.name, static_cast<std::int64_t>(member.size))) {
            const std::string contents = archive.read(member);
            take(contents.data(), contents.size());
        }
    }
}

bool is_matrix_name(std::string_view name) {
    name = without_compression_extension(name);
    for (const char* const ending : {".mtx", ".rb", ".rua", ".rsa", ".pua", ".psa", ".hb", ".mat", ".npz", ".npy",
                                     ".el", ".edges", ".csv", ".tsv", ".graph"})
        if (name.ends_with(ending)) return true;
    return false;
}

/// Returns a file name without its extension.
std::string_view stem_of(std::string_view name) {
    const std::size_t slash = name.rfind('/');
    return name.substr(0, name.find('.', slash == std::string_view::npos ? 0 : slash));
}

/// Removes each name that starts with another name without its extension: A_b.mtx is removed if A.mtx exists.
std::vector<std::string> without_extensions(const std::vector<std::string>& names) {
    std::vector<std::string> kept;
    for (const std::string& name : names) {
        const bool extends = std::any_of(names.begin(), names.end(), [&](const std::string& other) {
            return stem_of(name).starts_with(std::string(stem_of(other)) + "_");
        });
        if (!extends) kept.push_back(name);
    }
    return kept;
}

std::vector<double> vector_of(const Matrix& matrix) {
    std::vector<double> values(static_cast<std::size_t>(matrix.csr.rows), 0.0);
    for (std::int64_t row = 0; row < matrix.csr.rows; ++row)
        if (matrix.csr.row_length(row) > 0)
            values[static_cast<std::size_t>(row)] = matrix.csr.value[matrix.csr.row_pointer[row]];
    return values;
}

} // namespace

Matrix read_archive(const std::string& path, bool is_zip, const Progress& progress, int threads) {
    const auto each_member = [&](const OnMember& on_member) {
        if (is_zip) each_member_of_zip(path, on_member);
        else TarReader(path, progress).read(on_member);
    };
    std::vector<std::string> all;
    each_member([&](const std::string& name, std::int64_t) {
        all.push_back(name);
        return Take();
    });
    std::vector<std::string> matrices;
    std::copy_if(all.begin(), all.end(), std::back_inserter(matrices), is_matrix_name);
    const std::vector<std::string> chosen = without_extensions(matrices);
    if (chosen.size() != 1) {
        std::string names;
        const std::vector<std::string>& listed = chosen.empty() ? all : chosen;
        for (std::size_t n = 0; n < std::min(listed.size(), shown_members); ++n)
            add_item(names, in_one_line(listed[n]));
        if (listed.size() > shown_members) add_item(names, "...");
        throw Error("file.unsupported",
                    chosen.empty() ? sentence("The archive {file} contains no matrix. It contains: {names}.",
                                              {{"file", path}, {"names", names.empty() ? "-" : names}})
                                   : sentence("The archive {file} contains several matrices: {names}.",
                                              {{"file", path}, {"names", names}}),
                    chosen.empty() ? sentence("Open another file.")
                                   : sentence("Unpack the archive, then open one of them."));
    }

    const std::string right_side_names[] = {std::string(stem_of(chosen[0])) + "_b.mtx",
                                            std::string(stem_of(chosen[0])) + "_rhs1.mtx"};
    MemoryFile matrix_file, right_side_file;
    std::string right_side;
    each_member([&](const std::string& name, std::int64_t size) -> Take {
        MemoryFile* file = name == chosen[0] ? &matrix_file : nullptr;
        if (right_side.empty() && (name == right_side_names[0] || name == right_side_names[1])) {
            right_side = name;
            file = &right_side_file;
        }
        if (file == nullptr) return {};
        require_memory(static_cast<double>(size),
                       sentence("The contents of {member} in {file}", {{"member", in_one_line(name)}, {"file", path}}));
        return [file](const char* bytes, std::size_t count) { file->append(bytes, count); };
    });

    const std::string shown = path + ": " + in_one_line(chosen[0]);
    Matrix matrix = read_matrix_file(matrix_file.path(), shown, progress, threads);
    matrix.name = path;
    matrix.remark = (matrix.remark.empty() ? "" : matrix.remark + " ") +
                    sentence("The matrix is {member} in the archive.", {{"member", in_one_line(chosen[0])}});
    if (right_side.empty()) return matrix;
    const Matrix vector =
        read_matrix_file(right_side_file.path(), path + ": " + in_one_line(right_side), progress, threads);
    if (vector.is_oversize() || vector.csr.cols != 1 || vector.csr.rows != matrix.rows() ||
        vector.field == Field::complex)
        return matrix;
    matrix.right_side = vector_of(vector);
    matrix.remark += " " + sentence("Its right-hand side is {member}.", {{"member", in_one_line(right_side)}});
    return matrix;
}

} // namespace warploom::imports
