#include "engine/simt/language/parser.h"

#include "engine/sentence.h"
#include "engine/simt/language/headers.h"
#include "engine/simt/language/words.h"

#include <algorithm>

namespace warploom::simt {

void StatementParser::refuse_unclosed(SourceLocation open, const std::string& said) {
    has_unclosed_block_ = true;
    throw Refusal(open, said, sentence("Add the closing `}`."));
}

StatementPointer StatementParser::block() {
    auto made = make_statement(Statement::What::block, now().place);
    const SourceLocation from = now().place;
    expect(Mark::open_brace);
    const std::size_t around = declared_.size();
    open_blocks_.push_back(from);
    while (!is(Mark::close_brace)) {
        if (now().kind == TokenKind::end) refuse_unclosed(from, sentence("Missing `}` for this `{`."));
        const std::size_t begin = at_, open = open_blocks_.size();
        try {
            made->parts.push_back(statement());
        } catch (const Refusal& refusal) {
            if (has_unclosed_block_) throw;
            is_damaged_ = true;
            is_half_closed_ = false;
            open_blocks_.resize(open);
            skip_statement(begin);
            // Do not report the error if a declaration of one of the names has an error, because the statement may then
            // be correct.
            if (std::none_of(tokens_.begin() + static_cast<std::ptrdiff_t>(begin),
                             tokens_.begin() + static_cast<std::ptrdiff_t>(at_),
                             [&](const Token& token) { return damaged_declarations_.count(token.text) != 0; }))
                report(refusal);
            for (std::size_t at = begin + 1; at < at_; ++at) {
                const Token& before = tokens_[at - 1];
                const bool may_declare = before.kind == TokenKind::name || before.is(Mark::star) ||
                                         before.is(Mark::amp) || before.is(Mark::logical_and) ||
                                         before.is(Mark::greater) || before.is(Mark::comma) ||
                                         before.is(Mark::open_bracket) || before.is(Mark::open_brace) ||
                                         before.is(Mark::close_paren) || before.is(Mark::close_brace);
                if (!may_declare || tokens_[at].kind != TokenKind::name) continue;
                damaged_.insert(tokens_[at].text);
                if (before.is(Keyword::struct_) || before.is(Keyword::union_) || before.is(Keyword::class_))
                    unknown_types_.insert(tokens_[at].text);
            }
        }
    }
    open_blocks_.pop_back();
    made->end = take().place;
    forget_variables(around);
    return made;
}

StatementPointer StatementParser::statement() {
    const Depth depth(*this);
    skip_attributes();
    if (now().is_name("_Pragma") && next().is(Mark::open_paren) && next(2).kind == TokenKind::text)
        for (int tokens = 0; tokens < 4; ++tokens) take(); // skip _Pragma("..."), which is ignored like #pragma
    if (is(Mark::open_brace)) return block();
    if (accept(Mark::semicolon)) return make_statement(Statement::What::empty, now().place);
    if (!begins_static_member()) refuse_word();
    const SourceLocation from = now().place;
    if (is(Keyword::if_)) return if_statement();
    if (is(Keyword::for_)) return for_statement();
    if (is(Keyword::while_)) return while_statement();
    if (is(Keyword::do_)) return do_statement();
    if (is(Keyword::switch_)) return switch_statement();
    if (is(Keyword::else_))
        refuse_here(sentence("`else` without a matching `if`."),
                    sentence("Check for an extra `;` after the condition or a missing `{`."));
    if (is(Keyword::case_) || is(Keyword::default_)) {
        const bool is_case = take().is(Keyword::case_);
        auto made = make_statement(is_case ? Statement::What::case_ : Statement::What::default_, from);
        if (is_case) made->value = conditional();
        if (is(Mark::ellipsis))
            refuse_here(sentence("Case ranges are not supported."),
                        sentence("Write one `case` per value, or use `if`."));
        expect(Mark::colon);
        return made;
    }
    if (is(Keyword::break_) || is(Keyword::continue_)) {
        const bool is_break = take().is(Keyword::break_);
        expect_end_of_statement();
        return make_statement(is_break ? Statement::What::break_ : Statement::What::continue_, from);
    }
    if (accept(Keyword::return_)) {
        auto made = make_statement(Statement::What::return_, from);
        if (!is(Mark::semicolon)) made->value = expression();
        expect_end_of_statement();
        return made;
    }
    if (now().kind == TokenKind::name && !is_reserved_word(now().text) && next().is(Mark::colon)) {
        Refusal refusal = refusal_of(*find_foreign_word("goto"), "goto", now().place);
        refusal.diagnostic.sentence = sentence("Labels (`{name}:`) are not supported.", {{"name", now().text}});
        throw refusal;
    }
    if (is(Keyword::struct_) && (next(2).is(Mark::open_brace) || next().is(Mark::open_brace)))
        refuse_here(sentence("Local structs are not supported."), sentence("Declare the struct before the function."));
    const bool begins_function = is(Keyword::template_) || is(Keyword::global) || is(Keyword::device) ||
                                 (is(Keyword::void_) && next().kind == TokenKind::name && next(2).is(Mark::open_paren));
    if (begins_function && !open_blocks_.empty())
        refuse_unclosed(open_blocks_.back(), sentence("Missing `}` for this `{` before the function on {place}.",
                                                      {{"place", line_of(from)}}));
    const bool is_of_std = next().is_name("std") && next(2).is(Mark::scope);
    // A using-declaration has no effect, because namespaces have already been removed.
    if (is(Keyword::using_) && next(is_of_std ? 4 : 2).is(Mark::semicolon)) {
        while (!accept(Mark::semicolon)) take();
        return make_statement(Statement::What::empty, from);
    }
    if (is(Keyword::typedef_) || is(Keyword::using_)) {
        TranslationUnit local;
        alias(local);
        auto made = make_statement(Statement::What::alias, from);
        made->variables.emplace_back();
        made->variables.back().place = from;
        made->variables.back().name = local.aliases.empty() ? std::string() : local.aliases.back().name;
        if (local.aliases.empty() || !local.records.empty() || !local.constants.empty())
            throw Refusal(from, sentence("Structs and enumerations are not supported inside a function."),
                          sentence("Move the declaration to the top of the file."));
        made->variables.back().type = std::move(local.aliases.back().type);
        return made;
    }
    if (is(Keyword::extern_) || is(Keyword::static_) || is(Keyword::shared) || is(Keyword::constexpr_) ||
        is(Keyword::const_) || is(Keyword::volatile_) || is(Keyword::register_) || is(Keyword::align) ||
        is(Keyword::alignas_) ||
        (begins_type() && !next().is(Mark::open_paren) && !next().is(Mark::open_brace) && !begins_atomic_ref()) ||
        (begins_type() && begins_pointer_declarator(1)))
        return declaration_statement();
    if (now().kind == TokenKind::name && !is_reserved_word(now().text) && next().kind == TokenKind::name &&
        !is_reserved_word(next().text))
        refuse_as_type();
    auto made = make_statement(Statement::What::expression, from);
    made->value = expression();
    expect_end_of_statement();
    return made;
}

/// Notes a `__shared__` variable at namespace scope, which begins at token `begin`. Each kernel that uses the variable has
/// its own.
void StatementParser::note_shared(std::size_t begin) {
    for (; !is(Mark::semicolon); take()) {
        const bool is_declarator =
            next().is(Mark::semicolon) || next().is(Mark::comma) || next().is(Mark::open_bracket);
        if (now().kind == TokenKind::end) refuse_here(sentence("Expected `;` at the end of the statement."), "");
        if (now().kind == TokenKind::name && is_declarator) shared_[now().text] = begin;
    }
    take();
}

/// Adds the `__shared__` variables at namespace scope that a kernel uses. Its body begins at token `begin`.
void StatementParser::add_shared(Function& kernel, std::size_t begin) {
    const std::size_t end = at_;
    std::set<std::size_t> declarations;
    for (std::size_t t = begin; t < end; ++t)
        if (const auto known = shared_.find(tokens_[t].text);
            known != shared_.end() && tokens_[t].kind == TokenKind::name)
            declarations.insert(known->second);
    for (const std::size_t declaration : declarations) {
        at_ = declaration;
        kernel.body->parts.insert(kernel.body->parts.begin(), declaration_statement());
    }
    at_ = end;
}

StatementPointer StatementParser::declaration_statement() {
    auto made = make_statement(Statement::What::declare, now().place);
    made->variables = declarations();
    expect_end_of_statement();
    return made;
}

void StatementParser::specifiers(Specifiers& found, bool is_inside) {
    for (;; take()) {
        if (is(Keyword::const_)) found.is_const = true;
        else if (is(Keyword::constexpr_)) found.is_constexpr = true;
        else if (is(Keyword::static_)) found.is_static = true;
        else if (is(Keyword::extern_)) found.is_extern = true;
        else if (is(Keyword::volatile_)) found.is_volatile = true;
        else if (is_inside) {
            // Ignore alignment, because arrays are always aligned to 16 bytes.
            if (is(Keyword::align) || is(Keyword::alignas_)) {
                take();
                expect(Mark::open_paren);
                conditional();
                if (!is(Mark::close_paren)) expect(Mark::close_paren);
                continue;
            }
            if (is(Keyword::register_)) continue; // `register` has no effect
            if (!is(Keyword::shared)) return;
            found.is_shared = true;
        } else if (is(Keyword::global)) found.is_kernel = true;
        else if (is(Keyword::device)) found.is_device = true;
        else if (is(Keyword::host)) found.is_host = true;
        else if (is(Keyword::constant)) found.is_constant_memory = true;
        else if (is(Keyword::launch_bounds) || is(Keyword::maxnreg)) bounds(found);
        else if (!is(Keyword::inline_) && !is(Keyword::inline_gnu) && !is(Keyword::forceinline) &&
                 !is(Keyword::noinline))
            return;
    }
}

/// Parses a launch attribute of a kernel, such as `__launch_bounds__(128, 4)` or `__maxnreg__(64)`.
void StatementParser::bounds(Specifiers& found) {
    const bool is_registers = take().is(Keyword::maxnreg);
    (is_registers ? found.has_registers : found.has_bounds) = true;
    expect(Mark::open_paren);
    for (int numbers = 1;; ++numbers) {
        ExpressionPointer number = conditional();
        if (numbers == 1) (is_registers ? found.registers : found.most_threads) = std::move(number);
        if (!is(Mark::comma) || numbers == (is_registers ? 1 : 3)) break;
        take();
    }
    if (!is(Mark::close_paren)) expect(Mark::close_paren);
}

std::vector<Declaration> StatementParser::declarations() {
    Specifiers found;
    const SourceLocation from = now().place;
    specifiers(found, true);
    TypeWords of = type_without_stars();
    specifiers(found, true);
    of.is_const = of.is_const || found.is_const;
    of.is_volatile = of.is_volatile || found.is_volatile;
    if (found.is_static && !found.is_constexpr && !of.is_const && !found.is_shared)
        throw Refusal(from, sentence("`static` local variables are not supported."),
                      sentence("All threads share a `static` variable. Remove `static`, or pass results through the "
                               "parameters of run."));
    std::vector<Declaration> list;
    do {
        Declaration made;
        made.type = of;
        pointers(made.type); // in `int *a, b`, the `*` applies only to `a`
        made.is_shared = found.is_shared;
        made.is_extern = found.is_extern;
        made.is_constant = made.type.is_const_itself() || (found.is_constexpr && made.type.pointers == 0);
        declarator(made);
        list.push_back(std::move(made));
    } while (accept(Mark::comma));
    return list;
}

void StatementParser::declarator(Declaration& made) {
    made.place = now().place;
    if (is(Mark::open_paren)) refuse_pointer_declarator();
    if (is(Mark::open_bracket) && !next().is(Mark::open_bracket))
        refuse_here(sentence("Structured bindings are not supported."),
                    sentence("Declare one variable per field, such as `const auto first = pair.x;`."));
    made.name = name();
    declare(made.name);
    if (is(Mark::open_paren) && (next().is(Mark::close_paren) || (begins_type(1) && next(2).kind == TokenKind::name &&
                                                                  !is_reserved_word(next(2).text))))
        refuse_here(sentence("Functions cannot be declared inside a function."),
                    sentence("Move the function to the top of the file."));
    extents(made, true);
    if (accept(Mark::assign) || is(Mark::open_brace)) {
        made.initial = initializer();
        if (made.initial->what == Expression::What::construct && made.initial->type.name.empty())
            refer_to_argument(*made.initial, made.type);
    } else if (is(Mark::open_paren)) { // this is direct initialization, as in dim3 grid(blocks, 1)
        auto construct = make_expression(Expression::What::construct, take().place);
        construct->type = made.type;
        give(*construct, arguments(Mark::close_paren));
        refer_to_argument(*construct, made.type);
        made.initial = std::move(construct);
    }
}

ExpressionPointer StatementParser::condition(const char* of_what) {
    expect(Mark::open_paren);
    // A type name can also begin an expression, such as `float(x) > 0`.
    const bool begins_expression = next().is(Mark::open_paren) || next().is(Mark::open_brace);
    if ((begins_type() && !begins_expression) || is(Keyword::constexpr_))
        refuse_here(
            sentence("A declaration in the condition of `{statement}` is not supported.", {{"statement", of_what}}),
            sentence("Declare the variable before the statement."));
    auto made = expression();
    expect(Mark::close_paren);
    return made;
}

StatementPointer StatementParser::if_statement() {
    auto made = make_statement(Statement::What::if_, take().place);
    if (accept(Keyword::constexpr_)) {} // `if constexpr` is compiled like a plain `if`
    made->value = condition("if");
    made->parts.push_back(statement());
    if (accept(Keyword::else_)) made->parts.push_back(statement());
    return made;
}

StatementPointer StatementParser::for_statement() {
    auto made = make_statement(Statement::What::for_, take().place);
    expect(Mark::open_paren);
    const std::size_t around = declared_.size();
    StatementPointer initial;
    if (!is(Mark::semicolon)) {
        initial = make_statement(Statement::What::expression, now().place);
        if (begins_type() || is(Keyword::register_)) {
            initial->what = Statement::What::declare;
            initial->variables = declarations();
            if (is(Mark::colon)) return range_for(std::move(made), std::move(initial), around);
        } else {
            initial->value = expression();
        }
    }
    expect(Mark::semicolon);
    if (!is(Mark::semicolon)) made->value = expression();
    expect(Mark::semicolon);
    if (!is(Mark::close_paren)) made->step = expression();
    expect(Mark::close_paren);
    made->parts.push_back(std::move(initial));
    made->parts.push_back(statement());
    forget_variables(around);
    return made;
}

/// Transforms a range-based `for` loop over a local or shared array into a counting loop: `for (T v : values) body`
/// becomes `for (int i = 0; i < (int)(sizeof(values) / sizeof(values[0])); ++i) { T v = values[i]; body }`.
StatementPointer StatementParser::range_for(StatementPointer made, StatementPointer each, std::size_t around) {
    using What = Expression::What;
    const SourceLocation place = take().place;
    if (now().kind != TokenKind::name || !next().is(Mark::close_paren))
        refuse_here(sentence("A range-based `for` loop needs the name of an array."),
                    sentence("Write `for (int i = 0; i < n; ++i)`."));
    const std::string array = take().text, counter = "index of " + array;
    expect(Mark::close_paren);
    const auto called = [&](const std::string& name) { return make_expression(What::name, place, name); };
    const auto of = [&](What what, Operator op, ExpressionPointer left, ExpressionPointer right) {
        auto both = make_expression(what, place, spelling_of(op), op);
        give(*both, std::move(left));
        if (right != nullptr) give(*both, std::move(right));
        return both;
    };
    const auto number = [&](std::uint64_t n) {
        auto constant = make_expression(What::integer, place, std::to_string(n));
        constant->integer = n;
        return constant;
    };
    auto count = make_expression(What::cast, place);
    count->type.place = place;
    count->type.name = "int";
    give(*count, of(What::binary, Operator::slash, of(What::size_of_type, Operator::none, called(array), nullptr),
                    of(What::size_of_type, Operator::none, of(What::index, Operator::none, called(array), number(0)),
                       nullptr)));
    made->value = of(What::binary, Operator::less, called(counter), std::move(count));
    made->step = of(What::unary, Operator::increment, called(counter), nullptr);
    auto first = make_statement(Statement::What::declare, place);
    Declaration& index = first->variables.emplace_back();
    index.place = index.type.place = place;
    index.type.name = "int";
    index.name = counter;
    index.initial = number(0);
    each->variables.front().initial = of(What::index, Operator::none, called(array), called(counter));
    auto body = make_statement(Statement::What::block, place);
    body->parts.push_back(std::move(each));
    body->parts.push_back(statement());
    body->end = tokens_[at_ - 1].place;
    made->parts.push_back(std::move(first));
    made->parts.push_back(std::move(body));
    forget_variables(around);
    return made;
}

StatementPointer StatementParser::while_statement() {
    auto made = make_statement(Statement::What::while_, take().place);
    made->value = condition("while");
    made->parts.push_back(statement());
    return made;
}

StatementPointer StatementParser::do_statement() {
    auto made = make_statement(Statement::What::do_, take().place);
    made->parts.push_back(statement());
    if (!accept(Keyword::while_))
        refuse_here(sentence("Expected `while` after the body of `do` before {found}.", {{"found", shown()}}));
    made->value = condition("while");
    expect_end_of_statement();
    return made;
}

StatementPointer StatementParser::switch_statement() {
    auto made = make_statement(Statement::What::switch_, take().place);
    made->value = condition("switch");
    if (!is(Mark::open_brace)) refuse_here(sentence("Expected `{` after the condition of `switch`."));
    made->parts.push_back(block());
    return made;
}

} // namespace warploom::simt
