#include "engine/simt/compiler/compiler.h"

#include "engine/sentence.h"

#include <string>

// Asynchronous copies from global to shared memory. In the simulation, the value is available immediately: a copy is
// compiled to a load and a store to shared memory at its source location. AsyncCopies detects accesses before the
// wait.

namespace warploom::simt {

/// Returns the type of an asynchronous copy of this many bytes: the element type, or a vector of two or four
/// elements.
const Type* Compiler::copied_type(const Type* element, std::int64_t bytes) const {
    if (element->bytes == bytes) return element;
    const char* name = nullptr;
    if (element->kind == Kind::float32) name = bytes == 8 ? "float2" : "float4";
    else if (element->kind == Kind::float64 && bytes == 16) name = "double2";
    else if (element->kind == Kind::int32) name = bytes == 8 ? "int2" : "int4";
    else if (element->kind == Kind::uint32) name = bytes == 8 ? "uint2" : "uint4";
    return name == nullptr ? nullptr : library_.types.named(name);
}

Value Compiler::commit_copies(const Expression& e, int) {
    emit_code(Op::commit_copies, e.place);
    return {};
}

Value Compiler::wait_for_copies(const Expression& e, int) {
    const std::uint32_t batches = materialize(argument(e, 0, Kind::int32), e.place);
    emit_code(Op::wait_for_copies, e.place, batches);
    return {};
}

Value Compiler::copy_ahead(const Expression& e, int) {
    const Expression &to = *e.children[0], &from = *e.children[1], &size = *e.children[2];
    const auto pointer = [&](const Expression& of) {
        const Value v = value(of);
        if (v.type == nullptr || v.type->kind != Kind::pointer || v.form == Value::Form::local_pointer)
            refuse(of.place, sentence("`{name}` requires an address in global or shared memory.", {{"name", e.text}}),
                   sentence("Write `&array[index]`."));
        return v;
    };
    const Value source = pointer(from), goal = pointer(to), bytes = value(size);
    const bool is_size =
        bytes.is_constant() && bytes.type->is_integer() && (bytes.bits == 4 || bytes.bits == 8 || bytes.bits == 16);
    if (!is_size)
        refuse(size.place, sentence("The size of an asynchronous copy must be 4, 8, or 16 bytes."),
               sentence("Write `sizeof(T)`."));
    const Type* const type = copied_type(source.type->of, static_cast<std::int64_t>(bytes.bits));
    if (type == nullptr || source.type->of != goal.type->of)
        refuse(
            e.place,
            sentence("`{name}` cannot copy {bytes} bytes from `{from}` to `{to}`.",
                     {{"name", e.text}, {"bytes", bytes.bits}, {"from", source.type->name}, {"to", goal.type->name}}),
            sentence("Copy whole elements between arrays of the same type."));
    if (goal.type->is_const)
        refuse(to.place, sentence("A pointer to const cannot be used to modify memory."),
               sentence("Remove `const` from the declaration."));
    Types& types = library_.types;
    const Value copied =
        load(behind(convert(source, types.pointer(type, true), from.place, true), from.place), e.place);
    const std::size_t first = code_.accesses.size();
    store(behind(convert(goal, types.pointer(type, false), to.place, true), to.place), copied, e.place);
    for (std::size_t a = first; a < code_.accesses.size(); ++a) code_.accesses[a].is_async = true;
    code_.has_async_copies = true;
    return {};
}

} // namespace warploom::simt
