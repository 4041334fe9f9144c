#pragma once

#include "engine/protocol/messages/trace.h"
#include "engine/table.h"
#include "ui/charts/painted_chart.h"
#include "ui/session/row_selection.h"
#include "ui/style/number_text.h"

#include <memory>
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
    double shortest_ns = 0, longest_ns = 0;             ///< shortest and longest time of a block
    double idle_share = 0;                              ///< of the multiprocessors' time while a block ran somewhere
    int last = -1;                                      ///< the block that ends last; -1: there is none
    std::vector<double> launch_start_ns, launch_end_ns; ///< when the first block starts and the last one ends
    std::vector<std::vector<double>> busy_until_ns; ///< by launch and multiprocessor: the end of its last block there
    std::int64_t every = 1;                         ///< only every `every`-th block is known

    bool isEmpty() const { return blocks.empty(); }
};

ScheduleLayout layoutSchedule(const protocol::Trace& trace);
/// Columns launch, block, multiprocessor, start, end and duration in ns (modelled), first_row, last_row, transactions.
Table scheduleTable(const ScheduleLayout& layout, const protocol::Trace& trace);
/// "30 multiprocessors; block 31 (rows 3968–4095) ends last, at 1.2 ms; ..."
QString scheduleReading(const ScheduleLayout& layout, const protocol::Trace& trace);

/// Blocks on multiprocessors over modelled time: a row for each multiprocessor, a bar for each block, coloured by how
/// long it takes; grey is the wait for the last block. Blocks that hold selected rows are framed. Arrow keys go from
/// block to block, a click or Enter chooses the block for the page Warp.
class ScheduleView : public PaintedChart {
    Q_OBJECT
public:
    explicit ScheduleView(QWidget* parent = nullptr);

    void setTrace(const std::shared_ptr<const protocol::Trace>& trace);
    void setSelection(const RowSelection& rows);
    const ScheduleLayout& layout() const { return layout_; }
    /// Where a block is drawn in a picture of this size; empty for a number that is none.
    QRectF rectOf(int index) const;
    int current() const { return current_; } ///< index into `layout().blocks`, -1: none
    void setCurrent(int index);
    /// "block 31, rows 3968–4095: 12 µs on multiprocessor 3, 1210 transactions"
    QString blockText(int index) const;

    QString chartTitle() const override;
    QString chartName() const override { return QStringLiteral("model-schedule"); }
    Table chartTable() const override;

signals:
    void hoverTextChanged(const QString& text);
    void blockChosen(int launch, qint64 block);

protected:
    void paintPicture(QPainter& painter, const QRectF& all, const PictureStyle& style) const override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QRectF area(const QRectF& all, const PictureStyle& style) const;
    QRectF barOf(const PlacedBlock& block, const QRectF& area) const;
    int under(const QPointF& position) const;
    QColor colourOf(double ns) const; ///< color of a block that takes this long
    void paintLaunches(QPainter& painter, const QRectF& room, const Colours& colours) const;
    void paintBlocks(QPainter& painter, const QRectF& area, const Colours& colours) const;
    void paintAxes(QPainter& painter, const QRectF& area, const Colours& colours) const;
    void paintLegend(QPainter& painter, const QRectF& room, const Colours& colours) const;

    std::shared_ptr<const protocol::Trace> trace_;
    ScheduleLayout layout_;
    RowSelection rows_;
    int current_ = -1;
};

} // namespace warploom::ui
