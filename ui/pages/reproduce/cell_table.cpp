#include "ui/pages/reproduce/cell_table.h"

#include "ui/pages/reproduce/cell_model.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/pinned_columns.h"
#include "ui/widgets/table_model.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QTableView>

#include <algorithm>

namespace warploom::ui {
namespace {

/// Widget that shows the legend for the kinds of values: "□ published ▨ modeled ■ measured".
class KindLegend : public QWidget {
public:
    explicit KindLegend(QWidget* parent = nullptr) : QWidget(parent) {
        setAccessibleName(CellTable::tr("Outline: published. Hatched: modeled. Solid: measured."));
    }
    QSize sizeHint() const override {
        int width = 0;
        for (const QString& word : names()) width += box() + fontMetrics().horizontalAdvance(word) + 3 * gap();
        return {width, fontMetrics().height() + 4};
    }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        int x = 0;
        for (int kind = 0; kind < 3; ++kind) {
            const QRectF square(x + 1.5, (height() - box() * 0.7) / 2, box(), box() * 0.7);
            paintKind(painter, square, kind);
            x += box() + gap();
            painter.setPen(theme().colours().text);
            painter.drawText(QRect(x, 0, width(), height()), Qt::AlignLeft | Qt::AlignVCenter, names()[kind]);
            x += fontMetrics().horizontalAdvance(names()[kind]) + 2 * gap();
        }
    }

private:
    static QStringList names() {
        return {CellTable::tr("published"), CellTable::tr("modeled"), CellTable::tr("measured")};
    }
    static int box() { return theme().px(22); }
    static int gap() { return theme().px(6); }
};

} // namespace

CellTable::CellTable(QWidget* parent) : QWidget(parent) {
    model_ = new CellModel(this);
    filter_ = new CellFilter(this);
    filter_->setSourceModel(model_);
    filter_->setSortRole(CellModel::sort_role);
    view_ = named(plainView(filter_), "reproduceTable", tr("Published, modeled and measured values"));
    view_->setAlternatingRowColors(false);
    view_->setItemDelegate(new CellLook(view_));
    view_->setSortingEnabled(true);
    view_->sortByColumn(-1, Qt::AscendingOrder);
    view_->setSelectionBehavior(QAbstractItemView::SelectRows);
    view_->setSelectionMode(QAbstractItemView::SingleSelection);
    view_->setWordWrap(false);
    view_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    // Compute the column widths from a limited number of rows, because they are computed again whenever values arrive.
    view_->horizontalHeader()->setResizeContentsPrecision(80);
    pinColumns(view_, 1);
    strip_ = new QWidget;
    inColumn(this, {strip_, {view_, 1}}, 4, {0, 4, 0, 0});
    connect(view_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &CellTable::selectionChanged);
    onTheme(this, [this] {
        fitHeight();
        setRowHeight(view_, 11);
        // Fit the columns later, because the widgets receive the new font only after this function returns.
        const auto fit = [this] {
            if (model_->result() != nullptr) fitColumns();
        };
        QMetaObject::invokeMethod(this, fit, Qt::QueuedConnection);
    });
}

void CellTable::setResult(const ResultHandle& result) {
    model_->setResult(result);
    const QString now = result == nullptr ? QString()
                                          : QString::fromStdString(result->experiment.text) +
                                                (result->is_quick ? QLatin1Char('q') : QLatin1Char('f'));
    if (now != shown_) {
        shown_ = now;
        view_->sortByColumn(-1, Qt::AscendingOrder);
        buildFilters();
        view_->scrollToTop();
    }
    fitColumns();
    updateCount();
}

void CellTable::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitHeight();
}

void CellTable::fitHeight() { view_->setMinimumHeight(theme().px(isLow(this) ? 60 : 180)); }

void CellTable::buildFilters() {
    filter_->clear();
    boxes_.clear();
    count_ = nullptr;
    same_.clear();
    delete strip_->layout();
    qDeleteAll(strip_->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
    auto* flow = new FlowLayout(strip_);
    for (int column = 0; column <= model_->variableCount(); ++column) {
        QStringList values;
        for (int row = 0; row < model_->rowCount(); ++row) {
            const QString value = model_->index(row, column).data().toString();
            if (!value.isEmpty() && !values.contains(value)) values.append(value);
        }
        const QString title =
            model_->headerData(column, Qt::Horizontal).toString().replace(QLatin1Char('\n'), QLatin1Char(' '));
        // If a variable has the same value in all rows, show the value above the table instead of in a column.
        const bool is_same = values.size() < 2 && model_->rowCount() > 1;
        view_->setColumnHidden(column, is_same && column > 0);
        if (is_same && column > 0 && !values.isEmpty()) same_ += tr("%1: %2").arg(title, values.first());
        if (values.size() < 2) continue; // a variable with fewer than two values needs no filter
        QComboBox* box =
            comboBox(qPrintable(QStringLiteral("reproduceFilter%1").arg(column)), tr("Filter by %1").arg(title),
                     tr("Show only rows with the selected value for \"%1\"").arg(title),
                     {{tr("%1: all").arg(title), QString()}});
        for (const QString& value : values) box->addItem(value, value);
        qsizetype longest = title.size() + 5;
        for (const QString& value : values) longest = std::max(longest, value.size());
        // The width of the combo box must not depend on the selected value.
        holdWidth(box, static_cast<int>(std::min<qsizetype>(longest, 18)));
        box->setMaximumWidth(theme().px(190));
        flow->addWidget(box);
        boxes_.append(box);
        connect(box, &QComboBox::activated, this, [this, box, column] {
            filter_->setWanted(column, box->currentData().toString());
            updateCount();
        });
    }
    // In tab order, put the filter boxes before the table, although they are created after it.
    if (!boxes_.isEmpty()) setTabOrder(boxes_.last(), view_);
    count_ = named(new QLabel, "reproduceRowCount", {});
    flow->addWidget(count_);
    flow->addWidget(new KindLegend);
    // Widgets that are added to a visible layout must be shown explicitly.
    const auto fresh = strip_->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
    for (QWidget* child : fresh) child->show();
}

void CellTable::updateCount() {
    if (count_ == nullptr) return;
    const int all = model_->rowCount(), shown = filter_->rowCount();
    const QString rows = shown == all ? tr("%n rows", nullptr, all) : tr("%1 of %n rows", nullptr, all).arg(shown);
    count_->setText((QStringList{rows} + same_).join(QStringLiteral(", ")));
}

void CellTable::fitColumns() {
    // Fit the columns to their contents, but limit the width of text columns.
    view_->resizeColumnsToContents();
    const int notes = model_->notesColumn();
    for (int column = model_->variableCount() + 1; column < notes; ++column)
        view_->setColumnHidden(column, model_->isEmpty(column));
    for (int column = 0; column < model_->columnCount(); ++column) {
        const int most = column == notes ? theme().px(420) : column == 0 ? theme().px(230) : theme().px(190);
        if (view_->columnWidth(column) > most) view_->setColumnWidth(column, most);
    }
}

const experiment::Cell* CellTable::selectedCell() const {
    const QModelIndexList rows = view_->selectionModel()->selectedRows();
    if (rows.isEmpty() || model_->result() == nullptr) return nullptr;
    return &model_->result()->cells[filter_->mapToSource(rows.first()).row()];
}

QString CellTable::selectedTitle() const {
    const QModelIndexList rows = view_->selectionModel()->selectedRows();
    return rows.isEmpty() ? QString() : model_->rowTitle(filter_->mapToSource(rows.first()).row());
}

} // namespace warploom::ui
