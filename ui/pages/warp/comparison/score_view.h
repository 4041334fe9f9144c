#pragma once

#include "ui/charts/painted_chart.h"
#include "ui/pages/warp/comparison/joined_warps.h"

namespace warploom::ui {

/// One line of the score of a comparison. For each side, contains the value up to the current position and the value at
/// the end.
struct ScoreLine {
    QString name;
    bool less_is_better = true;
    bool is_judged = true; ///< whether the side with the better value is marked as ahead
    int digits = 3;
    /// Values of both sides; NaN if there is nothing to count yet.
    double left = 0, right = 0, left_all = 0, right_all = 0;
};
std::vector<ScoreLine> scoreLines(const ScoredTrace& left, const ScoredTrace& right, const Abreast::Tick& tick,
                                  WorkDone::Unit unit);

/// Shows the score of two warps, which compares the cost of each warp so far for the same amount of work.
class ScoreView : public PaintedChart {
    Q_OBJECT
public:
    explicit ScoreView(QWidget* parent = nullptr);

    void setScore(std::vector<ScoreLine> lines, const QString& left, const QString& right);
    const std::vector<ScoreLine>& lines() const { return lines_; }

    QString chartTitle() const override { return tr("Score so far"); }
    QString chartName() const override { return QStringLiteral("warp-score"); }
    Table chartTable() const override;
    QSize minimumSizeHint() const override;
    QSize sizeHint() const override;

protected:
    void paintPicture(QPainter& painter, const QRectF& room, const PictureStyle& style) const override;

private:
    void paintLine(QPainter& painter, const QRectF& room, const ScoreLine& line, double bar,
                   const PictureStyle& style) const;

    std::vector<ScoreLine> lines_;
    QString left_, right_;
};

} // namespace warploom::ui
