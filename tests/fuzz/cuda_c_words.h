#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace warploom::fuzz {

/// Mutates C source word by word: replaces names, numbers, types and punctuation by others of the same kind, and
/// removes, duplicates or moves statements. The result is usually still a program. Deterministic for the same text and
/// seed.
class OtherWords {
public:
    OtherWords(const std::string& text, unsigned seed) : engine_(seed) { split(text); }

    std::string changed() {
        if (words_.empty()) return {};
        for (std::size_t change = below(2) * below(3) + 1; change > 0 && !words_.empty(); --change) change_one();
        std::string text;
        for (const Word& word : words_) text += word.before + word.text;
        return text;
    }

private:
    enum class Kind : unsigned char { name, number, sign };
    struct Word {
        std::string before, text; ///< `before`: whitespace and comments
        Kind kind = Kind::sign;
    };

    static bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

    void split(const std::string& text) {
        constexpr std::array<std::string_view, 19> long_signs{
            "<<<", ">>>", "<<=", ">>=", "<<", ">>", "<=", ">=", "==", "!=",
            "&&",  "||",  "+=",  "-=",  "*=", "/=", "++", "--", "->"};
        std::size_t at = 0;
        while (at < text.size()) {
            Word word;
            const std::size_t from = at;
            while (at < text.size() &&
                   (std::isspace(static_cast<unsigned char>(text[at])) != 0 || text.compare(at, 2, "//") == 0))
                at = text[at] == '/' ? std::min(text.find('\n', at), text.size()) : at + 1;
            word.before = text.substr(from, at - from);
            const std::size_t begin = at;
            if (at < text.size() && is_of_name(text[at])) {
                word.kind = std::isdigit(static_cast<unsigned char>(text[at])) != 0 ? Kind::number : Kind::name;
                while (at < text.size() && (is_of_name(text[at]) || (word.kind == Kind::number && text[at] == '.')))
                    ++at;
            } else if (at < text.size()) {
                const auto* const found =
                    std::find_if(long_signs.begin(), long_signs.end(),
                                 [&](std::string_view sign) { return text.compare(at, sign.size(), sign) == 0; });
                at += found == long_signs.end() ? 1 : found->size();
            }
            word.text = text.substr(begin, at - begin);
            words_.push_back(std::move(word));
        }
    }

    std::size_t below(std::size_t bound) { return bound == 0 ? 0 : static_cast<std::size_t>(engine_() % bound); }
    std::string one_of(const std::vector<std::string>& list) { return list[below(list.size())]; }

    /// Returns the position after the end of the next statement, including all of a block.
    std::size_t end_of_statement(std::size_t from) const {
        int depth = 0;
        for (std::size_t w = from; w < words_.size(); ++w) {
            if (words_[w].text == "{") ++depth;
            if (words_[w].text == "}" && --depth <= 0) return depth < 0 ? w : w + 1;
            if (words_[w].text == ";" && depth == 0) return w + 1;
        }
        return words_.size();
    }
    /// Returns the beginning of a random statement.
    std::size_t begin_of_statement() {
        std::size_t w = below(words_.size());
        while (w > 0 && words_[w - 1].text != ";" && words_[w - 1].text != "{" && words_[w - 1].text != "}") --w;
        return w;
    }
    auto at(std::size_t w) { return words_.begin() + static_cast<std::ptrdiff_t>(w); }

    void change_one() {
        Word& word = words_[below(words_.size())];
        if (below(16) == 0) { // repeat very often
            const std::size_t begin = below(words_.size()),
                              end = begin + below(std::min<std::size_t>(words_.size() - begin, 8));
            words_[begin].before += "@" + one_of({"3", "70", "300", "2000", "20000"}) + "`";
            words_[end].text += "`";
            return;
        }
        switch (below(8)) {
        case 0: { // remove
            const std::size_t begin = begin_of_statement();
            words_.erase(at(begin), at(end_of_statement(begin)));
            break;
        }
        case 1: { // copy or move
            const std::size_t begin = begin_of_statement(), end = end_of_statement(begin);
            const std::vector<Word> statement(at(begin), at(end));
            if (below(2) == 0) words_.erase(at(begin), at(end));
            words_.insert(at(words_.empty() ? 0 : begin_of_statement()), statement.begin(), statement.end());
            break;
        }
        case 2: { // insert
            Word made;
            made.before = "\n";
            made.text = one_of(statements);
            words_.insert(at(begin_of_statement()), made);
            break;
        }
        case 3: word.text = one_of(word.kind == Kind::sign && below(4) == 0 ? signs : expressions); break;
        default: {
            if (word.kind == Kind::number) {
                word.text = one_of(numbers);
                break;
            }
            if (word.kind == Kind::sign) {
                const bool is_operator = std::find(operators.begin(), operators.end(), word.text) != operators.end();
                if (is_operator) word.text = one_of(operators);
                break;
            }
            const bool is_type = std::find(types.begin(), types.end(), word.text) != types.end();
            if (is_type) {
                word.text = one_of(types);
                break;
            }
            const Word& other = words_[below(words_.size())];
            if (other.kind != Kind::sign) word.text = other.text;
        }
        }
    }

    static inline const std::vector<std::string> types{
        "int",    "unsigned", "long long", "float",  "double",        "bool", "char", "short", "size_t",
        "float2", "int4",     "double2",   "float4", "unsigned char", "T",    "dim3", "auto"};
    static inline const std::vector<std::string> operators{
        "+", "-",  "*",  "/", "%",  "<<", ">>", "<",  ">",  "<=", ">=", "==", "!=", "&", "|",
        "^", "&&", "||", "=", "+=", "-=", "*=", "/=", "++", "--", "?",  ":",  ",",  "!", "~"};
    static inline const std::vector<std::string> numbers{
        "0",   "1",    "2",          "31",         "32",
        "33",  "1024", "4096",       "2147483647", "4294967295u",
        "1LL", "1.5",  "0.0f",       "0xffffffff", "9223372036854775807",
        "'a'", "64",   "1000000000", "-1"};
    static inline const std::vector<std::string> statements{
        "__syncthreads();",
        "__syncwarp();",
        "atomicAdd(&y[0], 1.0);",
        "__shared__ int s[8];",
        "__shared__ double t[4][4];",
        "extern __shared__ float e[];",
        "int v[4];",
        "S s1 = {1};",
        "v[rows] = 2;",
        "struct S { int a; double b[3]; };",
        "if (threadIdx.x < 7)",
        "while (true)",
        "do { } while (0);",
        "for (int i = 0; i < 3; ++i)",
        "switch (rows) { case 1: break; default: }",
        "break;",
        "continue;",
        "return;",
        "printf(\"%d\\n\", rows);",
        "assert(rows);",
        "#define M(a) a + a\n",
        "constexpr int c = 3;",
        "cudaMemset(y, 0, 8);",
        "int row = threadIdx.x;",
        "double* p = y + 2;",
        "y[-1] = 0;",
        "else",
        "auto q = x;",
        "__device__ int f(int a) { return a + f(a); }\n",
        "template <typename T> __device__ T g(T a) { return a; }\n"};
    static inline const std::vector<std::string> expressions{"__shfl_sync(0xffffffff, 1, 0)",
                                                             "__shfl_down_sync(3, x[0], 1, 8)",
                                                             "__ballot_sync(0xffffffff, 1)",
                                                             "__activemask()",
                                                             "atomicCAS(s, 0, 1)",
                                                             "M(M(1))",
                                                             "sizeof(double)",
                                                             "fma(1.0, 2.0, 3.0)",
                                                             "sqrt(2.0)",
                                                             "__popc(5)",
                                                             "nullptr",
                                                             "(char)300",
                                                             "&y[1]",
                                                             "*x",
                                                             "x[rows - 5]",
                                                             "threadIdx.x",
                                                             "blockIdx.y",
                                                             "blockDim.z",
                                                             "gridDim.x",
                                                             "warpSize",
                                                             "__syncthreads_count(1)",
                                                             "f(f(1))",
                                                             "g(1.5)",
                                                             "(rows < 3 ? 1 : 2)",
                                                             "rows / 0",
                                                             "1 << 40",
                                                             "s1.b[1]",
                                                             "v[v[0]]",
                                                             "(int)1e30",
                                                             "-(-2147483647 - 1)",
                                                             "(x + 1)[0]",
                                                             "min(rows, 2)",
                                                             "M",
                                                             "S"};
    static inline const std::vector<std::string> signs{"{", "}", "(", ")", ";", "[", "]", ".", "->", "<<<", ">>>"};

    std::minstd_rand engine_;
    std::vector<Word> words_;
};

inline std::string with_other_words(const std::string& text, unsigned seed) { return OtherWords(text, seed).changed(); }

} // namespace warploom::fuzz
