#include "engine/simt/language/damaged_declaration.h"

#include "engine/simt/language/words.h"

namespace warploom::simt {

std::vector<DamagedName> names_in_head(const std::vector<Token>& tokens, std::size_t begin) {
    std::vector<DamagedName> names;
    bool is_record = false;
    for (std::size_t at = begin; tokens[at].kind != TokenKind::end; ++at) {
        if (tokens[at].is(Keyword::template_)) // a template parameter has the same name in other templates
            for (int depth = 0; tokens[at + 1].kind != TokenKind::end;) {
                const Token& next = tokens[++at];
                depth += next.is(Mark::less) ? 1 : next.is(Mark::greater) ? -1 : next.is(Mark::shift_right) ? -2 : 0;
                if (depth <= 0 || next.is(Mark::open_brace)) break;
            }
        const Token& token = tokens[at];
        if (token.is(Mark::open_brace) || token.is(Mark::semicolon) || token.is(Mark::assign)) return names;
        if (token.is(Mark::open_paren)) { // skip the arguments of an attribute or a constraint
            const Token& before = tokens[at > begin ? at - 1 : at];
            const bool is_attribute = before.is(Keyword::alignas_) || before.is(Keyword::align) ||
                                      before.is(Mark::open_paren) || before.is_name("__attribute__") ||
                                      before.is_name("requires");
            if (!is_attribute) return names;
            for (int depth = 0; tokens[at].kind != TokenKind::end; ++at) {
                depth += tokens[at].is(Mark::open_paren) ? 1 : tokens[at].is(Mark::close_paren) ? -1 : 0;
                if (depth == 0) break;
            }
            if (tokens[at].kind == TokenKind::end) return names;
            continue;
        }
        is_record = is_record || token.is(Keyword::struct_) || token.is(Keyword::union_) || token.is(Keyword::class_);
        if (token.kind == TokenKind::name && !is_reserved_word(token.text)) names.push_back({token.text, is_record});
    }
    return names;
}

std::string host_function_at(const std::vector<Token>& tokens, std::size_t begin) {
    std::string called;
    for (std::size_t at = begin; at < tokens.size() && !tokens[at].is(Mark::open_brace); ++at) {
        const Token& token = tokens[at];
        if (token.is_name("consteval")) return {};
        for (const Keyword word : {Keyword::global, Keyword::device, Keyword::struct_, Keyword::class_, Keyword::enum_,
                                   Keyword::union_, Keyword::typedef_, Keyword::using_})
            if (token.is(word)) return {};
        if (token.is(Mark::semicolon) || token.is(Mark::assign) || token.kind == TokenKind::end) return {};
        if (called.empty() && token.is(Mark::open_paren) && at > begin) called = tokens[at - 1].text;
    }
    return called;
}

} // namespace warploom::simt
