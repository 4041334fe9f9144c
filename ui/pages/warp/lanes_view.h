#pragma once

#include "ui/charts/painted_chart.h"
#include "ui/pages/warp/warp_analysis.h"

#include <memory>
#include <vector>

namespace warploom::ui {

/// The 32 lanes down, the steps across: active, waiting, done. Over them what each step asks of memory, under them the
/// whole run with a frame around the visible part. A click jumps to a step; plus and minus (or Ctrl and the wheel)
/// zoom.
class LanesView : public PaintedChart {
    Q_OBJECT
public:
    explicit LanesView(QWidget* parent = nullptr);

    void setAnalysis(std::shared_ptr<const WarpAnalysis> analysis);
    void setStep(int step);
    /// Of two that stand side by side: the word before the title, and the end of the file's name.
    void setSide(const QString& title, const QString& name);
    /// The first steps of warps that follow each other in one trace; a line stands before each.
    void setWarpStarts(const std::vector<int>& steps);
    /// From this step on nothing is shown; -1: all is.
    void setVeil(int step);
    int veil() const { return veil_; }
    /// One step further in, one further out; 0 is where a step is wide enough to be read.
    void setZoom(int zoom);
    int zoom() const { return zoom_; }
    /// The step under a pixel, or -1.
    int stepAt(const QPointF& pixel) const;
    /// Where a lane of a visible step is drawn.
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
    /// Where everything stands, a function of size, step and zoom alone, so that forward and back is the same picture.
    struct Places {
        QRectF bars, lanes, overview;
        int legend_lines = 2;
        double column = 1, first = 0; ///< width of a step; the step at the left edge
        double x(double step) const { return lanes.left() + (step - first) * column; }
        double rowHeight() const { return lanes.height() / simulated::warp_size; }
    };
    Places places(const QRectF& all, const PictureStyle& style) const;
    void paintBars(QPainter& painter, const Places& at, const PictureStyle& style) const;
    void paintLanes(QPainter& painter, const Places& at, const PictureStyle& style) const;
    void paintOverview(QPainter& painter, const Places& at, const PictureStyle& style) const;
    void paintLegend(QPainter& painter, const QRectF& row, const PictureStyle& style) const;
    bool hasHalfWarps() const; ///< the card serves the halves of a warp one after the other

    std::shared_ptr<const WarpAnalysis> analysis_;
    int shownSteps() const; ///< those before the veil

    int step_ = 0, veil_ = -1;
    int zoom_ = 0;
    QString side_title_, side_name_;
    std::vector<int> warp_starts_; ///< ascending
    double pan_ = 0; ///< steps that the user scrolled away from the current one; forgotten with the next step
};

} // namespace warploom::ui
