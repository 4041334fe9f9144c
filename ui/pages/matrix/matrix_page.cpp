#include "ui/pages/matrix/matrix_page.h"

#include "ui/charts/chart_frame.h"
#include "ui/components/spy/around_spy.h"
#include "ui/components/spy/spy_painting.h"
#include "ui/components/spy/spy_view.h"
#include "ui/components/traces/model_tables.h"
#include "ui/components/traces/trace_store.h"
#include "ui/pages/matrix/generator_form.h"
#include "ui/pages/matrix/matrix_reading.h"
#include "ui/pages/matrix/network/network_drawing.h"
#include "ui/pages/matrix/network/network_panel.h"
#include "ui/pages/matrix/network/network_tables.h"
#include "ui/pages/matrix/network/network_view.h"
#include "ui/pages/matrix/order_box.h"
#include "ui/pages/matrix/orders/orders_panel.h"
#include "ui/pages/matrix/rows/histogram_view.h"
#include "ui/pages/matrix/rows/profile_view.h"
#include "ui/pages/matrix/rows/row_sorting.h"
#include "ui/style/number_text.h"
#include "ui/widgets/table_model.h"

#include <QApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLayout>
#include <QStackedWidget>
#include <QStatusTipEvent>
#include <QTableView>
#include <QToolButton>

namespace warploom::ui {

MatrixPage::~MatrixPage() { pool_.waitForDone(); }

QList<Chart*> MatrixPage::charts() const {
    QList<Chart*> all{spy_, rows_beside_, columns_beside_, histogram_};
    if (network_->view()->network()) all.append(network_->view());
    if (shownSide() == Side::orders && orders_->spy()->matrix()) all.append(orders_->spy());
    return all;
}

QWidgetList MatrixPage::choiceFields() const { return {form_}; }

bool MatrixPage::hasPicture() const { return stack_->currentIndex() == 2; }

QString MatrixPage::reading() const { return reading_->text(); }

void MatrixPage::matrixChanged() {
    const MatrixHandle& matrix = session().matrix();
    derived_ready_ = false;
    sorting_->clear();
    {
        const QSignalBlocker quiet(sort_button_);
        sort_button_->setChecked(false);
        rows_title_->setText(tr("nnz/row"));
    }
    for (ProfileView* view : {rows_beside_, columns_beside_, rows_sources_, columns_sources_})
        view->setProfile(nullptr);
    spy_->setMatrix(matrix && matrix->pyramid ? matrix : nullptr);
    std::vector<MovedNonzero> moved = motion_.show(matrix);
    // When the matrix is reordered, continue to track the nonzero that was hovered last.
    const HoveredNonzero before = pointed_;
    pointed_ = motion_.moved(before);
    spy_->moveFrom(std::move(moved), before, pointed_);
    if (pointed_.isValid()) session().setHovered(pointed_);
    orders_->setMatrix(matrix && matrix->pyramid ? matrix : nullptr);
    if (!matrix || !matrix->matrix.network) setNetwork(matrix, nullptr);
    if (!matrix) {
        stack_->setCurrentIndex(0);
        return;
    }
    order_box_->showOrder();
    form_->setText(matrix->name());
    const MatrixStatistics& statistics = matrix->statistics;
    const bool drawable = matrix->pyramid && statistics.rows > 0 && statistics.cols > 0;
    if (!drawable) {
        unseen_->setText(matrix->matrix.is_oversize()
                             ? tr("This matrix (%1 × %2) is too large to plot or to run kernels on. %3")
                                   .arg(shortCount(statistics.rows), shortCount(statistics.cols),
                                        QString::fromStdString(matrix->matrix.why_not_runnable()))
                             : tr("This matrix (%1 × %2) has no elements to plot.")
                                   .arg(shortCount(statistics.rows), shortCount(statistics.cols)));
        stack_->setCurrentIndex(1);
        emit chartsChanged();
        emit inspectorChanged();
        return;
    }
    stack_->setCurrentIndex(2);
    layOutFirstTime();
    grid_->setShape(statistics.rows, statistics.cols);
    spy_->setWindow(session().window());
    histogram_->setStatistics(statistics, matrix->name());
    histogram_frame_->refresh();
    for (ProfileView* view : {rows_beside_, columns_beside_, rows_sources_, columns_sources_})
        view->setMatrixName(matrix->name());
    pool_.clear();
    const auto derive = [matrix] {
        Derived derived;
        derived.rows = std::make_shared<const CountProfile>(CountProfile::ofRows(matrix->matrix.csr));
        derived.columns = std::make_shared<const CountProfile>(CountProfile::ofColumns(matrix->matrix.csr));
        derived.waiting = waitingShare(matrix->matrix.csr);
        // Maximum numbers of nonzeros of the matrix and entries of the factor for which to compute the fill-in. They
        // limit the computation time.
        constexpr std::int64_t most_nonzeros = 4'000'000, most_entries = 40'000'000;
        const CsrMatrix& csr = matrix->matrix.csr;
        if (csr.rows == csr.cols && csr.nonzeros() <= most_nonzeros)
            derived.fill = ordering::fill_figures(csr, most_entries);
        if (matrix->matrix.network) derived.network = std::make_shared<const NetworkDrawing>(matrix->matrix);
        return derived;
    };
    computeInBackground(pool_, this, derive, [this, matrix](const Derived& derived) { showDerived(matrix, derived); });
    emit chartsChanged();
    emit inspectorChanged();
}

void MatrixPage::showDerived(const MatrixHandle& matrix, const Derived& derived) {
    if (matrix != session().matrix()) return;
    rows_beside_->setProfile(derived.rows);
    rows_sources_->setProfile(derived.rows);
    columns_beside_->setProfile(derived.columns);
    columns_sources_->setProfile(derived.columns);
    frameChanged(spy_->frame());
    if (derived.network) setNetwork(matrix, derived.network);
    reading_->setText(rowLengthReading(matrix->statistics, derived.waiting));
    statistics_->setTable(statisticsTable(*matrix, derived.waiting, derived.fill));
    fitNumbers();
    statistics_view_->setColumnHidden(2, true);
    statistics_view_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    statistics_view_->horizontalHeader()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    reading_->parentWidget()->layout()->activate();
    derived_ready_ = true;
    if (derived.network) emit inspectorChanged();
    emit chartsChanged();
}

void MatrixPage::frameChanged(const SpyFrame& frame) {
    row_ruler_->setFrame(frame);
    column_ruler_->setFrame(frame);
    for (ProfileView* view : {rows_beside_, columns_beside_, rows_sources_, columns_sources_}) view->setFrame(frame);
}

void MatrixPage::hoverChanged() {
    const HoveredNonzero hovered = session().hovered();
    if (hovered.isValid()) pointed_ = hovered;
    orders_->setHovered(hovered);
    spy_->setHovered(sorting_->inPicture(hovered));
    rows_beside_->setHovered(hovered.row);
    rows_sources_->setHovered(hovered.row);
    columns_beside_->setHovered(hovered.col);
    columns_sources_->setHovered(hovered.col);
    network_->view()->setHovered(hovered);
    emit inspectorChanged();
}

void MatrixPage::showHoverText(const QString& text) {
    const bool has_picture = picture_->currentIndex() == 0;
    const QString keys = has_picture ? tr("Scroll to zoom, drag to pan, double-click to reset the view.") : QString();
    const QString shown = text.isEmpty() ? keys : text;
    hover_->setText(shown);
    hover_->setToolTip(shown);
    QStatusTipEvent tip(text);
    QApplication::sendEvent(this, &tip);
}

QString MatrixPage::inspectorText() const {
    const MatrixHandle& matrix = session().matrix();
    if (!matrix) return {};
    const MatrixStatistics& s = matrix->statistics;
    QString html = tr("<h3>%1</h3><p>%3, %4, %5. Row lengths range from %6 to %7 (mean: %8).</p><p><code>%2</code></p>")
                       .arg(matrix->title().toHtmlEscaped(), matrix->name().toHtmlEscaped(), rowsText(s.rows),
                            columnsText(s.cols), nonzerosText(s.nonzeros), shortCount(s.row_length.min),
                            shortCount(s.row_length.max), shortCount(s.row_length.mean));
    const HoveredNonzero hovered = session().hovered();
    if (hovered.isValid() && !matrix->matrix.is_oversize()) {
        if (const auto value = storedValue(matrix->matrix.csr, hovered.row, hovered.col))
            html += tr("<h3>Nonzero</h3><p>Row %1, column %2, value %3. With one row per thread, thread %1 processes "
                       "this row (warp %4, lane %5).</p>")
                        .arg(shortCount(hovered.row), shortCount(hovered.col), valueText(*value, 6),
                             shortCount(hovered.row / 32), shortCount(hovered.row % 32));
    }
    if (const auto& network = network_->view()->network(); network && derived_ready_)
        html += networkExplanation(*network, *matrix, hovered);
    const MatrixWindow w = session().window();
    if (w.row_begin < w.row_end && w.col_begin < w.col_end)
        html += tr("<h3>Window</h3><p>Rows %1–%2, columns %3–%4. The Formats page shows this window. Shift+click the "
                   "plot to move the window.</p>")
                    .arg(shortCount(w.row_begin), shortCount(w.row_end - 1), shortCount(w.col_begin),
                         shortCount(w.col_end - 1));
    return html;
}

bool MatrixPage::isSettled() const {
    return session().matrix() && derived_ready_ && !session().isLoading() && spy_->isCurrent() &&
           (shownSide() != Side::network || network_->view()->isCurrent()) &&
           (shownSide() != Side::orders || orders_->isSettled());
}

void MatrixPage::setSorted(bool on) {
    if (sort_button_->isChecked() != on) {
        sort_button_->setChecked(on); // toggling the button calls this function again
        return;
    }
    rows_title_->setText(on ? tr("sorted by length") : tr("nnz/row"));
    sorting_->set(on, derived_ready_);
}

QString MatrixPage::selectionLine() const { return selection_->text(); }

void MatrixPage::selectionChanged() {
    const RowSelection& rows = session().rowSelection();
    sorting_->showSelection();
    rows_beside_->setSelection(rows);
    rows_sources_->setSelection(rows);
    network_->view()->setSelection(rows);
    showSelectionLine();
}

void MatrixPage::showSelectionLine() {
    const RowSelection& rows = session().rowSelection();
    if (rows.isEmpty() || !session().matrix()) {
        selection_->hide();
        selection_->clear();
        return;
    }
    TraceStore& store = TraceStore::of(session());
    if (isVisible()) store.want();
    const TraceHandle trace = store.document();
    QString text = selectionReading(rows, session().matrix()->matrix.csr.row_pointer, trace.get());
    if (trace == nullptr)
        text += QLatin1Char(' ') +
                (store.problem().isEmpty() ? tr("Modeling the time spent on these rows...") : store.problem());
    selection_->setText(text);
    selection_->show();
}

void MatrixPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    layOutFirstTime();
    showSelectionLine();
}

void MatrixPage::setSourcesForm(bool on) {
    picture_->setCurrentIndex(on ? 1 : 0);
    legend_->setVisible(!on); // hide the legend together with the spy plot
    if (sources_button_->isChecked() != on) sources_button_->setChecked(on);
    showHoverText({});
}

} // namespace warploom::ui
