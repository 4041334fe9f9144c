#include "engine/simt/language/parser.h"

#include "engine/sentence.h"
#include "engine/simt/language/words.h"

#include <algorithm>

namespace warploom::simt {

namespace {

int strength_of(const Token& token) {
    return token.kind == TokenKind::mark ? precedence_of(operator_of(token.text)) : 0;
}

bool is_assignment(const Token& token) {
    if (token.kind != TokenKind::mark) return false;
    for (const char* mark : {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="})
        if (token.text == mark) return true;
    return false;
}

} // namespace

ExpressionPointer Parser::whole() {
    auto made = conditional();
    if (now().kind != TokenKind::end)
        refuse_here(sentence("Unexpected {found} after the expression.", {{"found", shown()}}));
    return made;
}

ExpressionPointer Parser::expression() {
    auto left = assignment();
    while (is(",")) {
        auto both = make_expression(Expression::What::binary, take().place, ",");
        give(*both, std::move(left));
        give(*both, assignment());
        left = std::move(both);
    }
    return left;
}

ExpressionPointer Parser::assignment() {
    const Depth depth(*this);
    auto left = conditional();
    if (!is_assignment(now())) return left;
    auto made = make_expression(Expression::What::assign, now().place, now().text);
    take();
    give(*made, std::move(left));
    if (is("{")) give(*made, initializer());
    else give(*made, assignment());
    return made;
}

ExpressionPointer Parser::conditional() {
    auto test = binary(1);
    if (!is("?")) return test;
    const Depth depth(*this);
    auto made = make_expression(Expression::What::conditional, take().place);
    give(*made, std::move(test));
    give(*made, expression());
    expect(":");
    give(*made, assignment());
    return made;
}

ExpressionPointer Parser::binary(int weakest) {
    auto left = unary();
    for (int strength = strength_of(now()); strength >= weakest && strength > 0; strength = strength_of(now())) {
        auto made = make_expression(Expression::What::binary, now().place, now().text);
        take();
        give(*made, std::move(left));
        give(*made, binary(strength + 1));
        left = std::move(made);
    }
    return left;
}

ExpressionPointer Parser::unary() {
    const Depth depth(*this);
    for (const char* mark : {"+", "-", "!", "~", "*", "&", "++", "--"})
        if (is(mark)) {
            auto made = make_expression(Expression::What::unary, take().place, mark);
            give(*made, unary());
            return made;
        }
    if (is("(") && begins_type(1)) {
        const Token& after = next(2);
        const bool is_call = after.is("(") || after.is("{"); // not a cast: `(float(x))`
        if (!is_call) {
            auto made = make_expression(Expression::What::cast, take().place);
            made->type = type();
            expect(")");
            give(*made, unary());
            return made;
        }
    }
    return postfix();
}

ExpressionPointer Parser::postfix() {
    auto made = primary();
    for (;;) {
        const SourceLocation place = now().place;
        if (accept("[")) {
            auto index = make_expression(Expression::What::index, place);
            give(*index, std::move(made));
            give(*index, expression());
            expect("]");
            made = std::move(index);
        } else if (is(".") || is("->")) {
            const bool is_arrow = take().text == "->";
            auto member = make_expression(Expression::What::member, now().place);
            member->is_arrow = is_arrow;
            if (now().kind != TokenKind::name)
                refuse_here(sentence("Expected a field name before {found}.", {{"found", shown()}}));
            member->text = take().text;
            give(*member, std::move(made));
            if (accept("(")) {
                member->what = Expression::What::call;
                member->is_method = true;
                give(*member, arguments(")"));
            }
            made = std::move(member);
        } else if (is("(")) { // calls operator() of an object
            take();
            auto call = make_expression(Expression::What::call, place, call_operator);
            call->is_method = call->has_effects = true;
            give(*call, std::move(made));
            give(*call, arguments(")"));
            made = std::move(call);
        } else if (is("++") || is("--")) {
            auto step = make_expression(Expression::What::postfix, place, take().text);
            give(*step, std::move(made));
            made = std::move(step);
        } else {
            return made;
        }
    }
}

std::vector<ExpressionPointer> Parser::arguments(const char* close) {
    std::vector<ExpressionPointer> list;
    if (accept(close)) return list;
    do list.push_back(is("{") ? initializer() : assignment());
    while (accept(","));
    expect(close);
    return list;
}

ExpressionPointer Parser::primary() {
    if (const auto of = enumerations_.find(now().text); of != enumerations_.end() && next().is("::")) {
        const SourceLocation place = take().place;
        take();
        return make_expression(Expression::What::name, place, (of->second ? of->first + "::" : std::string()) + name());
    }
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
        for (take(); now().kind == TokenKind::text; take()) made->text += now().text; // concatenates "a" "b"
        return made;
    }
    if (accept("(")) {
        auto made = expression();
        expect(")");
        return made;
    }
    if (is("["))
        refuse_here(sentence("Lambda expressions are not supported."), sentence("Write a `__device__` function."));
    if (token.kind == TokenKind::name) return named();
    if (is("{"))
        refuse_here(sentence("A braced list is not allowed here."),
                    sentence("Initialize a variable with the list, or write the type, as in `Pair{1, 2}`."));
    refuse_sign();
    if (token.kind == TokenKind::end && token.text.empty())
        refuse_here(sentence("Unexpected end of file in an expression."));
    refuse_here(sentence("Expected an expression before {found}.", {{"found", shown()}}));
}

ExpressionPointer Parser::named() {
    const SourceLocation place = now().place;
    if (is_word("sizeof")) {
        take();
        auto made = make_expression(Expression::What::size_of_type, place);
        if (!is("(") || !begins_type(1) || next(2).is("(") || next(2).is("{")) {
            give(*made, unary());
            return made;
        }
        take();
        made->type = type();
        expect(")");
        return made;
    }
    if (is_word("static_cast") || is_word("reinterpret_cast") || is_word("const_cast")) {
        auto made = make_expression(Expression::What::cast, place, take().text);
        expect("<");
        made->type = type();
        expect(">");
        expect("(");
        give(*made, expression());
        expect(")");
        return made;
    }
    if (is_type_name(now())) {
        auto made = make_expression(Expression::What::construct, place);
        made->type = type();
        if (accept("(")) give(*made, arguments(")"));
        else if (accept("{")) give(*made, arguments("}"));
        else refuse_here(sentence("Expected `(` after the type `{type}`.", {{"type", made->type.name}}));
        return made;
    }
    auto made = make_expression(Expression::What::name, place, now().text);
    if (is_reserved_word(now().text) && !is_word("true") && !is_word("false") && !is_word("nullptr") &&
        !is_word("threadIdx") && !is_word("blockIdx") && !is_word("blockDim") && !is_word("gridDim") &&
        !is_word("warpSize") && !is_word("this"))
        refuse_here(sentence("Expected an expression before {found}.", {{"found", shown()}}));
    take();
    if (is("<") && templates_.count(made->text) != 0 && variables_.count(made->text) == 0) template_arguments(*made);
    if (is("<<<")) return launch(std::move(made));
    if (accept("(")) {
        made->what = Expression::What::call;
        made->has_effects = true;
        give(*made, arguments(")"));
    }
    return made;
}

void Parser::template_arguments(Expression& call) {
    take();
    if (accept(">")) return; // all parameters have default arguments
    do {
        Expression::TemplateArgument argument;
        if (begins_type()) argument.type = type();
        else {
            argument.value = binary(8); // `<` and `>` are not operators here
            count_depth(call, *argument.value);
        }
        call.template_arguments.push_back(std::move(argument));
    } while (accept(","));
    expect(">");
}

ExpressionPointer Parser::launch(ExpressionPointer kernel) {
    take();
    // `>>(` does not end a launch configuration; it is parsed as a shift by the expression in parentheses.
    const Token* shift = nullptr;
    bool is_ended = false;
    int depth = 0;
    for (std::size_t a = 0; !is_ended && next(a).kind != TokenKind::end && !next(a).is(";"); ++a) {
        depth += next(a).is("(") ? 1 : next(a).is(")") ? -1 : 0;
        is_ended = next(a).is(">>>");
        if (depth == 0 && next(a).is(">>") && next(a + 1).is("(")) shift = &next(a);
    }
    if (!is_ended && shift != nullptr)
        throw Refusal(shift->place, sentence("Expected `>>>` after the launch configuration, found `>>`."),
                      sentence("Write kernel<<<blocks, threads>>>(...)."));
    kernel->what = Expression::What::launch;
    do {
        kernel->configuration.push_back(assignment());
        count_depth(*kernel, *kernel->configuration.back());
    } while (accept(","));
    expect(">>>");
    if (kernel->configuration.size() < 2)
        throw Refusal(kernel->place, sentence("A kernel launch requires the grid size and the block size."),
                      sentence("Write kernel<<<blocks, threads>>>(...)."));
    expect("(");
    give(*kernel, arguments(")"));
    return kernel;
}

} // namespace warploom::simt
