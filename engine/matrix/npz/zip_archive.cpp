#include "engine/matrix/npz/zip_archive.h"

#include "engine/error.h"
#include "engine/inflation_bound.h"
#include "engine/items.h"
#include "engine/matrix/file_kind.h"
#include "engine/memory.h"
#include "engine/sentence.h"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace warploom {

namespace {

constexpr std::uint64_t end_bytes = 22, end64_locator_bytes = 20, entry_bytes = 46, local_bytes = 30;
constexpr std::uint32_t end_mark = 0x06054b50, end64_mark = 0x06064b50, locator_mark = 0x07064b50,
                        entry_mark = 0x02014b50, local_mark = 0x04034b50;
constexpr std::uint64_t in_64 = 0xffffffff;

} // namespace

void ZipArchive::refuse(const std::string& problem) const {
    throw Error("file.malformed",
                sentence("'{file}' is not a valid ZIP archive. {problem}", {{"file", path_}, {"problem", problem}}),
                is_npz_ ? sentence("Save the matrix again with scipy.sparse.save_npz, or copy the file again.")
                        : sentence("Copy or download the file again."));
}

void ZipArchive::refuse_kind(const std::string& problem) const {
    throw Error("file.unsupported",
                sentence("'{file}' cannot be read. {problem}", {{"file", path_}, {"problem", problem}}),
                is_npz_ ? sentence("Save the matrix with scipy.sparse.save_npz.")
                        : sentence("Unpack the archive with another program."));
}

void ZipArchive::refuse_list() const { refuse(sentence("Its central directory is damaged.")); }

std::uint64_t ZipArchive::number(std::uint64_t at, int bytes) const {
    if (at > bytes_.size() || bytes_.size() - at < static_cast<std::uint64_t>(bytes))
        refuse(sentence("The file is truncated."));
    std::uint64_t value = 0;
    for (int i = bytes; i-- > 0;)
        value = value << 8 | static_cast<unsigned char>(bytes_[at + static_cast<std::uint64_t>(i)]);
    return value;
}

ZipArchive::ZipArchive(const std::string& bytes, std::string path, std::size_t most_members)
    : bytes_(bytes), path_(std::move(path)), is_npz_(path_.ends_with(".npz")) {
    if (const auto kind = foreign_file_kind(std::string_view(bytes).substr(0, 4096)); kind && !bytes.starts_with("PK"))
        throw Error("file.malformed",
                    sentence("Cannot read '{file}' as a matrix. {kind}", {{"file", path_}, {"kind", kind->sentence}}),
                    kind->hint);
    if (bytes.size() < end_bytes) refuse(sentence("The file is too short for a zip archive."));
    // The central directory's end record may be followed by a comment of up to 65535 bytes.
    constexpr std::uint64_t longest_comment = 65535;
    const std::uint64_t last = bytes.size() - end_bytes, first = last > longest_comment ? last - longest_comment : 0;
    std::uint64_t end = last + 1;
    while (end-- > first)
        if (number(end, 4) == end_mark) break;
    if (end + 1 <= first || number(std::min(end, last), 4) != end_mark)
        refuse(sentence("Its central directory is missing."));
    std::uint64_t count = number(end + 10, 2), at = number(end + 16, 4);
    if (number(end + 4, 2) != 0) refuse_kind(sentence("It is a multi-volume archive."));
    if ((count == 0xffff || at == in_64) && end >= end64_locator_bytes &&
        number(end - end64_locator_bytes, 4) == locator_mark) {
        const std::uint64_t end64 = number(end - end64_locator_bytes + 8, 8);
        if (number(end64, 4) != end64_mark) refuse_list();
        count = number(end64 + 32, 8);
        at = number(end64 + 48, 8);
    }
    if (count > most_members)
        refuse_kind(sentence("It has {count} members; at most {most} are supported.",
                             {{"count", count}, {"most", most_members}}));
    for (std::uint64_t m = 0; m < count; ++m) read_member(at);
}

void ZipArchive::read_member(std::uint64_t& at) {
    if (number(at, 4) != entry_mark) refuse_list();
    Member member;
    const std::uint64_t flags = number(at + 8, 2), name_bytes = number(at + 28, 2), extra_bytes = number(at + 30, 2),
                        comment_bytes = number(at + 32, 2);
    member.method = static_cast<int>(number(at + 10, 2));
    member.crc = static_cast<std::uint32_t>(number(at + 16, 4));
    member.packed = number(at + 20, 4);
    member.size = number(at + 24, 4);
    member.offset = number(at + 42, 4);
    const std::uint64_t name_at = at + entry_bytes, extra_at = name_at + name_bytes;
    if (name_bytes + extra_bytes + comment_bytes > 0)
        number(extra_at + extra_bytes + comment_bytes - 1, 1); // reading the last byte throws if the entry is truncated
    member.name = bytes_.substr(name_at, name_bytes);
    if ((flags & 1) != 0) refuse_kind(sentence("It is encrypted."));
    if (member.method != 0 && member.method != 8) refuse_kind(sentence("Its compression method is not supported."));
    for (std::uint64_t extra = extra_at; extra + 4 <= extra_at + extra_bytes;) {
        const std::uint64_t kind = number(extra, 2), size = number(extra + 2, 2);
        std::uint64_t field = extra + 4;
        const auto take = [&](std::uint64_t& value) {
            if (kind != 1 || value != in_64) return;
            if (field + 8 > extra + 4 + size) refuse_list();
            value = number(field, 8);
            field += 8;
        };
        for (std::uint64_t* const value : {&member.size, &member.packed, &member.offset}) take(*value);
        extra += 4 + size;
    }
    if (find(member.name) != nullptr) refuse(sentence("It has two members named {member}.", {{"member", member.name}}));
    members_.push_back(std::move(member));
    at = extra_at + extra_bytes + comment_bytes;
}

const ZipArchive::Member* ZipArchive::find(const std::string& name) const {
    return find_item(members_, &Member::name, name);
}

std::string ZipArchive::read(const Member& member) {
    if (number(member.offset, 4) != local_mark)
        refuse(sentence("The local header of its member {member} is missing.", {{"member", member.name}}));
    const std::uint64_t begin =
        member.offset + local_bytes + number(member.offset + 26, 2) + number(member.offset + 28, 2);
    if (begin > bytes_.size() || bytes_.size() - begin < member.packed)
        refuse(sentence("Its member {member} is truncated.", {{"member", member.name}}));
    // A byte of deflated data expands to at most 1032 bytes, so a member with a larger ratio is invalid.
    constexpr std::uint64_t most_from_a_byte = 1032;
    if (member.method == 0 ? member.size != member.packed : member.size / most_from_a_byte > member.packed)
        refuse(sentence("Its member {member} has an impossible length.", {{"member", member.name}}));
    // The sum cannot overflow, because no member is more than 1032 times as long as the file.
    inflated_ += static_cast<std::int64_t>(member.size);
    if (grows_too_much(inflated_, static_cast<std::int64_t>(bytes_.size())))
        throw Error(
            "file.large",
            sentence("'{file}' would expand to more than {factor} times its size, which is unusual for a matrix.",
                     {{"file", path_}, {"factor", most_growth}}),
            is_npz_ ? sentence("If you trust the file, save it again with scipy.sparse.save_npz(file, matrix, "
                               "compressed=False).")
                    : sentence("If you trust the file, unpack it with another program."));
    require_memory(static_cast<double>(member.size),
                   sentence("The member {member} of '{file}'", {{"member", member.name}, {"file", path_}}));
    std::string made;
    if (member.method == 0) {
        made = bytes_.substr(begin, member.size);
    } else {
        made.resize(member.size);
        z_stream stream{};
        if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
            throw Error("memory.limit",
                        sentence("There is not enough memory to decompress '{file}'.", {{"file", path_}}));
        constexpr std::uint64_t at_once = std::numeric_limits<uInt>::max() / 2;
        std::uint64_t from = 0, to = 0;
        int state = Z_OK;
        while (state == Z_OK) {
            const std::uint64_t in = std::min(at_once, member.packed - from), out = std::min(at_once, member.size - to);
            stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes_.data() + begin + from));
            stream.avail_in = static_cast<uInt>(in);
            stream.next_out = reinterpret_cast<Bytef*>(made.data() + to);
            stream.avail_out = static_cast<uInt>(out);
            state = inflate(&stream, Z_NO_FLUSH);
            from += in - stream.avail_in;
            to += out - stream.avail_out;
            // the decoder has stopped making progress
            if (state == Z_OK && stream.avail_in == in && stream.avail_out == out) break;
        }
        inflateEnd(&stream);
        if (state != Z_STREAM_END || to != member.size)
            refuse(sentence("Its member {member} is damaged.", {{"member", member.name}}));
    }
    std::uint32_t crc = static_cast<std::uint32_t>(crc32(0, nullptr, 0));
    for (std::size_t done = 0; done < made.size();) {
        const std::size_t part = std::min(made.size() - done, std::size_t{1} << 30);
        crc = static_cast<std::uint32_t>(
            crc32(crc, reinterpret_cast<const Bytef*>(made.data() + done), static_cast<uInt>(part)));
        done += part;
    }
    if (crc != member.crc)
        refuse(sentence("The checksum of its member {member} is incorrect.", {{"member", member.name}}));
    return made;
}

} // namespace warploom
