#include "engine/simt/language/parser.h"

#include "engine/simt/language/words.h"

#include <algorithm>

namespace warploom::simt {

namespace {
constexpr int deepest_nesting = 200;
constexpr int most_parts = 1000; // nesting within one expression
constexpr int most_stars = 16;
constexpr std::size_t most_extents = 16;
} // namespace

ExpressionPointer make_expression(Expression::What what, SourceLocation place, std::string text) {
    auto made = std::make_unique<Expression>();
    made->what = what;
    made->place = place;
    const bool steps = what == Expression::What::unary && (text == "++" || text == "--");
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
    for (const char* name : {"int2", "uint2", "float2", "double2", "int4", "uint4", "float4", "dim3"})
        types_.insert(name);
}

Parser::Depth::Depth(Parser& parser) : parser_(parser) {
    if (++parser_.depth_ > deepest_nesting) {
        --parser_.depth_; // because the destructor does not run if a constructor throws
        parser_.refuse_here("This is nested more than " + std::to_string(deepest_nesting) + " deep.",
                            "Take it apart into smaller pieces.");
    }
}

void Parser::count_depth(Expression& of, const Expression& part) {
    of.height = std::max(of.height, part.height + 1);
    of.has_effects = of.has_effects || part.has_effects;
    if (of.height > most_parts)
        throw Refusal(of.place, "This expression has more than " + std::to_string(most_parts) + " parts.",
                      "Split it: keep what comes first in a variable.");
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
    while (is("[")) {
        if (of.extents.size() == most_extents)
            refuse_here("An array has at most " + std::to_string(most_extents) + " dimensions.",
                        "Use one dimension and compute the index.");
        take();
        of.extents.push_back(may_be_open && is("]") ? nullptr : conditional());
        expect("]", "after the size of the array");
    }
}

/// Throws for an unknown type, with the most similar known name, and for other tokens between these words.
void Parser::require_type(const char* before, const char* behind) const {
    if (begins_type()) return;
    if (now().kind == TokenKind::name && !is_reserved_word(now().text)) refuse_as_type();
    refuse_here(before + shown() + behind);
}

void Parser::refuse_as_type() const {
    if (const auto* const word = find_foreign_word(now().text)) refuse_here(word->sentence, word->hint);
    refuse_here("`" + now().text + "` is not a type.", nearest_type(now().text, {types_.begin(), types_.end()}));
}

const Token& Parser::next(std::size_t ahead) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
const Token& Parser::take() {
    const Token& token = tokens_[at_];
    effort_.spend(token.place);
    if (at_ + 1 < tokens_.size()) ++at_;
    return token;
}
bool Parser::accept(const char* mark) {
    if (!is(mark)) return false;
    take();
    return true;
}
bool Parser::accept_word(const char* name) {
    if (!is_word(name)) return false;
    take();
    return true;
}
std::string Parser::shown() const {
    if (now().kind == TokenKind::end) return now().text.empty() ? "the end of the file" : now().text;
    if (now().kind == TokenKind::text) return "a text";
    return "`" + now().text + "`";
}
void Parser::refuse_here(const std::string& sentence, const std::string& hint) const {
    throw Refusal(now().place, sentence, hint);
}
void Parser::expect(const char* mark, const char* where) {
    if (is(">>") && std::string(mark) == ">") { // closes two lists of template arguments
        if (is_half_closed_) take();
        is_half_closed_ = !is_half_closed_;
        return;
    }
    if (accept(mark)) return;
    refuse_word();
    refuse_sign();
    refuse_here(std::string("Here `") + mark + "` is missing " + where + "; " + shown() + " stands in its place.");
}
/// A missing semicolon is reported after the preceding token.
void Parser::expect_end_of_statement(const char* what) {
    if (accept(";")) return;
    refuse_word();
    refuse_sign();
    SourceLocation behind = at_ > 0 ? tokens_[at_ - 1].place : now().place;
    if (at_ > 0) behind.column += static_cast<int>(tokens_[at_ - 1].text.size());
    throw Refusal(behind, std::string("The `;` that ends ") + what + " is missing.", "Write `;` here.");
}
std::string Parser::name(const char* of_what) {
    if (is_reserved_word(now().text)) refuse_word();
    if (now().kind != TokenKind::name)
        refuse_here("The name of " + std::string(of_what) + " is missing; " + shown() + " stands in its place.");
    if (is_reserved_word(now().text))
        refuse_here("`" + now().text + "` is a word of the language and cannot be the name of " + of_what + ".",
                    "Choose another name.");
    return take().text;
}

void Parser::refuse_word() const {
    if (now().kind != TokenKind::name) return;
    const bool is_qualified = next().is("::");
    const auto* const word = find_foreign_word(is_qualified ? now().text + "::" + next(2).text : now().text);
    // Calls are resolved after all names are known.
    const bool begins_use = is_qualified || next().kind == TokenKind::name;
    if (word != nullptr && (word->is_keyword || begins_use)) throw Refusal(now().place, word->sentence, word->hint);
    if (is_qualified) {
        if (const auto* library = find_foreign_word(now().text + "::"))
            throw Refusal(now().place, "`" + now().text + "::" + next(2).text + "` " + library->sentence,
                          library->hint);
        throw Refusal(next().place, "`::` is not in the language: there are no namespaces.", "Write the plain name.");
    }
}

/// Throws for C++ tokens that are not supported. Called if no production matches.
void Parser::refuse_sign() const {
    if (is("...")) refuse_here("`...` is not supported.", "Write each case, parameter or argument out.");
    if (is("::")) refuse_here("`::` is not supported: there are no namespaces.", "Write the plain name.");
    if (is("["))
        refuse_here("`[` cannot stand here: lambda expressions and structured bindings are not supported.",
                    "Write a `__device__` function, or a variable for each value.");
    if (is("->"))
        refuse_here("A return type after the parameters is not supported.", "Write it before the function's name.");
    if (is("#")) refuse_here("A directive such as `#define` needs a line of its own.", "Begin a new line before it.");
}

bool Parser::begins_pointer_declarator(std::size_t ahead) const {
    return next(ahead).is("(") && (next(ahead + 1).is("*") || next(ahead + 1).is("&"));
}

void Parser::refuse_pointer_declarator() const {
    const bool is_reference = next().is("&");
    std::size_t close = 0;
    for (int depth = 0; next(close).kind != TokenKind::end; ++close) {
        depth += next(close).is("(") ? 1 : next(close).is(")") ? -1 : 0;
        if (depth == 0) break;
    }
    if (next(close + 1).is("["))
        refuse_here(std::string(is_reference ? "References" : "Pointers") + " to arrays are not supported here.",
                    "Use the array by its name, or a pointer to an element: `int* p = &A[0];`.");
    refuse_here("Pointers to functions are not supported.",
                "Call the function by its name, or choose with `if` or a template parameter.");
}

/// Skips attributes such as `[[maybe_unused]]`, which have no effect.
void Parser::skip_attributes() {
    while (is("[") && next().is("[")) {
        const SourceLocation from = now().place;
        int depth = 0;
        do {
            depth += is("[") ? 1 : is("]") ? -1 : 0;
            if (now().kind == TokenKind::end)
                throw Refusal(from, "This attribute is never closed.", "End it with `]]`.");
            take();
        } while (depth > 0);
    }
}

Declaration Parser::parameter() {
    Declaration made;
    skip_attributes();
    accept_word("register");
    refuse_word();
    if (is("...")) refuse_here("`...` is not in the language.", "Write each parameter out.");
    require_type("A parameter begins with its type, not with ", ".");
    made.type = type();
    made.place = now().place;
    if (is("(") && next().is("&")) { // T (&values)[n]
        take();
        take();
        made.type.is_reference = true;
        made.place = now().place;
        made.name = name("a parameter");
        declare(made.name);
        expect(")", "after the name of the array");
        if (!is("[")) refuse_here("Behind the name of this array its size is missing.", "Write `T (&values)[4]`.");
        extents(made, false);
        return made;
    }
    if (is("(")) refuse_pointer_declarator();
    made.name = name("a parameter");
    declare(made.name);
    extents(made, true);
    if (made.extents.size() > 1)
        throw Refusal(made.place, "A parameter cannot be an array of two dimensions.",
                      "Take a pointer and compute the index: a[row * width + column].");
    if (!made.extents.empty()) ++made.type.pointers;
    made.extents.clear();
    if (is("=")) refuse_here("Default arguments are not supported.", "Pass the value at every call.");
    return made;
}

bool Parser::is_type_name(const Token& token) const {
    return token.kind == TokenKind::name && (is_number_word(token.text) || types_.count(token.text) != 0);
}

bool Parser::begins_type(std::size_t ahead) const {
    const Token &word = next(ahead), &behind = next(ahead + 1);
    return is_type_name(word) || word.is_name("const") || word.is_name("volatile") || word.is_name("auto") ||
           (word.is_name("struct") && types_.count(behind.text) != 0) ||
           (word.is_name("typename") && is_type_name(behind));
}

void Parser::specifiers(Specifiers& found, bool is_inside) {
    for (;; take()) {
        if (is_word("const")) found.is_const = true;
        else if (is_word("constexpr")) found.is_constexpr = true;
        else if (is_word("static")) found.is_static = true;
        else if (is_word("extern")) found.is_extern = true;
        else if (is_word("volatile")) found.is_volatile = true;
        else if (is_inside) {
            if (is_word("__align__") || is_word("alignas")) { // arrays are always aligned to 16 bytes
                const std::string word = take().text;
                expect("(", ("after `" + word + "`").c_str());
                conditional();
                if (!is(")")) expect(")", ("after the number of `" + word + "`").c_str());
                continue;
            }
            if (is_word("register")) continue; // has no effect
            if (!is_word("__shared__")) return;
            found.is_shared = true;
        } else if (is_word("__global__")) found.is_kernel = true;
        else if (is_word("__device__")) found.is_device = true;
        else if (is_word("__host__")) found.is_host = true;
        else if (is_word("__launch_bounds__") || is_word("__maxnreg__")) bounds(found);
        else if (!is_word("inline") && !is_word("__inline__") && !is_word("__forceinline__") &&
                 !is_word("__noinline__"))
            return;
    }
}

/// Parses `__launch_bounds__(128, 4)` or `__maxnreg__(64)` up to the closing parenthesis.
void Parser::bounds(Specifiers& found) {
    const std::string word = take().text;
    const bool is_registers = word == "__maxnreg__";
    (is_registers ? found.has_registers : found.has_bounds) = true;
    expect("(", ("after `" + word + "`").c_str());
    for (int numbers = 1;; ++numbers) {
        ExpressionPointer number = conditional();
        if (numbers == 1) (is_registers ? found.registers : found.most_threads) = std::move(number);
        if (!is(",") || numbers == (is_registers ? 1 : 3)) break;
        take();
    }
    if (!is(")")) expect(")", ("after the numbers of `" + word + "`").c_str());
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
            if (accept_word("const") || accept_word("constexpr")) made.is_const = true;
            else if (accept_word("volatile")) made.is_volatile = true;
            else if (!accept_word("struct") && !accept_word("typename")) return;
    };
    qualifiers();
    refuse_word();
    if (is_number_word(now().text) && now().kind == TokenKind::name) {
        made.name = number_type(made);
    } else if (is_word("auto") || is_type_name(now())) {
        made.name = take().text;
        if (templates_.count(made.name) != 0 && accept("<")) {
            if (!is(">")) {
                do made.arguments.push_back(template_argument());
                while (accept(","));
            }
            expect(">", "after the arguments of the template");
        }
    } else {
        const auto* const word = now().kind == TokenKind::name ? find_foreign_word(now().text) : nullptr;
        if (word != nullptr) refuse_here(word->sentence, word->hint);
        refuse_here("Here a type is missing; " + shown() + " stands in its place.",
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
    while (now().kind == TokenKind::name && (is_number_word(now().text) || is_word("const") || is_word("volatile"))) {
        const std::string word = take().text;
        if (word == "unsigned") is_unsigned = true;
        else if (word == "signed") is_signed = true;
        else if (word == "long") ++longs;
        else if (word == "const") type.is_const = true;
        else if (word == "volatile") type.is_volatile = true;
        else if (word == "int" && (base == "short" || longs > 0)) continue;
        else if (word == "short" && base == "int") base = word;
        else if (!base.empty())
            throw Refusal(from, "`" + base + " " + word + "` is not a type.", "Write one of the two.");
        else base = word;
    }
    if (longs > 0 && (base.empty() || base == "int")) base = "long long";
    else if (longs > 0)
        throw Refusal(from, "`long " + base + "` is not in the language: a GPU has no such type.", "Write `double`.");
    if (base.empty()) base = "int";
    const std::string plain = plain_number(base);
    if (!is_unsigned && !is_signed) return plain;
    if (plain == "float" || plain == "double" || plain == "bool" || plain == "void")
        throw Refusal(from, "`unsigned " + base + "` is not a type.", "Write `" + base + "`.");
    if (!is_unsigned || plain.rfind("unsigned", 0) == 0) return plain;
    return plain == "int" ? "unsigned" : "unsigned " + plain;
}

void Parser::pointers(TypeWords& type) {
    for (;;) {
        skip_attributes();
        if (accept("*")) {
            if (++type.pointers > most_stars)
                refuse_here("A type has at most " + std::to_string(most_stars) + " stars.",
                            "An array of arrays needs two.");
        } else if (accept_word("__restrict__") || accept_word("__restrict") || accept_word("restrict") ||
                   accept_word("volatile")) {
        } else if (type.pointers > 0 && is_word("const")) {
            take();
            type.const_stars |= 1u << (type.pointers - 1);
        } else if (is("&") && !type.is_reference) {
            take();
            type.is_reference = true;
        } else if (is("&&")) {
            refuse_here("`&&` after a type is not in the language.", "Write `&`, or take the value.");
        } else {
            return;
        }
    }
}

} // namespace warploom::simt
