#pragma once

#include "ui/charts/painted_chart.h"
#include "ui/pages/warp/warp_analysis.h"
#include "ui/session/session.h"

#include <map>
#include <memory>

namespace warploom::ui {

/// The window of the matrix around the traced block, coloured by the warp that owns each nonzero: the traced warp strong,
/// others pale, the entries of the current step outlined.
class OwnerView : public PaintedChart {
    Q_OBJECT
public:
    explicit OwnerView(QWidget* parent = nullptr);

    void setAnalysis(std::shared_ptr<const WarpAnalysis> analysis);
    void setStep(int step);
    void setHovered(const HoveredNonzero& hovered);
    void setRows(const RowSelection& rows); ///< brushed elsewhere; marked at the edge
    /// The owner of the nonzero under a pixel, or null.
    const wire::WarpOwner* ownerAt(const QPointF& pixel) const;
    QRectF entryRect(std::int64_t row, std::int64_t col) const;

    QString chartTitle() const override { return tr("Nonzeros by warp"); }
    QString chartName() const override { return QStringLiteral("warp-owners"); }
    Table chartTable() const override;

signals:
    void hoveredChanged(const warploom::ui::HoveredNonzero& nonzero);
    void warpChosen(qint64 block, int warp); ///< by a double click

protected:
    void paintPicture(QPainter& painter, const QRectF& all, const PictureStyle& style) const override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    struct Places {
        QRectF area;
        double cell_width = 1, cell_height = 1;
    };
    Places places(const QRectF& all, const PictureStyle& style) const;
    QRectF rectOf(const Places& at, std::int64_t row, std::int64_t col) const;

    std::shared_ptr<const WarpAnalysis> analysis_;
    int step_ = 0;
    HoveredNonzero hovered_;
    RowSelection rows_;
};

} // namespace warploom::ui
