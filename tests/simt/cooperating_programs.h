#pragma once

#include "engine/matrix/random.h"

#include <cctype>
#include <cstdint>
#include <string>

// Random programs whose threads exchange values: through shared memory between barriers, by shuffles and votes, and with
// cooperative groups. Each is emitted as a kernel and as plain C, in which every step is a loop over all threads.

namespace warploom::simt::test {

class CooperatingProgram {
public:
    static constexpr int threads = 64, variables = 3;

    explicit CooperatingProgram(std::uint64_t seed) : random_(seed) {
        for (int v = 0; v < variables; ++v) each(variable(v) + " = " + number(1000) + "u * T + " + number(1000) + "u;");
        steps(8, 2);
    }

    /// A kernel that stores one number per thread in y.
    std::string kernel() const {
        return "#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\n"
               "namespace cg = cooperative_groups;\n__global__ void k(double* y) {\n"
               "    __shared__ unsigned s[64], sum;\n    const int T = threadIdx.x;\n    unsigned a, b, c;\n"
               "    auto block = cg::this_thread_block();\n    if (T == 0) sum = 0;\n    __syncthreads();\n" +
               kernel_ + "    y[T] = a + 3u * b + 7u * c;\n}\nvoid run(double* y) { k<<<1, 64>>>(y); }\n";
    }
    /// A function `name` in C that prints the same numbers.
    std::string emulation(const std::string& name) const {
        return "static void " + name +
               "(void) {\n    static unsigned a[64], b[64], c[64], s[64], old[64];\n    unsigned sum = 0, vote;\n    "
               "int T, "
               "L;\n" +
               emulation_ +
               "    for (T = 0; T < 64; ++T) printf(\"%u \", a[T] + 3u * b[T] + 7u * c[T]);\n    printf(\"\\n\");\n}\n";
    }

private:
    static std::string variable(int v) { return std::string(1, static_cast<char>('a' + v)); }
    std::string drawn() { return variable(static_cast<int>(random_.below(variables))); }
    std::string number(std::uint64_t below) { return std::to_string(random_.below(below)); }

    /// Replaces each variable and shared array by its element: `a` by `a[T]`.
    static std::string of_thread(const std::string& text, const std::string& index = "T") {
        std::string made;
        for (std::size_t at = 0; at < text.size(); ++at) {
            const auto is_word = [&](std::size_t p) {
                return p < text.size() && (std::isalnum(static_cast<unsigned char>(text[p])) != 0 || text[p] == '_');
            };
            made += text[at];
            const bool is_name =
                text[at] >= 'a' && text[at] < 'a' + variables && !is_word(at + 1) && (at == 0 || !is_word(at - 1));
            if (is_name) made += "[" + index + "]";
        }
        return made;
    }
    /// Adds a statement that every thread executes on its own.
    void each(const std::string& statement) {
        kernel_ += "    " + statement + "\n";
        emulation_ += "    for (T = 0; T < 64; ++T) { " + of_thread(statement) + " }\n";
    }
    void both(const std::string& in_kernel, const std::string& in_c) {
        kernel_ += "    " + in_kernel + "\n";
        emulation_ += "    " + in_c + "\n";
    }

    void steps(int count, int depth) {
        for (int n = 0; n < count; ++n) step(depth);
    }
    void step(int depth) {
        const std::string to = drawn(), from = drawn(), other = drawn();
        switch (random_.below(10)) {
        case 0: return each(to + " = " + from + " * " + number(99) + "u + (" + other + " ^ " + number(99) + "u);");
        case 1:
            return each("if (" + from + " % 3u == " + number(3) + "u) " + to + " += " + number(99) + "u; else " + to +
                        " ^= " + other + " >> " + number(31) + ";");
        case 2: return through_shared(to, from);
        case 3: return shuffle(to, from);
        case 4: return vote(to, from + " % " + std::to_string(2 + random_.below(5)) + "u == 1u");
        case 5:
            return both(to + " += __syncthreads_count(" + from + " & 1u);",
                        "for (vote = T = 0; T < 64; ++T) vote += " + of_thread(from) +
                            " & 1u; for (T = 0; T < 64; ++T) " + of_thread(to) + " += vote;");
        case 6:
            return both("atomicAdd(&sum, " + from + " & 7u); __syncthreads(); " + to + " += sum; __syncthreads();",
                        "for (T = 0; T < 64; ++T) sum += " + of_thread(from) + " & 7u; for (T = 0; T < 64; ++T) " +
                            of_thread(to) + " += sum;");
        case 7: return reduce(to, from);
        case 8: return loop(depth);
        default: return uniform_branch(depth);
        }
    }
    void through_shared(const std::string& to, const std::string& from) {
        const std::string index = "s[(T * " + number(64) + " + " + number(64) + ") % 64]";
        both("s[T] = " + from + "; __syncthreads(); " + to + " += " + index + "; __syncthreads();",
             "for (T = 0; T < 64; ++T) s[T] = " + of_thread(from) + "; for (T = 0; T < 64; ++T) " + of_thread(to) +
                 " += " + index + ";");
    }
    void shuffle(const std::string& to, const std::string& from) {
        const int width = 1 << (1 + random_.below(5)),
                  by = static_cast<int>(random_.below(static_cast<std::uint64_t>(width)));
        const bool is_group = random_.below(2) == 0;
        const std::string w = std::to_string(width), d = std::to_string(by), base = "(T & ~(" + w + " - 1))";
        const auto kind = random_.below(4);
        const char* const names[] = {"", "_up", "_down", "_xor"};
        const std::string sources[] = {base + " + " + d, "T - " + d + " < " + base + " ? T : T - " + d,
                                       "T + " + d + " >= " + base + " + " + w + " ? T : T + " + d, "T ^ " + d};
        const std::string called =
            is_group ? "cg::tiled_partition<" + w + ">(block).shfl" + names[kind] + "(" + from + ", " + d + ")"
                     : std::string("__shfl") + names[kind] + "_sync(0xffffffff, " + from + ", " + d + ", " + w + ")";
        both(to + " ^= " + called + ";", "for (T = 0; T < 64; ++T) old[T] = " + of_thread(from) +
                                             "; for (T = 0; T < 64; ++T) " + of_thread(to) + " ^= old[" +
                                             sources[kind] + "];");
    }
    void vote(const std::string& to, const std::string& condition) {
        const int width = random_.below(2) == 0 ? 32 : 8;
        const auto kind = random_.below(3);
        const char* const names[] = {"ballot", "any", "all"};
        const std::string w = std::to_string(width), whole = width == 32 ? "0xffffffffu" : "255u";
        const std::string called = width == 32 && random_.below(2) == 0
                                       ? std::string("__") + names[kind] + "_sync(0xffffffff, " + condition + ")"
                                       : "cg::tiled_partition<" + w + ">(block)." + names[kind] + "(" + condition + ")";
        const std::string results[] = {"vote", "(vote != 0)", "(vote == " + whole + ")"};
        both(to + " += " + called + ";", "for (T = 0; T < 64; ++T) old[T] = " + of_thread(condition) +
                                             "; for (T = 0; T < 64; ++T) { vote = 0; for (L = 0; L < " + w +
                                             "; ++L) vote |= old[T / " + w + " * " + w + " + L] << L; " +
                                             of_thread(to) + " += " + results[kind] + "; }");
    }
    void reduce(const std::string& to, const std::string& from) {
        const std::string w = std::to_string(1 << (1 + random_.below(5)));
        const auto kind = random_.below(3);
        const char* const names[] = {"plus", "greater", "bit_xor"};
        const std::string lane = "old[T / " + w + " * " + w + " + L]";
        const std::string sums[] = {"vote += " + lane, "vote = vote > " + lane + " ? vote : " + lane,
                                    "vote ^= " + lane};
        both(to + " += cg::reduce(cg::tiled_partition<" + w + ">(block), " + from + ", cg::" + names[kind] +
                 "<unsigned>());",
             "for (T = 0; T < 64; ++T) old[T] = " + of_thread(from) +
                 "; for (T = 0; T < 64; ++T) { vote = 0; for (L = 0; L < " + w + "; ++L) " + sums[kind] + "; " +
                 of_thread(to) + " += vote; }");
    }
    void loop(int depth) {
        if (depth == 0) return;
        const std::string turn = "turn" + std::to_string(depth);
        const std::string head = "for (int " + turn + " = 0; " + turn + " < " + number(5) + "; ++" + turn + ") {";
        both(head, head);
        each(drawn() + " += " + turn + ";");
        steps(3, depth - 1);
        both("}", "}");
    }
    /// A branch that all threads of the block take, or none.
    void uniform_branch(int depth) {
        if (depth == 0) return;
        const std::string from = drawn(), test = " % 2u == " + number(2) + "u) {";
        both("s[T] = " + from + "; __syncthreads(); if (s[9]" + test,
             "for (T = 0; T < 64; ++T) s[T] = " + of_thread(from) + "; if (s[9]" + test);
        // s must not change before all threads have read it
        kernel_ += "    __syncthreads();\n";
        steps(2, depth - 1);
        both("} else {\n    __syncthreads();", "} else {");
        steps(1, depth - 1);
        both("}", "}");
    }

    Random random_;
    std::string kernel_, emulation_;
};

} // namespace warploom::simt::test
