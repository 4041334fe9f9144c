#include "fuzz/mutate.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <random>
#include <set>
#include <utility>

namespace warploom::fuzz {

namespace {

constexpr std::size_t longest_input = 1 << 16;

/// Numbers that often break parsers: limits of types, non-numbers, and unusual notations.
constexpr std::array telling_numbers{"0",
                                     "-1",
                                     "1",
                                     "2",
                                     "255",
                                     "65536",
                                     "2147483647",
                                     "2147483648",
                                     "4294967297",
                                     "9007199254740993",
                                     "9223372036854775807",
                                     "18446744073709551617",
                                     "-9223372036854775808",
                                     "1e308",
                                     "1e309",
                                     "-1e-320",
                                     "nan",
                                     "-inf",
                                     "1e",
                                     ".",
                                     "+-1",
                                     "0x10",
                                     "00000000000000000000001",
                                     "0.1234567890123456789012345"};

/// Random numbers that are identical everywhere, unlike those of the standard distributions.
class Draws {
public:
    explicit Draws(std::uint64_t number) : engine_(number) {}
    std::size_t below(std::size_t bound) { return bound == 0 ? 0 : static_cast<std::size_t>(engine_() % bound); }
    template <class List> const auto& one_of(const List& list) { return list[below(list.size())]; }

private:
    std::mt19937_64 engine_;
};

bool is_of_number(char c) { return std::isdigit(static_cast<unsigned char>(c)) || c == '.' || c == '-'; }

struct Piece {
    std::size_t begin = 0, size = 0;
};

Piece any_piece(const std::string& text, Draws& draws) {
    const std::size_t begin = draws.below(text.size());
    const std::size_t most = draws.below(4) == 0 ? text.size() : 16;
    return {begin, 1 + draws.below(std::min(most, text.size() - begin))};
}

/// Returns the first number at or after a position; size 0 if there is none.
Piece number_at(const std::string& text, std::size_t from) {
    std::size_t begin = from;
    while (begin < text.size() && !is_of_number(text[begin])) ++begin;
    std::size_t end = begin;
    while (end < text.size() && is_of_number(text[end])) ++end;
    return {begin, end - begin};
}

} // namespace

Mutator::Mutator(std::vector<std::string> seeds) : seeds_(std::move(seeds)) {
    if (seeds_.empty()) seeds_.emplace_back();
    std::set<std::string> words{"\n", " ", "\t", "\r\n", ",", ":", "=", "%", ";", "\"", "{", "}", "[", "]"};
    for (const std::string& seed : seeds_) {
        std::string word;
        for (const char c : seed + ' ') {
            if (std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '%' || c == '[') word += c;
            else if (!word.empty()) words.insert(std::exchange(word, {}));
        }
    }
    words_.assign(words.begin(), words.end());
}

std::string Mutator::input(std::uint64_t number) const {
    Draws draws(number);
    std::string text = draws.one_of(seeds_);
    const std::size_t changes = 1 + draws.below(5);
    for (std::size_t change = 0; change < changes; ++change) {
        const std::size_t way = text.empty() ? 7 : draws.below(10);
        const std::size_t place = draws.below(text.size() + 1);
        const Piece piece = text.empty() ? Piece{} : any_piece(text, draws);
        switch (way) {
        case 0: text[piece.begin] = static_cast<char>(text[piece.begin] ^ (1 << draws.below(8))); break;
        case 1: text[piece.begin] = static_cast<char>(draws.below(256)); break;
        case 2: text.erase(piece.begin, piece.size); break;
        case 3: text.insert(place, text.substr(piece.begin, piece.size)); break;
        case 4: text.resize(place); break;
        case 5: {
            const Piece found = number_at(text, place);
            text.replace(found.begin, found.size, draws.one_of(telling_numbers));
            break;
        }
        case 6: {
            const Piece found = number_at(text, place);
            text.replace(found.begin, found.size, std::to_string(draws.below(1000)));
            break;
        }
        case 7: text.insert(place, draws.one_of(words_)); break;
        case 8: text.replace(piece.begin, piece.size, draws.one_of(words_)); break;
        default: {
            const std::string& other = draws.one_of(seeds_);
            text = text.substr(0, place) + other.substr(draws.below(other.size() + 1));
        }
        }
    }
    if (text.size() > longest_input) text.resize(longest_input);
    return text;
}

} // namespace warploom::fuzz
