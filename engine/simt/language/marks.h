#pragma once

#include "engine/simt/language/operators.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

// Punctuation and keywords. The lexer is the only place that compares their spellings.

namespace warploom::simt {

/// A punctuation token. Longer marks come first, because the lexer takes the first match.
enum class Mark : std::uint8_t {
    none,
    launch_begin,
    launch_end,
    shift_left_assign,
    shift_right_assign,
    ellipsis,
    arrow,
    increment,
    decrement,
    shift_left,
    shift_right,
    less_equal,
    greater_equal,
    equal,
    not_equal,
    logical_and,
    logical_or,
    plus_assign,
    minus_assign,
    star_assign,
    slash_assign,
    percent_assign,
    amp_assign,
    pipe_assign,
    caret_assign,
    scope,
    paste,
    open_brace,
    close_brace,
    open_bracket,
    close_bracket,
    open_paren,
    close_paren,
    semicolon,
    colon,
    comma,
    question,
    dot,
    plus,
    minus,
    star,
    slash,
    percent,
    amp,
    pipe,
    caret,
    tilde,
    logical_not,
    less,
    greater,
    assign,
    hash
};

struct MarkTraits {
    std::string_view spelling;
    Operator op = Operator::none; ///< of an assignment such as `+=`: the operator that it applies
    bool is_assignment = false;
};
constexpr MarkTraits mark_traits[] = {
    {""},
    {"<<<"},
    {">>>"},
    {"<<=", Operator::shift_left, true},
    {">>=", Operator::shift_right, true},
    {"..."},
    {"->"},
    {"++", Operator::increment},
    {"--", Operator::decrement},
    {"<<", Operator::shift_left},
    {">>", Operator::shift_right},
    {"<=", Operator::less_equal},
    {">=", Operator::greater_equal},
    {"==", Operator::equal},
    {"!=", Operator::not_equal},
    {"&&", Operator::logical_and},
    {"||", Operator::logical_or},
    {"+=", Operator::plus, true},
    {"-=", Operator::minus, true},
    {"*=", Operator::star, true},
    {"/=", Operator::slash, true},
    {"%=", Operator::percent, true},
    {"&=", Operator::amp, true},
    {"|=", Operator::pipe, true},
    {"^=", Operator::caret, true},
    {"::"},
    {"##"},
    {"{"},
    {"}"},
    {"["},
    {"]"},
    {"("},
    {")"},
    {";"},
    {":"},
    {",", Operator::comma},
    {"?"},
    {"."},
    {"+", Operator::plus},
    {"-", Operator::minus},
    {"*", Operator::star},
    {"/", Operator::slash},
    {"%", Operator::percent},
    {"&", Operator::amp},
    {"|", Operator::pipe},
    {"^", Operator::caret},
    {"~", Operator::tilde},
    {"!", Operator::logical_not},
    {"<", Operator::less},
    {">", Operator::greater},
    {"=", Operator::none, true},
    {"#"},
};
constexpr const MarkTraits& traits_of(Mark mark) { return mark_traits[static_cast<std::size_t>(mark)]; }
/// Returns the mark at the beginning of a text, or Mark::none.
constexpr Mark mark_at(std::string_view text) {
    for (std::size_t m = 1; m < std::size(mark_traits); ++m)
        if (text.substr(0, mark_traits[m].spelling.size()) == mark_traits[m].spelling) return static_cast<Mark>(m);
    return Mark::none;
}

/// A word with a meaning in the language, as far as the parser or the type check asks for it.
enum class Keyword : std::uint8_t {
    none,
    align,
    device,
    forceinline,
    global,
    host,
    inline_gnu,
    launch_bounds,
    maxnreg,
    noinline,
    restrict_short,
    restrict_cuda,
    shared,
    alignas_,
    auto_,
    block_dim,
    block_idx,
    break_,
    case_,
    class_,
    const_,
    const_cast_,
    constexpr_,
    continue_,
    default_,
    do_,
    else_,
    enum_,
    extern_,
    false_,
    final_,
    for_,
    grid_dim,
    if_,
    inline_,
    namespace_,
    noexcept_,
    null_,
    nullptr_,
    operator_,
    register_,
    reinterpret_cast_,
    restrict_c,
    return_,
    sizeof_,
    static_,
    static_cast_,
    struct_,
    switch_,
    template_,
    this_,
    thread_idx,
    true_,
    typedef_,
    typename_,
    union_,
    using_,
    void_,
    volatile_,
    warp_size_name,
    while_
};
/// Returns the keyword of this spelling; Keyword::none for all other words.
Keyword keyword_of(std::string_view word);

} // namespace warploom::simt
