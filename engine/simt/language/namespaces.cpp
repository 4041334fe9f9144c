#include "engine/simt/language/namespaces.h"

#include "engine/sentence.h"
#include "engine/simt/language/headers.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace warploom::simt {

namespace {

/// Standard library functions that a kernel can also call without `std::`.
constexpr std::string_view standard_functions[] = {
    "min",     "max",      "abs",      "fabs",    "sqrt",     "cbrt",    "exp",       "exp2",      "expm1",
    "log",     "log2",     "log10",    "log1p",   "pow",      "sin",     "cos",       "tan",       "asin",
    "acos",    "atan",     "sinh",     "cosh",    "tanh",     "erf",     "erfc",      "floor",     "ceil",
    "round",   "trunc",    "rint",     "fmod",    "fma",      "fmin",    "fmax",      "nearbyint", "swap",
    "isnan",   "isinf",    "isfinite", "signbit", "copysign", "size_t",  "ptrdiff_t", "int32_t",   "uint32_t",
    "int64_t", "uint64_t", "int8_t",   "uint8_t", "int16_t",  "uint16_t"};

constexpr std::string_view groups = "cooperative_groups";
/// Names in the namespace cooperative_groups that kernels are unlikely to declare themselves. The namespace is removed
/// from these names, but remains part of all other names.
constexpr std::string_view distinct_names[] = {"thread_block",      "thread_block_tile", "this_thread_block",
                                               "tiled_partition",   "coalesced_group",   "coalesced_threads",
                                               "grid_group",        "this_grid",         "binary_partition",
                                               "labeled_partition", "thread_group"};
/// Names that the header cooperative_groups.h declares and that kernels may also declare themselves. They keep their
/// namespace as part of the name.
constexpr std::string_view common_names[] = {"sync",         "reduce", "plus",      "less",           "greater",
                                             "bit_and",      "bit_or", "bit_xor",   "inclusive_scan", "exclusive_scan",
                                             "memcpy_async", "wait",   "wait_prior"};

constexpr std::string_view cuda = "cuda";
/// Names that the headers cuda/atomic and cuda/barrier declare. They keep their namespace as part of the name.
constexpr std::string_view names_of_cuda[] = {"atomic_ref",           "barrier",
                                              "thread_scope_system",  "thread_scope_device",
                                              "thread_scope_block",   "thread_scope_thread",
                                              "memory_order_relaxed", "memory_order_consume",
                                              "memory_order_acquire", "memory_order_release",
                                              "memory_order_acq_rel", "memory_order_seq_cst"};

template <std::size_t count> bool is_among(const std::string_view (&names)[count], const std::string& name) {
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

class Flattener {
public:
    Flattener(const std::vector<Token>& tokens, std::vector<Refusal>& wrong) : tokens_(tokens), wrong_(wrong) {
        for (const Token& token : tokens) {
            if (token.place.header == 0 || !is_header_of_cuda(token.place.header)) continue;
            has_atomic_ = has_atomic_ || token.is_name("atomic_ref");
            has_barrier_ = has_barrier_ || token.is_name("barrier");
        }
        for (std::size_t t = 0; t + 1 < tokens.size(); ++t)
            if (tokens[t].is(Keyword::namespace_))
                for (++t; t < tokens.size() && (tokens[t].kind == TokenKind::name || tokens[t].is(Mark::scope)); ++t)
                    if (tokens[t].kind == TokenKind::name) known_.insert(tokens[t].text);
    }

    FlatTokens run() {
        std::vector<bool> is_namespace; // for each open brace, whether it opens a namespace
        while (at_ < tokens_.size()) {
            if (removes_using() || removes_alias() || opens(is_namespace) || joins_name_of_cuda() ||
                removes_qualifier())
                continue;
            const Token& token = tokens_[at_];
            if (token.is(Mark::open_brace)) is_namespace.push_back(false);
            if (token.is(Mark::close_brace) && !is_namespace.empty()) {
                const bool ends_namespace = is_namespace.back();
                is_namespace.pop_back();
                if (ends_namespace) {
                    path_.pop_back();
                    ++at_;
                    continue;
                }
            }
            if (!is_in_groups()) note_definition(is_namespace);
            const bool keeps_namespace = is_in_groups() && is_namespace.back() && is_among(common_names, token.text);
            const bool keeps_cuda = is_in(cuda) && token.place.header != 0 && is_among(names_of_cuda, token.text);
            keep();
            if (keeps_namespace) keep_namespace(groups);
            if (keeps_cuda) keep_namespace(cuda);
        }
        std::erase_if(known_, [&](const std::string& name) { return groups_.count(name) != 0 || name == cuda; });
        return {std::move(kept_), std::move(known_), std::move(standard_)};
    }

private:
    const Token& next(std::size_t ahead) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
    void keep() {
        kept_.push_back(tokens_[at_]);
        kept_.back().starts_line = kept_.back().starts_line || starts_line_;
        starts_line_ = false;
        ++at_;
    }
    void skip(std::size_t count) {
        for (std::size_t s = 0; s < count; ++s) starts_line_ = starts_line_ || tokens_[at_ + s].starts_line;
        at_ += count;
    }
    bool is_in(std::string_view name) const { return !path_.empty() && path_.back() == name; }
    bool is_in_groups() const { return is_in(groups); }
    void keep_namespace(std::string_view name) { kept_.back().text.insert(0, std::string(name) + "::"); }
    void require_header_of_groups() {
        if (std::exchange(has_groups_, true)) return;
        wrong_.emplace_back(next(0).place,
                            sentence("`{name}` requires a header of CUDA.", {{"name", std::string(groups)}}),
                            sentence("Write `#include <cooperative_groups.h>` at the top of the file."));
    }
    /// Skips tokens up to and including the next `;`.
    void skip_statement() {
        while (!next(0).is(Mark::semicolon) && next(0).kind != TokenKind::end) skip(1);
        if (next(0).is(Mark::semicolon)) skip(1);
    }

    bool removes_using() {
        if (!next(0).is(Keyword::using_) || !next(1).is(Keyword::namespace_)) return false;
        if (groups_.count(next(2).text) != 0) require_header_of_groups();
        skip_statement();
        return true;
    }
    bool removes_alias() {
        if (!next(0).is(Keyword::namespace_) || next(1).kind != TokenKind::name || !next(2).is(Mark::assign))
            return false;
        if (groups_.count(next(3).text) != 0) {
            require_header_of_groups();
            groups_.insert(next(1).text);
        }
        skip_statement();
        return true;
    }
    /// Consumes the beginning of a namespace definition, such as `namespace a {`, `namespace a::b {` or `namespace {`.
    /// Returns false if no namespace begins here.
    bool opens(std::vector<bool>& is_namespace) {
        if (!next(0).is(Keyword::namespace_)) return false;
        std::size_t ahead = 1;
        std::string name;
        while (next(ahead).kind == TokenKind::name || next(ahead).is(Mark::scope)) name += next(ahead++).text;
        if (!next(ahead).is(Mark::open_brace)) return false;
        has_groups_ = has_groups_ || name == groups;
        skip(ahead + 1);
        is_namespace.push_back(true);
        path_.push_back(name);
        return true;
    }
    bool removes_qualifier() {
        const bool is_behind_name =
            !kept_.empty() && (kept_.back().kind == TokenKind::name || kept_.back().is(Mark::greater) ||
                               kept_.back().is(Mark::shift_right));
        // This is a qualified name in the global namespace, such as `::name`.
        if (next(0).is(Mark::scope) && !is_behind_name && next(1).kind == TokenKind::name) {
            skip(1);
            return true;
        }
        if (next(0).kind != TokenKind::name || !next(1).is(Mark::scope)) return false;
        // An arrival token of a cuda::barrier is moved, which is a copy here.
        if (has_barrier_ && next(0).is_name("std") && next(2).is_name("move") && next(3).is(Mark::open_paren)) {
            skip(3);
            return true;
        }
        const bool is_standard =
            next(0).text == "std" && std::find(std::begin(standard_functions), std::end(standard_functions),
                                               next(2).text) != std::end(standard_functions);
        if (is_standard) standard_.insert(next(2).text);
        const bool is_group = groups_.count(next(0).text) != 0;
        if (!is_standard && !is_group && (next(0).text == cuda || known_.count(next(0).text) == 0)) return false;
        if (is_group) require_header_of_groups();
        skip(2);
        if (is_group && next(0).kind == TokenKind::name && !is_among(distinct_names, next(0).text)) {
            keep();
            keep_namespace(groups);
        }
        return true;
    }
    /// Joins a name such as `cuda::atomic_ref` or `cuda::std::memory_order_relaxed` to one token.
    bool joins_name_of_cuda() {
        if (!next(0).is_name("cuda") || !next(1).is(Mark::scope)) return false;
        const std::size_t ahead = next(2).is_name("std") && next(3).is(Mark::scope) ? 4 : 2;
        const std::string name = next(ahead).text;
        if (!is_among(names_of_cuda, name)) return false;
        const bool is_barrier = name == "barrier";
        if (!(is_barrier ? has_barrier_ : has_atomic_)) {
            (is_barrier ? has_barrier_ : has_atomic_) = true;
            wrong_.emplace_back(next(0).place,
                                sentence("`{name}` requires a header of CUDA.", {{"name", "cuda::" + name}}),
                                is_barrier ? sentence("Write `#include <cuda/barrier>` at the top of the file.")
                                           : sentence("Write `#include <cuda/atomic>` at the top of the file."));
        }
        skip(ahead);
        keep();
        keep_namespace(cuda);
        return true;
    }
    /// Records the name of a function defined at namespace scope. Reports an error if two namespaces define functions
    /// of the same name.
    void note_definition(const std::vector<bool>& is_namespace) {
        const bool is_at_scope = std::all_of(is_namespace.begin(), is_namespace.end(), [](bool each) { return each; });
        if (!is_at_scope || next(0).kind != TokenKind::name || !next(1).is(Mark::open_paren) || kept_.empty()) return;
        const bool is_declared = kept_.back().kind == TokenKind::name || kept_.back().is(Mark::star) ||
                                 kept_.back().is(Mark::amp) || kept_.back().is(Mark::greater);
        if (!is_declared) return;
        std::string path;
        for (const std::string& name : path_) path += name + "::";
        const auto [known, is_new] = defined_.try_emplace(next(0).text, path);
        if (!is_new && known->second != path)
            wrong_.emplace_back(next(0).place,
                                sentence("`{name}` is declared in two namespaces. Namespaces are supported only if all "
                                         "names in them differ.",
                                         {{"name", next(0).text}}),
                                sentence("Rename one of the two."));
    }

    const std::vector<Token>& tokens_;
    std::vector<Refusal>& wrong_;
    std::set<std::string> known_, standard_;
    std::set<std::string> groups_{std::string(groups)};
    /// Whether cooperative_groups.h is included. Also true once the missing #include has been reported.
    bool has_groups_ = false;
    bool has_atomic_ = false, has_barrier_ = false; ///< the same for cuda/atomic and cuda/barrier
    std::map<std::string, std::string> defined_;
    std::vector<std::string> path_;
    std::vector<Token> kept_;
    std::size_t at_ = 0;
    bool starts_line_ = false; ///< whether a removed token was the first one on its line
};

} // namespace

FlatTokens without_namespaces(std::vector<Token> tokens, std::vector<Refusal>& wrong) {
    const bool has_any = std::any_of(tokens.begin(), tokens.end(), [](const Token& token) {
        return token.is(Mark::scope) || token.is(Keyword::namespace_);
    });
    if (has_any) return Flattener(tokens, wrong).run();
    return {std::move(tokens), {}, {}};
}

} // namespace warploom::simt
