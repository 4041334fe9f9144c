#include "engine/simt/passes/unrolled_size.h"

#include "engine/simt/sema/sema.h"

namespace warploom::simt {

namespace {
constexpr std::size_t longest_copies = 2048, most_constants_of_copies = 64;

/// Returns the number of instructions needed to copy a value of this type.
std::size_t moves_of(const Type* type) {
    return type == nullptr ? 1 : type->kind == Kind::record ? leaves_of(type).size() : 1;
}
} // namespace

std::optional<Constant> UnrolledSize::Names::operator()(const std::string& name) const {
    for (std::size_t n = inner.size(); n-- > 0;)
        if (inner[n].first == name) return inner[n].second;
    return outer(name);
}

bool UnrolledSize::is_long() const {
    return instructions_ > longest_copies || constants_.size() > most_constants_of_copies;
}

bool UnrolledSize::fits(const Instance& instance, const Statement& loop, const std::vector<Constant>& turns,
                        const KnownNames& outer) {
    Names names{outer};
    add_turns(instance, loop, turns, names);
    return !is_long() && instructions_ > 0;
}

void UnrolledSize::add_turns(const Instance& instance, const Statement& loop, const std::vector<Constant>& turns,
                             Names& names) {
    const std::size_t outside = names.inner.size();
    for (const Constant& turn : turns) {
        if (is_long()) return;
        names.inner.emplace_back(loop.parts[0]->variables[0].name, turn);
        add(instance, *loop.parts[1], names);
        if (loop.step->what == Expression::What::binary) add(instance, *loop.step, names);
        names.inner.resize(outside);
    }
}

void UnrolledSize::add(const Instance& instance, const Statement& s, Names& names) {
    if (is_long()) return;
    library_.effort.spend(s.place);
    const std::size_t outside = names.inner.size();
    switch (s.what) {
    case Statement::What::declare:
        for (const Declaration& d : s.variables) {
            const auto declared = instance.declared.find(&d);
            const Type* const type = declared == instance.declared.end() ? nullptr : declared->second;
            std::optional<Constant> known;
            if (d.initial != nullptr && d.is_constant && type != nullptr && type->is_number())
                known = evaluate(library_, instance, *d.initial, [&](const std::string& n) { return names(n); });
            if (known && known->type->is_number()) known = converted(*known, type);
            else if (d.initial != nullptr) {
                add(instance, *d.initial, names);
                instructions_ += type == nullptr ? 0 : moves_of(type) - 1;
            }
            names.inner.emplace_back(d.name, known);
        }
        return; // do not close a scope, because the variable remains in scope for the statements after it
    case Statement::What::if_: {
        const auto test = evaluate(library_, instance, *s.value, [&](const std::string& n) { return names(n); });
        if (!test) {
            add(instance, *s.value, names);
            instructions_ += 1 + s.parts.size(); // an `if` statement compiles to if_begin, join and possibly else_
        }
        for (std::size_t p = 0; p < s.parts.size(); ++p)
            if (!test || test->is_true() == (p == 0)) add(instance, *s.parts[p], names);
        break;
    }
    case Statement::What::for_:
    case Statement::What::while_:
    case Statement::What::do_: {
        const auto turns = turns_of(library_, instance, s, [&](const std::string& n) { return names(n); });
        if (!turns.empty()) {
            add_turns(instance, s, turns, names);
            break;
        }
        instructions_ += 5; // a loop compiles to loop_begin, loop_test, loop_back and two joins
        for (const auto& part : s.parts)
            if (part != nullptr) add(instance, *part, names);
        for (const Expression* e : {s.value.get(), s.step.get()})
            if (e != nullptr) add(instance, *e, names);
        break;
    }
    case Statement::What::switch_: instructions_ += 3; [[fallthrough]];
    default:
        instructions_ += s.what == Statement::What::case_ ? 3 : s.what == Statement::What::return_ ? 1 : 0;
        if (s.value != nullptr) add(instance, *s.value, names);
        for (const auto& part : s.parts)
            if (part != nullptr) add(instance, *part, names);
    }
    names.inner.resize(outside);
}

void UnrolledSize::add_operands(const Instance& instance, const Expression& e, Names& names) {
    for (const auto& child : e.children) add(instance, *child, names);
}

void UnrolledSize::add(const Instance& instance, const Expression& e, Names& names) {
    if (is_long()) return;
    library_.effort.spend(e.place);
    const auto known = instance.expressions.find(&e);
    // The operand is a braced list without a type name.
    if (known == instance.expressions.end()) return add_operands(instance, e, names);
    const Typed& typed = known->second;
    if (const auto v = evaluate(library_, instance, e, [&](const std::string& n) { return names(n); })) {
        if (v->type->is_number()) constants_.insert({v->type, bits_of(*v)});
        return;
    }
    switch (e.what) {
    case Expression::What::name: return;
    case Expression::What::call: return add_call(instance, e, names);
    case Expression::What::index: {
        const Typed& base = instance.typed(*e.children[0]);
        const bool is_local = base.type->kind == Kind::array && !base.is_in_memory;
        const auto place = evaluate(library_, instance, *e.children[1], [&](const std::string& n) { return names(n); });
        add(instance, *e.children[0], names);
        if (!place) add(instance, *e.children[1], names);
        if (!place || !is_local) instructions_ += moves_of(typed.type);
        return;
    }
    case Expression::What::member:
        add_operands(instance, e, names);
        instructions_ += e.is_arrow ? 1 : 0;
        return;
    case Expression::What::conditional: instructions_ += 1; break;
    case Expression::What::construct: instructions_ += moves_of(typed.type); break;
    case Expression::What::assign: instructions_ += moves_of(typed.type) + (e.op == Operator::none ? 0 : 1); break;
    default: ++instructions_;
    }
    add_operands(instance, e, names);
}

void UnrolledSize::add_call(const Instance& instance, const Expression& e, Names& names) {
    const Instance* const callee = instance.typed(e).callee;
    if (callee == nullptr) {
        ++instructions_;
        return add_operands(instance, e, names);
    }
    const KnownNames nothing = [](const std::string&) { return std::nullopt; };
    Names inside{nothing};
    const auto arguments = arguments_of(e);
    if (e.is_method) add(instance, *e.children[0], names);
    for (std::size_t a = 0; a < arguments.size(); ++a) {
        const Declaration& parameter = callee->function->parameters[a];
        auto v = evaluate(library_, instance, *arguments[a], [&](const std::string& n) { return names(n); });
        const bool is_changed = library_.changed(*callee->function).count(parameter.name) != 0;
        if (v && !is_changed && v->type->is_number() && callee->parameters[a]->is_number())
            v = converted(*v, callee->parameters[a]);
        else v.reset();
        if (!v) add(instance, *arguments[a], names);
        inside.inner.emplace_back(parameter.name, v);
    }
    for (const auto& part : callee->function->body->parts) add(*callee, *part, inside);
    instructions_ += library_.returns_last(*callee->function) ? 0 : 3;
}

} // namespace warploom::simt
