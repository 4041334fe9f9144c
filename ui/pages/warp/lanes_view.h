#pragma once

#include "ui/charts/painted_chart.h"
#include "ui/components/warp/warp_analysis.h"

#include <memory>
#include <vector>

namespace warploom::ui {

/// Shows whether each of the 32 lanes (rows) is active, waiting or finished in each step (columns). Bars above the
/// lanes show the number of memory requests in each step. The overview below the lanes shows the whole trace, with a
/// frame around the visible part. A click jumps to a step. The plus and minus keys, or Ctrl and the mouse wheel, zoom.
class LanesView : public PaintedChart {
    Q_OBJECT
public:
    explicit LanesView(QWidget* parent = nullptr);

    void setAnalysis(std::shared_ptr<const WarpAnalysis> analysis);
    void setStep(int step);
    /// Sets the title prefix and the file name suffix of this lanes view. Used in a comparison.
    void setSide(const QString& title, const QString& name);
    /// Sets the first step of each warp in a joined trace. These steps are marked with lines.
    void setWarpStarts(const std::vector<int>& steps);
    /// Hides all steps from `step` onward. A value of -1 shows all steps.
    void setVeil(int step);
    int veil() const { return veil_; }
    /// Sets the zoom level. Positive values zoom in, and negative values zoom out. At level 0, a step is wide enough to
    /// be readable.
    void setZoom(int zoom);
    int zoom() const { return zoom_; }
    /// Returns the step at a pixel, or -1 if there is none.
    int stepAt(const QPointF& pixel) const;
    /// Returns the rectangle of a lane in a visible step.
    QRectF cellRect(int step, int lane) const;

    QString chartTitle() const override;
    QStringList shorterTitles() const override {
        return side_title_.isEmpty() ? QStringList() : QStringList(side_title_);
    }
    QString chartName() const override { return QStringLiteral("warp-lanes") + side_name_; }
    Table chartTable() const override;

signals:
    void stepChosen(int step);

protected:
    void paintPicture(QPainter& painter, const QRectF& all, const PictureStyle& style) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// Layout of the view. It depends only on the size, the step, the zoom level and the scroll position, so stepping
    /// back restores the same view.
    struct Places {
        QRectF bars, lanes, overview;
        int legend_lines = 2;
        double column = 1, first = 0; ///< width of a step in pixels, and the first visible step
        double x(double step) const { return lanes.left() + (step - first) * column; }
        double rowHeight() const { return lanes.height() / simulated::warp_size; }
    };
    Places places(const QRectF& all, const PictureStyle& style) const;
    void paintBars(QPainter& painter, const Places& at, const PictureStyle& style) const;
    void paintLanes(QPainter& painter, const Places& at, const PictureStyle& style) const;
    void paintOverview(QPainter& painter, const Places& at, const PictureStyle& style) const;
    void paintLegend(QPainter& painter, const QRectF& row, const PictureStyle& style) const;
    bool hasHalfWarps() const; ///< Returns whether the card processes the two halves of a warp one after the other.

    std::shared_ptr<const WarpAnalysis> analysis_;
    int shownSteps() const;

    int step_ = 0, veil_ = -1;
    int zoom_ = 0;
    QString side_title_, side_name_;
    std::vector<int> warp_starts_; ///< first step of each warp in a joined trace, in ascending order
    double pan_ = 0;               ///< scroll offset in steps; reset when the current step changes
};

} // namespace warploom::ui
