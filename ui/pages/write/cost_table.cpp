#include "ui/pages/write/cost_table.h"

#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/style/theme.h"

#include <QHeaderView>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace warploom::ui {

namespace {

struct Figure {
    const char* title;
    double (*of)(const protocol::CheckCosts&);
    const char* unit;
    bool less_is_better;
};
double asNumber(std::int64_t count) { return static_cast<double>(count); }
const std::array figures{
    Figure{QT_TRANSLATE_NOOP("CostTable", "Transactions"),
           [](const protocol::CheckCosts& c) { return asNumber(c.transactions); }, "", true},
    Figure{QT_TRANSLATE_NOOP("CostTable", "Bytes"), [](const protocol::CheckCosts& c) { return asNumber(c.bytes); },
           "bytes", true},
    Figure{QT_TRANSLATE_NOOP("CostTable", "Steps"), [](const protocol::CheckCosts& c) { return asNumber(c.steps); }, "",
           true},
    Figure{QT_TRANSLATE_NOOP("CostTable", "Active lanes"),
           [](const protocol::CheckCosts& c) { return c.mean_active_lanes; }, "", false},
    Figure{QT_TRANSLATE_NOOP("CostTable", "Wavefronts"),
           [](const protocol::CheckCosts& c) { return asNumber(c.bank_passes); }, "", true},
    Figure{QT_TRANSLATE_NOOP("CostTable", "Time"), [](const protocol::CheckCosts& c) { return c.modelled_ns; }, "ns",
           true},
};
enum Column { now_column, before_column, twin_column, columns };

QString figureText(const Figure& figure, double value) {
    const bool is_count = figure.unit[0] == '\0' && figure.less_is_better;
    const bool is_modelled = figure.unit == std::string_view("ns");
    return is_count ? shortCount(value)
                    : (is_modelled ? QStringLiteral("≈ ") : QString()) + quantityText(value, figure.unit);
}

/// Formats a small change in cost as a percentage, such as "12%", and a large change as a factor, such as "6.5 x".
QString changeText(double now, double other) {
    const double factor = now / other;
    if (!std::isfinite(factor)) return CostTable::tr("from 0");
    const auto rounded = [](double number) { return QString::number(number, 'f', number < 10 ? 1 : 0); };
    return factor < 2 ? CostTable::tr("%1%").arg(rounded(100 * std::abs(factor - 1)))
                      : CostTable::tr("%1 x").arg(rounded(factor));
}

} // namespace

CostTable::CostTable(QWidget* parent) : QTableWidget(static_cast<int>(figures.size()), columns, parent) {
    setEditTriggers(NoEditTriggers);
    setSelectionMode(SingleSelection);
    setTabKeyNavigation(false);
    setShowGrid(false);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWordWrap(false);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setSectionResizeMode(twin_column, QHeaderView::Stretch);
    horizontalHeader()->setMinimumSectionSize(10);
    horizontalHeader()->setHighlightSections(false);
    verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    QStringList titles;
    for (const Figure& figure : figures) titles.append(tr(figure.title));
    setVerticalHeaderLabels(titles);
    for (int row = 0; row < rowCount(); ++row)
        for (int column = 0; column < columns; ++column) {
            auto* item = new QTableWidgetItem;
            item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            setItem(row, column, item);
        }
    connect(&theme(), &Theme::changed, this, &CostTable::dress);
    setCosts(nullptr, nullptr, nullptr);
}

void CostTable::setCosts(const protocol::CheckCosts* now, const protocol::CheckCosts* before,
                         const protocol::CheckCosts* twin) {
    const auto copy = [](const protocol::CheckCosts* costs) {
        return costs == nullptr ? std::nullopt : std::make_optional(*costs);
    };
    now_ = copy(now);
    before_ = copy(before);
    twin_ = copy(twin);
    dress();
}

void CostTable::dress() {
    setHorizontalHeaderLabels({tr("now"), tr("before"), tr("built-in")});
    horizontalHeaderItem(twin_column)->setToolTip(twin_ ? toQString(twin_->kernel) : QString());
    resizeRowsToContents();
    for (int row = 0; row < rowCount(); ++row) {
        const Figure& figure = figures[static_cast<std::size_t>(row)];
        const double now = now_ ? figure.of(*now_) : no_figure;
        item(row, now_column)->setText(now_ ? figureText(figure, now) : QString());
        item(row, now_column)->setForeground(theme().colours().text);
        for (const int column : {before_column, twin_column}) {
            const auto& other = column == before_column ? before_ : twin_;
            const double value = other ? figure.of(*other) : no_figure;
            showOther(row, column, now, other ? &value : nullptr);
        }
    }
    for (const int column : {now_column, before_column}) resizeColumnToContents(column);
    updateGeometry();
}

void CostTable::showOther(int row, int column, double now, const double* other) {
    const Figure& figure = figures[static_cast<std::size_t>(row)];
    const Colours& colours = theme().colours();
    QTableWidgetItem* const cell = item(row, column);
    cell->setToolTip({});
    cell->setForeground(colours.muted);
    if (other == nullptr || !now_) return cell->setText(QString());
    const QString value = figureText(figure, *other);
    if (now == *other)
        return cell->setText(value.startsWith(QStringLiteral("≈")) ? value : QStringLiteral("= %1").arg(value));
    const bool is_more = now > *other;
    cell->setText((is_more ? QStringLiteral("▲ ") : QStringLiteral("▼ ")) + changeText(now, *other));
    cell->setForeground(is_more == figure.less_is_better ? colours.wrong : colours.strokeColour(2));
    const QString than = column == before_column ? tr("the previous version") : toQString(twin_->kernel);
    cell->setToolTip(
        (is_more ? tr("%1: higher than %2 (%3)") : tr("%1: lower than %2 (%3)")).arg(tr(figure.title), than, value));
}

QSize CostTable::sizeHint() const {
    int height = horizontalHeader()->sizeHint().height() + 2;
    for (int row = 0; row < rowCount(); ++row) height += rowHeight(row);
    return {std::max(theme().px(290), neededWidth()), height};
}

QSize CostTable::minimumSizeHint() const { return {neededWidth(), sizeHint().height()}; }

/// Returns the minimum width of the table that fits all values.
int CostTable::neededWidth() const {
    int width = verticalHeader()->sizeHint().width() + 2 * frameWidth();
    for (int column = 0; column < columns; ++column)
        width += std::max(sizeHintForColumn(column), horizontalHeader()->sectionSizeHint(column));
    return width;
}

} // namespace warploom::ui
