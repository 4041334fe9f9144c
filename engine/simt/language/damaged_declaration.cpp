#include "engine/simt/language/parser.h"
#include "engine/simt/language/words.h"

// How the parser continues after a declaration with a syntax error.

namespace warploom::simt {

/// Records the names in the head of a declaration with a syntax error, so that uses of these names are not reported as
/// unknown.
void Parser::note_damaged(TranslationUnit& tree, std::size_t begin) {
    bool is_record = false;
    for (std::size_t at = begin; tokens_[at].kind != TokenKind::end; ++at) {
        if (tokens_[at].is(Keyword::template_)) // a template parameter has the same name in other templates
            for (int depth = 0; tokens_[at + 1].kind != TokenKind::end;) {
                const Token& next = tokens_[++at];
                depth += next.is(Mark::less) ? 1 : next.is(Mark::greater) ? -1 : next.is(Mark::shift_right) ? -2 : 0;
                if (depth <= 0 || next.is(Mark::open_brace)) break;
            }
        const Token& token = tokens_[at];
        if (token.is(Mark::open_brace) || token.is(Mark::semicolon) || token.is(Mark::assign)) return;
        if (token.is(Mark::open_paren)) { // skip the arguments of an attribute or a constraint
            const Token& before = tokens_[at > begin ? at - 1 : at];
            const bool is_attribute = before.is(Keyword::alignas_) || before.is(Keyword::align) ||
                                      before.is(Mark::open_paren) || before.is_name("__attribute__") ||
                                      before.is_name("requires");
            if (!is_attribute) return;
            for (int depth = 0; tokens_[at].kind != TokenKind::end; ++at) {
                depth += tokens_[at].is(Mark::open_paren) ? 1 : tokens_[at].is(Mark::close_paren) ? -1 : 0;
                if (depth == 0) break;
            }
            if (tokens_[at].kind == TokenKind::end) return;
            continue;
        }
        is_record = is_record || token.is(Keyword::struct_) || token.is(Keyword::union_) || token.is(Keyword::class_);
        if (token.kind != TokenKind::name || is_reserved_word(token.text)) continue;
        tree.damaged.insert(token.text);
        damaged_declarations_.insert(token.text);
        if (is_record) unknown_types_.insert(token.text);
    }
}

/// Returns the name of the host function that begins at token `begin`; empty if there is none, or if it is an entry
/// point.
std::string Parser::host_function_at(std::size_t begin) const {
    std::string called;
    for (std::size_t at = begin; at < tokens_.size() && !tokens_[at].is(Mark::open_brace); ++at) {
        const Token& token = tokens_[at];
        if (token.is_name("consteval")) return {};
        for (const Keyword word : {Keyword::global, Keyword::device, Keyword::struct_, Keyword::class_, Keyword::enum_,
                                   Keyword::union_, Keyword::typedef_, Keyword::using_})
            if (token.is(word)) return {};
        if (token.is(Mark::semicolon) || token.is(Mark::assign) || token.kind == TokenKind::end) return {};
        if (called.empty() && token.is(Mark::open_paren) && at > begin) called = tokens_[at - 1].text;
    }
    return entry_points_.count(called) != 0 ? std::string() : called;
}

} // namespace warploom::simt
