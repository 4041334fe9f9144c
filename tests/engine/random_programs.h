#pragma once

#include "engine/matrix/random.h"
#include "engine/simulated/lane_log.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

// Programs made at random, and two machines for them: one runs a lane through the tracer, the other runs all lanes at
// once with a mask, as hardware does.

namespace warploom::simulated::test {

struct Statement;
using Block = std::vector<std::unique_ptr<Statement>>;

struct Statement {
    enum class Kind { access, branch, loop, call, leave_turn, leave_loop, leave_kernel } kind = Kind::access;
    int number = 0;           ///< ascending in the order of the source, with a helper where it is called
    int line = 0;             ///< in its function, which begins anew
    bool reads_first = false; ///< a loop whose condition reads
    Block then, otherwise;
};

/// What a lane decides at a statement, the n-th time that it comes there: the same for both machines.
inline std::uint32_t decision(std::uint64_t seed, int number, int lane, int n) {
    std::uint64_t x = seed + static_cast<std::uint64_t>(number) * 1000003 + static_cast<std::uint64_t>(lane) * 7919 +
                      static_cast<std::uint64_t>(n) * 104729;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return static_cast<std::uint32_t>(x >> 40);
}

inline Block draw_block(Random& random, int depth, int loops, int& number, int& line) {
    Block block;
    const auto count = 1 + random.below(3);
    for (std::uint64_t i = 0; i < count; ++i) {
        auto s = std::make_unique<Statement>();
        s->number = ++number;
        s->line = ++line;
        const auto what = random.below(10);
        if (what < 4 || depth == 0) {
            const auto leave = random.below(8);
            if (leave == 0 && loops > 0) s->kind = Statement::Kind::leave_turn;
            else if (leave == 1 && loops > 0) s->kind = Statement::Kind::leave_loop;
            else if (leave == 2 && random.below(4) == 0) s->kind = Statement::Kind::leave_kernel;
        } else if (what < 7) {
            s->kind = Statement::Kind::branch;
            s->then = draw_block(random, depth - 1, loops, number, line);
            if (random.below(2) == 0) s->otherwise = draw_block(random, depth - 1, loops, number, line);
        } else if (what < 8) {
            s->kind = Statement::Kind::call; // of a helper that stands far up in the file
            int line_of_helper = 0;
            s->then = draw_block(random, depth - 1, 0, number, line_of_helper);
        } else {
            s->kind = Statement::Kind::loop;
            s->reads_first = random.below(2) == 0;
            s->then = draw_block(random, depth - 1, loops + 1, number, line);
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

/// One lane, as a kernel runs it. How often it came to each line is all that it must remember.
class OneLane {
public:
    OneLane(const Program& program, int lane) : program_(program), lane_(lane) {}
    enum class Way { on, turn, loop, kernel };
    Way run(const Block& block) {
        for (const auto& s : block) {
            const Way way = run(*s);
            if (way != Way::on) return way;
        }
        return Way::on;
    }

private:
    void access(const Statement& s) { current_lane->access(Entry::load, 0, s.number, s.line, "kernels/drawn.h"); }
    std::uint32_t decide(const Statement& s) { return decision(program_.seed, s.number, lane_, came_[s.number]++); }
    Way run(const Statement& s) {
        switch (s.kind) {
        case Statement::Kind::access: access(s); return Way::on;
        case Statement::Kind::leave_turn: return decide(s) % 2 == 0 ? Way::turn : Way::on;
        case Statement::Kind::leave_loop: return decide(s) % 2 == 0 ? Way::loop : Way::on;
        case Statement::Kind::leave_kernel: return decide(s) % 2 == 0 ? Way::kernel : Way::on;
        case Statement::Kind::branch: return run(decide(s) % 2 == 0 ? s.then : s.otherwise);
        case Statement::Kind::call: {
            const CallFrame frame(CallSite(s.line, "kernels/drawn.h"));
            return run(s.then);
        }
        case Statement::Kind::loop: {
            LoopMark mark(0, s.line, "kernels/drawn.h");
            for (int turn = 0;; ++turn) {
                if (s.reads_first) access(s);
                if (!Program::goes_on(decide(s), turn)) return Way::on;
                const TurnMark in_turn;
                const Way way = run(s.then);
                if (way == Way::loop) return Way::on;
                if (way == Way::kernel) return way;
            }
        }
        }
        return Way::on;
    }
    const Program& program_;
    int lane_;
    std::array<int, 256> came_{};
};

/// All lanes at once, with a mask.
class MaskMachine {
public:
    explicit MaskMachine(const Program& program) : program_(program) {}
    std::vector<std::pair<int, std::uint32_t>> steps; ///< number and lanes

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

} // namespace warploom::simulated::test
