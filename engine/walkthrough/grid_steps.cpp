#include "engine/sentence.h"
#include "engine/walkthrough/pane_steps.h"

#include <algorithm>
#include <array>

namespace warploom::walkthrough {

namespace {

using Look = PaneCell::Look;

constexpr int blocks_drawn = 8, threads_a_block = 32, multiprocessors_drawn = 3, cores_drawn = 8,
              clocks_drawn = threads_a_block / cores_drawn;
/// Duration of each block in the diagram, in arbitrary units. Durations differ, because row lengths differ.
constexpr std::array<int, blocks_drawn> turns_of_block{3, 1, 2, 2, 1, 3, 1, 2};

std::string digits(int number) { return std::to_string(number); }
std::string block_text(int number) { return sentence("block {block}", {{"block", number}}); }

/// The state of each multiprocessor and block at one point in time.
struct Moment {
    std::array<int, multiprocessors_drawn> resident{-1, -1, -1};
    std::array<int, multiprocessors_drawn> left{};
    /// 1 for multiprocessors that started a block in this step, 0 for the others.
    std::array<int, multiprocessors_drawn> started{};
    int next = 0; ///< number of the first waiting block
    std::array<bool, blocks_drawn> is_done{};
};

Pane grid_pane(const Moment& now) {
    Pane pane{sentence("grid of {blocks} blocks with {threads} threads each (framed: on the GPU; pale: finished)",
                       {{"blocks", blocks_drawn}, {"threads", threads_a_block}}),
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
    Pane pane{sentence("GPU with {count} multiprocessors, each running one block at a time",
                       {{"count", multiprocessors_drawn}}),
              1,
              multiprocessors_drawn,
              0,
              0.36,
              1,
              0.22};
    for (int m = 0; m < multiprocessors_drawn; ++m) {
        const int its = now.resident[m];
        if (its < 0) pane.cells.push_back({sentence("free"), Look::gap, -1});
        else pane.cells.push_back({block_text(its), now.started[m] != 0 ? Look::written : Look::plain, its});
    }
    return pane;
}

/// Returns the pane for the cores of multiprocessor 0. Thread t of a warp runs on core t mod 8 in clock cycle t / 8.
Pane core_pane(const Moment& now, int clock) {
    Pane pane{sentence("multiprocessor 0 with {cores} cores; a warp takes {clocks} clock cycles",
                       {{"cores", cores_drawn}, {"clocks", clocks_drawn}}),
              clocks_drawn,
              cores_drawn,
              0,
              0.7,
              1,
              0.3};
    for (int c = 0; c < clocks_drawn; ++c) {
        pane.row_names.push_back(sentence("cycle {cycle}", {{"cycle", c}}));
        for (int core = 0; core < cores_drawn; ++core) {
            const bool is_there = now.resident[0] >= 0 && (clock < 0 || c <= clock);
            pane.cells.push_back({is_there ? sentence("thread {thread}", {{"thread", c * cores_drawn + core}}) : "",
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
    for (std::size_t i = 0; i < numbers.size(); ++i) list += (i == 0 ? "" : ", ") + digits(numbers[i]);
    return list;
}

class GridWalk {
public:
    PaneSteps run() {
        all_ = {"grid", sentence("Threads, blocks and the grid on the GPU"),
                "prata2010, sections 2.1 and 2.2, figure 1"};
        all_.opening = sentence(
            "A kernel is launched with a number of blocks and a number of threads per block. See which hardware unit "
            "executes each level: a core, a multiprocessor or the entire GPU.");
        all_.read_means = sentence("a block currently on the GPU");
        all_.written_means = sentence("starts in this step");
        all_.chapters = {{0, sentence("The grid")}};
        add(sentence("A kernel launch specifies two numbers: {threads} threads per block and {blocks} blocks, which "
                     "form the grid. For a matrix-vector product, the number of blocks is the number of rows divided "
                     "by the number of threads per block.",
                     {{"threads", threads_a_block}, {"blocks", blocks_drawn}}),
            sentence("grid = rows / threads per block\n= 256 / 32 = 8"), quote::grid_launch,
            PaneQuestion{sentence("How many threads does the grid contain?"), blocks_drawn * threads_a_block});
        for (int m = 0; m < multiprocessors_drawn; ++m) start(m);
        add(sentence(
                "Blocks are assigned to multiprocessors in order until every multiprocessor is full. The remaining "
                "blocks wait."),
            sentence("the GPU executes a grid\na multiprocessor executes a block"), quote::grid_launch,
            PaneQuestion{sentence("How many blocks are waiting?"), blocks_drawn - multiprocessors_drawn});
        settle();
        all_.chapters.emplace_back(static_cast<int>(all_.steps.size()), sentence("Cores"));
        for (int clock = 0; clock < clocks_drawn; ++clock)
            add(sentence("Cycle {cycle}: the multiprocessor issues threads {first} to {last} of its warp to its "
                         "cores. All of them execute the same instruction, each on its own row.",
                         {{"cycle", clock},
                          {"first", clock * cores_drawn},
                          {"last", clock * cores_drawn + cores_drawn - 1}}),
                sentence("a core executes a thread\nrow = block * 32 + thread"), quote::grid_row,
                clock + 1 < clocks_drawn
                    ? std::optional<PaneQuestion>()
                    : PaneQuestion{sentence("How many cycles does a warp of 32 threads take?"), clocks_drawn},
                clock);
        all_.chapters.emplace_back(static_cast<int>(all_.steps.size()), sentence("Blocks start and finish"));
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

    /// Advances the time until a block finishes and the first waiting block takes its place.
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
        std::string text = ended.size() > 1 ? sentence("Blocks {blocks} have finished.", {{"blocks", join(ended)}})
                                            : sentence("Block {block} has finished.", {{"block", join(ended)}});
        text += " ";
        if (begun.size() > 1) text += sentence("Blocks {blocks} replace them.", {{"blocks", join(begun)}});
        else if (!begun.empty()) text += sentence("Block {block} replaces it.", {{"block", join(begun)}});
        else if (is_over()) text += sentence("The kernel has finished.");
        else
            text +=
                sentence("No more blocks are waiting, so one multiprocessor is idle until the last block finishes.");
        add(text,
            sentence("waiting blocks: {waiting}\nidle multiprocessors: {idle}", {{"waiting", waiting}, {"idle", free}}),
            quote::grid_launch, PaneQuestion{sentence("How many blocks are still waiting?"), waiting});
    }

    void add(const std::string& text, const std::string& formula, KernelLine line, std::optional<PaneQuestion> question,
             int clock = -1) {
        PaneStep step{text, formula, {grid_pane(now_), gpu_pane(now_), core_pane(now_, clock)},
                      {},   line,    std::move(question)};
        for (int m = 0; m < multiprocessors_drawn; ++m)
            if (now_.started[m] != 0) step.arrows.push_back({0, now_.resident[m], 1, m});
        if (clock >= 0)
            for (int core = 0; core < cores_drawn; ++core) step.arrows.push_back({1, 0, 2, clock * cores_drawn + core});
        if (clock > 0) step.arrows.clear(); // show arrows only in the first clock cycle
        all_.steps.push_back(std::move(step));
    }

    PaneSteps all_;
    Moment now_;
};

} // namespace

PaneSteps grid_steps() { return GridWalk().run(); }

} // namespace warploom::walkthrough
