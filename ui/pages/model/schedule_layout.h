#pragma once

#include "engine/table.h"
#include "engine/wire/trace.h"
#include "ui/look/number_text.h"

#include <vector>

namespace warploom::ui {

/// A block on its multiprocessor over modelled time. Blocks that run together on one multiprocessor lie in its places.
struct PlacedBlock {
    std::int64_t block = 0, first_row = -1, last_row = -1;
    int launch = 0, multiprocessor = 0, place = 0;
    double start_ns = 0, end_ns = 0; ///< from the start of the first launch
    double transactions = no_figure;

    double ns() const { return end_ns - start_ns; }
};

/// All launches of a trace after each other.
struct ScheduleLayout {
    std::vector<PlacedBlock> blocks; ///< by launch and start
    int multiprocessors = 0;
    int places = 1; ///< of each multiprocessor
    double end_ns = 0;
    double shortest_ns = 0, longest_ns = 0;             ///< of a block
    double idle_share = 0;                              ///< of the multiprocessors' time while a block ran somewhere
    int last = -1;                                      ///< the block that ends last; -1: there is none
    std::vector<double> launch_start_ns, launch_end_ns; ///< when the first block starts and the last one ends
    std::vector<std::vector<double>> busy_until_ns; ///< by launch and multiprocessor: the end of its last block there
    std::int64_t every = 1;                         ///< only every `every`-th block is known

    bool isEmpty() const { return blocks.empty(); }
};

ScheduleLayout layoutSchedule(const wire::Trace& trace);
/// Columns launch, block, multiprocessor, start, end and duration in ns (modelled), first_row, last_row, transactions.
Table scheduleTable(const ScheduleLayout& layout, const wire::Trace& trace);
/// "30 multiprocessors; block 31 (rows 3968–4095) ends last, at 1.2 ms; ..."
QString scheduleReading(const ScheduleLayout& layout, const wire::Trace& trace);

} // namespace warploom::ui
