#pragma once

#include "ui/charts/painted_chart.h"
#include "ui/components/warp/warp_analysis.h"
#include "ui/pages/warp/board_places.h"
#include "ui/session/session.h"

#include <memory>

namespace warploom::ui {

/// Shows the data that the warp processes: the part of the matrix around the warp, the equations of a system, tiles, or
/// vectors. The color of a cell identifies its owner, which is the warp that writes the cell or, if no warp writes it,
/// the one that reads it. The color is saturated for the traced warp and pale for other warps. Cells accessed in the
/// current step have an outline.
class OwnerView : public PaintedChart {
    Q_OBJECT
public:
    explicit OwnerView(QWidget* parent = nullptr);

    /// A cell in one of the plots of WorkPicture.
    struct Cell {
        int board = -1;
        std::int64_t row = -1, col = -1;
        bool isValid() const { return row >= 0; }
        bool operator==(const Cell&) const = default;
    };

    void setAnalysis(std::shared_ptr<const WarpAnalysis> analysis);
    void setStep(int step);
    void setHovered(const HoveredNonzero& hovered);
    /// Marks the rows that are selected in another view at the edge of the plot.
    void setRows(const RowSelection& rows);
    /// Returns the owner of the nonzero or cell at a pixel, or null if there is none.
    const protocol::WarpOwner* ownerAt(const QPointF& pixel) const;
    QRectF entryRect(std::int64_t row, std::int64_t col) const { return cellRect({-1, row, col}); }
    /// Returns the rectangle of a cell, or an empty rectangle if the cell is not shown.
    QRectF cellRect(const Cell& cell) const;
    /// Returns the cell that each lane accesses in a work grid or, if `board` is -1, in the matrix. The row is -1 for
    /// lanes without a cell.
    std::vector<protocol::MatrixEntry> cellsNow(int board) const;
    const std::vector<WorkPicture>& pictures() const { return pictures_; }

    QString chartTitle() const override;
    QString chartName() const override { return QStringLiteral("warp-owners"); }
    Table chartTable() const override;

signals:
    void hoveredChanged(const warploom::ui::HoveredNonzero& nonzero);
    void warpChosen(qint64 block, int warp); ///< Emitted when the user double-clicks an entry of a warp.
    void titleChanged();

protected:
    void paintPicture(QPainter& painter, const QRectF& all, const PictureStyle& style) const override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    std::vector<WorkPlace> places(const QRectF& all, const PictureStyle& style) const;
    void paintCells(QPainter& painter, const WorkPicture& picture, const WorkPlace& at,
                    const PictureStyle& style) const;
    void paintStep(QPainter& painter, const WorkPicture& picture, const WorkPlace& at, const PictureStyle& style) const;
    void paintWords(QPainter& painter, const WorkPicture& picture, const WorkPlace& at,
                    const PictureStyle& style) const;
    void paintLegend(QPainter& painter, const QRectF& all, const PictureStyle& style) const;
    QString cellText(int board, const protocol::WarpOwner& owner) const;
    std::pair<int, const protocol::WarpOwner*> cellUnder(const QPointF& pixel) const;

    std::shared_ptr<const WarpAnalysis> analysis_;
    std::vector<WorkPicture> pictures_;
    int step_ = 0;
    HoveredNonzero hovered_;
    Cell hovered_cell_;
    RowSelection rows_;
};

} // namespace warploom::ui
