#pragma once

#include "engine/matrix/random.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

// Random programs with divergent control flow, both as CUDA C source and as input to MaskMachine, a minimal reference
// interpreter that executes all lanes at once with an active mask, as hardware does.

namespace warploom::simt::test {

struct Statement;
using Block = std::vector<std::unique_ptr<Statement>>;

struct Statement {
    enum class Kind { access, branch, loop, call, leave_turn, leave_loop, leave_kernel } kind = Kind::access;
    int number = 0;           ///< in source order, with helpers at their call
    bool reads_first = false; ///< whether the loop condition reads memory
    Block then, otherwise;
};

/// Returns a lane's decision at its n-th visit of a statement. Both executions use the same decisions.
inline std::uint32_t decision(std::uint64_t seed, int number, int lane, int n) {
    std::uint64_t x = seed + static_cast<std::uint64_t>(number) * 1000003 + static_cast<std::uint64_t>(lane) * 7919 +
                      static_cast<std::uint64_t>(n) * 104729;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return static_cast<std::uint32_t>(x >> 40);
}

inline Block draw_block(Random& random, int depth, int loops, int& number) {
    Block block;
    const auto count = 1 + random.below(3);
    for (std::uint64_t i = 0; i < count; ++i) {
        auto s = std::make_unique<Statement>();
        s->number = ++number;
        const auto what = random.below(10);
        if (what < 4 || depth == 0) {
            const auto leave = random.below(8);
            if (leave == 0 && loops > 0) s->kind = Statement::Kind::leave_turn;
            else if (leave == 1 && loops > 0) s->kind = Statement::Kind::leave_loop;
            else if (leave == 2 && random.below(4) == 0) s->kind = Statement::Kind::leave_kernel;
        } else if (what < 7) {
            s->kind = Statement::Kind::branch;
            s->then = draw_block(random, depth - 1, loops, number);
            if (random.below(2) == 0) s->otherwise = draw_block(random, depth - 1, loops, number);
        } else if (what < 8) {
            s->kind = Statement::Kind::call; // call to a helper defined earlier in the file
            s->then = draw_block(random, depth - 1, 0, number);
        } else {
            s->kind = Statement::Kind::loop;
            s->reads_first = random.below(2) == 0;
            s->then = draw_block(random, depth - 1, loops + 1, number);
        }
        block.push_back(std::move(s));
    }
    return block;
}

struct Program {
    std::uint64_t seed = 0;
    Block block;
    static bool goes_on(std::uint32_t d, int turn) { return turn < 4 && d % 3 != 0; }
};

/// The CUDA C source of a program. Every statement reads in[number] and branches according to decision().
class ProgramText {
public:
    explicit ProgramText(const Program& program) {
        const std::string body = text_of(program.block, "return;");
        text_ = "__device__ unsigned decide(int number, int n) {\n"
                "    unsigned long long x = " +
                std::to_string(program.seed) +
                "ull + number * 1000003ull + threadIdx.x * 7919ull + n * 104729ull;\n"
                "    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;\n"
                "    x = (x ^ x >> 27) * 0x94d049bb133111ebull;\n"
                "    return (unsigned)(x >> 40);\n}\n" +
                functions_ +
                "__global__ void k(const int* in, double* y) {\n"
                "int came[256] = {}, sum = 0;\n" +
                body +
                "y[threadIdx.x] = sum;\n}\n"
                "void run(const int* in, double* y) { k<<<1, 32>>>(in, y); }\n";
    }
    const std::string& text() const { return text_; }

private:
    static std::string decide(const Statement& s) {
        const std::string number = std::to_string(s.number);
        return "decide(" + number + ", came[" + number + "]++)";
    }
    static std::string access(const Statement& s) { return "sum += in[" + std::to_string(s.number) + "];\n"; }

    /// `leave`: the statement that exits the kernel or helper at this point.
    std::string text_of(const Block& block, const std::string& leave) {
        std::string text;
        for (const auto& s : block) text += text_of(*s, leave);
        return text;
    }
    std::string text_of(const Statement& s, const std::string& leave) {
        const std::string is_even = "if (" + decide(s) + " % 2 == 0) ", number = std::to_string(s.number);
        switch (s.kind) {
        case Statement::Kind::access: return access(s);
        case Statement::Kind::leave_turn: return is_even + "continue;\n";
        case Statement::Kind::leave_loop: return is_even + "break;\n";
        case Statement::Kind::leave_kernel: return is_even + leave + "\n";
        case Statement::Kind::branch:
            return is_even + "{\n" + text_of(s.then, leave) + "} else {\n" + text_of(s.otherwise, leave) + "}\n";
        case Statement::Kind::call: {
            const std::string body = text_of(s.then, "return true;");
            functions_ += "__device__ bool helper" + number + "(const int* in, int (&came)[256], int& sum) {\n" + body +
                          "return false;\n}\n";
            return "if (helper" + number + "(in, came, sum)) " + leave + "\n";
        }
        case Statement::Kind::loop:
            return "for (int turn = 0;; ++turn) {\n" + (s.reads_first ? access(s) : std::string()) +
                   "const unsigned d = " + decide(s) + ";\nif (turn >= 4 || d % 3 == 0) break;\n" +
                   text_of(s.then, leave) + "}\n";
        }
        return {};
    }

    std::string functions_, text_;
};

/// The reference interpreter: executes all lanes at once with an active mask.
class MaskMachine {
public:
    explicit MaskMachine(const Program& program) : program_(program) {}
    std::vector<std::pair<int, std::uint32_t>> steps; ///< statement number, and the active lanes

    void run(const Block& block, std::uint32_t mask) {
        for (const auto& s : block) {
            mask &= ~(out_of_turn_ | out_of_loop_ | out_of_kernel_);
            run(*s, mask);
        }
    }

private:
    void access(int number, std::uint32_t mask) {
        if (mask != 0) steps.emplace_back(number, mask);
    }
    template <class Holds> std::uint32_t those(int number, std::uint32_t mask, const Holds& holds) {
        std::uint32_t result = 0;
        for (int lane = 0; lane < 32; ++lane)
            if ((mask >> lane & 1u) != 0 && holds(decision(program_.seed, number, lane, came_[{number, lane}]++)))
                result |= 1u << lane;
        return result;
    }
    void run(const Statement& s, std::uint32_t mask) {
        const auto even = [](std::uint32_t d) { return d % 2 == 0; };
        switch (s.kind) {
        case Statement::Kind::access: access(s.number, mask); return;
        case Statement::Kind::leave_turn: out_of_turn_ |= those(s.number, mask, even); return;
        case Statement::Kind::leave_loop: out_of_loop_ |= those(s.number, mask, even); return;
        case Statement::Kind::leave_kernel: out_of_kernel_ |= those(s.number, mask, even); return;
        case Statement::Kind::branch: {
            const std::uint32_t then = those(s.number, mask, even);
            run(s.then, then);
            run(s.otherwise, mask & ~then);
            return;
        }
        case Statement::Kind::call: run(s.then, mask); return;
        case Statement::Kind::loop: {
            const std::uint32_t outer_turn = out_of_turn_, outer_loop = out_of_loop_;
            out_of_loop_ = 0;
            for (int turn = 0; mask != 0; ++turn) {
                if (s.reads_first) access(s.number, mask);
                mask = those(s.number, mask, [&](std::uint32_t d) { return Program::goes_on(d, turn); });
                out_of_turn_ = 0;
                run(s.then, mask);
                mask &= ~(out_of_loop_ | out_of_kernel_);
            }
            out_of_turn_ = outer_turn;
            out_of_loop_ = outer_loop;
            return;
        }
        }
    }
    const Program& program_;
    std::uint32_t out_of_turn_ = 0, out_of_loop_ = 0, out_of_kernel_ = 0;
    std::map<std::pair<int, int>, int> came_;
};

} // namespace warploom::simt::test
