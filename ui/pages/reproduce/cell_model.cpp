#include "ui/pages/reproduce/cell_model.h"

#include "engine/experiment/cells.h"
#include "ui/pages/reproduce/experiment_charts.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"
#include "ui/style/theme.h"

#include <QApplication>
#include <QPainter>
#include <QStringList>

#include <algorithm>
#include <utility>
#include <vector>

namespace warploom::ui {
namespace {

using experiment::Cell;
using experiment::CellColumn;
using experiment::CellValue;

/// Ratio columns in display order, as pairs of a numerator column and a denominator column.
constexpr std::pair<CellColumn, CellColumn> ratio_columns[] = {{CellColumn::modelled, CellColumn::published},
                                                               {CellColumn::measured, CellColumn::published},
                                                               {CellColumn::measured, CellColumn::modelled}};

QString text_of(const CellValue& value, const std::string& unit) {
    if (value.number) return quantityText(*value.number, unit);
    if (!value.text.empty()) return toQString(value.text);
    return value.why_not.empty() ? QString() : QStringLiteral("–");
}

/// Wraps a long column title, so that the column is only as wide as its values require.
QString inLines(const QString& title) {
    constexpr int longest = 20;
    QString lines, line;
    for (const QString& word : title.split(QLatin1Char(' '))) {
        if (!line.isEmpty() && line.size() + 1 + word.size() > longest) {
            lines += line + QLatin1Char('\n');
            line.clear();
        }
        line += (line.isEmpty() ? QString() : QStringLiteral(" ")) + word;
    }
    return lines + line;
}

} // namespace

QString columnText(CellColumn column) {
    switch (column) {
    case CellColumn::published: return Text::tr("published");
    case CellColumn::modelled: return Text::tr("modeled");
    case CellColumn::measured: break;
    }
    return Text::tr("measured");
}

void CellModel::setResult(std::shared_ptr<const experiment::Result> result) {
    bool same = result_ != nullptr && result != nullptr && result->cells.size() == result_->cells.size() &&
                result->experiment.id == result_->experiment.id;
    for (std::size_t i = 0; same && i < result->cells.size(); ++i)
        same = result->cells[i].series == result_->cells[i].series && result->cells[i].at == result_->cells[i].at;
    if (same) {
        result_ = std::move(result);
        if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        return;
    }
    beginResetModel();
    result_ = std::move(result);
    series_numbers_.clear();
    if (result_ != nullptr)
        for (const experiment::Series& series : result_->experiment.series)
            series_numbers_.insert(toQString(series.id), static_cast<int>(series_numbers_.size()));
    endResetModel();
}

int CellModel::variableCount() const {
    return result_ == nullptr ? 0 : static_cast<int>(result_->experiment.variables.size());
}

int CellModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || result_ == nullptr ? 0 : static_cast<int>(result_->cells.size());
}

int CellModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() || result_ == nullptr ? 0 : notesColumn() + 1;
}

std::string CellModel::unitOf(const Cell& cell) const {
    const experiment::Series* series = result_->experiment.find_series(cell.series);
    if (series == nullptr) return {};
    return series->unit == "x" ? "ratio" : series->unit;
}

QString CellModel::notes(const Cell& cell) const {
    QStringList lines;
    // The notes on a cell, each with the columns to which it applies.
    std::vector<std::pair<QStringList, QString>> notes;
    for (const CellColumn column : experiment::columns) {
        const CellValue& value = cell.value(column);
        const QString kind = columnText(column);
        if (!value.kernel.empty()) lines.append(tr("%1 with %2").arg(kind, toQString(value.kernel)));
        for (const std::string* text : {&value.note, &value.why_not}) {
            if (text->empty() || (column == CellColumn::published && text == &value.why_not)) continue;
            // If a note applies to several columns, show it only once.
            const QString note = toQString(*text);
            auto found =
                std::find_if(notes.begin(), notes.end(), [&](const auto& each) { return each.second == note; });
            if (found == notes.end()) found = notes.insert(notes.end(), {QStringList(), note});
            found->first.append(kind);
        }
        if (value.is_fitted) lines.append(tr("used to fit the card model, so it is not an independent check"));
    }
    for (const auto& [kinds, note] : notes)
        lines.append(QStringLiteral("%1: %2").arg(kinds.join(QStringLiteral(", ")), note));
    return lines.join(QStringLiteral("; "));
}

QVariant CellModel::format_number(const Cell& cell, CellColumn column, int role) const {
    const CellValue& value = cell.value(column);
    switch (role) {
    case Qt::DisplayRole: {
        QString text = text_of(value, unitOf(cell));
        if (value.is_fitted && value.number) text += QStringLiteral(" †");
        if (!value.note.empty() && value.number) text += QStringLiteral(" *");
        return text;
    }
    case sort_role: return value.number ? QVariant(*value.number) : QVariant();
    case Qt::TextAlignmentRole: return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    case kind_role: return static_cast<int>(column);
    case fitted_role: return value.is_fitted;
    case Qt::ToolTipRole: {
        QStringList lines;
        if (value.number && value.low && value.high)
            lines.append(tr("interquartile range: %1 to %2")
                             .arg(quantityText(*value.low, unitOf(cell)), quantityText(*value.high, unitOf(cell))));
        if (!value.samples_ns.empty())
            lines.append(tr("%n samples", nullptr, pluralOf(static_cast<std::int64_t>(value.samples_ns.size()))));
        if (value.is_fitted) lines.append(tr("This value was used to fit the card model."));
        if (!value.kernel.empty()) lines.append(tr("kernel: %1").arg(toQString(value.kernel)));
        for (const std::string* text : {&value.text, &value.note, &value.why_not})
            if (!text->empty()) lines.append(toQString(*text));
        return lines.join(QLatin1Char('\n'));
    }
    case Qt::AccessibleTextRole: {
        const QString text = text_of(value, unitOf(cell));
        return QStringLiteral("%1 %2").arg(columnText(column), text.isEmpty() ? tr("no value yet") : text);
    }
    default: return {};
    }
}

QVariant CellModel::ratio(const Cell& cell, int which, int role) const {
    const auto value = cell.ratio(ratio_columns[which].first, ratio_columns[which].second);
    switch (role) {
    case Qt::DisplayRole: return value ? QVariant(numberText(*value, 3) + QStringLiteral(" ×")) : QVariant();
    case sort_role: return value ? QVariant(*value) : QVariant();
    case Qt::TextAlignmentRole: return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    default: return {};
    }
}

QVariant CellModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || result_ == nullptr) return {};
    const Cell& at = cell(index.row());
    const int column = index.column();
    if (column == 0) {
        const experiment::Series* series = result_->experiment.find_series(at.series);
        if (role == Qt::DisplayRole || role == Qt::ToolTipRole)
            return toQString(series == nullptr || series->title.empty() ? at.series : series->title);
        if (role == sort_role) return series_numbers_.value(toQString(at.series));
        return {};
    }
    if (column <= variableCount()) {
        const experiment::Variable& variable = result_->experiment.variables[column - 1];
        const QString text = toQString(experiment::value_of(at.at, variable.name));
        if (role == Qt::DisplayRole) return text;
        if (role == sort_role)
            return variable.is_numeric() && !text.isEmpty() ? QVariant(text.toDouble()) : QVariant(text);
        if (role == Qt::TextAlignmentRole && variable.is_numeric())
            return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
        return {};
    }
    const int rest = column - 1 - variableCount();
    if (rest < 3) return format_number(at, experiment::columns[rest], role);
    if (rest < 6) return ratio(at, rest - 3, role);
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole || role == sort_role) return notes(at);
    return {};
}

QVariant CellModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (result_ == nullptr || orientation == Qt::Vertical)
        return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
    const int rest = section - 1 - variableCount();
    if (role == Qt::DisplayRole) {
        if (section == 0) return tr("series");
        if (rest < 0) {
            const experiment::Variable& variable = result_->experiment.variables[section - 1];
            const QString title = toQString(variable.title.empty() ? variable.name : variable.title);
            return inLines(title); // the tooltip shows the unit, because there is no room for it here
        }
        const QString titles[] = {tr("published"),      tr("modeled"),        tr("measured"), tr("model /\npubl."),
                                  tr("meas. /\npubl."), tr("meas. /\nmodel"), tr("notes")};
        return titles[std::min(rest, 6)];
    }
    if (role == Qt::ToolTipRole) {
        const QString tips[] = {
            tr("Value published in the source"),
            result_->modelled_on.empty()
                ? tr("Estimate for the card used in the source")
                : tr("Estimate for %1, computed from a simulation of the kernel").arg(toQString(result_->modelled_on)),
            result_->measured_on.empty() ? tr("Median time measured on this machine")
                                         : tr("Median time measured on %1").arg(toQString(result_->measured_on))};
        if (rest >= 0 && rest < 3) return tips[rest];
        const QString ratio_tips[] = {tr("modeled / published"), tr("measured / published"), tr("measured / modeled")};
        if (rest >= 3 && rest < 6) return ratio_tips[rest - 3];
        if (section > 0 && rest < 0) return toQString(result_->experiment.variables[section - 1].unit);
    }
    return {};
}

bool CellModel::isEmpty(int column) const {
    for (int row = 0; row < rowCount(); ++row)
        if (!index(row, column).data().toString().isEmpty()) return false;
    return rowCount() > 0;
}

QString CellModel::rowTitle(int row) const {
    if (result_ == nullptr || row < 0 || row >= rowCount()) return {};
    const QString rest = valuesText(result_->experiment, cell(row).at);
    const QString series = data(index(row, 0)).toString();
    return rest.isEmpty() ? series : QStringLiteral("%1, %2").arg(series, rest);
}

void CellFilter::setWanted(int column, const QString& text) {
    if (wanted_.value(column) == text) return;
    if (text.isEmpty()) wanted_.remove(column);
    else wanted_.insert(column, text);
    invalidateFilter();
}

void CellFilter::clear() {
    wanted_.clear();
    invalidateFilter();
}

bool CellFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    for (auto wish = wanted_.constBegin(); wish != wanted_.constEnd(); ++wish)
        if (sourceModel()->index(row, wish.key(), parent).data().toString() != wish.value()) return false;
    return true;
}

bool CellFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    const QVariant a = left.data(CellModel::sort_role), b = right.data(CellModel::sort_role);
    if (!a.isValid() || !b.isValid()) {
        if (a.isValid() == b.isValid()) return left.row() < right.row();
        return a.isValid() == (sortOrder() == Qt::AscendingOrder);
    }
    return QSortFilterProxyModel::lessThan(left, right);
}

void paintKind(QPainter& painter, const QRectF& box, int kind) {
    const Colours& colours = theme().colours();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    switch (static_cast<experiment::CellColumn>(kind)) {
    case experiment::CellColumn::published:
        painter.setPen(QPen(colours.text, 1.5));
        painter.setBrush(Qt::NoBrush);
        break;
    case experiment::CellColumn::modelled: {
        const QColor ink = modelledColour(0, colours);
        painter.fillRect(box, colours.canvas);
        painter.setPen(QPen(ink, 1.5));
        painter.setBrush(QBrush(mixed(ink, colours.canvas, 0.5), Qt::BDiagPattern));
        break;
    }
    case experiment::CellColumn::measured:
        painter.setPen(QPen(colours.strokeColour(0), 1.5));
        painter.setBrush(mixed(colours.strokeColour(0), colours.canvas, 0.28));
        break;
    }
    painter.drawRect(box);
    painter.restore();
}

void CellLook::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QVariant kind = index.data(CellModel::kind_role);
    QStyleOptionViewItem all = option;
    initStyleOption(&all, index);
    if (!kind.isValid() || all.text.isEmpty() || !index.data(CellModel::sort_role).isValid()) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    const QString text = all.text;
    all.text.clear();
    const QWidget* widget = option.widget;
    (widget != nullptr ? widget->style() : QApplication::style())
        ->drawControl(QStyle::CE_ItemViewItem, &all, painter, widget);
    const QRectF box = QRectF(option.rect).adjusted(2.5, 2.5, -2.5, -2.5);
    const Colours& colours = theme().colours();
    if (option.state & QStyle::State_Selected) painter->fillRect(box, colours.canvas);
    paintKind(*painter, box, kind.toInt());
    painter->save();
    painter->setFont(all.font);
    const QRectF room = box.adjusted(5, 0, -5, 0);
    if (kind.toInt() == static_cast<int>(experiment::CellColumn::modelled)) {
        // Leave a gap in the hatching behind the value, so that it remains readable.
        const QFontMetricsF metrics(all.font);
        const double width = metrics.horizontalAdvance(text);
        painter->fillRect(QRectF(room.right() - width - 3, box.top() + 1, width + 6, box.height() - 2), colours.canvas);
    }
    painter->setPen(colours.text);
    painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter, text);
    painter->restore();
}

QSize CellLook::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    if (index.data(CellModel::kind_role).isValid()) size += QSize(theme().px(8), theme().px(6));
    return size;
}

} // namespace warploom::ui
