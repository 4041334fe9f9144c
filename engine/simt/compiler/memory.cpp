#include "engine/simt/compiler/values.h"

#include "engine/sentence.h"

#include <algorithm>

namespace warploom::simt {

namespace {

/// Advances a byte offset by a number of elements. Addresses wrap around at 64 bits, as on a GPU.
std::int64_t moved(std::int64_t offset, std::uint64_t elements, std::int64_t bytes) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(offset) + elements * static_cast<std::uint64_t>(bytes));
}

bool is_wide_index(const Value& i) { return i.type->is_wide() || i.type->kind == Kind::uint32; }

void count_in_elements(MemoryAccess& access) {
    access.shift = -1;
    const bool is_number = access.numbers == 1 && (access.bytes == 4 || access.bytes == 8);
    if (!is_number || access.scale % access.bytes != 0 || access.offset % access.bytes != 0) return;
    access.shift = access.bytes == 4 ? 2 : 3;
    access.stride = access.scale / access.bytes;
    access.start = access.offset / access.bytes;
}

} // namespace

Target ValueCode::field_of(Target t, const StructField& field) {
    t.type = field.type;
    if (t.form == Target::Form::memory) t.offset = moved(t.offset, 1, field.offset);
    else if (t.form == Target::Form::local) t.inner += field.unit;
    else t.unit += static_cast<std::uint32_t>(field.unit);
    return t;
}

Target ValueCode::behind(const Value& pointer, SourceLocation at) {
    return element_of_pointer(pointer, whole(library_.types.of(Kind::int32), 0), at);
}

void ValueCode::set_index(Target& t, const Value& i, SourceLocation at) {
    t.is_wide_index = is_wide_index(i);
    t.index = materialize(t.is_wide_index ? convert(i, library_.types.of(Kind::int64), at) : i, at);
}

Target ValueCode::element(const Target& array, const Value& i, SourceLocation at) {
    Target t = array;
    t.type = array.type->of;
    const std::int64_t count = array.type->count;
    if (array.form != Target::Form::memory) {
        t.array = std::make_shared<Target>(array);
        t.position = std::make_shared<Value>(i);
    }
    if (i.is_constant() && array.form != Target::Form::memory) {
        const auto number = static_cast<std::int64_t>(i.constant.bits);
        const bool is_inside = number >= 0 && number < count;
        if (!is_inside && !i.is_counted)
            refuse(at,
                   sentence("Index {index} is out of bounds for array `{name}` with {n} {n:element|elements}.",
                            {{"index", number}, {"name", array.name}, {"n", count}}),
                   "");
        const std::int64_t distance = number * t.type->units;
        if (array.form != Target::Form::registers) t.inner += is_inside ? distance : 0;
        else if (is_inside) t.unit += static_cast<std::uint32_t>(distance);
        // A constant index can be out of bounds in an unrolled loop. The error is reported only if the access is
        // executed.
        if (is_inside) return t;
    }
    const Type* const wide = library_.types.of(Kind::int64);
    if (array.form == Target::Form::memory) {
        if (i.is_constant()) {
            t.offset = moved(t.offset, i.constant.bits, t.type->bytes);
            return t;
        }
        t.scale = t.type->bytes;
        if (array.index == no_register) {
            set_index(t, i, at);
            return t;
        }
        // Combine both indices of tile[i][j] into the index of an innermost element.
        const Value outer = registers(library_.types.of(array.is_wide_index ? Kind::int64 : Kind::int32), array.index);
        const Value scaled = arithmetic(Operator::star, outer,
                                        whole(outer.type, static_cast<std::uint64_t>(array.scale / t.type->bytes)), at);
        const bool is_wide = array.is_wide_index || is_wide_index(i);
        const Type* const type = is_wide ? wide : library_.types.of(Kind::int32);
        t.index = materialize(arithmetic(Operator::plus, convert(scaled, type, at), convert(i, type, at), at), at);
        t.is_wide_index = is_wide;
        return t;
    }
    const bool had_index = array.form == Target::Form::local;
    Value number = is_wide_index(i) ? convert(i, wide, at) : i;
    if (had_index) {
        const Value outer = registers(library_.types.of(array.is_wide_index ? Kind::int64 : Kind::int32), array.index);
        const Value row = arithmetic(Operator::star, outer, whole(outer.type, static_cast<std::uint64_t>(count)), at);
        const Type* const type = number.type->is_wide() ? wide : outer.type;
        number = arithmetic(Operator::plus, convert(row, type, at), convert(number, type, at), at);
    }
    t.form = Target::Form::local;
    t.index = materialize(number, at);
    t.is_wide_index = number.type->is_wide();
    t.count = had_index ? array.count * count : count;
    t.stride = t.type->units;
    return t;
}

Target ValueCode::element_of_pointer(const Value& pointer, const Value& i, SourceLocation at) {
    if (pointer.form == Value::Form::local_pointer) {
        const Value element_wanted = local_arithmetic(Operator::plus, pointer, i, at);
        const Target& first = *pointer.target;
        return first.type->kind == Kind::array ? element(first, *element_wanted.position, at) : first;
    }
    Target t;
    t.form = Target::Form::memory;
    t.type = pointer.type->of;
    t.is_const = pointer.type->is_const;
    t.is_volatile = pointer.type->is_volatile;
    t.pointer = materialize(pointer, at);
    t.is_uniform = pointer.is_uniform;
    t.scale = t.type->bytes;
    if (i.is_constant()) {
        t.offset = moved(0, i.constant.bits, t.type->bytes);
        return t;
    }
    set_index(t, i, at);
    return t;
}

Value ValueCode::load(const Target& t, SourceLocation at) {
    if (t.type->kind == Kind::array) {
        Value v(Value::Form::local_pointer, t.type);
        v.target = std::make_shared<Target>(t);
        return v;
    }
    if (t.form == Target::Form::registers) return registers(t.type, t.unit);
    const std::uint32_t unit = temporary(t.type, at);
    each_leaf(t, unit, Op::load, at);
    return registers(t.type, unit);
}

void ValueCode::store(const Target& t, const Value& v, SourceLocation at) {
    const std::uint32_t from = materialize(v, at);
    if (t.form == Target::Form::registers) copy(t.type, t.unit, from, true, at);
    else each_leaf(t, from, Op::store, at);
}

/// Returns whether any access in code_.accesses, starting at index `first`, refers to the element `t`.
bool ValueCode::has_read(const Target& t, std::size_t first) const {
    const auto& all = code_.accesses;
    return t.form == Target::Form::memory &&
           std::any_of(all.begin() + static_cast<std::ptrdiff_t>(first), all.end(), [&](const MemoryAccess& access) {
               return access.pointer == t.pointer && access.index == t.index && access.scale == t.scale &&
                      access.offset == t.offset;
           });
}

void ValueCode::update(const Target& t, const Value& v, SourceLocation at) {
    store(t, v, at);
    if (t.form == Target::Form::memory) code_.accesses.back().is_update = true;
}

/// Emits one load or store for each scalar component of an lvalue. For a built-in vector in memory, a single load or
/// store is sufficient.
void ValueCode::each_leaf(const Target& t, std::uint32_t unit, Op op, SourceLocation at) {
    if (t.form == Target::Form::local) {
        for (const Leaf& leaf : leaves_of(t.type)) {
            code_.locals.push_back({t.name, t.count, t.stride, leaf.type->units, t.inner + leaf.unit, t.is_wide_index});
            emit_code(op == Op::load ? Op::load_local : Op::store_local, at,
                      unit + static_cast<std::uint32_t>(leaf.unit), t.unit, t.index,
                      static_cast<std::int64_t>(code_.locals.size()) - 1);
        }
        return;
    }
    if (is_host() && (op != Op::load || !may_host_read(t, at)))
        refuse(at,
               sentence("{name} cannot be used in the host function `{function}`.",
                        {{"name", t.name.empty() ? sentence("GPU memory")
                                                 : sentence("`{name}` (in GPU memory)", {{"name", t.name}})},
                         {"function", root_.function->name}}),
               sentence("Use it in a `__global__` kernel."));
    MemoryAccess access{t};
    access.is_volatile = t.is_volatile;
    const auto leaves = leaves_of(t.type);
    const bool is_one = t.type->is_builtin_vector;
    for (std::size_t l = 0; l < (is_one ? 1 : leaves.size()); ++l) {
        access.value = unit + static_cast<std::uint32_t>(leaves[l].unit);
        access.offset = moved(t.offset, 1, leaves[l].offset);
        access.kind = leaves[l].type->kind;
        access.numbers = is_one ? static_cast<int>(leaves.size()) : 1;
        access.bytes = static_cast<int>(is_one ? t.type->bytes : leaves[l].type->bytes);
        count_in_elements(access);
        code_.has_doubles = code_.has_doubles || access.kind == Kind::float64;
        emit_access(op, access, at);
    }
}

/// Records that `run` reads an array on the host. Whether this is allowed depends on the array that is bound later.
bool ValueCode::may_host_read(const Target& t, SourceLocation at) {
    for (ParameterCode& parameter : code_.parameters) {
        if (parameter.type->kind != Kind::pointer || parameter.unit != t.pointer) continue;
        if (!parameter.host_read) parameter.host_read = at;
        return true;
    }
    return false;
}

Value ValueCode::address_of(const Target& t, SourceLocation at) {
    Value v;
    const Type* const to = t.type->kind == Kind::array ? t.type->of : t.type;
    v.type = library_.types.pointer(to, t.is_const, t.is_volatile);
    if (t.form != Target::Form::memory) {
        v.form = Value::Form::local_pointer;
        const bool is_element = t.array != nullptr && t.type->kind != Kind::array;
        v.target = is_element ? t.array : std::make_shared<Target>(t);
        if (is_element) v.position = t.position;
        return v;
    }
    v.form = Value::Form::registers;
    v.is_uniform = t.is_uniform && t.index == no_register;
    if (t.index == no_register && t.offset == 0) {
        v.unit = t.pointer;
        return v;
    }
    code_.accesses.push_back({t});
    v.unit = temporary(v.type, at);
    emit_code(Op::address, at, v.unit, static_cast<std::uint32_t>(code_.accesses.size()) - 1);
    return v;
}

/// Copies the array index of an lvalue to temporaries, because the method that is called on the lvalue may modify the
/// variables in the index.
void ValueCode::freeze(Target& object, SourceLocation at) {
    const auto keep = [&](std::uint32_t& unit, Kind kind) {
        if (unit == no_register) return;
        const Type* const type = library_.types.of(kind);
        const std::uint32_t kept = temporary(type, at);
        copy(type, kept, unit, false, at);
        unit = kept;
    };
    if (object.form == Target::Form::registers) return;
    keep(object.index, object.is_wide_index ? Kind::int64 : Kind::int32);
    if (object.form == Target::Form::memory && !object.is_uniform) keep(object.pointer, Kind::uint64);
}

} // namespace warploom::simt
