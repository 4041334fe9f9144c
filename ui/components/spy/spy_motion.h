#pragma once

#include "ui/components/spy/order_map.h"
#include "ui/components/spy/spy_frame.h"
#include "ui/session/session.h"

#include <QObject>

#include <vector>

class QPainter;
class QVariantAnimation;

namespace warploom::ui {

/// Animates the nonzeros of a spy plot for half a second after the matrix has been replaced with the same matrix in
/// another order.
class SpyMotion : public QObject {
    Q_OBJECT
public:
    explicit SpyMotion(QObject* parent = nullptr);

    /// Starts the animation. `pinned_from` is the previous position of the nonzero that stays marked, or invalid if
    /// there is none.
    void start(std::vector<MovedNonzero> nonzeros, const HoveredNonzero& pinned_from);
    void stop();
    bool isRunning() const { return !moving_.empty(); }
    /// Paints the current positions over `area`. `pinned_to` is the final position of the marked nonzero.
    void paint(QPainter& painter, const QRect& area, const SpyFrame& frame, const HoveredNonzero& pinned_to) const;

signals:
    void moved();

private:
    std::vector<MovedNonzero> moving_; ///< nonzeros of the current animation
    HoveredNonzero pinned_from_;
    QVariantAnimation* animation_ = nullptr;
};

/// Returns the rectangle of a nonzero in a spy plot.
QRectF cellOf(const SpyFrame& frame, const HoveredNonzero& nonzero);
/// Marks a nonzero with a frame that is large enough to be visible.
void paintMark(QPainter& painter, const QRectF& cell);

} // namespace warploom::ui
