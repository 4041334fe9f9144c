#include "engine/walkthrough/pane_steps.h"

#include <algorithm>
#include <array>

namespace warploom::walkthrough {

namespace {

using Look = PaneCell::Look;

constexpr int blocks_drawn = 8, threads_a_block = 32, multiprocessors_drawn = 3, cores_drawn = 8,
              clocks_drawn = threads_a_block / cores_drawn;
/// The duration of each block in units of the diagram. They differ because row lengths differ.
constexpr std::array<int, blocks_drawn> turns_of_block{3, 1, 2, 2, 1, 3, 1, 2};

std::string digits(int number) { return std::to_string(number); }
std::string block_text(int number) { return "block " + digits(number); }

/// The block on each multiprocessor, and the state of each block.
struct Moment {
    std::array<int, multiprocessors_drawn> resident{-1, -1, -1};
    std::array<int, multiprocessors_drawn> left{};
    std::array<int, multiprocessors_drawn> started{}; ///< 1 if started in this step
    int next = 0;                                     ///< first waiting block
    std::array<bool, blocks_drawn> is_done{};
};

Pane grid_pane(const Moment& now) {
    Pane pane{"the grid: " + digits(blocks_drawn) + " blocks of " + digits(threads_a_block) +
                  " threads (framed: on the GPU, pale: done)",
              1,
              blocks_drawn,
              0,
              0,
              1,
              0.22};
    for (int b = 0; b < blocks_drawn; ++b) {
        const bool starts = std::find(now.resident.begin(), now.resident.end(), b) != now.resident.end();
        pane.cells.push_back({block_text(b), now.is_done[b] ? Look::idle : starts ? Look::read : Look::plain, b});
    }
    return pane;
}

Pane gpu_pane(const Moment& now) {
    Pane pane{"the GPU: " + digits(multiprocessors_drawn) + " multiprocessors, with room for one block each",
              1,
              multiprocessors_drawn,
              0,
              0.36,
              1,
              0.22};
    for (int m = 0; m < multiprocessors_drawn; ++m) {
        const int its = now.resident[m];
        if (its < 0) pane.cells.push_back({"free", Look::gap, -1});
        else pane.cells.push_back({block_text(its), now.started[m] != 0 ? Look::written : Look::plain, its});
    }
    return pane;
}

/// Thread t of a warp runs on core t mod 8 in clock t / 8.
Pane core_pane(const Moment& now, int clock) {
    Pane pane{"multiprocessor 0: " + digits(cores_drawn) + " cores, a warp in " + digits(clocks_drawn) + " clocks",
              clocks_drawn,
              cores_drawn,
              0,
              0.7,
              1,
              0.3};
    for (int c = 0; c < clocks_drawn; ++c) {
        pane.row_names.push_back("clock " + digits(c));
        for (int core = 0; core < cores_drawn; ++core) {
            const bool is_there = now.resident[0] >= 0 && (clock < 0 || c <= clock);
            pane.cells.push_back({is_there ? "thread " + digits(c * cores_drawn + core) : "",
                                  !is_there    ? Look::gap
                                  : c == clock ? Look::written
                                               : Look::plain,
                                  is_there ? now.resident[0] : -1});
        }
    }
    return pane;
}

std::string join(const std::vector<int>& numbers) {
    std::string list;
    for (std::size_t i = 0; i < numbers.size(); ++i)
        list += (i == 0 ? "" : i + 1 == numbers.size() ? " and " : ", ") + digits(numbers[i]);
    return list;
}

class GridWalk {
public:
    PaneSteps run() {
        all_ = {"grid", "Threads, blocks and the grid on the GPU", "prata2010, sections 2.1 and 2.2, figure 1"};
        all_.opening = "A kernel is started with so many threads a block, and so many blocks. Wanted: the hardware for "
                       "each of them, core, multiprocessor or GPU.";
        all_.read_means = "a block that is on the GPU now";
        all_.written_means = "begins in this step";
        all_.chapters = {{0, "The grid"}};
        add("A kernel is started with two numbers: " + digits(threads_a_block) + " threads a block and " +
                digits(blocks_drawn) +
                " blocks, which are the grid. For a product they come from the matrix: rows over threads a block.",
            "grid = rows / threads a block\n= 256 / 32 = 8", quote::grid_launch,
            PaneQuestion{"How many threads does the grid have?", blocks_drawn * threads_a_block});
        for (int m = 0; m < multiprocessors_drawn; ++m) start(m);
        add("Blocks are dealt out to multiprocessors, in order, as many as there is room for. The others wait.",
            "a grid is for the GPU\na block is for a multiprocessor", quote::grid_launch,
            PaneQuestion{"How many blocks wait?", blocks_drawn - multiprocessors_drawn});
        settle();
        all_.chapters.emplace_back(static_cast<int>(all_.steps.size()), "Cores");
        for (int clock = 0; clock < clocks_drawn; ++clock)
            add("Clock " + digits(clock) + ": the multiprocessor gives threads " + digits(clock * cores_drawn) +
                    " to " + digits(clock * cores_drawn + cores_drawn - 1) +
                    " of its warp to its cores. All of them do the same instruction, each for a row of its own.",
                "a thread is for a core\nrow = block * 32 + thread", quote::grid_row,
                clock + 1 < clocks_drawn
                    ? std::optional<PaneQuestion>()
                    : PaneQuestion{"In how many clocks is a warp of 32 threads through?", clocks_drawn},
                clock);
        all_.chapters.emplace_back(static_cast<int>(all_.steps.size()), "Blocks come and go");
        while (!is_over()) advance();
        return std::move(all_);
    }

private:
    void start(int m) {
        if (now_.next >= blocks_drawn) return;
        now_.resident[m] = now_.next;
        now_.left[m] = turns_of_block[now_.next];
        now_.started[m] = 1;
        ++now_.next;
    }
    void settle() { now_.started = {}; }
    bool is_over() const {
        return std::all_of(now_.is_done.begin(), now_.is_done.end(), [](bool done) { return done; });
    }

    /// Advances until the next block ends; the first waiting block replaces it.
    void advance() {
        settle();
        int turns = blocks_drawn;
        for (int m = 0; m < multiprocessors_drawn; ++m)
            if (now_.resident[m] >= 0) turns = std::min(turns, now_.left[m]);
        std::vector<int> ended, begun;
        for (int m = 0; m < multiprocessors_drawn; ++m) {
            if (now_.resident[m] < 0) continue;
            now_.left[m] -= turns;
            if (now_.left[m] > 0) continue;
            ended.push_back(now_.resident[m]);
            now_.is_done[now_.resident[m]] = true;
            now_.resident[m] = -1;
            start(m);
            if (now_.resident[m] >= 0) begun.push_back(now_.resident[m]);
        }
        const int waiting = blocks_drawn - now_.next;
        const auto free = std::count(now_.resident.begin(), now_.resident.end(), -1);
        std::string sentence = (ended.size() > 1 ? "Blocks " : "Block ") + join(ended) +
                               (ended.size() > 1 ? " have ended. " : " has ended. ");
        if (!begun.empty())
            sentence += (begun.size() > 1 ? "Blocks " : "Block ") + join(begun) +
                        (begun.size() > 1 ? " take the places that are free." : " takes the place that is free.");
        else if (is_over()) sentence += "The kernel is done.";
        else sentence += "No block waits any more, so a multiprocessor stands still until the last block ends.";
        add(sentence,
            "blocks that wait: " + digits(waiting) + "\nmultiprocessors that stand still: " + std::to_string(free),
            quote::grid_launch, PaneQuestion{"How many blocks still wait?", waiting});
    }

    void add(const std::string& sentence, const std::string& formula, KernelLine line,
             std::optional<PaneQuestion> question, int clock = -1) {
        PaneStep step{sentence, formula, {grid_pane(now_), gpu_pane(now_), core_pane(now_, clock)},
                      {},       line,    std::move(question)};
        for (int m = 0; m < multiprocessors_drawn; ++m)
            if (now_.started[m] != 0) step.arrows.push_back({0, now_.resident[m], 1, m});
        if (clock >= 0)
            for (int core = 0; core < cores_drawn; ++core) step.arrows.push_back({1, 0, 2, clock * cores_drawn + core});
        if (clock > 0) step.arrows.clear(); // the first clock has already shown the mapping of threads
        all_.steps.push_back(std::move(step));
    }

    PaneSteps all_;
    Moment now_;
};

} // namespace

PaneSteps grid_steps() { return GridWalk().run(); }

} // namespace warploom::walkthrough
