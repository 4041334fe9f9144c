#include "engine/simt/language/parser.h"

#include "engine/simt/language/headers.h"
#include "engine/simt/language/words.h"

namespace warploom::simt {

StatementPointer Parser::block() {
    auto made = make_statement(Statement::What::block, now().place);
    const SourceLocation from = now().place;
    expect("{", "where a block begins");
    const std::size_t around = declared_.size();
    open_blocks_.push_back(from);
    while (!is("}")) {
        if (now().kind == TokenKind::end)
            throw Refusal(from, "This `{` is never closed.", "Write the `}` that ends the block.");
        made->parts.push_back(statement());
    }
    open_blocks_.pop_back();
    made->end = take().place;
    forget_variables(around);
    return made;
}

StatementPointer Parser::statement() {
    const Depth depth(*this);
    skip_attributes();
    if (is("{")) return block();
    if (accept(";")) return make_statement(Statement::What::empty, now().place);
    refuse_word();
    const SourceLocation from = now().place;
    if (is_word("if")) return if_statement();
    if (is_word("for")) return for_statement();
    if (is_word("while")) return while_statement();
    if (is_word("do")) return do_statement();
    if (is_word("switch")) return switch_statement();
    if (is_word("else"))
        refuse_here("This `else` belongs to no `if`.",
                    "Perhaps a `;` stands behind the condition, or a `{` is missing.");
    if (is_word("case") || is_word("default")) {
        const bool is_case = take().text == "case";
        auto made = make_statement(is_case ? Statement::What::case_ : Statement::What::default_, from);
        if (is_case) made->value = conditional();
        if (is("...")) refuse_here("A range of cases is not supported.", "Write a `case` for each value, or `if`.");
        expect(":", is_case ? "after the value of this case" : "after `default`");
        return made;
    }
    if (is_word("break") || is_word("continue")) {
        const bool is_break = take().text == "break";
        expect_end_of_statement(is_break ? "this break" : "this continue");
        return make_statement(is_break ? Statement::What::break_ : Statement::What::continue_, from);
    }
    if (accept_word("return")) {
        auto made = make_statement(Statement::What::return_, from);
        if (!is(";")) made->value = expression();
        expect_end_of_statement("this return");
        return made;
    }
    if (now().kind == TokenKind::name && !is_reserved_word(now().text) && next().is(":"))
        refuse_here("Labels (`" + now().text + ":`) are not supported, because there is no `goto`.",
                    "Write a loop with `break` or `continue`.");
    if (is_word("struct") && (next(2).is("{") || next().is("{")))
        refuse_here("A struct inside of a function is not in the language.", "Declare it before the function.");
    const bool begins_function = is_word("template") || is_word("__global__") || is_word("__device__") ||
                                 (is_word("void") && next().kind == TokenKind::name && next(2).is("("));
    if (begins_function && !open_blocks_.empty())
        throw Refusal(open_blocks_.back(), "This `{` is never closed: a function begins in " + line_of(from) + ".",
                      "Write the `}` that ends the block before it.");
    if (is_word("typedef") || is_word("using"))
        refuse_here("`" + now().text + "` stands outside of functions.", "Move the line up.");
    if (is_word("extern") || is_word("static") || is_word("__shared__") || is_word("constexpr") || is_word("const") ||
        is_word("volatile") || is_word("register") || is_word("__align__") || is_word("alignas") ||
        (begins_type() && !next().is("(") && !next().is("{")) || (begins_type() && begins_pointer_declarator(1)))
        return declaration_statement();
    if (now().kind == TokenKind::name && !is_reserved_word(now().text) && next().kind == TokenKind::name &&
        !is_reserved_word(next().text))
        refuse_as_type();
    auto made = make_statement(Statement::What::expression, from);
    made->value = expression();
    expect_end_of_statement("this statement");
    return made;
}

StatementPointer Parser::declaration_statement() {
    auto made = make_statement(Statement::What::declare, now().place);
    made->variables = declarations();
    expect_end_of_statement("this declaration");
    return made;
}

std::vector<Declaration> Parser::declarations() {
    Specifiers found;
    const SourceLocation from = now().place;
    specifiers(found, true);
    TypeWords of = type_without_stars();
    specifiers(found, true);
    of.is_const = of.is_const || found.is_const;
    of.is_volatile = of.is_volatile || found.is_volatile;
    if (found.is_static && !found.is_constexpr && !of.is_const && !found.is_shared)
        throw Refusal(from, "A `static` variable inside of a function is not in the language.",
                      "Results travel through the parameters of run.");
    std::vector<Declaration> list;
    do {
        Declaration made;
        made.type = of;
        pointers(made.type); // each variable of `int *a, b` has its own stars
        made.is_shared = found.is_shared;
        made.is_extern = found.is_extern;
        made.is_constant = made.type.is_const_itself() || (found.is_constexpr && made.type.pointers == 0);
        declarator(made);
        list.push_back(std::move(made));
    } while (accept(","));
    return list;
}

void Parser::declarator(Declaration& made) {
    made.place = now().place;
    if (is("(")) refuse_pointer_declarator();
    if (is("[") && !next().is("["))
        refuse_here("Structured bindings are not supported.",
                    "Declare a variable for each field: `const auto first = pair.x;`.");
    made.name = name("a variable");
    declare(made.name);
    extents(made, true);
    if (accept("=") || is("{")) {
        made.initial = initializer();
    } else if (is("(")) { // for example, dim3 grid(blocks, 1)
        auto construct = make_expression(Expression::What::construct, take().place);
        construct->type = made.type;
        give(*construct, arguments(")"));
        made.initial = std::move(construct);
    }
}

ExpressionPointer Parser::initializer() {
    if (!is("{")) return assignment();
    const Depth depth(*this);
    auto list = make_expression(Expression::What::construct, take().place);
    while (!is("}")) {
        if (is("."))
            refuse_here("Designated initializers (`.name = value`) are not supported.",
                        "List the values in the order of the fields, or assign the fields one by one.");
        give(*list, initializer());
        if (!accept(",")) break;
    }
    expect("}", "after the values");
    return list;
}

ExpressionPointer Parser::condition(const char* of_what) {
    expect("(", (std::string("after `") + of_what + "`").c_str());
    const bool begins_expression = next().is("(") || next().is("{"); // for example, float(x) > 0
    if ((begins_type() && !begins_expression) || is_word("constexpr"))
        refuse_here(std::string("A declaration in the condition of `") + of_what + "` is not supported.",
                    "Declare the variable in a line before it.");
    auto made = expression();
    expect(")", "after the condition");
    return made;
}

StatementPointer Parser::if_statement() {
    auto made = make_statement(Statement::What::if_, take().place);
    if (accept_word("constexpr")) {} // treated like any other condition
    made->value = condition("if");
    made->parts.push_back(statement());
    if (accept_word("else")) made->parts.push_back(statement());
    return made;
}

StatementPointer Parser::for_statement() {
    auto made = make_statement(Statement::What::for_, take().place);
    expect("(", "after `for`");
    const std::size_t around = declared_.size();
    StatementPointer initial;
    if (!is(";")) {
        initial = make_statement(Statement::What::expression, now().place);
        if (begins_type() || is_word("register")) {
            initial->what = Statement::What::declare;
            initial->variables = declarations();
            if (is(":"))
                refuse_here("A `for` over a range is not in the language.", "Write `for (int i = 0; i < n; ++i)`.");
        } else {
            initial->value = expression();
        }
    }
    expect(";", "after the beginning of the `for`");
    if (!is(";")) made->value = expression();
    expect(";", "after the condition of the `for`");
    if (!is(")")) made->step = expression();
    expect(")", "after the `for`");
    made->parts.push_back(std::move(initial));
    made->parts.push_back(statement());
    forget_variables(around);
    return made;
}

StatementPointer Parser::while_statement() {
    auto made = make_statement(Statement::What::while_, take().place);
    made->value = condition("while");
    made->parts.push_back(statement());
    return made;
}

StatementPointer Parser::do_statement() {
    auto made = make_statement(Statement::What::do_, take().place);
    made->parts.push_back(statement());
    if (!accept_word("while"))
        refuse_here("A `do` ends with `while (condition);`; " + shown() + " stands in its place.");
    made->value = condition("while");
    expect_end_of_statement("this do");
    return made;
}

StatementPointer Parser::switch_statement() {
    auto made = make_statement(Statement::What::switch_, take().place);
    made->value = condition("switch");
    if (!is("{")) refuse_here("The cases of a `switch` stand between `{` and `}`.");
    made->parts.push_back(block());
    return made;
}

} // namespace warploom::simt
