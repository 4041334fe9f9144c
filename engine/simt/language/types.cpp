#include "engine/simt/language/types.h"

#include <algorithm>

namespace warploom::simt {

Types::Types() {
    const auto add = [&](Kind kind, const char* name, int bytes, int units) {
        this->add({.kind = kind, .name = name, .bytes = bytes, .align = std::max(bytes, 1), .units = units});
    };
    add(Kind::none, "void", 0, 0);
    add(Kind::boolean, "bool", 1, 1);
    add(Kind::int8, "char", 1, 1);
    add(Kind::uint8, "unsigned char", 1, 1);
    add(Kind::int16, "short", 2, 1);
    add(Kind::uint16, "unsigned short", 2, 1);
    add(Kind::int32, "int", 4, 1);
    add(Kind::uint32, "unsigned", 4, 1);
    add(Kind::int64, "long long", 8, 2);
    add(Kind::uint64, "unsigned long long", 8, 2);
    add(Kind::float32, "float", 4, 1);
    add(Kind::float64, "double", 8, 2);
    const Type *i = of(Kind::int32), *u = of(Kind::uint32), *f = of(Kind::float32), *d = of(Kind::float64);
    record("int2", {{"x", i}, {"y", i}}, 8, true);
    record("uint2", {{"x", u}, {"y", u}}, 8, true);
    record("float2", {{"x", f}, {"y", f}}, 8, true);
    record("double2", {{"x", d}, {"y", d}}, 16, true);
    record("int4", {{"x", i}, {"y", i}, {"z", i}, {"w", i}}, 16, true);
    record("uint4", {{"x", u}, {"y", u}, {"z", u}, {"w", u}}, 16, true);
    record("float4", {{"x", f}, {"y", f}, {"z", f}, {"w", f}}, 16, true);
    record("float3", {{"x", f}, {"y", f}, {"z", f}});
    record("int3", {{"x", i}, {"y", i}, {"z", i}});
    record("uint3", {{"x", u}, {"y", u}, {"z", u}});
    record("double3", {{"x", d}, {"y", d}, {"z", d}});
    record("char2", {{"x", of(Kind::int8)}, {"y", of(Kind::int8)}}, 2);
    record("uchar2", {{"x", of(Kind::uint8)}, {"y", of(Kind::uint8)}}, 2);
    record("short2", {{"x", of(Kind::int16)}, {"y", of(Kind::int16)}}, 4);
    record("ushort2", {{"x", of(Kind::uint16)}, {"y", of(Kind::uint16)}}, 4);
    for (const auto& [name, kind] : {std::pair("char4", Kind::int8), std::pair("uchar4", Kind::uint8)})
        record(name, {{"x", of(kind)}, {"y", of(kind)}, {"z", of(kind)}, {"w", of(kind)}}, 4);
    for (const auto& [name, kind] : {std::pair("longlong2", Kind::int64), std::pair("ulonglong2", Kind::uint64)})
        record(name, {{"x", of(kind)}, {"y", of(kind)}}, 16);
    record("dim3", {{"x", u}, {"y", u}, {"z", u}});
}

const Type* Types::add(Type type) {
    const Type* const made = &all_.emplace_back(std::move(type));
    if (made->of == nullptr) named_.try_emplace(made->name, made);
    return made;
}

const Type* Types::of(Kind kind) const { return &all_[static_cast<std::size_t>(kind)]; }

const Type* Types::pointer(const Type* to, bool is_const, bool is_volatile) {
    const Type*& known = made_[{to, -1, is_const, is_volatile}];
    if (known != nullptr) return known;
    return known =
               add({.kind = Kind::pointer,
                    .of = to,
                    .is_const = is_const,
                    .is_volatile = is_volatile,
                    .name = std::string(is_const ? "const " : "") + (is_volatile ? "volatile " : "") + to->name + "*",
                    .bytes = 8,
                    .align = 8,
                    .units = 2});
}

const Type* Types::array(const Type* of, std::int64_t count) {
    const Type*& known = made_[{of, count, false, false}];
    if (known != nullptr) return known;
    const std::size_t brackets = std::min(of->name.find('['), of->name.size());
    return known = add({.kind = Kind::array,
                        .of = of,
                        .count = count,
                        .name = std::string(of->name).insert(brackets, "[" + std::to_string(count) + "]"),
                        .bytes = of->bytes * count,
                        .align = of->align,
                        .units = of->units * count});
}

const Type* Types::record(const std::string& name, const std::vector<std::pair<std::string, const Type*>>& fields,
                          int align, bool is_builtin_vector) {
    if (named(name) != nullptr) return nullptr;
    Type type;
    type.kind = Kind::record;
    type.name = name;
    type.is_builtin_vector = is_builtin_vector;
    for (const auto& [field, of] : fields) {
        type.bytes = (type.bytes + of->align - 1) / of->align * of->align;
        type.fields.push_back({field, of, static_cast<int>(type.bytes), static_cast<int>(type.units)});
        type.bytes += of->bytes;
        type.units += of->units;
        type.align = std::max(type.align, of->align);
    }
    type.align = std::max(type.align, align);
    type.bytes = (std::max<std::int64_t>(type.bytes, 1) + type.align - 1) / type.align * type.align;
    return add(std::move(type));
}

const Type* Types::named(const std::string& name) const {
    const auto known = named_.find(name);
    return known == named_.end() ? nullptr : known->second;
}

std::vector<std::string> Types::names() const {
    std::vector<std::string> list;
    for (const Type& known : all_)
        if (known.kind != Kind::pointer && known.kind != Kind::array) list.push_back(known.name);
    return list;
}

namespace {
void add_leaves(const Type* type, std::int64_t offset, std::int64_t unit, std::vector<Leaf>& leaves) {
    if (type->kind == Kind::record) {
        for (const StructField& field : type->fields)
            add_leaves(field.type, offset + field.offset, unit + field.unit, leaves);
    } else if (type->kind == Kind::array) {
        for (std::int64_t i = 0; i < type->count; ++i)
            add_leaves(type->of, offset + i * type->of->bytes, unit + i * type->of->units, leaves);
    } else {
        leaves.push_back({type, offset, unit});
    }
}
} // namespace

std::vector<Leaf> leaves_of(const Type* type) {
    std::vector<Leaf> leaves;
    add_leaves(type, 0, 0, leaves);
    return leaves;
}

std::string path_of_unit(const Type* type, std::int64_t unit) {
    if (type->kind == Kind::array)
        return "[" + std::to_string(unit / type->of->units) + "]" + path_of_unit(type->of, unit % type->of->units);
    for (std::size_t f = type->fields.size(); f-- > 0;)
        if (const StructField& field = type->fields[f]; field.unit <= unit)
            return "." + field.name + path_of_unit(field.type, unit - field.unit);
    return {};
}

} // namespace warploom::simt
