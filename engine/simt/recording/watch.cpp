#include "engine/simt/recording/watch.h"

#include "engine/did_you_mean.h"
#include "engine/error.h"
#include "engine/sentence.h"
#include "engine/simt/code/memory.h"
#include "engine/simt/language/parser.h"
#include "engine/simt/sema/evaluate.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <set>

namespace warploom::simt {

namespace {

[[noreturn]] void refuse(const std::string& message, const std::string& hint = {}) {
    throw Error("debug.watch", message, hint);
}

[[noreturn]] void refuse_change() {
    refuse(sentence("A watch cannot change a value."), sentence("Use an expression without assignments."));
}

const Types& number_types() {
    static const Types types;
    return types;
}

/// The value of an expression in one lane, or the object that it refers to. An object is in memory or in registers.
struct LaneObject {
    const Type* type = nullptr;
    std::optional<Constant> number; ///< std::nullopt if the value is not available in this lane
    bool is_in_memory = false, is_in_registers = false;
    std::uint64_t address = 0;
    std::uint32_t unit = 0;
};

class LaneEvaluator {
public:
    LaneEvaluator(const BlockRecording& recording, int warp, std::int64_t position, std::size_t frame)
        : recording_(recording), warp_(warp), position_(position) {
        const std::int64_t next = recording.next_of(warp, position);
        if (next >= recording.size()) return;
        const Code& code = recording.code();
        pc_ = recording[next].pc;
        depth_ = location_of(code, pc_).calls.size() - std::min(frame, location_of(code, pc_).calls.size());
    }

    void set_lane(int lane) {
        lane_ = lane;
        problem_.clear();
    }
    const std::string& problem() const { return problem_; }

    /// Evaluates an expression in the current lane. If the value is not available, problem() explains why.
    LaneObject value(const Expression& e) {
        LaneObject of = object(e);
        if (of.number || of.type == nullptr) return of;
        if (of.type->kind == Kind::array || of.type->kind == Kind::record) return of;
        return loaded(of);
    }

private:
    LaneObject lacks(const Type* type, const std::string& why) {
        if (problem_.empty()) problem_ = why;
        LaneObject none;
        none.type = type;
        return none;
    }
    static LaneObject number(const Constant& constant) {
        LaneObject made;
        made.type = constant.type;
        made.number = constant;
        return made;
    }
    /// Maps number types to the types of this class, so that types from different programs compare equal.
    static const Type* own(const Type* type) { return type->is_number() ? number_types().of(type->kind) : type; }

    static Constant constant_of(const Type* type, std::uint64_t bits) {
        Constant constant;
        constant.type = own(type);
        if (type->kind == Kind::float32) constant.real = portable_float(static_cast<std::uint32_t>(bits));
        else if (type->kind == Kind::float64) constant.real = __builtin_bit_cast(double, bits);
        else constant.bits = extended(type, bits);
        return constant;
    }
    static double portable_float(std::uint32_t bits) { return static_cast<double>(__builtin_bit_cast(float, bits)); }
    static std::uint64_t extended(const Type* type, std::uint64_t bits) {
        const int shift = 64 - 8 * static_cast<int>(std::min<std::int64_t>(8, std::max<std::int64_t>(1, type->bytes)));
        if (type->is_unsigned() || !type->is_integer()) return bits << shift >> shift;
        return static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << shift) >> shift);
    }

    LaneObject loaded(LaneObject of) {
        if (of.is_in_registers) {
            const LaneNumbers numbers = recording_.number_at(warp_, of.unit, of.type->is_wide(), position_);
            of.number = constant_of(of.type, numbers[static_cast<std::size_t>(lane_)]);
            return of;
        }
        const std::size_t object = object_of(of.address);
        const std::int64_t offset = distance_in(of.address, object);
        if (object == 0 || object >= recording_.objects().size())
            return lacks(of.type, sentence("The pointer does not point to any array."));
        const RecordedObject& array = recording_.objects()[object];
        const auto bits = recording_.memory_at(object, offset, static_cast<int>(of.type->bytes), position_);
        if (!bits && offset >= 0 && offset + of.type->bytes <= array.bytes)
            return lacks(of.type, sentence("Array {name} is too large to be recorded.", {{"name", array.name}}));
        if (!bits)
            return lacks(of.type, sentence("Index {index} is outside of {name}, which has {count} elements.",
                                           {{"index", offset / of.type->bytes},
                                            {"name", array.name},
                                            {"count", array.bytes / of.type->bytes}}));
        of.number = constant_of(of.type, *bits);
        return of;
    }

    LaneObject object(const Expression& e) {
        switch (e.what) {
        case Expression::What::integer: {
            const Kind kind =
                e.is_long ? (e.is_unsigned ? Kind::uint64 : Kind::int64) : (e.is_unsigned ? Kind::uint32 : Kind::int32);
            return number(whole(number_types().of(kind), e.integer));
        }
        case Expression::What::real:
            return number(real(number_types().of(e.is_float ? Kind::float32 : Kind::float64), e.real));
        case Expression::What::name: return name(e.text);
        case Expression::What::unary: return unary(e);
        case Expression::What::binary: return binary(e);
        case Expression::What::conditional: {
            const LaneObject test = scalar(*e.children[0]);
            if (!test.number) return test;
            const bool is_first = test.number->is_true();
            // The other operand contributes to the type, even if its value is not available.
            const LaneObject chosen = value(*e.children[is_first ? 1 : 2]);
            const std::string problem = problem_;
            const LaneObject other = value(*e.children[is_first ? 2 : 1]);
            problem_ = problem;
            if (!chosen.number || !chosen.type->is_number() || !other.type->is_number()) return chosen;
            return number(converted(*chosen.number, common_type(number_types(), chosen.type, other.type)));
        }
        case Expression::What::index: return index(e);
        case Expression::What::member: return member(e);
        case Expression::What::cast: {
            const LaneObject of = scalar(*e.children[0]);
            const Type* const type = number_types().named(e.type.name);
            if (type == nullptr || e.type.pointers > 0) refuse(sentence("A watch can convert to numeric types only."));
            if (!of.number) return lacks(type, {});
            return number(converted(*of.number, type));
        }
        case Expression::What::call: return call(e);
        case Expression::What::assign:
        case Expression::What::postfix: refuse_change();
        default: refuse(sentence("This kind of expression is not supported in a watch."));
        }
    }

    LaneObject scalar(const Expression& e) {
        LaneObject of = value(e);
        if (of.type == nullptr || !of.type->is_number())
            refuse(sentence("`{expression}` is not a number.", {{"expression", e.text}}));
        return of;
    }

    LaneObject name(const std::string& text) {
        const Code& code = recording_.code();
        const ScopedVariable* found = nullptr;
        for (const ScopedVariable& variable : code.variables)
            if (variable.name == text && variable.depth == depth_ && variable.is_in(pc_)) {
                found = &variable; // inner scopes come first, because their variables hide outer ones
                break;
            }
        if (found == nullptr) {
            if (const auto constant = named_constant(number_types(), text)) return number(*constant);
            std::vector<std::string> names;
            for (const ScopedVariable& variable : code.variables)
                if (variable.depth == depth_ && variable.is_in(pc_)) names.push_back(variable.name);
            refuse(sentence("`{name}` is not in scope here.", {{"name", text}}), did_you_mean(text, names));
        }
        LaneObject of;
        of.type = found->type;
        if (found->form == ScopedVariable::Form::constant) return number(constant_of(found->type, found->bits));
        if (found->form == ScopedVariable::Form::memory) {
            of.is_in_memory = true;
            const LaneNumbers pointers = recording_.number_at(warp_, found->unit, true, position_);
            of.address = pointers[static_cast<std::size_t>(lane_)] + static_cast<std::uint64_t>(found->offset);
            return of;
        }
        of.is_in_registers = true;
        of.unit = found->unit;
        return of;
    }

    LaneObject unary(const Expression& e) {
        if (e.op == Operator::increment || e.op == Operator::decrement) refuse_change();
        if (e.op == Operator::star) return element(value(*e.children[0]), 0);
        if (e.op == Operator::amp) {
            const LaneObject of = object(*e.children[0]);
            if (!of.is_in_memory) refuse(sentence("A variable in registers has no address."));
            refuse(sentence("Addresses are not supported in a watch."), sentence("Watch the element itself."));
        }
        const LaneObject of = scalar(*e.children[0]);
        if (!of.number) return of;
        return number(folded(number_types(), e.op, *of.number));
    }

    LaneObject binary(const Expression& e) {
        if (e.op == Operator::comma) refuse(sentence("The comma operator is not supported in a watch."));
        LaneObject left = value(*e.children[0]);
        const Type* const boolean = number_types().of(Kind::boolean);
        if (e.op == Operator::logical_and || e.op == Operator::logical_or) {
            if (!left.number) return lacks(boolean, {});
            if (left.number->is_true() != (e.op == Operator::logical_and))
                return number(whole(boolean, left.number->is_true() ? 1 : 0));
            const LaneObject right = value(*e.children[1]);
            if (!right.number) return lacks(boolean, {});
            return number(whole(boolean, right.number->is_true() ? 1 : 0));
        }
        const LaneObject right = value(*e.children[1]);
        const auto is_pointer = [](const LaneObject& of) {
            return of.type->kind == Kind::pointer || of.type->kind == Kind::array;
        };
        if (is_pointer(left) && right.type->is_integer() && (e.op == Operator::plus || e.op == Operator::minus)) {
            if (!right.number) return lacks(left.type, {});
            const auto by = static_cast<std::int64_t>(right.number->bits);
            return moved(left, e.op == Operator::plus ? by : -by);
        }
        if (!left.type->is_number() || !right.type->is_number())
            refuse(sentence("`{operator}` needs numbers.", {{"operator", spelling_of(e.op)}}));
        if (!left.number || !right.number) return lacks(left.type, {});
        const auto result = folded(number_types(), e.op, *left.number, *right.number);
        if (!result) return lacks(left.type, sentence("The operation overflows or divides by zero."));
        return number(*result);
    }

    LaneObject moved(LaneObject of, std::int64_t by) {
        if (of.type->kind == Kind::array)
            refuse(sentence("Addresses are not supported in a watch."), sentence("Watch the element itself."));
        if (!of.number) return of;
        of.number->bits += static_cast<std::uint64_t>(by * of.type->of->bytes);
        of.is_in_memory = of.is_in_registers = false;
        return of;
    }

    LaneObject element(const LaneObject& base, std::int64_t at) {
        LaneObject of;
        if (base.type == nullptr || (base.type->kind != Kind::pointer && base.type->kind != Kind::array))
            refuse(sentence("Only pointers and arrays have elements."));
        of.type = base.type->of;
        if (base.type->kind == Kind::pointer) {
            if (!base.number) return lacks(of.type, {});
            of.is_in_memory = true;
            of.address = base.number->bits + static_cast<std::uint64_t>(at * of.type->bytes);
            return of;
        }
        of.is_in_memory = base.is_in_memory;
        of.is_in_registers = base.is_in_registers;
        of.address = base.address + static_cast<std::uint64_t>(at * of.type->bytes);
        if (base.is_in_registers && (at < 0 || at >= base.type->count))
            return lacks(of.type, sentence("Index {index} is outside of an array with {count} elements.",
                                           {{"index", at}, {"count", base.type->count}}));
        of.unit = base.unit + static_cast<std::uint32_t>(at * of.type->units);
        return of;
    }

    LaneObject index(const Expression& e) {
        const LaneObject base = value(*e.children[0]), at = scalar(*e.children[1]);
        if (base.type == nullptr || (base.type->kind != Kind::pointer && base.type->kind != Kind::array))
            refuse(sentence("Only pointers and arrays have elements."));
        if (!at.number) return lacks(base.type->of, {});
        return element(base, static_cast<std::int64_t>(at.number->bits));
    }

    LaneObject member(const Expression& e) {
        const Expression& of = *e.children[0];
        if (of.what == Expression::What::name && !e.is_arrow)
            if (const auto size = dimension(of.text, e.text)) return number(*size);
        LaneObject record = e.is_arrow ? element(value(of), 0) : object(of);
        if (record.type == nullptr || record.type->kind != Kind::record)
            refuse(sentence("`{name}` has no members.", {{"name", of.text}}));
        for (const StructField& field : record.type->fields) {
            if (field.name != e.text) continue;
            record.type = field.type;
            record.address += static_cast<std::uint64_t>(field.offset);
            record.unit += static_cast<std::uint32_t>(field.unit);
            return record;
        }
        refuse(sentence("`{type}` has no member `{member}`.", {{"type", record.type->name}, {"member", e.text}}));
    }

    /// Returns a component of threadIdx, blockDim, gridDim or blockIdx, or std::nullopt if `of` is any other name.
    std::optional<Constant> dimension(const std::string& of, const std::string& part) const {
        const std::size_t d = part == "x" ? 0 : part == "y" ? 1 : part == "z" ? 2 : 3;
        if (d == 3) return std::nullopt;
        std::int64_t size = 0;
        const auto& grid = recording_.grid_size();
        const std::int64_t block = recording_.block();
        if (of == "threadIdx") size = thread_of(recording_, warp_, lane_)[d];
        else if (of == "blockDim") size = recording_.block_size()[d];
        else if (of == "gridDim") size = grid[d];
        else if (of == "blockIdx")
            size = d == 0 ? block % grid[0] : d == 1 ? block / grid[0] % grid[1] : block / grid[0] / grid[1];
        else return std::nullopt;
        return whole(number_types().of(Kind::uint32), static_cast<std::uint64_t>(size));
    }

    LaneObject call(const Expression& e) {
        static const std::set<std::string> known{"isnan", "isinf", "isfinite", "abs", "fabs", "fabsf",
                                                 "sqrt",  "sqrtf", "min",      "max", "fmin", "fmax"};
        if (known.count(e.text) == 0 || e.children.empty() || e.children.size() > 2)
            refuse(sentence("A watch cannot call `{function}`.", {{"function", e.text}}),
                   sentence("The functions isnan, isinf, isfinite, abs, fabs, sqrt, min and max are available."));
        std::vector<Constant> arguments;
        for (const auto& child : e.children) {
            const LaneObject of = scalar(*child);
            if (!of.number) return of;
            arguments.push_back(*of.number);
        }
        const Type* const wide = number_types().of(Kind::float64);
        const Type* const boolean = number_types().of(Kind::boolean);
        const auto first = converted(arguments[0], wide).real;
        if (e.text == "isnan") return number(whole(boolean, std::isnan(first) ? 1 : 0));
        if (e.text == "isinf") return number(whole(boolean, std::isinf(first) ? 1 : 0));
        if (e.text == "isfinite") return number(whole(boolean, std::isfinite(first) ? 1 : 0));
        if (arguments.size() == 2) {
            const Type* const common = common_type(number_types(), arguments[0].type, arguments[1].type);
            const Constant a = converted(arguments[0], common), b = converted(arguments[1], common);
            const bool is_less = computed(boolean, Operator::less, a, b).is_true();
            const bool is_least = e.text == "min" || e.text == "fmin";
            return number(is_less == is_least ? a : b);
        }
        if (e.text == "sqrt" || e.text == "sqrtf")
            return number(real(arguments[0].type->kind == Kind::float32 ? arguments[0].type : wide, std::sqrt(first)));
        const Constant zero = converted(whole(number_types().of(Kind::int32), 0), arguments[0].type);
        const bool is_negative = computed(boolean, Operator::less, arguments[0], zero).is_true();
        return number(is_negative ? folded(number_types(), Operator::minus, arguments[0]) : arguments[0]);
    }

    const BlockRecording& recording_;
    const int warp_;
    const std::int64_t position_;
    int lane_ = 0;
    std::uint32_t pc_ = 0;
    std::size_t depth_ = 0;
    std::string problem_;
};

} // namespace

Watch::Watch(const std::string& text) : text_(text) {
    if (text.find_first_not_of(" \t\n") == std::string::npos) refuse(sentence("The watch is empty."));
    bool is_assignment = false;
    try {
        CompileBudget effort(nullptr);
        const TokenList list = tokens_of(text, effort);
        if (!list.wrong.empty()) refuse(list.wrong.front().diagnostic.sentence, list.wrong.front().diagnostic.hint);
        static const std::set<std::string> assignments{
            "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
        is_assignment = std::any_of(list.tokens.begin(), list.tokens.end(), [](const Token& token) {
            return token.mark != Mark::none && assignments.count(token.text) > 0;
        });
        tree_ = Parser(list.tokens, effort).whole();
    } catch (const Refusal& refusal) {
        if (is_assignment) refuse_change();
        refuse(refusal.diagnostic.sentence, refusal.diagnostic.hint);
    } catch (const BudgetExceeded& end) { refuse(end.diagnostic.sentence, end.diagnostic.hint); }
}

Watch::~Watch() = default;

Watch::Result Watch::evaluate(const BlockRecording& recording, int warp, std::int64_t position,
                              std::size_t frame) const {
    Result result;
    result.values.name = text_;
    result.values.lanes = active_lanes(recording, warp, position);
    result.values.unit = no_register;
    if (!recording.covers(position))
        throw Error("debug.position", sentence("The values at this position are not recorded."),
                    sentence("Record the values at this position first."));
    LaneEvaluator evaluator(recording, warp, position, frame);
    for (std::uint32_t left = result.values.lanes; left != 0; left &= left - 1) {
        const int lane = std::countr_zero(left);
        evaluator.set_lane(lane);
        const LaneObject of = evaluator.value(*tree_);
        if (of.type == nullptr || !of.type->is_scalar())
            refuse(sentence("`{expression}` is not a single value.", {{"expression", text_}}),
                   sentence("Watch one of its elements or members."));
        result.values.type = of.type->name;
        result.values.kind = of.type->kind;
        if (of.type->kind == Kind::pointer) result.values.element_bytes = std::max<std::int64_t>(1, of.type->of->bytes);
        if (of.number) {
            result.values.numbers[static_cast<std::size_t>(lane)] = bits_of(*of.number);
            continue;
        }
        result.values.unset |= 1u << lane;
        if (result.problem.empty()) result.problem = evaluator.problem();
    }
    return result;
}

std::uint32_t Watch::true_lanes(const BlockRecording& recording, int warp, std::int64_t position) const {
    const Result result = evaluate(recording, warp, position);
    std::uint32_t lanes = 0;
    for (std::uint32_t left = result.values.lanes & ~result.values.unset; left != 0; left &= left - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(left));
        std::uint64_t bits = result.values.numbers[lane];
        const Kind kind = result.values.kind;
        if (kind == Kind::float32) bits &= 0x7fffffffu; // ignore the sign bit, because -0 is equal to 0
        if (kind == Kind::float64) bits &= ~(std::uint64_t{1} << 63);
        if (bits != 0) lanes |= 1u << lane;
    }
    return lanes;
}

} // namespace warploom::simt
