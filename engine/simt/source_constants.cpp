#include "engine/simt/source_constants.h"

#include "engine/simt/program_impl.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace warploom::simt {

namespace {

using Known = std::map<std::string, std::int64_t>;

class Collector {
public:
    void add_file(const TranslationUnit& tree) {
        for (const Declaration& constant : tree.constants) add(constant);
        const Known of_file = known_;
        const auto add_function = [&](const Function& function) {
            known_ = of_file; // discard the local variables of other functions
            for (const TemplateParameter& parameter : function.template_parameters)
                if (parameter.standard != nullptr) add(*parameter.standard);
            for (const Declaration& parameter : function.parameters) keep_range(parameter.type.name);
            if (function.most_threads != nullptr) add(*function.most_threads);
            if (function.body != nullptr) add(*function.body);
        };
        for (const auto& function : tree.functions) add_function(*function);
        for (const Record& record : tree.records) {
            for (const Declaration& field : record.fields) add(field);
            for (const auto& method : record.methods) add_function(*method);
        }
    }

    SourceConstants result() const { return {{whole_.begin(), whole_.end()}, false, false}; }

private:
    void keep(std::int64_t value) {
        if (value > 1) whole_.insert(value);
    }

    /// Records the constants in an expression. Returns the value of the expression if it is constant.
    std::optional<std::int64_t> add(const Expression& e) {
        using What = Expression::What;
        std::vector<std::optional<std::int64_t>> values;
        for (const auto& child : e.children) values.push_back(child == nullptr ? std::nullopt : add(*child));
        for (const auto& child : e.configuration)
            if (child != nullptr) add(*child);
        for (const auto& argument : e.template_arguments)
            if (argument.value != nullptr) add(*argument.value);
        std::optional<std::int64_t> value;
        if (e.what == What::integer && e.integer <= static_cast<std::uint64_t>(most))
            value = static_cast<std::int64_t>(e.integer);
        else if (e.what == What::name) {
            if (const auto known = known_.find(e.text); known != known_.end()) value = known->second;
        } else if (e.what == What::cast && values.size() == 1) value = values[0];
        else if (e.what == What::binary && values.size() == 2 && values[0] && values[1])
            value = computed(e.op, *values[0], *values[1]);
        if (value) keep(*value);
        if (e.what == What::binary && (e.op == Operator::shift_left || e.op == Operator::shift_right))
            keep_bits(values.size() == 2 ? values[1] : std::nullopt);
        if (e.what == What::cast || e.what == What::construct) keep_range(e.type.name);
        return value;
    }

    /// Records the limits above which a shift by k bits may overflow or lose bits: 2^k and 2^(32 - k). `shift` is k.
    void keep_bits(std::optional<std::int64_t> shift) {
        if (!shift || *shift < 1 || *shift > 31) return;
        keep(std::int64_t{1} << *shift);
        keep(std::int64_t{1} << (32 - *shift));
    }
    /// Records the limits of an 8- or 16-bit integer type. Ignores other types.
    void keep_range(const std::string& type) {
        const auto has = [&type](const char* word) { return type.find(word) != std::string::npos; };
        if (has("char") || has("int8_t")) whole_.insert({127, 255});
        if (has("short") || has("int16_t")) whole_.insert({32767, 65535});
    }

    static std::optional<std::int64_t> computed(Operator op, std::int64_t a, std::int64_t b) {
        std::int64_t result = 0;
        if (op == Operator::plus) result = a + b;
        else if (op == Operator::minus) result = a - b;
        else if (op == Operator::star && !__builtin_mul_overflow(a, b, &result)) {
        } else if (op == Operator::slash && b > 0) result = a / b;
        else if (op == Operator::shift_left && a >= 0 && b >= 0 && b < 40 && a < (std::int64_t{1} << 20))
            result = a << b;
        else if (op == Operator::shift_right && a >= 0 && b >= 0 && b < 63) result = a >> b;
        if (result <= 0 || result > most) return std::nullopt;
        return result;
    }

    void add(const Declaration& declared) {
        keep_range(declared.type.name);
        for (const auto& extent : declared.extents)
            if (extent != nullptr) add(*extent);
        std::optional<std::int64_t> value;
        if (declared.initial != nullptr) value = add(*declared.initial);
        known_.erase(declared.name);
        if (value && declared.extents.empty() && (declared.is_constant || declared.type.is_const_itself()))
            known_[declared.name] = *value;
    }

    void add(const Statement& statement) {
        for (const Declaration& variable : statement.variables) add(variable);
        if (statement.value != nullptr) add(*statement.value);
        if (statement.step != nullptr) add(*statement.step);
        for (const auto& part : statement.parts)
            if (part != nullptr) add(*part);
    }

    static constexpr std::int64_t most = std::int64_t{1} << 40;
    /// Constants declared so far. Entries whose scope has ended are harmless, because they only add test sizes.
    Known known_;
    std::set<std::int64_t> whole_;
};

} // namespace

SourceConstants constants_of(const Program& program) {
    Collector collector;
    collector.add_file(program.tree);
    SourceConstants constants = collector.result();
    for (const auto& half : program.halves)
        if (half.translated != nullptr)
            for (const Code& code : half.translated->kernels) {
                constants.waits = constants.waits || code.waits || code.has_guesses;
                constants.takes_tickets = constants.takes_tickets || (code.has_global_atomics && code.has_results);
            }
    return constants;
}

} // namespace warploom::simt
