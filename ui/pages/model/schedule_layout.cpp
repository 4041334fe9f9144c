#include "ui/pages/model/schedule_layout.h"

#include "ui/look/number_text.h"
#include "ui/look/words.h"
#include "ui/pages/model/model_tables.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace warploom::ui {
namespace {

/// Time while a multiprocessor has at least one block; `spans` are sorted by start.
double busy_time(const std::vector<std::pair<double, double>>& spans) {
    double sum = 0, until = 0;
    for (const auto& [start, end] : spans) {
        sum += std::max(0.0, end - std::max(start, until));
        until = std::max(until, end);
    }
    return sum;
}

} // namespace

ScheduleLayout layoutSchedule(const wire::Trace& trace) {
    ScheduleLayout layout;
    std::map<std::pair<int, std::int64_t>, const wire::TraceBlock*> traced;
    for (const wire::TraceBlock& block : trace.blocks) traced[{block.launch, block.block}] = &block;
    layout.multiprocessors = trace.card.multiprocessors;
    for (const wire::TraceLaunch& launch : trace.launches)
        for (const simulated::ScheduledBlock& s : launch.schedule)
            layout.multiprocessors = std::max(layout.multiprocessors, s.multiprocessor + 1);
    if (layout.multiprocessors == 0) return layout;

    double offset = 0, idle = 0, room = 0;
    for (std::size_t l = 0; l < trace.launches.size(); ++l) {
        const wire::TraceLaunch& launch = trace.launches[l];
        layout.every = std::max(layout.every, launch.schedule_every);
        std::vector<const simulated::ScheduledBlock*> order;
        for (const simulated::ScheduledBlock& s : launch.schedule) order.push_back(&s);
        std::stable_sort(order.begin(), order.end(),
                         [](const auto* a, const auto* b) { return a->start_ns < b->start_ns; });
        const auto count = static_cast<std::size_t>(layout.multiprocessors);
        std::vector<std::vector<double>> free_at(count);
        std::vector<std::vector<std::pair<double, double>>> spans(count);
        std::vector<double> until(count, offset);
        double start = order.empty() ? 0 : order.front()->start_ns, end = 0;
        for (const simulated::ScheduledBlock* s : order) {
            PlacedBlock placed;
            placed.block = s->block;
            placed.launch = static_cast<int>(l);
            placed.multiprocessor = s->multiprocessor;
            placed.start_ns = offset + s->start_ns;
            placed.end_ns = offset + s->end_ns;
            const auto mp = static_cast<std::size_t>(s->multiprocessor);
            // A block may start in the very moment in which another ends.
            const double slack = 1e-9 * (s->end_ns - s->start_ns);
            auto& places = free_at[mp];
            std::size_t place = 0;
            while (place < places.size() && places[place] > s->start_ns + slack) ++place;
            if (place == places.size()) places.push_back(0);
            places[place] = s->end_ns;
            placed.place = static_cast<int>(place);
            layout.places = std::max(layout.places, static_cast<int>(places.size()));
            if (const auto found = traced.find({placed.launch, s->block}); found != traced.end()) {
                placed.transactions = found->second->transactions;
                if (found->second->has_rows()) {
                    placed.first_row = found->second->first_row;
                    placed.last_row = found->second->last_row;
                }
            }
            spans[mp].emplace_back(s->start_ns, s->end_ns);
            until[mp] = std::max(until[mp], placed.end_ns);
            end = std::max(end, s->end_ns);
            if (layout.last < 0 || placed.end_ns > layout.blocks[layout.last].end_ns)
                layout.last = static_cast<int>(layout.blocks.size());
            const double ns = placed.ns();
            layout.shortest_ns = layout.blocks.empty() ? ns : std::min(layout.shortest_ns, ns);
            layout.longest_ns = std::max(layout.longest_ns, ns);
            layout.blocks.push_back(placed);
        }
        if (!order.empty()) {
            room += (end - start) * static_cast<double>(count);
            for (const auto& one : spans) idle += (end - start) - busy_time(one);
        }
        layout.launch_start_ns.push_back(offset + start);
        layout.launch_end_ns.push_back(offset + end);
        layout.busy_until_ns.push_back(std::move(until));
        layout.end_ns = std::max(layout.end_ns, offset + end);
        offset += std::max(launch.ns, end);
    }
    layout.idle_share = room > 0 ? std::clamp(idle / room, 0.0, 1.0) : 0;
    return layout;
}

Table scheduleTable(const ScheduleLayout& layout, const wire::Trace& trace) {
    Table table;
    table.title = "block schedule";
    addTraceFacts(table, trace);
    if (layout.every > 1) table.facts.emplace_back("listed", words("each %1th block").arg(layout.every).toStdString());
    table.columns = {{"launch", ""},   {"block", ""},       {"multiprocessor", ""}, {"kind", ""},
                     {"start", "ns"},  {"end", "ns"},       {"duration", "ns"},     {"first_row", ""},
                     {"last_row", ""}, {"transactions", ""}};
    const auto known = [](std::int64_t row) { return row < 0 ? Cell() : Cell(row); };
    for (const PlacedBlock& b : layout.blocks)
        table.add_row({std::int64_t{b.launch}, b.block, std::int64_t{b.multiprocessor}, std::string("modelled"),
                       b.start_ns, b.end_ns, b.ns(), known(b.first_row), known(b.last_row),
                       std::isfinite(b.transactions) ? Cell(b.transactions) : Cell()});
    return table;
}

QString scheduleReading(const ScheduleLayout& layout, const wire::Trace& trace) {
    if (layout.last < 0) return {};
    const PlacedBlock& last = layout.blocks[layout.last];
    const QString rows = last.first_row < 0 ? QString() : words(" (rows %1–%2)").arg(last.first_row).arg(last.last_row);
    QString text = words("%1 multiprocessors; block %2%3 ends last, at %4 (modelled). While blocks ran, %5 of the "
                         "multiprocessors' time was idle.")
                       .arg(layout.multiprocessors)
                       .arg(last.block)
                       .arg(rows, timeText(last.end_ns), percentText(layout.idle_share));
    const wire::TraceLaunch& launch = trace.launches[last.launch];
    if (launch.blocks < layout.multiprocessors)
        text += words(" %1 blocks are too few for all of them.").arg(launch.blocks);
    else if (layout.shortest_ns > 0 && layout.longest_ns > 1.2 * layout.shortest_ns)
        text += words(" The longest block takes %1 times as long as the shortest.")
                    .arg(numberText(layout.longest_ns / layout.shortest_ns, 3));
    if (layout.every > 1) text += words(" Each %1th block is drawn.").arg(layout.every);
    return text;
}

} // namespace warploom::ui
