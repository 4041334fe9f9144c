#include "ui/pages/step/walkthroughs/ata_walkthrough.h"

#include "ui/pages/step/walkthroughs/step_painting.h"
#include "ui/style/text.h"

#include <algorithm>

namespace warploom::ui {

using walkthrough::AtaAction;
using walkthrough::AtaRegisters;
using walkthrough::AtaStep;

namespace {

QString action_text(AtaAction action) {
    switch (action) {
    case AtaAction::skip: return Text::tr("skip");
    case AtaAction::fetch: return Text::tr("fetch");
    case AtaAction::store: return Text::tr("store");
    case AtaAction::multiply: return Text::tr("multiply");
    case AtaAction::write: break;
    }
    return Text::tr("write");
}

} // namespace

AtaWalkthrough::AtaWalkthrough(const walkthrough::AtaShape& shape) : all_(walkthrough::ata_steps(shape)) {}

int AtaWalkthrough::shownThread(int chosen) const {
    return chosen >= 0 && chosen < items() ? chosen : std::min(items() - 1, shape().side + 1);
}

/// Returns the warp that executes a step. A kernel exists only for the large tile size. No warp executes the steps of
/// blocks below the diagonal, because these blocks return immediately.
std::optional<WalkthroughWarp> AtaWalkthrough::warpOf(int step, int chosen) const {
    const walkthrough::AtaShape& of = shape();
    const AtaStep& now = at(step);
    constexpr int kernels_side = 16;
    if (of.side != kernels_side || now.action == AtaAction::skip) return std::nullopt;
    QStringList on{QStringLiteral("registers")};
    if (of.prefetch) on.append(QStringLiteral("prefetch"));
    if (of.padding) on.append(QStringLiteral("padding"));
    if (of.symmetric) on.append(QStringLiteral("symmetric"));
    WalkthroughWarp made;
    made.operation = QStringLiteral("ata");
    made.kernel = QStringLiteral("tiled@") + on.join(QLatin1Char('+'));
    made.matrix = QStringLiteral("dense:rows=%1,cols=%2,seed=1").arg(of.rows).arg(of.cols);
    made.warp = {0, now.block_row * of.across() + now.block_column, shownThread(chosen) / simulated::warp_size};
    // A slice has two barriers. It is stored before the first one and multiplied before the second one.
    const bool is_early = now.action == AtaAction::fetch && of.prefetch && now.slice > 0;
    made.section = now.action == AtaAction::write      ? 2 * of.slices()
                   : now.action == AtaAction::multiply ? 2 * now.slice + 1
                                                       : 2 * now.slice - (is_early ? 1 : 0);
    made.array = now.action == AtaAction::fetch ? "A" : now.action == AtaAction::write ? "C" : "transposed";
    return made;
}

QString AtaWalkthrough::title() const {
    return Text::tr("AᵀA · %1 × %1 tiles, %2 × %2 threads per block · A is %3 × %4")
        .arg(shape().tile())
        .arg(shape().side)
        .arg(shape().rows)
        .arg(shape().cols);
}

QString AtaWalkthrough::sentence(int step) const {
    const AtaStep& now = at(step);
    const int row = now.block_row, column = now.block_column;
    const int each = shape().each, side = shape().side;
    switch (now.action) {
    case AtaAction::skip:
        return Text::tr("Block (%1, %2) is below the diagonal. It exits immediately, because block (%2, %1) also "
                        "writes the mirrored tile.")
            .arg(row)
            .arg(column);
    case AtaAction::fetch: {
        const QString text = Text::tr("Block (%1, %2) loads slice %3: each thread loads %n elements of the Aᵀ tile and "
                                      "%n elements of the A tile into registers.",
                                      nullptr, each)
                                 .arg(row)
                                 .arg(column)
                                 .arg(now.slice);
        return paragraph(
            {text, now.overlaps ? Text::tr("The loads overlap with the multiplication of slice %1.").arg(now.slice - 1)
                                : Text::tr("All threads wait for the loads to complete.")});
    }
    case AtaAction::store: {
        const simulated::BankUse use = all_.accesses(step)[0].access.use;
        const QString text = Text::tr("Block (%1, %2) stores slice %3 in shared memory and transposes the Aᵀ tile.")
                                 .arg(row)
                                 .arg(column)
                                 .arg(now.slice);
        return paragraph({text, use.passes > use.ideal ? Text::tr("The lanes store to addresses that are %1 elements "
                                                                  "apart, which takes %n wavefronts instead of %2.",
                                                                  nullptr, use.passes)
                                                             .arg(shape().stride())
                                                             .arg(use.ideal)
                                                       : Text::tr("There are no bank conflicts.")});
    }
    case AtaAction::multiply:
        return Text::tr("Block (%1, %2), row %3 of A: each thread loads %4 + %4 values from shared memory and computes "
                        "%n products.",
                        nullptr, each * each)
            .arg(row)
            .arg(column)
            .arg(now.slice * side + now.k)
            .arg(each);
    case AtaAction::write: break;
    }
    return (shape().symmetric && row != column
                ? Text::tr("Block (%1, %2) is finished: each thread writes its %n results, both to this tile and to "
                           "the mirrored tile.",
                           nullptr, each * each)
                : Text::tr("Block (%1, %2) is finished: each thread writes its %n results.", nullptr, each * each))
        .arg(row)
        .arg(column);
}

QString AtaWalkthrough::formula(int step, int chosen, const Colours& colours) const {
    const AtaStep& now = at(step);
    const int thread = shownThread(chosen);
    const AtaRegisters held = all_.registers(step, thread);
    QString html = Text::tr("<p><b>Thread (x = %1, y = %2)</b> in block (%3, %4)</p>")
                       .arg(held.x)
                       .arg(held.y)
                       .arg(now.block_row)
                       .arg(now.block_column);
    const auto values = [](const std::vector<double>& numbers) {
        QStringList texts;
        for (const double each : numbers) texts << stepNumber(each);
        return texts.join(QStringLiteral(", "));
    };
    const auto places = [](const std::vector<std::pair<int, int>>& elements) {
        QStringList texts;
        for (const auto& [row, col] : elements) texts << QStringLiteral("A[%1][%2]").arg(row).arg(col);
        return texts.join(QStringLiteral(", "));
    };
    switch (now.action) {
    case AtaAction::skip:
        return html + Text::tr("<p>The thread exits because block row %1 is greater than block column %2.</p>")
                          .arg(now.block_row)
                          .arg(now.block_column);
    case AtaAction::fetch:
        html += Text::tr("<p>Loads for Aᵀ: %1</p><p>Loads for A: %2</p>")
                    .arg(places(all_.fetched_left(now, thread)), places(all_.fetched_right(now, thread)));
        html += Text::tr("<p>next rAᵀ = %1<br>next rA = %2</p>").arg(values(held.next_left), values(held.next_right));
        break;
    case AtaAction::store:
        for (int e = 0; e < shape().each; ++e)
            html += Text::tr("<p>transposed[%1 · %2 + %3] ← A<sup>T</sup> element %4</p>")
                        .arg(held.x + e * shape().side)
                        .arg(shape().stride())
                        .arg(held.y)
                        .arg(e);
        html += (shape().padding ? Text::tr("<p>Each row of Aᵀ has %1 elements, one of which is padding.</p>")
                                 : Text::tr("<p>Each row of Aᵀ has %1 elements and no padding.</p>"))
                    .arg(shape().stride());
        break;
    case AtaAction::multiply: {
        const QString left =
            QStringLiteral("<span style='color:%1;font-weight:600'>rAᵀ</span>").arg(colours.strokeColour(4).name());
        const QString right =
            QStringLiteral("<span style='color:%1;font-weight:600'>rA</span>").arg(colours.strokeColour(1).name());
        html += QStringLiteral("<p>%1 = %2<br>%3 = %4</p>").arg(left, values(held.left), right, values(held.right));
        html += Text::tr("<p>rC[r][c] += rAᵀ[r] · rA[c]</p>");
        const double product = held.left[0] * held.right[0];
        html += QStringLiteral("<p>rC[0][0] = %1 + %2·%3 = <b>%4</b></p>")
                    .arg(stepNumber(held.sum[0] - product), stepNumber(held.left[0]), stepNumber(held.right[0]),
                         stepNumber(held.sum[0]));
        html += Text::tr("<p>%1 loads provide the operands for %2 multiplications. With one result per thread, this "
                         "would take %3 loads.</p>")
                    .arg(2 * shape().each)
                    .arg(shape().each * shape().each)
                    .arg(2 * shape().each * shape().each);
        break;
    }
    case AtaAction::write:
        for (int r = 0; r < shape().each; ++r) {
            const int i = now.block_row * shape().tile() + held.y + r * shape().side;
            const int j = now.block_column * shape().tile() + held.x;
            html += QStringLiteral("<p>C[%1][%2] = <b>%3</b></p>")
                        .arg(i)
                        .arg(j)
                        .arg(stepNumber(held.sum[r * shape().each]));
        }
        break;
    }
    return html;
}

std::optional<WalkthroughBanks> AtaWalkthrough::banks(int step) const {
    const auto accesses = all_.accesses(step);
    if (accesses.empty()) return std::nullopt;
    WalkthroughBanks banks;
    const bool stores = at(step).action == AtaAction::store;
    const QString pattern = stores && shape().padding ? Text::tr("First warp stores Aᵀ: %1 elements per row (padded)")
                            : stores          ? Text::tr("First warp stores Aᵀ: %1 elements per row (no padding)")
                            : shape().padding ? Text::tr("First warp loads Aᵀ: %1 elements per row (padded)")
                                              : Text::tr("First warp loads Aᵀ: %1 elements per row (no padding)");
    banks.title = pattern.arg(shape().stride());
    banks.accesses = {accesses[0].access};
    banks.element_bytes = shape().element_bytes;
    const simulated::BankUse& other = accesses[1].access.use;
    banks.note =
        Text::tr("Storing the slice of A row by row takes %n wavefronts (%1 without conflicts).", nullptr, other.passes)
            .arg(other.ideal);
    return banks;
}

std::optional<StepQuestion> AtaWalkthrough::question(int step) const {
    const AtaStep& now = at(step);
    const int each = shape().each;
    switch (now.action) {
    case AtaAction::fetch:
        return StepQuestion{Text::tr("How many elements of A does each thread load for this slice?"), 2 * each};
    case AtaAction::store:
        return StepQuestion{
            Text::tr("How many wavefronts does the first warp need to store its part of Aᵀ in shared memory?"),
            all_.accesses(step)[0].access.use.passes};
    case AtaAction::multiply:
        return StepQuestion{
            Text::tr("How many products does each thread compute from the values that it loads in this step?"),
            each * each};
    default: return std::nullopt;
    }
}

Table AtaWalkthrough::table() const {
    Table table{.title = title().toStdString()};
    for (const char* name : {"step", "block_row", "block_column", "action", "slice", "row_of_a", "transposed_passes",
                             "transposed_ideal", "straight_passes", "straight_ideal", "products"})
        table.columns.push_back({name, ""});
    for (int s = 0; s < steps(); ++s) {
        const AtaStep& now = at(s);
        const auto accesses = all_.accesses(s);
        const auto passes = [&](std::size_t i, bool ideal) {
            if (accesses.empty()) return warploom::Cell{};
            const simulated::BankUse& use = accesses[i].access.use;
            return warploom::Cell{std::int64_t{ideal ? use.ideal : use.passes}};
        };
        const bool multiplies = now.action == AtaAction::multiply;
        table.add_row({std::int64_t{s} + 1, std::int64_t{now.block_row}, std::int64_t{now.block_column},
                       action_text(now.action).toStdString(),
                       now.action == AtaAction::skip ? warploom::Cell{} : warploom::Cell{std::int64_t{now.slice}},
                       multiplies ? warploom::Cell{std::int64_t{now.slice} * shape().side + now.k} : warploom::Cell{},
                       passes(0, false), passes(0, true), passes(1, false), passes(1, true),
                       std::int64_t{all_.registers(s, 0).products}});
    }
    table.facts = {{"source", "AᵀA report"}};
    return table;
}

} // namespace warploom::ui
