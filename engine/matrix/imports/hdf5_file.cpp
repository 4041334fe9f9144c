#include "engine/matrix/imports/hdf5_file.h"

#include "engine/error.h"
#include "engine/sentence.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

namespace warploom::imports {

namespace {

using namespace std::string_view_literals;

constexpr auto signature = "\x89HDF\r\n\x1a\n"sv;

/// Types of header messages (HDF5 File Format Specification, section IV.A.2).
enum Message : std::uint64_t {
    dataspace = 0x01,
    link_info = 0x02,
    datatype = 0x03,
    link = 0x06,
    layout = 0x08,
    filter_pipeline = 0x0b,
    attribute = 0x0c,
    continuation = 0x10,
    symbol_table = 0x11
};

template <class T> T number_of(const char* at, bool is_big_endian) {
    std::array<char, sizeof(T)> bytes;
    std::memcpy(bytes.data(), at, sizeof(T));
    if (is_big_endian) std::reverse(bytes.begin(), bytes.end());
    T value;
    std::memcpy(&value, bytes.data(), sizeof(T));
    return value;
}

bool is_size_of_number(std::size_t bytes) { return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8; }

} // namespace

std::int64_t Hdf5Array::size() const {
    std::int64_t elements = 1;
    for (const std::int64_t extent : shape) elements *= extent;
    return elements;
}

double Hdf5Array::part(std::int64_t index, std::size_t which) const {
    const std::size_t width = type.kind == Hdf5Type::Kind::complex ? type.bytes / 2 : type.bytes;
    const char* const at = bytes.data() + static_cast<std::size_t>(index) * type.bytes + which * width;
    const bool swaps = type.is_big_endian;
    if (type.kind != Hdf5Type::Kind::integer)
        return width == 4 ? static_cast<double>(number_of<float>(at, swaps)) : number_of<double>(at, swaps);
    switch (width) {
    case 1: return type.is_signed ? number_of<std::int8_t>(at, swaps) : number_of<std::uint8_t>(at, swaps);
    case 2: return type.is_signed ? number_of<std::int16_t>(at, swaps) : number_of<std::uint16_t>(at, swaps);
    case 4: return type.is_signed ? number_of<std::int32_t>(at, swaps) : number_of<std::uint32_t>(at, swaps);
    default:
        return type.is_signed ? static_cast<double>(number_of<std::int64_t>(at, swaps))
                              : static_cast<double>(number_of<std::uint64_t>(at, swaps));
    }
}

std::int64_t Hdf5Array::index(std::int64_t index) const {
    const double value = real(index);
    return value >= 0 && value <= 1e15 ? static_cast<std::int64_t>(value) : -1;
}

std::string Hdf5File::Object::text(const std::string& attribute) const {
    const auto found = attributes.find(attribute);
    if (found == attributes.end() || found->second.type.kind != Hdf5Type::Kind::text) return {};
    return found->second.bytes.substr(0, found->second.bytes.find('\0'));
}

void Hdf5File::refuse_damaged() const { refuse_file(source_, sentence("The HDF5 file is truncated or damaged.")); }

void Hdf5File::refuse_version() const {
    refuse_kind(source_, sentence("It uses a newer version of the HDF5 format."),
                sentence("Save it for older versions, for example, with `h5repack --low=0 --high=1 FILE COPY`."));
}

std::string_view Hdf5File::bytes_at(std::uint64_t address, std::uint64_t count) const {
    const std::uint64_t most = source_.text.size() - base_;
    if (address > most || count > most - address) refuse_damaged();
    return std::string_view(source_.text).substr(base_ + address, count);
}

std::uint64_t Hdf5File::number(std::string_view bytes, std::size_t at, std::size_t count) const {
    if (at > bytes.size() || count > bytes.size() - at) refuse_damaged();
    std::uint64_t value = 0;
    for (std::size_t i = count; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
    return value;
}

void Hdf5File::visit() const {
    if (++visited_ > source_.text.size()) refuse_damaged();
}

bool Hdf5File::is_undefined(std::uint64_t address) const {
    return address == std::numeric_limits<std::uint64_t>::max() >> (64 - 8 * address_bytes_);
}

Hdf5File::Hdf5File(const ImportSource& source) : source_(source) {
    // The superblock is at the start of the file, or after a user block of 512, 1024, 2048, ... bytes.
    for (base_ = 0; !std::string_view(source.text).substr(base_).starts_with(signature);) {
        base_ = base_ == 0 ? 512 : 2 * base_;
        if (base_ + signature.size() > source.text.size()) {
            base_ = 0;
            refuse_damaged();
        }
    }
    const std::string_view head = bytes_at(0, std::min<std::uint64_t>(source.text.size() - base_, 128));
    const std::uint64_t version = number(head, 8, 1);
    if (version > 3) refuse_version();
    const std::size_t sizes = version < 2 ? 13 : 9;
    address_bytes_ = number(head, sizes, 1);
    length_bytes_ = number(head, sizes + 1, 1);
    const auto is_possible = [](std::size_t bytes) { return bytes == 2 || bytes == 4 || bytes == 8; };
    if (!is_possible(address_bytes_) || !is_possible(length_bytes_)) refuse_damaged();
    if (version >= 2) {
        root_ = address(head, 12 + 3 * address_bytes_);
        return;
    }
    const std::size_t addresses = version == 0 ? 24 : 28;
    // The address of the root group follows the name in its symbol table entry.
    root_ = address(head, addresses + 5 * address_bytes_);
}

Hdf5File::Object Hdf5File::open(std::uint64_t address) const {
    Object object;
    const std::string_view head = bytes_at(address, 16);
    if (head.starts_with("OHDR")) read_messages_2(object, address);
    else read_messages_1(object, head.substr(0, 16));
    return object;
}

void Hdf5File::read_messages_1(Object& object, std::string_view header) const {
    if (number(header, 0, 1) != 1) refuse_damaged();
    const auto at = static_cast<std::uint64_t>(header.data() - source_.text.data()) - base_;
    read_block(object, bytes_at(at + 16, number(header, 8, 4)), 1, false, 0);
}

void Hdf5File::read_messages_2(Object& object, std::uint64_t header) const {
    const std::string_view head = bytes_at(header, std::min<std::uint64_t>(64, source_.text.size() - base_ - header));
    const std::uint64_t flags = number(head, 5, 1);
    if (number(head, 4, 1) != 2) refuse_damaged();
    const std::size_t before = 6 + ((flags & 0x20) != 0 ? 16 : 0) + ((flags & 0x10) != 0 ? 4 : 0);
    const std::size_t width = std::size_t{1} << (flags & 3);
    read_block(object, bytes_at(header + before + width, number(head, before, width)), 2, (flags & 4) != 0, 0);
}

/// Reads the messages in an object header or in one of its continuation blocks.
void Hdf5File::read_block(Object& object, std::string_view block, int version, bool has_order, int depth) const {
    if (depth > deepest_tree) refuse_damaged();
    visit();
    const std::size_t head = version == 1 ? 8 : has_order ? 6 : 4;
    while (block.size() >= head) {
        visit();
        const std::uint64_t type = number(block, 0, version == 1 ? 2 : 1),
                            flags = number(block, version == 1 ? 4 : 3, 1);
        const std::size_t size = number(block, version == 1 ? 2 : 1, 2);
        if (size > block.size() - head) refuse_damaged();
        const std::string_view data = block.substr(head, size);
        block.remove_prefix(head + size);
        if (type != continuation) {
            const bool is_shared = (flags & 2) != 0; // a shared message is stored elsewhere, as for a named datatype
            if (!is_shared) take_message(object, type, data, depth);
            continue;
        }
        std::string_view next = bytes_at(address(data, 0), number(data, address_bytes_, length_bytes_));
        if (version == 2) { // the messages are between a signature and a checksum
            if (!next.starts_with("OCHK") || next.size() < 8) refuse_damaged();
            next = next.substr(4, next.size() - 8);
        }
        read_block(object, next, version, has_order, depth + 1);
    }
}

void Hdf5File::take_message(Object& object, std::uint64_t type, std::string_view data, int depth) const {
    const auto array = [&]() -> Hdf5Array& { return object.array ? *object.array : object.array.emplace(); };
    switch (type) {
    case dataspace: array().shape = shape_of(data); break;
    case datatype: array().type = type_of(data); break;
    case layout: object.layout = data; break;
    case filter_pipeline: object.filters = data; break;
    case attribute: read_attribute(object, data); break;
    case link:
        object.is_group = true;
        read_link(object, data);
        break;
    case link_info: {
        object.is_group = true;
        const std::size_t order = (number(data, 1, 1) & 1) != 0 ? 8 : 0;
        if (!is_undefined(address(data, 2 + order))) refuse_version(); // links in a fractal heap are not supported
        break;
    }
    case symbol_table: {
        object.is_group = true;
        const std::string_view heap = bytes_at(address(data, address_bytes_), 8 + 2 * length_bytes_ + address_bytes_);
        if (!heap.starts_with("HEAP")) refuse_damaged();
        read_symbols(object, address(data, 0),
                     bytes_at(address(heap, 8 + 2 * length_bytes_), number(heap, 8, length_bytes_)), depth);
        break;
    }
    default: break;
    }
}

/// Reads a link that is stored in the object header of a group. Symbolic links are skipped.
void Hdf5File::read_link(Object& object, std::string_view data) const {
    const std::uint64_t flags = number(data, 1, 1);
    std::size_t at = 2;
    if ((flags & 8) != 0 && number(data, at++, 1) != 0) return;
    if ((flags & 4) != 0) at += 8;
    if ((flags & 16) != 0) ++at;
    const std::size_t width = std::size_t{1} << (flags & 3), length = number(data, at, width);
    at += width;
    const std::uint64_t to = address(data, at + length);
    object.links.emplace(data.substr(at, length), to);
}

/// Reads the members of a group from its B-tree.
void Hdf5File::read_symbols(Object& object, std::uint64_t tree, std::string_view names, int depth) const {
    if (depth > deepest_tree) refuse_damaged();
    visit();
    const std::string_view node = bytes_at(tree, 8 + 2 * address_bytes_);
    if (node.starts_with("SNOD")) {
        const std::size_t entry_bytes = 2 * address_bytes_ + 24, count = number(node, 6, 2);
        const std::string_view entries = bytes_at(tree + 8, count * entry_bytes);
        for (std::size_t e = 0; e < count; ++e) {
            visit();
            const std::uint64_t name = address(entries, e * entry_bytes);
            if (name >= names.size()) refuse_damaged();
            const std::string_view rest = names.substr(name);
            object.links.emplace(rest.substr(0, rest.find('\0')), address(entries, e * entry_bytes + address_bytes_));
        }
        return;
    }
    if (!node.starts_with("TREE") || number(node, 4, 1) != 0) refuse_damaged();
    const std::size_t children = number(node, 6, 2), step = length_bytes_ + address_bytes_;
    const std::string_view list = bytes_at(tree + 8 + 2 * address_bytes_, children * step);
    for (std::size_t c = 0; c < children; ++c)
        read_symbols(object, address(list, c * step + length_bytes_), names, depth + 1);
}

void Hdf5File::read_attribute(Object& object, std::string_view data) const {
    const std::uint64_t version = number(data, 0, 1);
    const std::size_t name_bytes = number(data, 2, 2), type_bytes = number(data, 4, 2),
                      space_bytes = number(data, 6, 2);
    // Attributes with a shared datatype or dataspace are skipped.
    if (version > 1 && (number(data, 1, 1) & 3) != 0) return;
    const auto taken = [&](std::size_t bytes) { return version == 1 ? padded_to_8(bytes) : bytes; };
    const std::size_t name = version == 3 ? 9 : 8, type = name + taken(name_bytes), space = type + taken(type_bytes),
                      value = space + taken(space_bytes);
    if (value > data.size()) refuse_damaged();
    Hdf5Array array;
    array.type = type_of(data.substr(type, type_bytes));
    array.shape = shape_of(data.substr(space, space_bytes));
    constexpr std::int64_t most = 1 << 16;
    if (array.type.kind == Hdf5Type::Kind::other || array.size() < 1 || array.size() > most) return;
    const std::size_t bytes = static_cast<std::size_t>(array.size()) * array.type.bytes;
    if (bytes > data.size() - value) refuse_damaged();
    array.bytes = data.substr(value, bytes);
    if (array.type.kind == Hdf5Type::Kind::text_of_any_length) {
        array.bytes = long_text(array.bytes);
        array.type.kind = Hdf5Type::Kind::text;
    }
    const std::string_view text = data.substr(name, name_bytes);
    object.attributes.emplace(text.substr(0, text.find('\0')), std::move(array));
}

/// Returns a variable-length string, which is stored in the global heap. `reference` contains its length and its heap
/// address.
std::string Hdf5File::long_text(std::string_view reference) const {
    const std::uint64_t length = number(reference, 0, 4), heap = address(reference, 4),
                        wanted = number(reference, 4 + address_bytes_, 4);
    if (length == 0) return {};
    const std::string_view head = bytes_at(heap, 8 + length_bytes_);
    if (!head.starts_with("GCOL")) refuse_damaged();
    const std::string_view collection = bytes_at(heap, number(head, 8, length_bytes_));
    for (std::size_t at = 8 + length_bytes_; at + 8 + length_bytes_ <= collection.size();) {
        visit();
        const std::uint64_t index = number(collection, at, 2), bytes = number(collection, at + 8, length_bytes_);
        at += 8 + length_bytes_;
        if (index == 0) break; // free space
        if (bytes > collection.size() - at) refuse_damaged();
        if (index == wanted) return std::string(collection.substr(at, std::min(length, bytes)));
        at += padded_to_8(bytes);
    }
    refuse_damaged();
}

std::vector<std::int64_t> Hdf5File::shape_of(std::string_view data) const {
    const std::uint64_t version = number(data, 0, 1);
    if (version != 1 && version != 2) refuse_version();
    const std::size_t rank = number(data, 1, 1), first = version == 1 ? 8 : 4;
    std::vector<std::int64_t> shape;
    constexpr std::uint64_t most = std::uint64_t{1} << 40;
    std::uint64_t elements = 1;
    for (std::size_t d = 0; d < rank; ++d) {
        const std::uint64_t extent = number(data, first + d * length_bytes_, length_bytes_);
        if (extent > most || (elements *= std::max<std::uint64_t>(1, extent)) > most)
            refuse_kind(source_, sentence("It contains an array with more than 2^40 elements."));
        shape.push_back(static_cast<std::int64_t>(extent));
    }
    return shape;
}

Hdf5Type Hdf5File::type_of(std::string_view data) const {
    using Kind = Hdf5Type::Kind;
    const std::uint64_t head = number(data, 0, 1), bits = number(data, 1, 3), version = head >> 4;
    Hdf5Type type;
    type.bytes = number(data, 4, 4);
    type.is_big_endian = (bits & 1) != 0;
    type.is_signed = (bits & 8) != 0;
    switch (head & 15) {
    case 0: type.kind = is_size_of_number(type.bytes) ? Kind::integer : Kind::other; break;
    case 1: type.kind = type.bytes == 4 || type.bytes == 8 ? Kind::real : Kind::other; break;
    case 3: type.kind = Kind::text; break;
    case 6: { // a compound type with two real members of the same type is a complex number
        if ((bits & 0xffff) != 2 || (type.bytes != 8 && type.bytes != 16)) break;
        const std::size_t end = data.find('\0', 8);
        if (end == std::string_view::npos) refuse_damaged();
        const std::size_t name = end + 1 - 8, at = 8 + (version < 3 ? padded_to_8(name) : name);
        const std::size_t member = at + (version == 1 ? 32 : version == 2 ? 4 : 1);
        const Hdf5Type part = type_of(data.substr(std::min(member, data.size())));
        if (part.kind != Kind::real || 2 * part.bytes != type.bytes) break;
        type.kind = Kind::complex;
        type.is_big_endian = part.is_big_endian;
        break;
    }
    case 8: { // enumeration, such as a Boolean type
        const std::size_t bytes = type.bytes;
        type = type_of(data.substr(8));
        if (type.bytes != bytes || type.kind != Kind::integer) type.kind = Kind::other;
        break;
    }
    case 9:
        if ((bits & 15) == 1 && type.bytes == 8 + address_bytes_) type.kind = Kind::text_of_any_length;
        break;
    default: break;
    }
    return type;
}

} // namespace warploom::imports
