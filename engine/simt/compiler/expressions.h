#pragma once

#include "engine/simt/compiler/values.h"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warploom::simt {

/// Name by which a method refers to its object.
inline constexpr const char* self = "this";

class ExpressionCode : public ValueCode {
protected:
    ExpressionCode(Library& library, const Instance& root, Code& code)
        : ValueCode(library, root, code), instance_(&root), scopes_(1) {}
    virtual ~ExpressionCode() = default;

    virtual Value call(const Expression& e) = 0;
    virtual Value launch(const Expression& e) = 0;
    virtual Value dimension(const Expression& e) = 0;

    const Typed& typed(const Expression& e) const { return instance_->typed(e); }
    void add(const std::string& name, Storage storage) {
        storage.begin = next_instruction();
        scopes_.back()[name] = std::move(storage);
    }
    void open_scope(Variables variables = {}) {
        for (auto& [name, storage] : variables) storage.begin = next_instruction();
        scopes_.push_back(std::move(variables));
    }
    void close_scope() {
        list_variables(scopes_.back(), next_instruction());
        scopes_.pop_back();
    }

    const Storage* find(const std::string& name) const;
    /// Compiles an expression as a value, and converts it to the type that its context requires.
    Value value(const Expression& e);
    Value decayed(const Expression& e); ///< compiles an expression as a value; arrays decay to pointers
    Value expression(const Expression& e);
    Value name(const Expression& e);
    Value member_value(const Expression& e);
    Value kept(const Value& v, const Expression& of, const Expression& next);
    Value guarded(const Expression& e, std::uint32_t test, bool wanted);
    /// Returns whether an expression is cheap to evaluate and has no side effects.
    bool is_plain(const Expression& e) const;
    /// Returns whether an operator calls a function of the file. Operands that are never evaluated, such as the second
    /// one of `true || x`, call no function.
    bool is_overloaded(const Expression& e) const;
    bool has_flops(const Expression& e) const;
    void count_skipped(const Expression& e, const Value& test, bool wanted);
    Value unary(const Expression& e);
    Value combined(const Expression& e, Operator op, const Value& old, const Value& operand);
    Value step(const Expression& e, bool is_postfix);
    Value binary(const Expression& e);
    Value logical(const Expression& e);
    Value conditional(const Expression& e);
    void on_each_side(const Expression& e, std::uint32_t test, const std::function<void(const Expression&)>& compute);
    Value assign(const Expression& e);
    Value cast(const Expression& e);
    Value construct(const Expression& e);
    /// Initializes a dim3 in the registers from `unit` on. Missing sizes are 1. `sizes` may be null.
    void construct_dim3(std::uint32_t unit, const Expression* sizes, SourceLocation at);
    void initialise(const Target& to, const Expression& list);

    Target target(const Expression& e);
    Target index(const Expression& e);
    Target member(const Expression& e);
    std::optional<Target> variable(const Expression& e) const;
    Target chosen_target(const Expression& e);
    Target referred(const Declaration& d);
    Target read_through(const Expression& pointer, SourceLocation at);
    /// Returns the variables that the current function may modify.
    const std::set<std::string>& names_that_change() const;
    Value address(const Expression& of, SourceLocation at);
    Storage local_pointer_variable(const Value& v, bool moves, SourceLocation at);
    const Storage* moving(const Expression& e) const;
    Value step_pointer(const Expression& e, const Storage& pointer, bool is_postfix);
    Value move_pointer(const Expression& e, const Storage& pointer);
    const Target* object_around() const;
    bool names_object(const Expression& e) const; ///< returns whether the expression is `this`
    Target object_of(const Expression& e);

    /// The kernel, host function or inlined function being compiled.
    const Instance* instance_;
    std::vector<Variables> scopes_;
    std::size_t first_scope_ = 0;
    Variables globals_;
};

} // namespace warploom::simt
