#include "engine/error.h"
#include "engine/inflation_bound.h"
#include "engine/matrix/imports/hdf5_file.h"
#include "engine/memory.h"
#include "engine/sentence.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace warploom::imports {

struct Hdf5File::Filter {
    enum Id : std::uint64_t { deflate = 1, shuffle = 2, fletcher32 = 3 };
    std::uint64_t id = 0;
    std::uint64_t parameter = 0; ///< first filter parameter; for shuffle, the element size in bytes
};

std::vector<Hdf5File::Filter> Hdf5File::filters_of(std::string_view data) const {
    std::vector<Filter> filters;
    if (data.empty()) return filters;
    const std::uint64_t version = number(data, 0, 1), count = number(data, 1, 1);
    constexpr std::uint64_t most = 32;
    if (count > most) refuse_damaged();
    std::size_t at = version == 1 ? 8 : 2;
    for (std::uint64_t f = 0; f < count; ++f) {
        Filter filter;
        filter.id = number(data, at, 2);
        const bool has_name = version == 1 || filter.id >= 256;
        const std::size_t name = has_name ? number(data, at + 2, 2) : 0, head = has_name ? 8 : 6;
        const std::size_t parameters = number(data, at + head - 2, 2);
        at += head + (version == 1 ? padded_to_8(name) : name);
        if (parameters > 0) filter.parameter = number(data, at, 4);
        at += 4 * (version == 1 ? parameters + parameters % 2 : parameters);
        if (filter.id < Filter::deflate || filter.id > Filter::fletcher32)
            refuse_kind(source_, sentence("An array is compressed with a filter other than deflate (gzip)."),
                        sentence("Save the matrix with gzip compression or without compression."));
        filters.push_back(filter);
    }
    return filters;
}

/// Undoes the filters of a chunk and returns its elements. Bit f of `skipped` is set if filter f was not applied to the
/// chunk.
std::string Hdf5File::unfiltered(std::string_view packed, const std::vector<Filter>& filters, std::uint64_t skipped,
                                 std::size_t bytes) const {
    std::string made(packed);
    for (std::size_t f = filters.size(); f-- > 0;) {
        if ((skipped >> f & 1) != 0) continue;
        const Filter& filter = filters[f];
        if (filter.id == Filter::fletcher32) {
            if (made.size() < 4) refuse_damaged();
            made.resize(made.size() - 4);
        } else if (filter.id == Filter::deflate) {
            std::string inflated(bytes + 4, '\0'); // leave room for a checksum after the data
            uLongf length = inflated.size();
            if (uncompress(reinterpret_cast<Bytef*>(inflated.data()), &length,
                           reinterpret_cast<const Bytef*>(made.data()), made.size()) != Z_OK)
                refuse_damaged();
            inflated.resize(length);
            made = std::move(inflated);
        } else if (const std::size_t width = filter.parameter; width > 1) {
            const std::size_t elements = made.size() / width;
            std::string shuffled = made;
            for (std::size_t e = 0; e < elements; ++e)
                for (std::size_t b = 0; b < width; ++b) made[e * width + b] = shuffled[b * elements + e];
        }
    }
    if (made.size() < bytes) refuse_damaged();
    return made;
}

/// Reads the chunks of an array, which are listed in a B-tree, and copies them to their positions in the array.
class Hdf5File::Chunks {
public:
    Chunks(const Hdf5File& file, Hdf5Array& array, std::string_view layout, std::vector<Filter> filters)
        : file_(file), array_(array), filters_(std::move(filters)) {
        rank_ = array.shape.size();
        if (file.number(layout, 2, 1) != rank_ + 1) file.refuse_damaged();
        bytes_ = array.type.bytes;
        for (std::size_t d = 0; d < rank_; ++d) {
            extent_.push_back(file.number(layout, 3 + file.address_bytes_ + 4 * d, 4));
            constexpr std::uint64_t most = std::uint64_t{1} << 32;
            if (extent_[d] == 0 || bytes_ > most / extent_[d]) file.refuse_damaged();
            bytes_ *= extent_[d];
        }
        // Reject implausibly large chunks. A chunk is rarely much larger than the array that it belongs to.
        if (grows_too_much(static_cast<std::int64_t>(bytes_), static_cast<std::int64_t>(file.source_.text.size())))
            file.refuse_damaged();
        require_memory(static_cast<double>(bytes_),
                       sentence("The contents of '{file}'", {{"file", file.source_.path}}));
    }

    void read(std::uint64_t tree, int depth = 0) {
        if (depth > deepest_tree) file_.refuse_damaged();
        file_.visit();
        const std::size_t head = 8 + 2 * file_.address_bytes_, key = 8 + 8 * (rank_ + 1),
                          step = key + file_.address_bytes_;
        const std::string_view node = file_.bytes_at(tree, head);
        if (!node.starts_with("TREE") || file_.number(node, 4, 1) != 1) file_.refuse_damaged();
        const std::size_t children = file_.number(node, 6, 2);
        const bool is_leaf = file_.number(node, 5, 1) == 0;
        const std::string_view list = file_.bytes_at(tree + head, children * step);
        for (std::size_t c = 0; c < children; ++c) {
            const std::string_view entry = list.substr(c * step, step);
            const std::uint64_t child = file_.address(entry, key);
            if (is_leaf) copy(file_.bytes_at(child, file_.number(entry, 0, 4)), entry);
            else read(child, depth + 1);
            file_.source_.progress.check(0, 0);
        }
    }

private:
    void copy(std::string_view packed, std::string_view entry) {
        inflated_ += static_cast<std::int64_t>(bytes_);
        if (grows_too_much(inflated_, static_cast<std::int64_t>(file_.source_.text.size())))
            throw Error("file.large",
                        sentence("'{file}' expands to more than {factor} times its size, which is implausible.",
                                 {{"file", file_.source_.path}, {"factor", most_growth}}));
        const std::string chunk = file_.unfiltered(packed, filters_, file_.number(entry, 4, 4), bytes_);
        const auto offset = [&](std::size_t d) { return file_.number(entry, 8 + 8 * d, 8); };
        const auto extent = [&](std::size_t d) { return static_cast<std::uint64_t>(array_.shape[d]); };
        for (std::size_t d = 0; d < rank_; ++d)
            if (offset(d) >= extent(d)) file_.refuse_damaged();
        // Copy row by row. A chunk can extend beyond the last row and the last column of the array.
        const std::size_t last = rank_ - 1, width = array_.type.bytes;
        const std::uint64_t rows = rank_ == 1 ? 1 : std::min(extent_[0], extent(0) - offset(0)),
                            columns = std::min(extent_[last], extent(last) - offset(last));
        for (std::uint64_t row = 0; row < rows; ++row) {
            const std::uint64_t to = (rank_ == 1 ? 0 : (offset(0) + row) * extent(1)) + offset(last);
            std::memcpy(array_.bytes.data() + to * width, chunk.data() + row * extent_[last] * width, columns * width);
        }
    }

    const Hdf5File& file_;
    Hdf5Array& array_;
    std::vector<Filter> filters_;
    std::size_t rank_ = 0, bytes_ = 0; ///< number of dimensions, and size of a chunk in bytes
    std::vector<std::uint64_t> extent_;
    std::int64_t inflated_ = 0;
};

Hdf5Array Hdf5File::contents(const Object& object) const {
    if (!object.array || object.layout.empty() || !object.array->type.is_number() || object.array->shape.size() > 2)
        refuse_kind(source_, sentence("An array of the matrix does not contain numbers in one or two dimensions."));
    Hdf5Array array = *object.array;
    const std::size_t bytes = static_cast<std::size_t>(array.size()) * array.type.bytes;
    if (grows_too_much(static_cast<std::int64_t>(bytes), static_cast<std::int64_t>(source_.text.size())))
        throw Error("file.large",
                    sentence("'{file}' expands to more than {factor} times its size, which is implausible.",
                             {{"file", source_.path}, {"factor", most_growth}}));
    require_memory(3.0 * static_cast<double>(bytes), sentence("The contents of '{file}'", {{"file", source_.path}}));
    const std::uint64_t version = number(object.layout, 0, 1), kind = number(object.layout, 1, 1);
    if (version != 3 && version != 4) refuse_version();
    if (kind == 0) {
        if (number(object.layout, 2, 2) < bytes || object.layout.size() - 4 < bytes) refuse_damaged();
        array.bytes = object.layout.substr(4, bytes);
        return array;
    }
    array.bytes.assign(bytes, '\0'); // elements that were never written are 0
    const std::uint64_t place = address(object.layout, kind == 1 ? 2 : 3);
    if (kind == 1 && !is_undefined(place) && bytes > 0) array.bytes = bytes_at(place, bytes);
    if (kind < 2 || bytes == 0) return array;
    if (kind > 2 || version == 4 || array.shape.empty()) refuse_version();
    if (!is_undefined(place)) Chunks(*this, array, object.layout, filters_of(object.filters)).read(place);
    return array;
}

} // namespace warploom::imports
