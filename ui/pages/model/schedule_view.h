#pragma once

#include "engine/protocol/messages/trace.h"
#include "engine/table.h"
#include "ui/charts/painted_chart.h"
#include "ui/session/row_selection.h"
#include "ui/style/number_text.h"

#include <memory>
#include <vector>

namespace warploom::ui {

/// A block that is scheduled on a multiprocessor, with modeled start and end times. Blocks that run concurrently on a
/// multiprocessor have different values of `place`.
struct PlacedBlock {
    std::int64_t block = 0, first_row = -1, last_row = -1;
    int launch = 0, multiprocessor = 0, place = 0;
    double start_ns = 0, end_ns = 0; ///< times relative to the start of the first kernel launch
    double transactions = no_figure;

    double ns() const { return end_ns - start_ns; }
};

/// The scheduled blocks of all kernel launches in a trace, one launch after another.
struct ScheduleLayout {
    std::vector<PlacedBlock> blocks; ///< the blocks, sorted by kernel launch and then by start time
    int multiprocessors = 0;
    int places = 1; ///< maximum number of concurrent blocks per multiprocessor
    double end_ns = 0;
    double shortest_ns = 0, longest_ns = 0;
    /// Fraction of the multiprocessors' total time during which they are idle while other multiprocessors run blocks.
    double idle_share = 0;
    int last = -1; ///< index in `blocks` of the block that finishes last; -1 if there are no blocks
    std::vector<double> launch_start_ns, launch_end_ns; ///< start and end time of each kernel launch, in ns
    /// For each kernel launch, the end of the last block on each multiprocessor, in ns.
    std::vector<std::vector<double>> busy_until_ns;
    /// Only every k-th block is included. This member contains k.
    std::int64_t every = 1;

    bool isEmpty() const { return blocks.empty(); }
};

ScheduleLayout layoutSchedule(const protocol::Trace& trace);
/// Returns a table with the columns launch, block, multiprocessor, start, end and duration in ns (modeled), first_row,
/// last_row and transactions.
Table scheduleTable(const ScheduleLayout& layout, const protocol::Trace& trace);
/// Returns a summary of the schedule, such as "The card has 30 multiprocessors. Block 31 (rows 3968–4095) finishes
/// last, at 1.2 ms (modeled). ..."
QString scheduleReading(const ScheduleLayout& layout, const protocol::Trace& trace);

/// Shows the modeled schedule of the blocks, with one row per multiprocessor and one bar per block. The color of a bar
/// represents its duration. Gray represents idle time before the last block ends. Blocks that process selected rows
/// have a frame. The arrow keys move between blocks. A click or Enter opens the block on the Warp page.
class ScheduleView : public PaintedChart {
    Q_OBJECT
public:
    explicit ScheduleView(QWidget* parent = nullptr);

    void setTrace(const std::shared_ptr<const protocol::Trace>& trace);
    void setSelection(const RowSelection& rows);
    const ScheduleLayout& layout() const { return layout_; }
    /// Returns the rectangle of a block, or an empty rectangle if the index is invalid.
    QRectF rectOf(int index) const;
    /// Returns the index of the current block in `layout().blocks`, or -1 if there is no current block.
    int current() const { return current_; }
    void setCurrent(int index);
    /// Returns a description such as "block 31 · rows 3968–4095 · 12 µs on multiprocessor 3, from 1 µs to 13 µs
    /// (modeled) · 1210 transactions".
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
    QColor colourOf(double ns) const; ///< Returns the color of a block with the given duration in ns.
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
