#pragma once

#include "engine/simt/language/operators.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

// Punctuation and keywords. Only the lexer compares the characters of a token. All other stages compare enumerators.

namespace warploom::simt {

/// Punctuation tokens. Longer tokens come first, because the lexer chooses the first match.
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

constexpr std::string_view mark_spellings[] = {
    "",   "<<<", ">>>", "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=",
    "-=", "*=",  "/=",  "%=",  "&=",  "|=",  "^=", "::", "##", "{",  "}",  "[",  "]",  "(",  ")",  ";",  ":",  ",",
    "?",  ".",   "+",   "-",   "*",   "/",   "%",  "&",  "|",  "^",  "~",  "!",  "<",  ">",  "=",  "#"};
constexpr std::string_view spelling_of(Mark mark) { return mark_spellings[static_cast<std::size_t>(mark)]; }

struct MarkTraits {
    Operator op = Operator::none; ///< binary operator of a compound assignment, such as + for `+=`
    bool is_assignment = false;
};
constexpr auto mark_traits = [] {
    std::array<MarkTraits, std::size(mark_spellings)> all{};
    for (std::size_t m = 1; m < all.size(); ++m) {
        std::string_view spelling = mark_spellings[m];
        const bool is_test = spelling == "<=" || spelling == ">=" || spelling == "==" || spelling == "!=";
        all[m].is_assignment = spelling.back() == '=' && !is_test;
        if (all[m].is_assignment) spelling.remove_suffix(1);
        for (std::size_t o = 1; o < std::size(operator_spellings); ++o)
            if (operator_spellings[o] == spelling) all[m].op = static_cast<Operator>(o);
    }
    return all;
}();
constexpr const MarkTraits& traits_of(Mark mark) { return mark_traits[static_cast<std::size_t>(mark)]; }
/// Returns the punctuation token at the beginning of a text, or Mark::none if the text does not begin with one.
constexpr Mark mark_at(std::string_view text) {
    for (std::size_t m = 1; m < std::size(mark_spellings); ++m)
        if (text.substr(0, mark_spellings[m].size()) == mark_spellings[m]) return static_cast<Mark>(m);
    return Mark::none;
}

/// Keywords, and other words with a special meaning in the parser or semantic analysis.
enum class Keyword : std::uint8_t {
    none,
    align,
    constant,
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
/// Returns the keyword with this spelling, or Keyword::none if there is none.
Keyword keyword_of(std::string_view word);

} // namespace warploom::simt
