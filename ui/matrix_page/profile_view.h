#pragma once

#include "ui/charts/chart.h"
#include "ui/matrix_page/row_profile.h"
#include "ui/matrix_page/spy_frame.h"

#include <QWidget>

#include <memory>

namespace warploom::ui {

/// Nonzeros per row (or per column) on the spy's frame. Beside the spy it shares the spy's axis: the vertical form draws
/// row i exactly where the spy draws it. In the sources' form (prata2010, figures 2 and 3) rows lie on the horizontal axis
/// and counts go upwards, with both axes labelled. Each pixel shows the least (solid) and the most (light) of the rows it
/// covers, so that no row is lost.
class ProfileView : public QWidget, public Chart {
    Q_OBJECT
public:
    enum class Of { rows, columns };
    enum class Form { beside_spy, sources };

    ProfileView(Of of, Form form, QWidget* parent = nullptr);

    void setProfile(std::shared_ptr<const CountProfile> profile);
    void setFrame(const SpyFrame& frame);
    void setHovered(std::int64_t index); ///< marks a row (column); -1: none
    void setMatrixName(const QString& name) { matrix_name_ = name; }

    /// The pixel, along the axis of rows, where a row (column) begins.
    double pixelOf(std::int64_t index) const;
    /// What the axis of counts ends at: a round number not under the most that is seen.
    std::int64_t countLimit() const { return limit_; }

    QString chartTitle() const override;
    QString chartName() const override;
    Table chartTable() const override;
    void drawChart(QCPPainter& painter, const QSize& size, const Colours& colours) const override;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void hoverTextChanged(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    bool alongVertical() const { return of_ == Of::rows && form_ == Form::beside_spy; }
    std::int64_t first() const { return of_ == Of::rows ? frame_.firstRow() : frame_.firstCol(); }
    std::int64_t last() const { return of_ == Of::rows ? frame_.lastRow() : frame_.lastCol(); }
    QRectF sourcesArea(const QSizeF& size, const QFontMetricsF& metrics) const;
    void paintBeside(QPainter& painter, const Colours& colours) const;
    void paintSources(QPainter& painter, const QSizeF& size, const Colours& colours, bool titled) const;

    Of of_;
    Form form_;
    std::shared_ptr<const CountProfile> profile_;
    SpyFrame frame_;
    QString matrix_name_;
    std::int64_t limit_ = 1;
    std::int64_t hovered_ = -1;
};

} // namespace warploom::ui
