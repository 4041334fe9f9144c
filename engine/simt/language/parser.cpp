#include "engine/simt/language/parser.h"

#include "engine/sentence.h"
#include "engine/simt/language/words.h"

#include <algorithm>
#include <tuple>

namespace warploom::simt {

namespace {
constexpr int deepest_nesting = 200;
constexpr int most_parts = 1000; // nesting within one expression
constexpr int most_stars = 16;
constexpr std::size_t most_extents = 16;
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

Parser::Parser(const std::vector<Token>& tokens, CompileBudget& effort) : tokens_(tokens), effort_(effort) {
    for (const char* name :
         {"int2",  "uint2",   "float2", "double2", "int4",   "uint4",   "float4", "dim3",   "float3",    "int3",
          "uint3", "double3", "char2",  "uchar2",  "short2", "ushort2", "char4",  "uchar4", "longlong2", "ulonglong2"})
        types_.insert(name);
}

Parser::Depth::Depth(Parser& parser) : parser_(parser) {
    if (++parser_.depth_ > deepest_nesting) {
        --parser_.depth_; // the destructor does not run if a constructor throws
        parser_.refuse_here(sentence("The code is nested more than {most} levels deep.", {{"most", deepest_nesting}}),
                            sentence("Split the code into smaller functions."));
    }
}

void Parser::count_depth(Expression& of, const Expression& part) {
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
void Parser::give(Expression& to, ExpressionPointer part) {
    count_depth(to, *part);
    to.children.push_back(std::move(part));
}
void Parser::give(Expression& to, std::vector<ExpressionPointer> parts) {
    for (auto& part : parts) give(to, std::move(part));
}
void Parser::declare(const std::string& variable) {
    if (variables_.insert(variable).second) declared_.push_back(variable);
}
void Parser::forget_variables(std::size_t from) {
    for (; declared_.size() > from; declared_.pop_back()) variables_.erase(declared_.back());
}
/// Parses `[4][n]`, or `[]` if one extent may be omitted.
void Parser::extents(Declaration& of, bool may_be_open) {
    while (is(Mark::open_bracket)) {
        if (of.extents.size() == most_extents)
            refuse_here(sentence("Arrays can have at most {most} dimensions.", {{"most", most_extents}}),
                        sentence("Use one dimension and compute the index."));
        take();
        of.extents.push_back(may_be_open && is(Mark::close_bracket) ? nullptr : conditional());
        expect(Mark::close_bracket);
    }
}

/// Throws if no type begins here. Suggests the most similar name for an unknown type.
void Parser::require_type() const {
    if (begins_type()) return;
    if (now().kind == TokenKind::name && !is_reserved_word(now().text)) refuse_as_type();
    refuse_here(sentence("Expected a type before {found}.", {{"found", shown()}}));
}

void Parser::refuse_as_type() const {
    if (!unknown_types_.insert(now().text).second) throw Refusal(now().place, {});
    if (const auto* const word = find_foreign_word(now().text)) throw refusal_of(*word, now().text, now().place);
    refuse_here(sentence("`{name}` is not a type.", {{"name", now().text}}),
                nearest_type(now().text, {types_.begin(), types_.end()}));
}

const Token& Parser::next(std::size_t ahead) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
const Token& Parser::take() {
    const Token& token = tokens_[at_];
    effort_.spend(token.place);
    if (at_ + 1 < tokens_.size()) ++at_;
    return token;
}
std::string Parser::shown() const {
    if (now().kind == TokenKind::end)
        return now().text.empty() ? sentence("the end of the file") : sentence("the end of the line");
    if (now().kind == TokenKind::text) return sentence("a string literal");
    return "`" + now().text + "`";
}
void Parser::refuse_here(const std::string& sentence, const std::string& hint) const {
    throw Refusal(now().place, now().range(), sentence, hint);
}
void Parser::expect(Mark mark) {
    if (is(Mark::shift_right) && mark == Mark::greater) { // `>>` closes two template argument lists
        if (is_half_closed_) take();
        is_half_closed_ = !is_half_closed_;
        return;
    }
    if (accept(mark)) return;
    refuse_word();
    refuse_sign();
    refuse_here(
        sentence("Expected `{mark}` before {found}.", {{"mark", std::string(spelling_of(mark))}, {"found", shown()}}));
}
/// Expects `;` and reports a missing one after the preceding token.
void Parser::expect_end_of_statement() {
    if (accept(Mark::semicolon)) return;
    refuse_word();
    refuse_sign();
    SourceLocation behind = at_ > 0 ? tokens_[at_ - 1].place : now().place;
    if (at_ > 0) behind.column += static_cast<int>(tokens_[at_ - 1].text.size());
    const Refusal refusal(behind, sentence("Expected `;` at the end of the statement."), sentence("Write `;` here."));
    if (!now().starts_line || now().kind == TokenKind::end) throw refusal;
    report(refusal); // continue as if the semicolon were present
}
std::string Parser::name() {
    if (is_reserved_word(now().text)) refuse_word();
    if (now().kind != TokenKind::name)
        refuse_here(sentence("Expected an identifier before {found}.", {{"found", shown()}}));
    if (is_reserved_word(now().text))
        refuse_here(sentence("`{name}` is a reserved word and cannot be used as a name.", {{"name", now().text}}),
                    sentence("Choose another name."));
    return take().text;
}

void Parser::refuse_word() const {
    if (now().kind != TokenKind::name) return;
    const bool is_qualified = next().is(Mark::scope);
    const std::string spelling = is_qualified ? now().text + "::" + next(2).text : now().text;
    const auto* const word = find_foreign_word(spelling);
    const bool begins_use = is_qualified || next().kind == TokenKind::name; // calls are checked when names are known
    if (word != nullptr && (word->is_keyword || begins_use)) throw refusal_of(*word, spelling, now().place);
    if (is_qualified) {
        if (const auto* library = find_foreign_word(now().text + "::"))
            throw refusal_of(*library, spelling, now().place);
        throw Refusal(next().place, sentence("`::` is not supported because there are no namespaces."),
                      sentence("Write the name without `::`."));
    }
}

/// Throws for C++ tokens that are not supported. Called if no production matches.
void Parser::refuse_sign() const {
    if (is(Mark::ellipsis))
        refuse_here(sentence("`...` is not supported."), sentence("List every case, parameter, or argument."));
    if (is(Mark::scope))
        refuse_here(sentence("`::` is not supported because there are no namespaces."),
                    sentence("Write the name without `::`."));
    if (is(Mark::open_bracket))
        refuse_here(sentence("Lambda expressions and structured bindings are not supported."),
                    sentence("Write a `__device__` function, or declare one variable per value."));
    if (is(Mark::arrow))
        refuse_here(sentence("Trailing return types are not supported."),
                    sentence("Write the return type before the function name."));
    if (is(Mark::hash))
        refuse_here(sentence("A preprocessor directive must be on a separate line."),
                    sentence("Insert a line break before `#`."));
}

bool Parser::begins_pointer_declarator(std::size_t ahead) const {
    return next(ahead).is(Mark::open_paren) && (next(ahead + 1).is(Mark::star) || next(ahead + 1).is(Mark::amp));
}

void Parser::refuse_pointer_declarator() const {
    const bool is_reference = next().is(Mark::amp);
    std::size_t close = 0;
    for (int depth = 0; next(close).kind != TokenKind::end; ++close) {
        depth += next(close).is(Mark::open_paren) ? 1 : next(close).is(Mark::close_paren) ? -1 : 0;
        if (depth == 0) break;
    }
    if (next(close + 1).is(Mark::open_bracket))
        refuse_here(is_reference ? sentence("References to arrays are supported only as parameters.")
                                 : sentence("Pointers to arrays are not supported."),
                    sentence("Use the name of the array, or a pointer to an element, such as `int* p = &A[0];`."));
    refuse_here(sentence("Function pointers are not supported."),
                sentence("Call the function directly, or select a function with `if` or a template parameter."));
}

/// Skips attributes such as `[[maybe_unused]]`, which have no effect.
void Parser::skip_attributes() {
    while (is(Mark::open_bracket) && next().is(Mark::open_bracket)) {
        const SourceLocation from = now().place;
        int depth = 0;
        do {
            depth += is(Mark::open_bracket) ? 1 : is(Mark::close_bracket) ? -1 : 0;
            if (now().kind == TokenKind::end)
                throw Refusal(from, sentence("Unterminated attribute."), sentence("Add `]]`."));
            take();
        } while (depth > 0);
    }
}

void Parser::report(const Refusal& refusal) {
    if (refusal.diagnostic.sentence.empty()) return;
    if (errors_.size() < most_errors) errors_.push_back(refusal.diagnostic);
}

/// Returns whether a token at the left margin begins a declaration at namespace scope.
bool Parser::begins_item(std::size_t at) const {
    const Token& token = tokens_[at];
    if (!token.starts_line || token.place.column != 1 || token.kind != TokenKind::name) return false;
    constexpr Keyword words[] = {Keyword::template_,  Keyword::global,   Keyword::device, Keyword::host,
                                 Keyword::struct_,    Keyword::typedef_, Keyword::using_, Keyword::void_,
                                 Keyword::constexpr_, Keyword::static_,  Keyword::inline_};
    return std::find(std::begin(words), std::end(words), token.word) != std::end(words);
}

/// Skips the rest of a declaration with an error. The declaration began at token `begin` and ends at its `;` or `}`,
/// or before a line that begins another declaration.
void Parser::skip_item(std::size_t begin) {
    const std::size_t error = at_;
    int depth = 0;
    for (at_ = begin; now().kind != TokenKind::end;) {
        const bool is_behind = at_ > error;
        if (at_ > begin && at_ >= error && begins_item(at_)) return;
        depth += is(Mark::open_brace) ? 1 : is(Mark::close_brace) ? -1 : 0;
        const bool ends = depth <= 0 && (is(Mark::semicolon) || is(Mark::close_brace));
        take();
        if (!ends || (!is_behind && at_ <= error)) continue;
        accept(Mark::semicolon);
        return;
    }
}

/// Skips the rest of a statement with an error. The statement began at token `begin` and ends at its `;`, at the `}`
/// of its block, or before the `}` of the enclosing block.
void Parser::skip_statement(std::size_t begin) {
    const std::size_t error = at_;
    int braces = 0, parentheses = 0;
    for (at_ = begin; now().kind != TokenKind::end;) {
        if (braces == 0 && is(Mark::close_brace)) return;
        if (at_ > begin && at_ >= error && begins_item(at_)) return;
        // An unclosed parenthesis ends at the end of its line.
        if (now().starts_line && at_ > error && braces == 0 && parentheses > 0) return;
        braces += is(Mark::open_brace) ? 1 : is(Mark::close_brace) ? -1 : 0;
        parentheses += is(Mark::open_paren) ? 1 : is(Mark::close_paren) ? -1 : 0;
        if (is(Mark::open_brace)) parentheses = 0;
        const bool is_closed = parentheses <= 0 || (at_ >= error && !tokens_[begin].is(Keyword::for_));
        const bool ends = braces == 0 && ((is(Mark::semicolon) && is_closed) || is(Mark::close_brace));
        take();
        if (ends && at_ > error && !is(Keyword::else_)) return;
    }
}

Declaration Parser::parameter() {
    Declaration made;
    skip_attributes();
    accept(Keyword::register_);
    refuse_word();
    if (is(Mark::ellipsis))
        refuse_here(sentence("Parameter packs (`...`) are not supported."), sentence("List every parameter."));
    require_type();
    made.type = type();
    made.place = now().place;
    if (is(Mark::open_paren) && next().is(Mark::amp)) { // T (&values)[n]
        take();
        take();
        made.type.is_reference = true;
        made.place = now().place;
        made.name = name();
        declare(made.name);
        expect(Mark::close_paren);
        if (!is(Mark::open_bracket))
            refuse_here(sentence("The size of the array is missing."), sentence("Write `T (&values)[4]`."));
        extents(made, false);
        return made;
    }
    if (is(Mark::open_paren)) refuse_pointer_declarator();
    made.name = name();
    declare(made.name);
    extents(made, true);
    if (made.extents.size() > 1)
        throw Refusal(made.place, sentence("Multidimensional array parameters are not supported."),
                      sentence("Use a pointer, and compute the index: `a[row * width + column]`."));
    if (!made.extents.empty()) ++made.type.pointers;
    made.extents.clear();
    if (accept(Mark::assign)) made.initial = assignment(); // a default argument
    return made;
}

bool Parser::is_type_name(const Token& token) const {
    return token.kind == TokenKind::name && (is_number_word(token.text) || types_.count(token.text) != 0);
}

bool Parser::begins_type(std::size_t ahead) const {
    const Token &word = next(ahead), &behind = next(ahead + 1);
    return is_type_name(word) || word.is(Keyword::const_) || word.is(Keyword::volatile_) || word.is(Keyword::auto_) ||
           (word.is(Keyword::struct_) && types_.count(behind.text) != 0) ||
           (word.is(Keyword::typename_) && is_type_name(behind));
}

void Parser::specifiers(Specifiers& found, bool is_inside) {
    for (;; take()) {
        if (is(Keyword::const_)) found.is_const = true;
        else if (is(Keyword::constexpr_)) found.is_constexpr = true;
        else if (is(Keyword::static_)) found.is_static = true;
        else if (is(Keyword::extern_)) found.is_extern = true;
        else if (is(Keyword::volatile_)) found.is_volatile = true;
        else if (is_inside) {
            if (is(Keyword::align) || is(Keyword::alignas_)) { // arrays are always aligned to 16 bytes
                take();
                expect(Mark::open_paren);
                conditional();
                if (!is(Mark::close_paren)) expect(Mark::close_paren);
                continue;
            }
            if (is(Keyword::register_)) continue; // has no effect
            if (!is(Keyword::shared)) return;
            found.is_shared = true;
        } else if (is(Keyword::global)) found.is_kernel = true;
        else if (is(Keyword::device)) found.is_device = true;
        else if (is(Keyword::host)) found.is_host = true;
        else if (is(Keyword::launch_bounds) || is(Keyword::maxnreg)) bounds(found);
        else if (!is(Keyword::inline_) && !is(Keyword::inline_gnu) && !is(Keyword::forceinline) &&
                 !is(Keyword::noinline))
            return;
    }
}

/// Parses `__launch_bounds__(128, 4)` or `__maxnreg__(64)` up to the closing parenthesis.
void Parser::bounds(Specifiers& found) {
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

/// Parses `const unsigned long long`, `T`, `struct Row` or `Row<T>`, with its pointer stars.
TypeWords Parser::type() {
    TypeWords made = type_without_stars();
    pointers(made);
    return made;
}

TypeWords Parser::type_without_stars() {
    const Depth depth(*this);
    TypeWords made;
    made.place = now().place;
    const auto qualifiers = [&] {
        for (;;)
            if (accept(Keyword::const_) || accept(Keyword::constexpr_)) made.is_const = true;
            else if (accept(Keyword::volatile_)) made.is_volatile = true;
            else if (!accept(Keyword::struct_) && !accept(Keyword::typename_)) return;
    };
    qualifiers();
    refuse_word();
    if (is_number_word(now().text) && now().kind == TokenKind::name) {
        made.name = number_type(made);
    } else if (is(Keyword::auto_) || is_type_name(now())) {
        made.name = take().text;
        if (templates_.count(made.name) != 0 && accept(Mark::less)) {
            if (!is(Mark::greater)) {
                do made.arguments.push_back(template_argument());
                while (accept(Mark::comma));
            }
            expect(Mark::greater);
        }
    } else {
        const auto* const word = now().kind == TokenKind::name ? find_foreign_word(now().text) : nullptr;
        if (word != nullptr) throw refusal_of(*word, now().text, now().place);
        refuse_here(sentence("Expected a type before {found}.", {{"found", shown()}}),
                    now().kind == TokenKind::name ? nearest_type(now().text, {types_.begin(), types_.end()}) : "");
    }
    qualifiers();
    return made;
}

/// Parses a template argument of a struct: a type or an integral constant.
TypeWords Parser::template_argument() {
    if (begins_type()) return type();
    TypeWords number;
    number.place = now().place;
    number.value = binary(8); // `<` and `>` are not operators here
    return number;
}

/// Parses `unsigned long long int` in any order of its words.
std::string Parser::number_type(TypeWords& type) {
    int longs = 0;
    bool is_unsigned = false, is_signed = false;
    std::string base;
    const SourceLocation from = now().place;
    while (now().kind == TokenKind::name &&
           (is_number_word(now().text) || is(Keyword::const_) || is(Keyword::volatile_))) {
        const std::string word = take().text;
        if (word == "unsigned") is_unsigned = true;
        else if (word == "signed") is_signed = true;
        else if (word == "long") ++longs;
        else if (word == "const") type.is_const = true;
        else if (word == "volatile") type.is_volatile = true;
        else if (word == "int" && (base == "short" || longs > 0)) continue;
        else if (word == "short" && base == "int") base = word;
        else if (!base.empty())
            throw Refusal(from, sentence("`{first} {second}` is not a type.", {{"first", base}, {"second", word}}),
                          sentence("Write only one of the two types."));
        else base = word;
    }
    if (longs > 0 && (base.empty() || base == "int")) base = "long long";
    else if (longs > 0)
        throw Refusal(from, sentence("`long {type}` is not supported in device code.", {{"type", base}}),
                      sentence("Write `double`."));
    if (base.empty()) base = "int";
    const std::string plain = plain_number(base);
    if (!is_unsigned && !is_signed) return plain;
    if (plain == "float" || plain == "double" || plain == "bool" || plain == "void")
        throw Refusal(from, sentence("`unsigned {type}` is not a type.", {{"type", base}}),
                      sentence("Write `{code}`.", {{"code", base}}));
    if (!is_unsigned || plain.rfind("unsigned", 0) == 0) return plain;
    return plain == "int" ? "unsigned" : "unsigned " + plain;
}

void Parser::pointers(TypeWords& type) {
    for (;;) {
        skip_attributes();
        if (accept(Mark::star)) {
            if (++type.pointers > most_stars)
                refuse_here(
                    sentence("Pointer types can have at most {most} levels of indirection.", {{"most", most_stars}}),
                    sentence("Use an array with a computed index."));
        } else if (accept(Keyword::restrict_cuda) || accept(Keyword::restrict_short) || accept(Keyword::restrict_c) ||
                   accept(Keyword::volatile_)) {
        } else if (type.pointers > 0 && is(Keyword::const_)) {
            take();
            type.const_stars |= 1u << (type.pointers - 1);
        } else if (is(Mark::amp) && !type.is_reference) {
            take();
            type.is_reference = true;
        } else if (is(Mark::logical_and)) {
            refuse_here(sentence("Rvalue references (`&&`) are not supported."),
                        sentence("Use `&`, or pass by value."));
        } else {
            return;
        }
    }
}

} // namespace warploom::simt
