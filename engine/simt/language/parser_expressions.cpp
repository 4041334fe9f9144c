#include "engine/simt/language/parser.h"

#include "engine/sentence.h"
#include "engine/simt/language/words.h"

#include <algorithm>
#include <tuple>

namespace warploom::simt {

namespace {

constexpr int most_parts = 1000; // maximum height of an expression tree

int strength_of(const Token& token) {
    const MarkTraits& traits = traits_of(token.mark);
    return traits.is_assignment ? 0 : precedence_of(traits.op);
}

} // namespace

ExpressionPointer make_expression(Expression::What what, SourceLocation place, std::string text, Operator op) {
    auto made = std::make_unique<Expression>();
    made->what = what;
    made->place = place;
    made->range = {place, place};
    made->op = op;
    const bool steps =
        what == Expression::What::unary && (made->op == Operator::increment || made->op == Operator::decrement);
    made->has_effects = steps || what == Expression::What::postfix || what == Expression::What::assign;
    made->text = std::move(text);
    return made;
}
StatementPointer make_statement(Statement::What what, SourceLocation place) {
    auto made = std::make_unique<Statement>();
    made->what = what;
    made->place = place;
    return made;
}

void ExpressionParser::count_depth(Expression& of, const Expression& part) {
    const auto is_before = [](const SourceLocation& a, const SourceLocation& b) {
        return std::tie(a.line, a.column) < std::tie(b.line, b.column);
    };
    if (is_before(part.range.begin, of.range.begin)) of.range.begin = part.range.begin;
    if (is_before(of.range.end, part.range.end)) of.range.end = part.range.end;
    of.height = std::max(of.height, part.height + 1);
    of.has_effects = of.has_effects || part.has_effects;
    if (of.height > most_parts)
        throw Refusal(of.place, sentence("This expression has more than {most} operators.", {{"most", most_parts}}),
                      sentence("Split the expression, and store intermediate results in variables."));
}

void ExpressionParser::give(Expression& to, ExpressionPointer part) {
    count_depth(to, *part);
    to.children.push_back(std::move(part));
}

void ExpressionParser::give(Expression& to, std::vector<ExpressionPointer> parts) {
    for (auto& part : parts) give(to, std::move(part));
}

ExpressionPointer ExpressionParser::whole() {
    auto made = conditional();
    if (now().kind != TokenKind::end)
        refuse_here(sentence("Unexpected {found} after the expression.", {{"found", shown()}}));
    return made;
}

ExpressionPointer ExpressionParser::expression() {
    auto left = assignment();
    while (is(Mark::comma)) {
        auto both = make_expression(Expression::What::binary, take().place, ",", Operator::comma);
        give(*both, std::move(left));
        give(*both, assignment());
        left = std::move(both);
    }
    return left;
}

ExpressionPointer ExpressionParser::assignment() {
    const Depth depth(*this);
    auto left = conditional();
    if (!traits_of(now().mark).is_assignment) return left;
    auto made = make_expression(Expression::What::assign, now().place, now().text, traits_of(now().mark).op);
    take();
    give(*made, std::move(left));
    if (is(Mark::open_brace)) give(*made, initializer());
    else give(*made, assignment());
    return made;
}

ExpressionPointer ExpressionParser::initializer() {
    if (!is(Mark::open_brace)) return assignment();
    const Depth depth(*this);
    auto list = make_expression(Expression::What::construct, take().place);
    while (!is(Mark::close_brace)) {
        if (is(Mark::dot))
            refuse_here(sentence("Designated initializers (`.name = value`) are not supported."),
                        sentence("List the values in the order of the fields."));
        give(*list, initializer());
        if (!accept(Mark::comma)) break;
    }
    expect(Mark::close_brace);
    return list;
}

/// If an object of type cuda::atomic_ref is constructed, turns the argument into its address, which is the only field.
void ExpressionParser::refer_to_argument(Expression& list, const TypeWords& type) {
    if (atomic_references_.count(type.name) == 0 || type.pointers > 0 || list.children.size() != 1) return;
    auto address = make_expression(Expression::What::unary, list.children[0]->place, "&", Operator::amp);
    address->range = list.children[0]->range;
    give(*address, std::move(list.children[0]));
    list.children.clear();
    give(list, std::move(address));
}

/// Returns whether a temporary such as `cuda::atomic_ref<int>(x)` follows.
bool ExpressionParser::begins_atomic_ref() const {
    if (atomic_references_.count(now().text) == 0 || !next().is(Mark::less)) return false;
    std::size_t ahead = 1;
    for (int depth = 0; next(ahead).kind != TokenKind::end; ++ahead) {
        depth += next(ahead).is(Mark::less) ? 1 : next(ahead).is(Mark::greater) ? -1 : 0;
        if (depth == 0) break;
    }
    return next(ahead + 1).is(Mark::open_paren);
}

ExpressionPointer ExpressionParser::conditional() {
    auto test = binary(1);
    if (!is(Mark::question)) return test;
    const Depth depth(*this);
    auto made = make_expression(Expression::What::conditional, take().place);
    give(*made, std::move(test));
    give(*made, expression());
    expect(Mark::colon);
    give(*made, assignment());
    return made;
}

ExpressionPointer ExpressionParser::binary(int weakest) {
    auto left = unary();
    for (int strength = strength_of(now()); strength >= weakest && strength > 0; strength = strength_of(now())) {
        auto made = make_expression(Expression::What::binary, now().place, now().text, traits_of(now().mark).op);
        take();
        give(*made, std::move(left));
        give(*made, binary(strength + 1));
        left = std::move(made);
    }
    return left;
}

ExpressionPointer ExpressionParser::unary() {
    const Depth depth(*this);
    for (const Mark mark : {Mark::plus, Mark::minus, Mark::logical_not, Mark::tilde, Mark::star, Mark::amp,
                            Mark::increment, Mark::decrement})
        if (is(mark)) {
            auto made = make_expression(Expression::What::unary, take().place, std::string(spelling_of(mark)),
                                        traits_of(mark).op);
            give(*made, unary());
            return made;
        }
    if (is(Mark::open_paren) && begins_type(1)) {
        const Token& after = next(2);
        // `(float(x))` is not a C-style cast, but a function-style cast in parentheses.
        const bool is_call = after.is(Mark::open_paren) || after.is(Mark::open_brace);
        if (!is_call) {
            auto made = make_expression(Expression::What::cast, take().place);
            made->type = type();
            expect(Mark::close_paren);
            give(*made, unary());
            return made;
        }
    }
    return postfix();
}

ExpressionPointer ExpressionParser::postfix() {
    const SourceLocation begin = now().place;
    auto made = primary();
    made->range.begin = begin;
    for (;;) {
        end_here(*made);
        const SourceLocation place = now().place;
        if (accept(Mark::open_bracket)) {
            auto index = make_expression(Expression::What::index, place);
            give(*index, std::move(made));
            give(*index, expression());
            expect(Mark::close_bracket);
            made = std::move(index);
        } else if (is(Mark::dot) || is(Mark::arrow)) {
            const bool is_arrow = take().is(Mark::arrow);
            auto member = make_expression(Expression::What::member, now().place);
            member->is_arrow = is_arrow;
            if (now().kind != TokenKind::name)
                refuse_here(sentence("Expected a field name before {found}.", {{"found", shown()}}));
            member->text = take().text;
            give(*member, std::move(made));
            if (accept(Mark::open_paren)) {
                member->what = Expression::What::call;
                member->is_method = true;
                give(*member, arguments(Mark::close_paren));
            }
            made = std::move(member);
        } else if (is(Mark::open_paren)) { // a call to the operator() of an object, as in `object(...)`
            take();
            auto call = make_expression(Expression::What::call, place, call_operator);
            call->is_method = call->has_effects = true;
            give(*call, std::move(made));
            give(*call, arguments(Mark::close_paren));
            made = std::move(call);
        } else if (is(Mark::increment) || is(Mark::decrement)) {
            auto step = make_expression(Expression::What::postfix, place, now().text, traits_of(now().mark).op);
            take();
            give(*step, std::move(made));
            made = std::move(step);
        } else {
            return made;
        }
    }
}

std::vector<ExpressionPointer> ExpressionParser::arguments(Mark close) {
    std::vector<ExpressionPointer> list;
    if (accept(close)) return list;
    do list.push_back(is(Mark::open_brace) ? initializer() : assignment());
    while (accept(Mark::comma));
    expect(close);
    return list;
}

ExpressionPointer ExpressionParser::primary() {
    if (const auto of = enumerations_.find(now().text); of != enumerations_.end() && next().is(Mark::scope)) {
        const SourceLocation place = take().place;
        take();
        return make_expression(Expression::What::name, place, (of->second ? of->first + "::" : std::string()) + name());
    }
    if (begins_static_member()) return static_member();
    refuse_word();
    const Token& token = now();
    if (token.kind == TokenKind::integer || token.kind == TokenKind::real) {
        auto made =
            make_expression(token.kind == TokenKind::integer ? Expression::What::integer : Expression::What::real,
                            token.place, token.text);
        made->integer = token.integer;
        made->real = token.real;
        made->is_unsigned = token.is_unsigned;
        made->is_long = token.is_long;
        made->is_float = token.is_float;
        take();
        return made;
    }
    if (token.kind == TokenKind::text) {
        auto made = make_expression(Expression::What::text, token.place, token.text);
        for (take(); now().kind == TokenKind::text; take()) made->text += now().text;
        return made;
    }
    if (accept(Mark::open_paren)) {
        auto made = expression();
        expect(Mark::close_paren);
        return made;
    }
    if (is(Mark::open_bracket))
        refuse_here(sentence("Lambda expressions are not supported."), sentence("Write a `__device__` function."));
    if (token.kind == TokenKind::name) return named();
    if (is(Mark::open_brace))
        refuse_here(sentence("A braced list is not allowed here."),
                    sentence("Initialize a variable with the list, or write the type, as in `Pair{1, 2}`."));
    refuse_sign();
    if (token.kind == TokenKind::end && token.text.empty())
        refuse_here(sentence("Unexpected end of file in an expression."));
    refuse_here(sentence("Expected an expression before {found}.", {{"found", shown()}}));
}

ExpressionPointer ExpressionParser::named() {
    const SourceLocation place = now().place;
    if (is(Keyword::sizeof_)) {
        take();
        auto made = make_expression(Expression::What::size_of_type, place);
        if (!is(Mark::open_paren) || !begins_type(1) || next(2).is(Mark::open_paren) || next(2).is(Mark::open_brace)) {
            give(*made, unary());
            return made;
        }
        take();
        made->type = type();
        expect(Mark::close_paren);
        return made;
    }
    if (is(Keyword::static_cast_) || is(Keyword::reinterpret_cast_) || is(Keyword::const_cast_)) {
        auto made = make_expression(Expression::What::cast, place, now().text);
        made->word = take().word;
        expect(Mark::less);
        made->type = type();
        expect(Mark::greater);
        expect(Mark::open_paren);
        give(*made, expression());
        expect(Mark::close_paren);
        return made;
    }
    if (is_type_name(now())) {
        auto made = make_expression(Expression::What::construct, place);
        made->type = type();
        if (accept(Mark::open_paren)) give(*made, arguments(Mark::close_paren));
        else if (accept(Mark::open_brace)) give(*made, arguments(Mark::close_brace));
        else refuse_here(sentence("Expected `(` after the type `{type}`.", {{"type", made->type.name}}));
        refer_to_argument(*made, made->type);
        return made;
    }
    auto made = make_expression(Expression::What::name, place, now().text);
    made->word = now().word;
    if (is_reserved_word(now().text) && !is(Keyword::true_) && !is(Keyword::false_) && !is(Keyword::nullptr_) &&
        !is(Keyword::thread_idx) && !is(Keyword::block_idx) && !is(Keyword::block_dim) && !is(Keyword::grid_dim) &&
        !is(Keyword::warp_size_name) && !is(Keyword::this_))
        refuse_here(sentence("Expected an expression before {found}.", {{"found", shown()}}));
    take();
    if (is(Mark::less) && templates_.count(made->text) != 0 && variables_.count(made->text) == 0)
        template_arguments(*made);
    if (is(Mark::launch_begin)) return launch(std::move(made));
    if (accept(Mark::open_paren)) {
        made->what = Expression::What::call;
        made->has_effects = true;
        give(*made, arguments(Mark::close_paren));
    }
    return made;
}

/// Parses an expression such as `Type::constant` or `Type::function(...)`.
ExpressionPointer ExpressionParser::static_member() {
    auto made = make_expression(Expression::What::name, now().place);
    made->type = type_without_stars();
    expect(Mark::scope);
    made->text = name();
    if (accept(Mark::open_paren)) {
        made->what = Expression::What::call;
        made->has_effects = true;
        give(*made, arguments(Mark::close_paren));
    }
    return made;
}

void ExpressionParser::template_arguments(Expression& call) {
    take();
    // An empty list of template arguments, as in `f<>()`, is valid if all parameters have defaults.
    if (accept(Mark::greater)) return;
    do {
        Expression::TemplateArgument argument;
        if (begins_type()) argument.type = type();
        else {
            // Accept only operators that bind more tightly than `<` and `>`, which delimit the template arguments.
            argument.value = binary(8);
            count_depth(call, *argument.value);
        }
        call.template_arguments.push_back(std::move(argument));
    } while (accept(Mark::comma));
    expect(Mark::greater);
}

ExpressionPointer ExpressionParser::launch(ExpressionPointer kernel) {
    take();
    // Detect typos such as `kernel<<<1, 32>>(x)`, which would otherwise be parsed as a shift.
    const Token* shift = nullptr;
    bool is_ended = false;
    int depth = 0;
    for (std::size_t a = 0; !is_ended && next(a).kind != TokenKind::end && !next(a).is(Mark::semicolon); ++a) {
        depth += next(a).is(Mark::open_paren) ? 1 : next(a).is(Mark::close_paren) ? -1 : 0;
        is_ended = next(a).is(Mark::launch_end);
        if (depth == 0 && next(a).is(Mark::shift_right) && next(a + 1).is(Mark::open_paren)) shift = &next(a);
    }
    if (!is_ended && shift != nullptr)
        throw Refusal(shift->place, sentence("Expected `>>>` after the launch configuration, found `>>`."),
                      sentence("Write kernel<<<blocks, threads>>>(...)."));
    kernel->what = Expression::What::launch;
    do {
        kernel->configuration.push_back(assignment());
        count_depth(*kernel, *kernel->configuration.back());
    } while (accept(Mark::comma));
    expect(Mark::launch_end);
    if (kernel->configuration.size() < 2)
        throw Refusal(kernel->place, sentence("A kernel launch requires the grid size and the block size."),
                      sentence("Write kernel<<<blocks, threads>>>(...)."));
    expect(Mark::open_paren);
    give(*kernel, arguments(Mark::close_paren));
    return kernel;
}

} // namespace warploom::simt
