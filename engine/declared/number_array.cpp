#include "engine/declared/number_array.h"

#include <type_traits>

namespace warploom::declared {

namespace {

constexpr unsigned char poison_of_integers = 0xa5, poison_of_reals = 0xff; // 0xff bytes form a NaN

} // namespace

template <class Visitor> decltype(auto) NumberArray::visit(const Visitor& visitor) const {
    void* const memory = const_cast<std::max_align_t*>(memory_.data());
    switch (type_) {
    case NumberType::int32: return visitor(static_cast<std::int32_t*>(memory));
    case NumberType::uint32: return visitor(static_cast<std::uint32_t*>(memory));
    case NumberType::int64: return visitor(static_cast<long long*>(memory));
    case NumberType::uint8: return visitor(static_cast<unsigned char*>(memory));
    case NumberType::float32: return visitor(static_cast<float*>(memory));
    case NumberType::float64: break;
    }
    return visitor(static_cast<double*>(memory));
}

NumberArray::NumberArray(NumberType type, std::int64_t size) : type_(type), size_(size) {
    constexpr std::int64_t piece = sizeof(std::max_align_t);
    memory_.resize(static_cast<std::size_t>((bytes() + piece - 1) / piece));
}

simt::Element NumberArray::element() const {
    switch (type_) {
    case NumberType::int32:
    case NumberType::uint32: return simt::Element::int32;
    case NumberType::int64: return simt::Element::int64;
    case NumberType::uint8: return simt::Element::uint8;
    case NumberType::float32: return simt::Element::float32;
    case NumberType::float64: break;
    }
    return simt::Element::float64;
}

double NumberArray::real(std::int64_t i) const {
    return visit([i](const auto* numbers) { return static_cast<double>(numbers[i]); });
}
std::int64_t NumberArray::integer(std::int64_t i) const {
    return visit([i](const auto* numbers) { return static_cast<std::int64_t>(numbers[i]); });
}
void NumberArray::set_real(std::int64_t i, double value) {
    visit([=](auto* numbers) { numbers[i] = static_cast<std::remove_pointer_t<decltype(numbers)>>(value); });
}
void NumberArray::set_integer(std::int64_t i, std::int64_t value) {
    visit([=](auto* numbers) { numbers[i] = static_cast<std::remove_pointer_t<decltype(numbers)>>(value); });
}

void NumberArray::poison() {
    if (memory_.empty()) return;
    std::memset(memory_.data(), is_real(type_) ? poison_of_reals : poison_of_integers,
                memory_.size() * sizeof(std::max_align_t));
}
bool NumberArray::is_poisoned(std::int64_t i) const {
    return visit([&](const auto* numbers) {
        unsigned char poison[sizeof *numbers];
        std::memset(poison, is_real(type_) ? poison_of_reals : poison_of_integers, sizeof poison);
        return std::memcmp(numbers + i, poison, sizeof poison) == 0;
    });
}

} // namespace warploom::declared
