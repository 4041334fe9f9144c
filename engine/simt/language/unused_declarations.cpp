#include "engine/simt/language/unused_declarations.h"

#include "engine/simt/language/damaged_declaration.h"
#include "engine/simt/language/parser.h"
#include "engine/simt/language/words.h"

#include <algorithm>
#include <map>

namespace warploom::simt {

namespace {

/// Reads the properties of declarations that determine which of them are used.
class Uses {
public:
    Uses(const std::vector<Token>& tokens, const std::vector<ParsedItem>& items, const std::set<std::string>& entries)
        : tokens_(tokens), items_(items), entries_(entries), is_used_(items.size()) {
        for (std::size_t i = 0; i < items.size(); ++i)
            for (const std::string& name : declared_by(items[i])) declaring_[name].push_back(i);
        for (std::size_t i = 0; i < items.size(); ++i)
            if (is_root(items[i])) use(i);
        while (!open_.empty()) {
            const ParsedItem& item = items_[open_.back()];
            open_.pop_back();
            for (std::size_t at = item.begin; at < item.end; ++at)
                if (tokens_[at].kind == TokenKind::name)
                    if (const auto known = declaring_.find(tokens_[at].text); known != declaring_.end())
                        for (const std::size_t other : known->second) use(other);
        }
    }
    bool is_used(std::size_t item) const { return is_used_[item]; }

private:
    void use(std::size_t item) {
        if (is_used_[item]) return;
        is_used_[item] = true;
        open_.push_back(item);
    }

    /// Returns whether the errors of a declaration are reported even if nothing uses it.
    bool is_root(const ParsedItem& item) const {
        int braces = 0;
        bool is_head = true;
        for (std::size_t at = item.begin; at < item.end; ++at) {
            const Token& token = tokens_[at];
            if (token.is(Keyword::global)) return true;
            is_head = is_head && !token.is(Mark::open_brace) && !token.is(Mark::open_paren);
            if (is_head && (token.is(Keyword::device) || token.is(Keyword::constant))) return true;
            braces += token.is(Mark::open_brace) ? 1 : token.is(Mark::close_brace) ? -1 : 0;
        }
        // With a missing brace, the range may also contain other declarations.
        return braces != 0 || entries_.contains(host_function_at(tokens_, item.begin));
    }

    /// Returns the names that a declaration may declare, and possibly others.
    std::vector<std::string> declared_by(const ParsedItem& item) const {
        std::vector<std::string> names;
        bool has_parameters = false, has_body = false;
        std::size_t behind = item.begin; // the token after the outermost braces
        int braces = 0;
        for (std::size_t at = item.begin; at < item.end; ++at) {
            const Token& token = tokens_[at];
            has_parameters = has_parameters || (!has_body && token.is(Mark::open_paren));
            has_body = has_body || token.is(Mark::open_brace);
            braces += token.is(Mark::open_brace) ? 1 : token.is(Mark::close_brace) ? -1 : 0;
            if (token.is(Mark::close_brace) && braces == 0) behind = at + 1;
        }
        bool is_record = false;
        for (const auto& [name, is_type] : names_in_head(tokens_, item.begin)) {
            names.push_back(name);
            is_record = is_record || is_type;
        }
        if (has_parameters && has_body && !is_record) return names;
        for (std::size_t at = is_record ? behind : item.begin; at < item.end; ++at)
            if (tokens_[at].kind == TokenKind::name && !is_reserved_word(tokens_[at].text))
                names.push_back(tokens_[at].text);
        return names;
    }

    const std::vector<Token>& tokens_;
    const std::vector<ParsedItem>& items_;
    const std::set<std::string>& entries_;
    std::map<std::string, std::vector<std::size_t>> declaring_;
    std::vector<bool> is_used_;
    std::vector<std::size_t> open_;
};

} // namespace

bool is_pasted(const std::vector<Token>& tokens, const std::vector<ParsedItem>& items,
               const std::set<std::string>& entry_points) {
    for (const ParsedItem& item : items) {
        const std::string host_function = host_function_at(tokens, item.begin);
        if (host_function == "main") return true;
        const auto launches = [](const Token& token) { return token.is(Mark::launch_begin); };
        const auto begin = tokens.begin() + static_cast<std::ptrdiff_t>(item.begin),
                   end = tokens.begin() + static_cast<std::ptrdiff_t>(item.end);
        if (!host_function.empty() && !entry_points.contains(host_function) && std::any_of(begin, end, launches))
            return true;
    }
    // An entry point may itself contain the error, so its name anywhere is enough.
    const auto contains = [&](const auto& is_wanted) {
        return std::any_of(tokens.begin(), tokens.end(),
                           [&](const Token& token) { return token.kind == TokenKind::name && is_wanted(token.text); });
    };
    return contains([](const auto& name) { return name == "__global__"; }) &&
           !contains([&](const auto& name) { return entry_points.contains(std::string(name)); });
}

UsedTokens without_unused(const std::vector<Token>& tokens, const std::vector<ParsedItem>& items,
                          const std::set<std::string>& entry_points) {
    const Uses uses(tokens, items, entry_points);
    UsedTokens used;
    std::size_t at = 0;
    const auto keep_until = [&](std::size_t end) {
        used.tokens.insert(used.tokens.end(), tokens.begin() + static_cast<std::ptrdiff_t>(at),
                           tokens.begin() + static_cast<std::ptrdiff_t>(end));
    };
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (!items[i].has_errors || uses.is_used(i) || items[i].end <= items[i].begin) continue;
        keep_until(items[i].begin);
        at = items[i].end;
        used.removed.emplace_back(tokens[items[i].begin].place, tokens[at - 1].place);
    }
    keep_until(tokens.size());
    return used;
}

ParsedFile parse_file(std::vector<Token> tokens, CompileBudget& effort, const std::set<std::string>& entry_points) {
    // Without a removed declaration, another unused declaration may have errors.
    constexpr int most_passes = 8;
    std::vector<std::pair<SourceLocation, SourceLocation>> removed;
    for (int pass = 1;; ++pass) {
        Parser parser(tokens, effort);
        TranslationUnit tree = parser.file(entry_points);
        const bool has_errors = std::any_of(parser.items().begin(), parser.items().end(),
                                            [](const ParsedItem& item) { return item.has_errors; });
        UsedTokens used;
        if (has_errors && pass < most_passes && is_pasted(tokens, parser.items(), entry_points))
            used = without_unused(tokens, parser.items(), entry_points);
        if (used.removed.empty()) {
            tree.skipped_ranges.insert(tree.skipped_ranges.end(), removed.begin(), removed.end());
            return {std::move(tree), parser.errors()};
        }
        removed.insert(removed.end(), used.removed.begin(), used.removed.end());
        tokens = std::move(used.tokens);
    }
}

} // namespace warploom::simt
