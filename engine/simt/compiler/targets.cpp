#include "engine/simt/compiler/compiler.h"

#include "engine/sentence.h"

#include <algorithm>

namespace warploom::simt {

namespace {

/// Addresses wrap around at 64 bits, as on a GPU.
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

void Compiler::require_device(SourceLocation at, const std::string& what) const {
    if (is_host())
        refuse(at,
               sentence("{name} cannot be used in the host function `{function}`.",
                        {{"name", what}, {"function", function_.name}}),
               sentence("Use it in a `__global__` kernel."));
}

Target Compiler::target(const Expression& e) {
    const Level level(*this, e.place);
    switch (e.what) {
    case Expression::What::name:
        if (const Symbol* symbol = find(e.text)) {
            if (symbol->what == Symbol::What::target) return symbol->target;
            const bool is_number =
                symbol->what == Symbol::What::value && symbol->value.form != Value::Form::local_pointer;
            if (is_number) { // a constant, or a parameter that is never modified
                Target t;
                t.type = symbol->value.type;
                t.unit = materialize(symbol->value, e.place);
                t.name = e.text;
                t.is_const = true;
                return t;
            }
            if (symbol->what == Symbol::What::value)
                refuse(e.place,
                       sentence("Pointer `{name}` points to a variable in registers and cannot be modified.",
                                {{"name", e.text}}),
                       sentence("Declare another pointer."));
        }
        name(e); // reports the unknown name with a suggestion
        break;
    case Expression::What::index: return index(e);
    case Expression::What::member: return member(e);
    case Expression::What::conditional: return chosen_target(e);
    case Expression::What::unary:
        if (e.op == Operator::star) {
            if (names_object(*e.children[0])) return *object_around();
            const Value pointer = value(*e.children[0]);
            return behind(pointer, e.place);
        }
        break;
    case Expression::What::cast: // a field of a cast is not an lvalue
    default: break;
    }
    refuse(e.place, sentence("Expression must be a modifiable lvalue."),
           sentence("Use a variable, an array element, or a field."));
}

const std::set<std::string>& Compiler::names_that_change() const {
    return library_.changed(calls_.empty() ? function_ : *calls_.back().function);
}

/// Returns the object that a reference is bound to. Index variables are copied, so that later changes to them do not
/// rebind the reference.
Target Compiler::referred(const Declaration& d) {
    if (d.initial == nullptr)
        refuse(d.place, sentence("Reference `{name}` requires an initializer.", {{"name", d.name}}),
               sentence("Add `= variable`."));
    Target t = target(*d.initial);
    if (std::any_of(names_that_change().begin(), names_that_change().end(),
                    [&](const auto& name) { return names_one(*d.initial, name); }))
        freeze(t, d.place);
    t.name = d.name;
    t.is_const = t.is_const || d.is_constant;
    t.is_volatile = t.is_volatile || d.type.is_volatile;
    return t;
}

Target Compiler::behind(const Value& pointer, SourceLocation at) {
    if (pointer.type == nullptr || pointer.type->kind != Kind::pointer)
        refuse(at, sentence("The operand of `*` must be a pointer."), "");
    return element_of_pointer(pointer, whole(library_.types.of(Kind::int32), 0), at);
}

/// Compiles `__ldg(array + n)` as a read of array[n], so that no address is computed per lane.
Target Compiler::read_through(const Expression& pointer, SourceLocation at) {
    if (pointer.what != Expression::What::binary || pointer.op != Operator::plus) return behind(value(pointer), at);
    const Expression &first = *pointer.children[0], &second = *pointer.children[1];
    const Value left = kept(value(first), first, second), right = value(second);
    const bool is_array = left.type != nullptr && left.type->kind == Kind::pointer &&
                          left.form == Value::Form::registers && right.type != nullptr && right.type->is_integer();
    return is_array ? element_of_pointer(left, right, pointer.place)
                    : behind(arithmetic(Operator::plus, left, right, pointer.place), at);
}

Value Compiler::index_value(const Expression& e) {
    Value v = value(e);
    if (v.type == nullptr || !v.type->is_integer())
        refuse(e.place, sentence("An array index must be an integer, not `{type}`.", {{"type", name_of(v.type)}}),
               v.type != nullptr && v.type->is_real() ? sentence("Convert it to int.") : std::string());
    return v;
}

Target Compiler::index(const Expression& e) {
    const Expression& base = *e.children[0];
    const bool may_be_array = base.what == Expression::What::name || base.what == Expression::What::index ||
                              base.what == Expression::What::member;
    if (may_be_array) {
        const Symbol* symbol = base.what == Expression::What::name ? find(base.text) : nullptr;
        const bool is_pointer = symbol != nullptr && symbol->what == Symbol::What::value;
        if (!is_pointer) {
            const Target t = target(base);
            if (t.type->kind == Kind::array) {
                const Value i = index_value(*e.children[1]);
                return element(t, i, e.place);
            }
            if (t.type->kind != Kind::pointer)
                refuse(e.place,
                       sentence("`{name}` is not an array or a pointer. Its type is `{type}`.",
                                {{"name", t.name.empty() ? t.type->name : t.name}, {"type", t.type->name}}),
                       sentence("Use `[]` only with arrays and pointers."));
            const Value pointer = load(t, base.place);
            const Value i = index_value(*e.children[1]);
            return element_of_pointer(pointer, i, e.place);
        }
    }
    const Value pointer = value(base);
    if (pointer.type == nullptr || pointer.type->kind != Kind::pointer)
        refuse(e.place,
               sentence("The subscripted value is not an array or a pointer. Its type is `{type}`.",
                        {{"type", name_of(pointer.type)}}),
               sentence("Use `[]` only with arrays and pointers."));
    const Value i = index_value(*e.children[1]);
    Target t = element_of_pointer(pointer, i, e.place);
    if (t.name.empty() && base.what == Expression::What::name) t.name = base.text;
    return t;
}

void Compiler::set_index(Target& t, const Value& i, SourceLocation at) {
    t.is_wide_index = is_wide_index(i);
    t.index = materialize(t.is_wide_index ? convert(i, library_.types.of(Kind::int64), at) : i, at);
}

/// Returns an element of an array.
Target Compiler::element(const Target& array, const Value& i, SourceLocation at) {
    Target t = array;
    t.type = array.type->of;
    const std::int64_t count = array.type->count;
    if (array.form != Target::Form::memory) {
        t.array = std::make_shared<Target>(array);
        t.position = std::make_shared<Value>(i);
    }
    if (i.is_constant() && array.form != Target::Form::memory) {
        const auto number = static_cast<std::int64_t>(i.bits);
        if (number < 0 || number >= count)
            refuse(at,
                   sentence("Index {index} is out of bounds for array `{name}` with {n} {n:element|elements}.",
                            {{"index", number}, {"name", array.name}, {"n", count}}),
                   "");
        const std::int64_t distance = number * t.type->units;
        if (array.form == Target::Form::registers) t.unit += static_cast<std::uint32_t>(distance);
        else t.inner += distance;
        return t;
    }
    const Type* const wide = library_.types.of(Kind::int64);
    if (array.form == Target::Form::memory) {
        if (i.is_constant()) {
            t.offset = moved(t.offset, i.bits, t.type->bytes);
            return t;
        }
        t.scale = t.type->bytes;
        if (array.index == no_register) {
            set_index(t, i, at);
            return t;
        }
        // tile[i][j]: combines both into one index in units of the inner elements.
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
        number = arithmetic(Operator::plus,
                            arithmetic(Operator::star, outer, whole(outer.type, static_cast<std::uint64_t>(count)), at),
                            number, at);
    }
    t.form = Target::Form::local;
    t.index = materialize(number, at);
    t.is_wide_index = number.type->is_wide();
    t.count = had_index ? array.count * count : count;
    t.stride = t.type->units;
    return t;
}

Target Compiler::element_of_pointer(const Value& pointer, const Value& i, SourceLocation at) {
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
    if (t.type->kind == Kind::none)
        refuse(at, sentence("A pointer to void cannot be dereferenced."),
               sentence("Convert it to a pointer to another type."));
    t.pointer = materialize(pointer, at);
    t.is_uniform = pointer.is_uniform;
    t.scale = t.type->bytes;
    if (i.is_constant()) {
        t.offset = moved(0, i.bits, t.type->bytes);
        return t;
    }
    set_index(t, i, at);
    return t;
}

Target Compiler::member(const Expression& e) {
    const Expression& of = *e.children[0];
    Target t;
    if (e.is_arrow && names_object(of)) {
        t = *object_around();
    } else if (e.is_arrow) {
        const Value pointer = value(of);
        if (pointer.type == nullptr || pointer.type->kind != Kind::pointer)
            refuse(e.place, sentence("The left operand of `->` must be a pointer to a struct."),
                   sentence("Use `.` instead of `->`."));
        t = behind(pointer, e.place);
    } else {
        if (of.what == Expression::What::name && find(of.text) == nullptr) {
            const bool is_built_in =
                of.text == "threadIdx" || of.text == "blockIdx" || of.text == "blockDim" || of.text == "gridDim";
            if (is_built_in)
                refuse(of.place, sentence("`{name}` is read-only.", {{"name", of.text}}),
                       sentence("Copy the value into a variable."));
        }
        t = target(of);
        t.array = nullptr; // a field is not an array element
        if (t.type->kind == Kind::pointer)
            refuse(e.place, sentence("`{name}` is a pointer and requires `->`.", {{"name", t.name}}),
                   sentence("Use `->` instead of `.`."));
    }
    if (t.type->kind != Kind::record)
        refuse(e.place, sentence("Type `{type}` has no fields.", {{"type", t.type->name}}), "");
    std::vector<std::string> names;
    for (const StructField& field : t.type->fields) {
        names.push_back(field.name);
        if (field.name != e.text) continue;
        return field_of(t, field);
    }
    refuse(e.place, sentence("`{type}` has no field `{name}`.", {{"type", t.type->name}, {"name", e.text}}),
           library_.near_to(e.text, names, e.place));
}

Target Compiler::field_of(Target t, const StructField& field) {
    t.type = field.type;
    if (t.form == Target::Form::memory) t.offset = moved(t.offset, 1, field.offset);
    else if (t.form == Target::Form::local) t.inner += field.unit;
    else t.unit += static_cast<std::uint32_t>(field.unit);
    return t;
}

/// Records where run reads an array parameter on the host. Whether the host may read it is known only when an array
/// is bound.
bool Compiler::may_host_read(const Target& t, SourceLocation at) {
    if (!is_host()) return false;
    for (ParameterCode& parameter : code_.parameters) {
        if (parameter.type->kind != Kind::pointer || parameter.unit != t.pointer) continue;
        if (!parameter.host_read) parameter.host_read = at;
        return true;
    }
    return false;
}

/// Emits one instruction per scalar of a target, or a single one for a built-in vector in memory.
void Compiler::each_leaf(const Target& t, std::uint32_t unit, Op op, SourceLocation at) {
    if (t.form == Target::Form::local) {
        for (const Leaf& leaf : leaves_of(t.type)) {
            code_.locals.push_back({t.name, t.count, t.stride, leaf.type->units, t.inner + leaf.unit, t.is_wide_index});
            emit_code(op == Op::load ? Op::load_local : Op::store_local, at,
                      unit + static_cast<std::uint32_t>(leaf.unit), t.unit, t.index,
                      static_cast<std::int64_t>(code_.locals.size()) - 1);
        }
        return;
    }
    if (op != Op::load || !may_host_read(t, at))
        require_device(at, t.name.empty() ? sentence("GPU memory")
                                          : sentence("`{name}` (in GPU memory)", {{"name", t.name}}));
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

Value Compiler::load(const Target& t, SourceLocation at) {
    if (t.type->kind == Kind::array)
        return {.form = Value::Form::local_pointer, .type = t.type, .target = std::make_shared<Target>(t)};
    if (t.form == Target::Form::registers) return registers(t.type, t.unit);
    const std::uint32_t unit = temporary(t.type, at);
    each_leaf(t, unit, Op::load, at);
    return registers(t.type, unit);
}

void Compiler::store(const Target& t, const Value& v, SourceLocation at) {
    if (t.is_const)
        refuse(at,
               t.form == Target::Form::memory
                   ? t.name.empty()
                         ? sentence("A pointer to const cannot be used to modify memory.")
                         : sentence("`{name}` points to const and cannot be used to modify memory.", {{"name", t.name}})
               : t.name.empty() ? sentence("A const value cannot be modified.")
                                : sentence("`{name}` is const and cannot be modified.", {{"name", t.name}}),
               sentence("Remove `const` from the declaration."));
    const std::uint32_t from = materialize(v, at);
    if (t.form == Target::Form::registers) copy(t.type, t.unit, from, true, at);
    else each_leaf(t, from, Op::store, at);
}

/// Returns whether one of the accesses from `first` on refers to the same element.
bool Compiler::has_read(const Target& t, std::size_t first) const {
    const auto& all = code_.accesses;
    return t.form == Target::Form::memory &&
           std::any_of(all.begin() + static_cast<std::ptrdiff_t>(first), all.end(), [&](const MemoryAccess& access) {
               return access.pointer == t.pointer && access.index == t.index && access.scale == t.scale &&
                      access.offset == t.offset;
           });
}

void Compiler::update(const Target& t, const Value& v, SourceLocation at) {
    store(t, v, at);
    if (t.form == Target::Form::memory) code_.accesses.back().is_update = true;
}

Value Compiler::address_of(const Target& t, SourceLocation at) {
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

} // namespace warploom::simt
