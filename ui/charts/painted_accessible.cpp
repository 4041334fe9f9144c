#include "ui/charts/painted_accessible.h"

#include "ui/charts/chart.h"
#include "ui/style/number_text.h"
#include "ui/style/text.h"

#include <QStringList>
#include <QWidget>

#include <algorithm>

namespace warploom::ui {

namespace {

// Lifetime of the cached table in milliseconds. The cache is needed because screen readers request the table line by
// line.
constexpr qint64 fresh_ms = 1000;

/// Accessible interface of one row of a chart's table.
class LineAccessible : public QAccessibleInterface {
public:
    LineAccessible(QWidget* widget, int index) : widget_(widget), index_(index) {}

    bool isValid() const override { return view() != nullptr; }
    QObject* object() const override { return nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(widget_); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QString text(QAccessible::Text which) const override {
        const PaintedAccessible* painted = view();
        return which == QAccessible::Name && painted != nullptr ? painted->line(index_) : QString();
    }
    void setText(QAccessible::Text, const QString&) override {}
    QRect rect() const override { return isValid() ? parent()->rect() : QRect(); }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    QAccessible::State state() const override {
        QAccessible::State state;
        state.readOnly = true;
        return state;
    }
    int index() const { return index_; }

private:
    const PaintedAccessible* view() const { return dynamic_cast<const PaintedAccessible*>(parent()); }

    QWidget* widget_;
    int index_;
};

QAccessibleInterface* makePainted(const QString&, QObject* object) {
    auto* widget = qobject_cast<QWidget*>(object);
    if (widget == nullptr) return nullptr;
    const auto* chart = dynamic_cast<const Chart*>(widget);
    // If a chart consists of widgets, use the accessible interfaces of the widgets.
    if (chart == nullptr || !widget->findChildren<QWidget*>().isEmpty()) return nullptr;
    return new PaintedAccessible(widget, *chart);
}

} // namespace

PaintedAccessible::PaintedAccessible(QWidget* widget, const Chart& chart)
    : QAccessibleWidget(widget, QAccessible::List), chart_(chart) {}

PaintedAccessible::~PaintedAccessible() {
    for (const QAccessible::Id id : lines_)
        if (id != 0) QAccessible::deleteAccessibleInterface(id);
}

const Table& PaintedAccessible::table() const {
    if (!age_.isValid() || age_.elapsed() > fresh_ms) table_ = chart_.chartTable();
    age_.start();
    return table_;
}

QString PaintedAccessible::text(QAccessible::Text which) const {
    if (which == QAccessible::Name) {
        const QString name = QAccessibleWidget::text(which);
        return name.isEmpty() ? chart_.chartTitle() : name;
    }
    if (which != QAccessible::Description) return QAccessibleWidget::text(which);
    const QString own = QAccessibleWidget::text(which);
    const auto rows = static_cast<qint64>(table().rows.size());
    const QString count = rows == 0 ? QObject::tr("The chart is empty.")
                          : rows > mostLines
                              ? QObject::tr("%1, %n rows. Only the first %2 rows are listed.", nullptr, pluralOf(rows))
                                    .arg(chart_.chartTitle())
                                    .arg(mostLines)
                              : QObject::tr("%1, %n rows.", nullptr, pluralOf(rows)).arg(chart_.chartTitle());
    return own.isEmpty() ? count : count + QLatin1Char(' ') + own;
}

int PaintedAccessible::childCount() const { return std::min(mostLines, static_cast<int>(table().rows.size())); }

QAccessibleInterface* PaintedAccessible::child(int index) const {
    if (index < 0 || index >= childCount()) return nullptr;
    const auto at = static_cast<std::size_t>(index);
    if (at >= lines_.size()) lines_.resize(at + 1, 0);
    if (lines_[at] == 0) lines_[at] = QAccessible::registerAccessibleInterface(new LineAccessible(widget(), index));
    return QAccessible::accessibleInterface(lines_[at]);
}

int PaintedAccessible::indexOfChild(const QAccessibleInterface* child) const {
    const auto* line = dynamic_cast<const LineAccessible*>(child);
    return line != nullptr && child->parent() == this ? line->index() : -1;
}

QString PaintedAccessible::line(int index) const {
    const Table& shown = table();
    if (index < 0 || index >= static_cast<int>(shown.rows.size())) return {};
    const auto row = static_cast<std::size_t>(index);
    QStringList parts;
    for (std::size_t c = 0; c < shown.columns.size(); ++c) {
        const Cell& cell = shown.rows[row][c];
        if (std::holds_alternative<std::monostate>(cell)) continue;
        QString value;
        if (const auto* text = std::get_if<std::string>(&cell)) value = QString::fromStdString(*text);
        else if (const auto* whole = std::get_if<std::int64_t>(&cell);
                 whole != nullptr && shown.columns[c].unit.empty())
            value = countText(*whole);
        else value = quantityText(shown.number(row, c), shown.columns[c].unit);
        if (!value.isEmpty()) parts.append(columnTitle(shown.columns[c].name) + QLatin1Char(' ') + value);
    }
    return parts.join(QStringLiteral(", "));
}

void installPaintedAccessibles() {
    static const bool once = [] {
        QAccessible::installFactory(makePainted);
        return true;
    }();
    static_cast<void>(once);
}

} // namespace warploom::ui
