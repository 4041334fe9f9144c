#pragma once

#include "engine/simt/machine/launcher.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace warploom::declared {

/// The element type of an array in memory.
enum class NumberType : std::uint8_t { int32, uint32, int64, uint8, float32, float64 };

constexpr bool is_real(NumberType type) { return type == NumberType::float32 || type == NumberType::float64; }

/// An array of numbers whose type is known only at run time.
class NumberArray {
public:
    NumberArray(NumberType type, std::int64_t size);

    NumberType type() const { return type_; }
    std::int64_t size() const { return size_; }
    std::int64_t bytes() const { return size_ * bytes_of(element()); }
    simt::Element element() const;
    void* data() { return memory_.data(); }
    const void* data() const { return memory_.data(); }

    /// Returns an element. An integer larger than 2^53 is rounded to double.
    double real(std::int64_t i) const;
    std::int64_t integer(std::int64_t i) const;
    /// Sets an element. A real number is converted to an integer as in C.
    void set_real(std::int64_t i, double value);
    void set_integer(std::int64_t i, std::int64_t value);

    /// Fills the array with NaN, or with an unlikely integer, so that elements that the kernel does not write are
    /// detected.
    void poison();
    /// Returns whether an element still has the value that poison() wrote.
    bool is_poisoned(std::int64_t i) const;
    /// Copies the elements of an array of the same type and size.
    void copy_from(const NumberArray& other) { memory_ = other.memory_; }

private:
    template <class Visitor> decltype(auto) visit(const Visitor& visitor) const;

    NumberType type_;
    std::int64_t size_;
    std::vector<std::max_align_t> memory_;
};

} // namespace warploom::declared
