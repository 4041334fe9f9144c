#include "ui/pages/step/segmented_lesson.h"

#include "ui/look/words.h"
#include "ui/pages/step/step_painting.h"

namespace warploom::ui {

using steps::LaneState;
using steps::SegmentedAction;
using steps::SegmentedStep;

namespace {

QString action_text(SegmentedAction action) {
    switch (action) {
    case SegmentedAction::product: return words("multiply");
    case SegmentedAction::heads: return words("where rows begin");
    case SegmentedAction::stride: return words("stride");
    case SegmentedAction::open: return words("the open row goes on");
    case SegmentedAction::write: return words("write");
    case SegmentedAction::carry: return words("carry");
    case SegmentedAction::serial: return words("tail");
    case SegmentedAction::update: break;
    }
    return words("add carries");
}

QString rows_text(const std::vector<int>& rows) {
    QStringList names;
    for (const int row : rows) {
        const QString name = QStringLiteral("y[%1]").arg(row);
        if (!names.contains(name)) names << name;
    }
    return names.isEmpty() ? words("nothing") : names.join(QStringLiteral(", "));
}

} // namespace

SegmentedLesson::SegmentedLesson(bool ranges) : all_(steps::segmented_example()), ranges_(ranges) {}

QString SegmentedLesson::title() const {
    return words("COO, segmented sums · %1 entries, %2 rows, two warps").arg(all_.row.size()).arg(all_.rows);
}

std::array<LaneState, steps::lanes> SegmentedLesson::before(int step) const {
    const SegmentedStep& now = at(step);
    const bool begins = now.action == SegmentedAction::product || now.action == SegmentedAction::serial ||
                        now.action == SegmentedAction::update;
    return step == 0 || begins ? std::array<LaneState, steps::lanes>{} : at(step - 1).lane;
}

int SegmentedLesson::shownLane(int step, int chosen) const {
    if (chosen >= 0 && chosen < steps::lanes) return chosen;
    const SegmentedStep& now = at(step);
    // The last lane of a row is where its sum arrives.
    for (int lane = 0; lane < steps::lanes; ++lane)
        if (now.lane[lane].writes) return lane;
    return now.action == SegmentedAction::serial ? 0 : now.group == 0 && now.warp == 0 ? 17 : steps::lanes - 1;
}

QString SegmentedLesson::sumText(const steps::PartialSum& sum) const {
    if (sum.is_empty()) return QStringLiteral("–");
    if (!ranges_) return stepNumber(sum.value);
    return sum.first == sum.last ? QString::number(sum.first) : QStringLiteral("%1–%2").arg(sum.first).arg(sum.last);
}

QString SegmentedLesson::sentence(int step) const {
    const SegmentedStep& now = at(step);
    const QString who =
        words("Warp %1, entries %2 to %3: ").arg(now.warp).arg(now.lane[0].entry).arg(now.lane[31].entry);
    switch (now.action) {
    case SegmentedAction::product:
        return who + words("each lane reads one entry and multiplies it with its x. Every product is 1 here, so a sum "
                           "counts what is in it.");
    case SegmentedAction::heads: {
        int heads = 0;
        for (const LaneState& lane : now.lane) heads += lane.is_head ? 1 : 0;
        if (heads == 0)
            return who + words("no row begins here; all 32 entries belong to the row that is open. (The kernel then "
                               "leaves the strides for later.)");
        return who +
               words("the lanes compare their row with the lane before and vote: a row begins at %1 of them.")
                   .arg(heads) +
               (now.written.empty() ? QString()
                                    : words(" The open row has ended: %1 is written.").arg(rows_text(now.written)));
    }
    case SegmentedAction::stride:
        return words(
                   "Stride %1: each lane adds the sum of the lane %1 before it, but never across the beginning of its "
                   "row. %2 lanes add; %3 do not.")
            .arg(now.distance)
            .arg(now.adding)
            .arg(steps::lanes - now.adding);
    case SegmentedAction::open:
        return words("The row that was open before this group goes on: its sum so far is added to the %1 lanes of the "
                     "first segment.")
            .arg(now.adding);
    case SegmentedAction::write:
        return words("Where the next lane belongs to another row, a row has ended: %1 is written. The row of lane 31 "
                     "stays open.")
            .arg(rows_text(now.written));
    case SegmentedAction::carry:
        return words("The interval of warp %1 ends while row %2 is open. Nobody knows whether it goes on in the next "
                     "warp, so row and sum go to a carry.")
            .arg(now.warp)
            .arg(now.open.row);
    case SegmentedAction::serial:
        return words("The last %1 entries fill no warp: one thread adds them one after the other. Fewer than 32, so "
                     "nobody waits long.")
            .arg(now.adding);
    case SegmentedAction::update: break;
    }
    return words("The carries are added where they belong, %1, and y is complete. No atomics were needed.")
        .arg(rows_text(now.written));
}

QString SegmentedLesson::writtenOut(int step, int chosen, const Colours& colours) const {
    const SegmentedStep& now = at(step);
    const int lane = shownLane(step, chosen);
    const LaneState& state = now.lane[lane];
    QString html = words("<p><b>%1</b></p>")
                       .arg(now.action == SegmentedAction::stride ? words("Stride %1").arg(now.distance)
                                                                  : action_text(now.action));
    if (now.action == SegmentedAction::serial) {
        for (const LaneState& each : now.lane)
            if (each.entry >= 0)
                html += words("<p>y[%1] += product %2 = %3</p>")
                            .arg(each.row)
                            .arg(each.entry)
                            .arg(stepNumber(each.sum.value));
        return html;
    }
    if (now.action == SegmentedAction::update) {
        for (const steps::Carry& carry : now.carries)
            html += words("<p>y[%1] += %2 <br>→ %3</p>")
                        .arg(carry.row)
                        .arg(stepNumber(carry.sum.value))
                        .arg(stepNumber(now.y[carry.row].value));
        return html;
    }
    const auto old = before(step);
    html += words("<p>Lane %1: entry %2, row %3%4</p>")
                .arg(lane)
                .arg(state.entry)
                .arg(state.row)
                .arg(state.is_head ? words(" (it begins here)") : QString());
    if (state.from >= 0)
        html += words("<p>sum = sum + sum of lane %1<br>= %2 + %3 = <b>%4</b></p>")
                    .arg(state.from)
                    .arg(sumText(old[lane].sum), sumText(old[state.from].sum), sumText(state.sum));
    else if (state.refused >= 0)
        html += words("<p>Lane %1 %2: not added. The sum stays <b>%3</b>.</p>")
                    .arg(QString::number(state.refused),
                         QStringLiteral("<span style='color:%1'>%2</span>")
                             .arg(colours.strokeColour(3).name(), words("holds another row")),
                         sumText(state.sum));
    else html += words("<p>The sum is <b>%1</b>.</p>").arg(sumText(state.sum));
    if (!state.sum.is_empty())
        html += words("<p>In it: entries %1 to %2.</p>").arg(state.sum.first).arg(state.sum.last);
    if (state.writes) html += words("<p>It writes y[%1].</p>").arg(state.row);
    return html + words("<p>Open row: %1, sum %2</p>").arg(now.open.row).arg(sumText(now.open.sum));
}

std::vector<steps::KernelLine> SegmentedLesson::lines(int step) const { return {at(step).line}; }

Table SegmentedLesson::table() const {
    Table table;
    table.title = title().toStdString();
    for (const char* name : {"step", "warp", "action", "stride", "lane", "entry", "row", "first_entry", "last_entry",
                             "sum", "added_from", "writes"})
        table.columns.push_back({name, ""});
    const auto number = [](int value) { return value < 0 ? warploom::Cell{} : warploom::Cell{std::int64_t{value}}; };
    for (int s = 0; s < steps(); ++s)
        for (int k = 0; k < steps::lanes; ++k) {
            const SegmentedStep& now = at(s);
            const LaneState& lane = now.lane[k];
            if (lane.row < 0) continue;
            table.add_row({std::int64_t{s} + 1, number(now.warp), action_text(now.action).toStdString(),
                           now.distance > 0 ? number(now.distance) : warploom::Cell{}, std::int64_t{k},
                           number(lane.entry), number(lane.row), number(lane.sum.first), number(lane.sum.last),
                           lane.sum.value, number(lane.from), std::int64_t{lane.writes}});
        }
    table.facts = {{"source", "it168"}};
    return table;
}

} // namespace warploom::ui
