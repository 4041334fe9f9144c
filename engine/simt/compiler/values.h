#pragma once

#include "engine/simt/compiler/emitter.h"

namespace warploom::simt {

class ValueCode : public Emitter {
protected:
    using Emitter::Emitter;

    Value truth(const Value& v, SourceLocation at);
    Value convert(const Value& v, const Type* to, SourceLocation at, bool is_explicit = false);
    Value convert_pointer(const Value& v, const Type* to, SourceLocation at, bool is_explicit);
    /// Reinterprets the bits of a value as a type of the same size.
    Value same_bits(const Value& v, const Type* type) const;
    /// Compiles a binary operation. Numbers must already have the type of the operation, and a shift count must have 32
    /// bits.
    Value arithmetic(Operator op, const Value& left, const Value& right, SourceLocation at);
    Value pointer_arithmetic(Operator op, const Value& left, const Value& right, SourceLocation at);
    Value local_arithmetic(Operator op, const Value& left, const Value& right, SourceLocation at);
    Value position_of(const Value& pointer, SourceLocation at);

    static Target field_of(Target record, const StructField& field);
    Target behind(const Value& pointer, SourceLocation at);
    void set_index(Target& t, const Value& index, SourceLocation at);
    Target element(const Target& array, const Value& index, SourceLocation at);
    Target element_of_pointer(const Value& pointer, const Value& index, SourceLocation at);
    Value load(const Target& t, SourceLocation at);
    void store(const Target& t, const Value& v, SourceLocation at);
    bool has_read(const Target& t, std::size_t first) const;
    void update(const Target& t, const Value& v, SourceLocation at);
    void each_leaf(const Target& t, std::uint32_t unit, Op op, SourceLocation at);
    bool may_host_read(const Target& t, SourceLocation at);
    Value address_of(const Target& t, SourceLocation at);
    void freeze(Target& object, SourceLocation at);

    std::int64_t guard_ = 0; ///< 1-based index of the innermost guard around the current expression; 0 if there is none
};

/// Returns whether two lvalues in registers refer to the same variable or component.
bool is_same(const Target& a, const Target& b);

} // namespace warploom::simt
