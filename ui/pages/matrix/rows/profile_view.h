#pragma once

#include "ui/charts/painted_chart.h"
#include "ui/components/spy/row_profile.h"
#include "ui/components/spy/spy_frame.h"

#include <memory>

class QVariantAnimation;

namespace warploom::ui {

/// Shows the number of nonzeros in each row or column. Next to the spy plot, the profile shares an axis with the plot,
/// so row i has the same position in both. In the alternative form (prata2010, figures 2 and 3), rows are on the
/// horizontal axis, counts are on the vertical axis, and both axes are labeled. If a pixel represents several rows, it
/// shows their minimum (solid) and maximum (light). Rows can be selected with the mouse or the keyboard: the arrow keys
/// move the selection, and Shift with an arrow key extends it. If rows are sorted by length, the position on the axis
/// is the rank in RowOrder.
class ProfileView : public PaintedChart {
    Q_OBJECT
public:
    enum class Of { rows, columns };
    enum class Form { beside_spy, sources };

    ProfileView(Of of, Form form, QWidget* parent = nullptr);

    void setProfile(std::shared_ptr<const CountProfile> profile);
    const std::shared_ptr<const CountProfile>& profile() const { return profile_; }
    void setFrame(const SpyFrame& frame);
    void setHovered(std::int64_t index); ///< Highlights a row or column. An index of -1 removes the highlight.
    /// Sets the order used by setSorted(). If null, rows cannot be sorted.
    void setOrder(std::shared_ptr<const RowOrder> order);
    /// Moves the rows to their new positions in a 0.4 s animation. A call during the animation reverses the direction.
    void setSorted(bool sorted, bool animated);
    bool isSorted() const { return sorted_; }
    /// Returns the progress of the animation, from 0 (original order) to 1 (sorted order).
    double sortProgress() const { return progress_; }
    /// Highlights the selected matrix rows, regardless of the current order.
    void setSelection(const RowSelection& rows);
    void setMatrixName(const QString& name) { matrix_name_ = name; }

    /// Returns the axis position, in pixels, at which a row or column starts.
    double pixelOf(std::int64_t index) const;

    QString chartTitle() const override;
    QString chartName() const override;
    Table chartTable() const override;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void hoverTextChanged(const QString& text);
    /// Emitted with the selected matrix rows when the user releases the mouse button or presses a key. `rows` is empty
    /// if the selection was cleared.
    void brushed(const warploom::ui::RowSelection& rows);

protected:
    void paintPicture(QPainter& painter, const QRectF& all, const PictureStyle& style) const override;
    void paintScreen(QPainter& painter) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    const CountProfile& shown() const { return progress_ >= 1 && order_ ? *order_->profile() : *profile_; }
    void updateLimit();
    void setProgress(double progress);
    std::int64_t placeAt(const QPointF& position) const; ///< Returns the row, column or rank at a pixel position.
    void brush(std::int64_t begin, std::int64_t end);
    void paintMoving(QPainter& painter, const QRectF& area, bool vertical, double begin, double end,
                     const Colours& colours) const;
    void paintSelection(QPainter& painter, const QRectF& area, bool vertical, double begin, double end,
                        const Colours& colours) const;
    std::int64_t hoveredPlace() const;
    bool alongVertical() const { return of_ == Of::rows && form_ == Form::beside_spy; }
    const SpyFrame::Side& side() const { return of_ == Of::rows ? frame_.rowSide() : frame_.colSide(); }
    std::int64_t first() const { return of_ == Of::rows ? frame_.firstRow() : frame_.firstCol(); }
    std::int64_t last() const { return of_ == Of::rows ? frame_.lastRow() : frame_.lastCol(); }
    QRectF sourcesArea(const QRectF& all, const PictureStyle& style) const;
    void paintBeside(QPainter& painter, const Colours& colours) const;

    Of of_;
    Form form_;
    std::shared_ptr<const CountProfile> profile_;
    SpyFrame frame_;
    QString matrix_name_;
    std::int64_t limit_ = 1;
    std::int64_t hovered_ = -1;
    std::shared_ptr<const RowOrder> order_;
    RowSelection selection_, selected_ranks_;
    QVariantAnimation* animation_ = nullptr;
    bool sorted_ = false;
    double progress_ = 0;
    std::int64_t brush_from_ = -1, brush_to_ = -1; ///< range of axis positions selected with the mouse or keyboard
    bool dragging_ = false;
};

} // namespace warploom::ui
