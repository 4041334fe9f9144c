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

/// Returns whether a scalar of this kind takes 8 bytes per lane.
constexpr bool is_wide(Kind kind) {
    return kind == Kind::int64 || kind == Kind::uint64 || kind == Kind::float64 || kind == Kind::pointer;
}
constexpr bool is_floating(Kind kind) { return kind == Kind::float32 || kind == Kind::float64; }

struct Type;

struct StructField {
    std::string name;
    const Type* type = nullptr;
    int offset = 0; ///< offset in bytes
    int unit = 0;   ///< offset in registers
};

/// A type. Types are unique, so equal types have equal addresses.
struct Type {
    Kind kind = Kind::none;
    const Type* of = nullptr;             ///< pointee or element type
    bool is_const = false;                ///< for a pointer: the pointee is const
    bool is_volatile = false;             ///< for a pointer: the pointee is volatile
    std::int64_t count = 0;               ///< number of elements of an array
    std::string name = {};                ///< as in source code: "unsigned", "const double*"
    std::vector<StructField> fields = {}; ///< members of a record
    std::int64_t bytes = 0;               ///< size in memory
    int align = 1;                        ///< bytes
    std::int64_t units = 0;               ///< number of registers (4 bytes for each of 32 lanes) that a value occupies
    bool is_builtin_vector = false;       ///< int2, float4, ...: accessed as a whole

    bool is_integer() const { return kind >= Kind::boolean && kind <= Kind::uint64; }
    bool is_real() const { return is_floating(kind); }
    bool is_number() const { return is_integer() || is_real(); }
    bool is_scalar() const { return is_number() || kind == Kind::pointer; }
    bool is_wide() const { return units == 2; } ///< for a scalar: whether it has 8 bytes per lane
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
    const Type* of(Kind) const; ///< the type of a number, or null
    const Type* pointer(const Type* to, bool is_const, bool is_volatile = false);
    const Type* array(const Type* of, std::int64_t count);
    /// Creates a record with the memory layout of C. Returns null if the name is taken.
    const Type* record(const std::string& name, const std::vector<std::pair<std::string, const Type*>>& fields,
                       int align = 0, bool is_builtin_vector = false);
    const Type* named(const std::string& name) const; ///< a number type by its plain name, or a record; null if unknown
    std::vector<std::string> names() const;

private:
    const Type* add(Type type);
    std::deque<Type> all_;
    std::unordered_map<std::string, const Type*> named_;
    std::map<std::tuple<const Type*, std::int64_t, bool, bool>, const Type*> made_; ///< pointers (count -1) and arrays
};

/// A scalar component of a value and its position.
struct Leaf {
    const Type* type;
    std::int64_t offset, unit;
};
std::vector<Leaf> leaves_of(const Type* type);
/// Returns the name of a register's part of a value, after the name of the variable: `[3]`, `.length`; empty for a
/// scalar.
std::string path_of_unit(const Type* type, std::int64_t unit);

} // namespace warploom::simt
