#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace warploom::simt {

enum class Kind : std::uint8_t {
    none, ///< the type void
    boolean,
    int8,
    uint8,
    int16,
    uint16,
    int32,
    uint32,
    int64,
    uint64,
    float32,
    float64,
    pointer,
    array,
    record ///< a struct, or a type such as int2, float4 or dim3
};

/// Returns whether a scalar of this kind occupies 8 bytes per lane.
constexpr bool is_wide(Kind kind) {
    return kind == Kind::int64 || kind == Kind::uint64 || kind == Kind::float64 || kind == Kind::pointer;
}
constexpr bool is_floating(Kind kind) { return kind == Kind::float32 || kind == Kind::float64; }

struct Type;

struct StructField {
    std::string name;
    const Type* type = nullptr;
    int offset = 0; ///< offset within the struct in bytes
    int unit = 0;   ///< offset within the struct in registers
};

/// A type of the kernel language. There is only one object for each type, so types can be compared by address.
struct Type {
    Kind kind = Kind::none;
    const Type* of = nullptr; ///< pointee type of a pointer, or element type of an array
    bool is_const = false;
    bool is_volatile = false;
    std::int64_t count = 0;
    std::string name = {};
    std::vector<StructField> fields = {};
    std::int64_t bytes = 0;
    int align = 1; ///< alignment in bytes
    /// Number of registers of a value. A register has 4 bytes per lane.
    std::int64_t units = 0;
    /// Whether this is a built-in vector type, such as int2 or float4, which a single instruction loads or stores.
    bool is_builtin_vector = false;

    bool is_integer() const { return kind >= Kind::boolean && kind <= Kind::uint64; }
    bool is_real() const { return is_floating(kind); }
    bool is_number() const { return is_integer() || is_real(); }
    bool is_scalar() const { return is_number() || kind == Kind::pointer; }
    /// Returns whether a scalar of this type occupies 8 bytes per lane.
    bool is_wide() const { return units == 2; }
    bool is_unsigned() const {
        return kind == Kind::uint8 || kind == Kind::uint16 || kind == Kind::uint32 || kind == Kind::uint64;
    }
};

/// Returns the innermost element type of a multidimensional array, and any other type unchanged.
inline const Type* number_in(const Type* type) { return type->kind == Kind::array ? number_in(type->of) : type; }

/// Owns the types of a program.
class Types {
public:
    Types();
    const Type* of(Kind) const; ///< returns the number type of this kind, or null
    const Type* pointer(const Type* to, bool is_const, bool is_volatile = false);
    const Type* array(const Type* of, std::int64_t count);
    /// Creates a struct type with the memory layout of C. Returns null if the name already exists.
    const Type* record(const std::string& name, const std::vector<std::pair<std::string, const Type*>>& fields,
                       int align = 0, bool is_builtin_vector = false);
    /// Returns the struct type with this name, or the number type with this canonical name. Returns null if the name is
    /// unknown.
    const Type* named(const std::string& name) const;
    std::vector<std::string> names() const;

private:
    const Type* add(Type type);
    std::deque<Type> all_;
    std::unordered_map<std::string, const Type*> named_;
    /// Pointer types and array types. The number in the key is the number of elements, or -1 for a pointer type.
    std::map<std::tuple<const Type*, std::int64_t, bool, bool>, const Type*> made_;
};

/// A scalar component of a struct, vector or array. Its offset is given in bytes and in registers.
struct Leaf {
    const Type* type;
    std::int64_t offset, unit;
};
std::vector<Leaf> leaves_of(const Type* type);
/// Returns the suffix of a scalar component at an offset of `unit` registers, such as `[3]` or `.length`. The suffix of
/// a scalar variable is empty.
std::string path_of_unit(const Type* type, std::int64_t unit);

} // namespace warploom::simt
