#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warploom {

/// An array in NumPy format (NEP 1, versions 1 to 3): little-endian numbers of 1 to 8 bytes, or a short string. Arrays
/// of Python objects are rejected.
class NpyArray {
public:
    /// Parses a NumPy array. `bytes` contains the complete archive member. Throws Error("file.malformed") or
    /// Error("file.unsupported") with `where` in the message.
    NpyArray(std::string bytes, const std::string& where);

    const std::vector<std::int64_t>& shape() const { return shape_; }
    std::int64_t size() const { return size_; }
    bool is_text() const { return kind_ == 'S' || kind_ == 'U'; }
    bool is_fraction() const { return kind_ == 'f'; }
    bool is_flag() const { return kind_ == 'b'; }
    /// These functions return an element of the array. Indices are always in C order.
    std::int64_t whole(std::int64_t at) const; ///< only for integer arrays; returns -1 if the value exceeds 2^63 - 1
    double number(std::int64_t at) const;
    std::string text() const; ///< returns the contents of a string array without trailing zeros

private:
    const char* element(std::int64_t at) const;

    std::string bytes_;
    std::size_t begin_ = 0;
    char kind_ = 'f';
    int element_bytes_ = 8;
    bool by_columns_ = false;
    std::vector<std::int64_t> shape_;
    std::int64_t size_ = 1;
};

} // namespace warploom
