#pragma once

#include "ui/session/session.h"

#include <QList>
#include <QObject>

#include <memory>

class QThreadPool;

namespace warploom::ui {

class ProfileView;
class RowOrder;
class SpyView;

/// Sorts the rows in the spy plot and its row profiles by length, or shows them in the original order. Converts
/// positions between the two orders.
class RowSorting : public QObject {
    Q_OBJECT
public:
    /// Creates an object that sorts on a thread of `pool`. The owner of the pool must wait for it before destroying
    /// this object.
    RowSorting(Session& session, SpyView& spy, const QList<ProfileView*>& profiles, QThreadPool& pool, QObject* parent);

    void clear(); ///< Restores the original order, because another matrix has been opened.
    /// Sorts the rows or restores the original order. Both changes are animated. `is_ready` is false while the profiles
    /// have no data.
    void set(bool on, bool is_ready);
    /// Returns whether the spy plot shows sorted rows. If the matrix is too large to copy, only the profiles show them.
    bool isShown() const;
    /// Converts the position of a nonzero in the matrix to its position in the spy plot.
    HoveredNonzero inPicture(const HoveredNonzero& nonzero) const;
    /// Converts the position of a nonzero in the spy plot to its position in the matrix.
    HoveredNonzero inMatrix(const HoveredNonzero& nonzero) const;
    void showSelection(); ///< Shows the selected rows in the spy plot.

signals:
    void refused(const QString& reason); ///< emitted if the matrix is too large to sort

private:
    void show();

    Session& session_;
    SpyView& spy_;
    QList<ProfileView*> profiles_;
    QThreadPool& pool_;
    bool is_on_ = false;
    std::shared_ptr<const RowOrder> order_; ///< rows sorted by length; null until the user sorts them
    MatrixHandle sorted_;                   ///< the matrix with sorted rows; null if the matrix is too large to copy
};

} // namespace warploom::ui
