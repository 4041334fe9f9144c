#include "engine/simt/language/parser.h"

#include "engine/sentence.h"
#include "engine/simt/language/words.h"

#include <algorithm>
#include <string_view>

namespace warploom::simt {

namespace {
constexpr int deepest_nesting = 200;
} // namespace

const Token& TokenReader::next(std::size_t ahead) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }

const Token& TokenReader::take() {
    const Token& token = tokens_[at_];
    effort_.spend(token.place);
    if (at_ + 1 < tokens_.size()) ++at_;
    return token;
}

void TokenReader::expect(Mark mark) {
    if (is(Mark::shift_right) && mark == Mark::greater) { // `>>` can close two template argument lists
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

/// Consumes the semicolon after a statement. A missing semicolon is reported at the end of the preceding token.
void TokenReader::expect_end_of_statement() {
    if (accept(Mark::semicolon)) return;
    refuse_word();
    refuse_sign();
    SourceLocation behind = at_ > 0 ? tokens_[at_ - 1].place : now().place;
    if (at_ > 0) behind.column += static_cast<int>(tokens_[at_ - 1].text.size());
    const Refusal refusal(behind, sentence("Expected `;` at the end of the statement."), sentence("Write `;` here."));
    if (!now().starts_line || now().kind == TokenKind::end) throw refusal;
    report(refusal); // report the error and continue as if the semicolon were present
}

std::string TokenReader::name() {
    if (is_reserved_word(now().text)) refuse_word();
    if (now().kind != TokenKind::name)
        refuse_here(sentence("Expected an identifier before {found}.", {{"found", shown()}}));
    if (is_reserved_word(now().text))
        refuse_here(sentence("`{name}` is a reserved word and cannot be used as a name.", {{"name", now().text}}),
                    sentence("Choose another name."));
    return take().text;
}

std::string TokenReader::shown() const {
    if (now().kind == TokenKind::end)
        return now().text.empty() ? sentence("the end of the file") : sentence("the end of the line");
    if (now().kind == TokenKind::text) return sentence("a string literal");
    return "`" + now().text + "`";
}

void TokenReader::refuse_here(const std::string& sentence, const std::string& hint) const {
    throw Refusal(now().place, now().range(), sentence, hint);
}

void TokenReader::refuse_word() const {
    if (now().kind != TokenKind::name) return;
    const bool is_qualified = next().is(Mark::scope) && !next(2).is_name("arrival_token");
    const std::string spelling = is_qualified ? now().text + "::" + next(2).text : now().text;
    const auto* const word = find_foreign_word(spelling);
    // A later stage checks whether the function exists, when all names are known.
    const bool begins_use = is_qualified || next().kind == TokenKind::name;
    if (word != nullptr && (word->is_keyword || begins_use)) throw refusal_of(*word, spelling, now().place);
    if (is_qualified) {
        if (const auto* library = find_foreign_word(now().text + "::"))
            throw refusal_of(*library, spelling, now().place);
        throw Refusal(next().place, sentence("`::` is not supported because there are no namespaces."),
                      sentence("Write the name without `::`."));
    }
}

/// Throws if the current token is unsupported C++ syntax. Call it if the token cannot begin an expression or a
/// declaration.
void TokenReader::refuse_sign() const {
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

bool TokenReader::begins_pointer_declarator(std::size_t ahead) const {
    return next(ahead).is(Mark::open_paren) && (next(ahead + 1).is(Mark::star) || next(ahead + 1).is(Mark::amp));
}

void TokenReader::refuse_pointer_declarator() const {
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

bool TokenReader::is_one_of_names(std::initializer_list<const char*> names) const {
    return std::any_of(names.begin(), names.end(), [this](const char* each) { return now().is_name(each); });
}

/// Returns the name after the next block in braces, as in `typedef struct {...} Name;`.
std::string TokenReader::name_behind_block() const {
    std::size_t ahead = 0;
    for (int depth = 0; next(ahead).kind != TokenKind::end; ++ahead) {
        depth += next(ahead).is(Mark::open_brace) ? 1 : next(ahead).is(Mark::close_brace) ? -1 : 0;
        if (next(ahead).is(Mark::close_brace) && depth == 0) break;
    }
    return next(ahead + 1).kind == TokenKind::name ? next(ahead + 1).text : std::string();
}

/// Parses the name of an overloaded operator, such as `operator+`.
std::string TokenReader::operator_name() {
    take();
    constexpr std::string_view supported[] = {
        "+", "-", "*", "/", "%", "==", "!=", "<", ">", "<=", ">=", "+=", "-=", "*=", "/=", "%=", "&", "|", "^", "~"};
    if (std::find(std::begin(supported), std::end(supported), now().text) == std::end(supported) ||
        !next().is(Mark::open_paren))
        refuse_here(sentence("Only arithmetic operators and comparisons can be overloaded."),
                    sentence("Write a named function."));
    return "operator" + take().text;
}

/// Skips attributes such as `[[maybe_unused]]`, which have no effect.
void TokenReader::skip_attributes() {
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

TokenReader::Depth::Depth(TokenReader& parser) : parser_(parser) {
    if (++parser_.depth_ > deepest_nesting) {
        --parser_.depth_; // needed here because the destructor is not called if the constructor throws
        parser_.refuse_here(sentence("The code is nested more than {most} levels deep.", {{"most", deepest_nesting}}),
                            sentence("Split the code into smaller functions."));
    }
}

void TokenReader::report(const Refusal& refusal) {
    const Diagnostic& error = refusal.diagnostic;
    const auto is_same = [&](const Diagnostic& other) {
        return other.line == error.line && other.sentence == error.sentence;
    };
    if (error.sentence.empty() || (!errors_.empty() && is_same(errors_.back()))) return;
    ++reported_;
    if (errors_.size() < most_errors) errors_.push_back(error);
}

/// Returns whether a declaration at namespace scope begins at token `at`. Such a token must be in the first column.
bool TokenReader::begins_item(std::size_t at) const {
    const Token& token = tokens_[at];
    if (!token.starts_line || token.place.column != 1 || token.kind != TokenKind::name) return false;
    constexpr Keyword words[] = {Keyword::template_,  Keyword::global,   Keyword::device,  Keyword::host,
                                 Keyword::struct_,    Keyword::typedef_, Keyword::using_,  Keyword::void_,
                                 Keyword::constexpr_, Keyword::static_,  Keyword::inline_, Keyword::constant};
    return std::find(std::begin(words), std::end(words), token.word) != std::end(words);
}

/// Skips an explicit instantiation such as `template void scale<float>(float*);`. It has no effect, because templates
/// are instantiated where they are used.
void TokenReader::skip_instantiation() {
    while (!is(Mark::semicolon)) {
        if (is(Mark::open_brace) || now().kind == TokenKind::end)
            refuse_here(sentence("Expected `;` at the end of an explicit template instantiation."),
                        sentence("Write `template <...>` before the definition of a template."));
        take();
    }
    take();
}

/// Skips the rest of an invalid declaration that starts at token `begin`. Stops after its `;` or `}`, or at a line that
/// begins another declaration.
void TokenReader::skip_item(std::size_t begin) {
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

/// Skips the rest of an invalid statement that starts at token `begin`. Stops at its `;`, at the `}` of its block, or
/// at the `}` of the enclosing block.
void TokenReader::skip_statement(std::size_t begin) {
    const std::size_t error = at_;
    int braces = 0, parentheses = 0;
    for (at_ = begin; now().kind != TokenKind::end;) {
        if (braces == 0 && is(Mark::close_brace)) return;
        if (at_ > begin && at_ >= error && begins_item(at_)) return;
        // If a parenthesis is not closed, assume that the statement ends with the line.
        if (now().starts_line && at_ > error && braces == 0 && parentheses > 0) return;
        braces += is(Mark::open_brace) ? 1 : is(Mark::close_brace) ? -1 : 0;
        parentheses += is(Mark::open_paren) ? 1 : is(Mark::close_paren) ? -1 : 0;
        if (is(Mark::open_brace)) parentheses = 0;
        const bool has_parts = tokens_[begin].is(Keyword::for_) || tokens_[begin].is(Keyword::if_) ||
                               tokens_[begin].is(Keyword::switch_); // whether the parentheses may contain `;`
        const bool is_closed = parentheses <= 0 || (at_ >= error && !has_parts);
        const bool is_record = tokens_[begin].is(Keyword::struct_) || tokens_[begin].is(Keyword::union_) ||
                               tokens_[begin].is(Keyword::class_) || tokens_[begin].is(Keyword::enum_);
        const bool goes_on = next().is(Mark::close_paren) || next().is(Mark::dot) || next().is(Mark::comma) ||
                             (is_record && next().kind == TokenKind::name && !next().starts_line);
        const bool ends = braces == 0 && ((is(Mark::semicolon) && is_closed) || (is(Mark::close_brace) && !goes_on));
        take();
        if (ends && at_ > error && !is(Keyword::else_)) return;
    }
}

} // namespace warploom::simt
