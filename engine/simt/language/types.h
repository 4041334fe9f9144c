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
    none, ///< void
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
    record ///< struct, int2, float4, dim3
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
    int offset = 0; ///< in bytes
    int unit = 0;   ///< in registers
};

/// A type. Types are unique: equal types have equal addresses.
struct Type {
    Kind kind = Kind::none;
    const Type* of = nullptr;             ///< pointee of a pointer, or element type of an array
    bool is_const = false;                ///< whether the pointee of a pointer is const
    bool is_volatile = false;             ///< whether the pointee of a pointer is volatile
    std::int64_t count = 0;               ///< number of elements of an array
    std::string name = {};                ///< C++ spelling, such as "unsigned" or "const double*"
    std::vector<StructField> fields = {}; ///< members of a record, in order
    std::int64_t bytes = 0;               ///< size of a value in memory, in bytes
    int align = 1;                        ///< alignment in memory in bytes
    /// number of registers that a value occupies; each has 4 bytes for each of 32 lanes
    std::int64_t units = 0;
    /// true for int2, float4, ..., which are loaded and stored with a single instruction
    bool is_builtin_vector = false;

    bool is_integer() const { return kind >= Kind::boolean && kind <= Kind::uint64; }
    bool is_real() const { return is_floating(kind); }
    bool is_number() const { return is_integer() || is_real(); }
    bool is_scalar() const { return is_number() || kind == Kind::pointer; }
    bool is_wide() const { return units == 2; } ///< Returns whether a scalar occupies 8 bytes per lane.
    bool is_unsigned() const {
        return kind == Kind::uint8 || kind == Kind::uint16 || kind == Kind::uint32 || kind == Kind::uint64;
    }
};

/// Returns the innermost element type of nested arrays.
inline const Type* number_in(const Type* type) { return type->kind == Kind::array ? number_in(type->of) : type; }

/// The types of one program.
class Types {
public:
    Types();
    const Type* of(Kind) const; ///< Returns the number type of this kind, or null if there is none.
    const Type* pointer(const Type* to, bool is_const, bool is_volatile = false);
    const Type* array(const Type* of, std::int64_t count);
    /// Creates a record with C memory layout. Returns null if the name is already in use.
    const Type* record(const std::string& name, const std::vector<std::pair<std::string, const Type*>>& fields,
                       int align = 0, bool is_builtin_vector = false);
    /// Returns a number type (by its canonical name) or a record; null if the name is unknown.
    const Type* named(const std::string& name) const;
    std::vector<std::string> names() const;

private:
    const Type* add(Type type);
    std::deque<Type> all_;
    std::unordered_map<std::string, const Type*> named_;
    /// pointer types (count -1) and array types
    std::map<std::tuple<const Type*, std::int64_t, bool, bool>, const Type*> made_;
};

/// A scalar component of a value: its type, and its offset in bytes and in registers.
struct Leaf {
    const Type* type;
    std::int64_t offset, unit;
};
std::vector<Leaf> leaves_of(const Type* type);
/// Returns the name of a register's part of a value, after the name of the variable: `[3]`, `.length`; empty for a
/// scalar.
std::string path_of_unit(const Type* type, std::int64_t unit);

} // namespace warploom::simt
