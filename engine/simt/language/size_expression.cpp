#include "engine/simt/language/size_expression.h"

#include "engine/sentence.h"

namespace warploom::simt {

std::int64_t value_of_size(const Expression& size, const std::map<std::string, std::int64_t>& numbers,
                           const std::function<void(const std::string& reason)>& refuse) {
    constexpr std::uint64_t most = 0x7fffffffffffu;
    if (size.what == Expression::What::integer && size.integer > most) refuse(sentence("The size is too large."));
    if (size.what == Expression::What::integer) return static_cast<std::int64_t>(size.integer);
    if (size.what == Expression::What::name) {
        const auto known = numbers.find(size.text);
        if (known == numbers.end())
            refuse(sentence("`{name}` is not a number of this operation.", {{"name", size.text}}));
        return known->second;
    }
    const Operator op = size.what == Expression::What::binary ? size.op : Operator::none;
    const bool is_quotient = op == Operator::slash || op == Operator::percent;
    if (!is_quotient && op != Operator::plus && op != Operator::minus && op != Operator::star)
        refuse(sentence("`{text}` is not supported in a size.", {{"text", size.text}}));
    const std::int64_t a = value_of_size(*size.children[0], numbers, refuse),
                       b = value_of_size(*size.children[1], numbers, refuse);
    if (is_quotient && b <= 0) refuse(sentence("Division by {n}.", {{"n", b}}));
    if (is_quotient) return op == Operator::percent ? a % b : a / b;
    std::int64_t result = 0;
    const bool overflows = op == Operator::plus    ? __builtin_add_overflow(a, b, &result)
                           : op == Operator::minus ? __builtin_sub_overflow(a, b, &result)
                                                   : __builtin_mul_overflow(a, b, &result);
    if (overflows) refuse(sentence("The size does not fit into 64 bits."));
    return result;
}

} // namespace warploom::simt
