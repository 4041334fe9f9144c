#pragma once

#include "ui/charts/painted_chart.h"
#include "ui/pages/model/schedule_layout.h"
#include "ui/session/row_selection.h"

#include <memory>

namespace warploom::ui {

/// Blocks on multiprocessors over modelled time: a row for each multiprocessor, a bar for each block, coloured by how long
/// it takes; grey is the wait for the last block. Blocks that hold selected rows are framed. Arrow keys go from block to
/// block, a click or Enter chooses the block for the page Warp.
class ScheduleView : public PaintedChart {
    Q_OBJECT
public:
    explicit ScheduleView(QWidget* parent = nullptr);

    void setTrace(const std::shared_ptr<const wire::Trace>& trace);
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
    void paintBlocks(QPainter& painter, const QRectF& area, const Colours& colours) const;
    void paintAxes(QPainter& painter, const QRectF& area, const Colours& colours) const;
    void paintLegend(QPainter& painter, const QRectF& room, const Colours& colours) const;

    std::shared_ptr<const wire::Trace> trace_;
    ScheduleLayout layout_;
    RowSelection rows_;
    int current_ = -1;
};

} // namespace warploom::ui
