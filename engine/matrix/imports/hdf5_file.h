#pragma once

#include "engine/matrix/imports/import_source.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warploom::imports {

/// The element type of an HDF5 array.
struct Hdf5Type {
    enum class Kind : std::uint8_t { integer, real, complex, text, text_of_any_length, other };
    Kind kind = Kind::other;
    std::size_t bytes = 0; ///< size of an element in bytes; a complex number consists of two reals of half this size
    bool is_signed = false, is_big_endian = false;

    bool is_number() const { return kind == Kind::integer || kind == Kind::real || kind == Kind::complex; }
};

/// An HDF5 dataset or attribute with its elements in row-major order.
struct Hdf5Array {
    Hdf5Type type;
    std::vector<std::int64_t> shape; ///< number of elements in each dimension; empty for a scalar
    std::string bytes;

    std::int64_t size() const;
    /// Returns an element, or its real part if the elements are complex. `index` must be less than size().
    double real(std::int64_t index) const { return part(index, 0); }
    double imaginary(std::int64_t index) const { return part(index, 1); }
    /// Returns an element for use as an index, or -1 if it is negative or implausibly large.
    std::int64_t index(std::int64_t index) const;

private:
    double part(std::int64_t index, std::size_t which) const;
};

/// Reads an HDF5 file of the kind that MATLAB 7.3 and, by default, h5py write ("HDF5 File Format Specification",
/// version 1.1). Supports contiguous, compact and chunked arrays with up to two dimensions, and the filters deflate,
/// shuffle and fletcher32. The source must outlive the object. All functions throw Error("file.malformed"),
/// "file.unsupported", "file.large" and "memory.limit".
class Hdf5File {
public:
    explicit Hdf5File(const ImportSource& source);

    /// An HDF5 group or dataset.
    struct Object {
        bool is_group = false;
        std::map<std::string, std::uint64_t> links; ///< addresses of the members of a group, by name
        std::map<std::string, Hdf5Array> attributes;
        /// The type and shape of a dataset, without its elements. Not set if the type or shape cannot be read.
        std::optional<Hdf5Array> array;
        std::string_view layout, filters; ///< header messages that locate the elements in the file

        /// Returns the value of a string attribute, or an empty string if there is no such attribute.
        std::string text(const std::string& attribute) const;
    };
    Object root() const { return open(root_); }
    Object open(std::uint64_t address) const;
    /// Reads a dataset, including its elements.
    Hdf5Array contents(const Object& object) const;

private:
    struct Filter;
    class Chunks;

    static constexpr int deepest_tree = 32; ///< maximum depth of B-trees and of chains of header continuation blocks
    static std::size_t padded_to_8(std::size_t bytes) { return (bytes + 7) / 8 * 8; }

    [[noreturn]] void refuse_damaged() const;
    [[noreturn]] void refuse_version() const;
    /// Returns the bytes at an address. Throws if they extend beyond the end of the file.
    std::string_view bytes_at(std::uint64_t address, std::uint64_t count) const;
    std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t count) const;
    std::uint64_t address(std::string_view bytes, std::size_t at) const { return number(bytes, at, address_bytes_); }
    bool is_undefined(std::uint64_t address) const;
    /// Counts the blocks, messages and names read so far. Throws if there are more than the file can contain, because
    /// its blocks then refer to each other in a cycle.
    void visit() const;

    void read_messages_1(Object& object, std::string_view header) const;
    void read_messages_2(Object& object, std::uint64_t header) const;
    void take_message(Object& object, std::uint64_t type, std::string_view data, int depth) const;
    void read_block(Object& object, std::string_view block, int version, bool has_order, int depth) const;
    void read_link(Object& object, std::string_view data) const;
    void read_symbols(Object& object, std::uint64_t tree, std::string_view names, int depth) const;
    void read_attribute(Object& object, std::string_view data) const;
    std::string long_text(std::string_view reference) const;
    std::vector<std::int64_t> shape_of(std::string_view data) const;
    Hdf5Type type_of(std::string_view data) const;
    std::vector<Filter> filters_of(std::string_view data) const;
    std::string unfiltered(std::string_view packed, const std::vector<Filter>& filters, std::uint64_t skipped,
                           std::size_t bytes) const;

    const ImportSource& source_;
    std::uint64_t base_ = 0; ///< file offset of the superblock, to which all addresses are relative
    std::uint64_t root_ = 0;
    std::size_t address_bytes_ = 8, length_bytes_ = 8;
    mutable std::uint64_t visited_ = 0; ///< see visit()
};

} // namespace warploom::imports
