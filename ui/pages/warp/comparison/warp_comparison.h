#pragma once

#include "ui/pages/warp/comparison/beside_view.h"

#include <QObject>

class QComboBox;

namespace warploom::ui {

class SameRows;
class Session;

/// Compares the warp on the Warp page with the warps of another kernel on the same rows, or with itself on another
/// card. The choice is a setting of the session.
class WarpComparison : public QObject {
    Q_OBJECT
public:
    WarpComparison(Session& session, QObject* parent);

    QComboBox* box() const { return box_; } ///< Returns the field that selects the comparison.
    BesideView* view() const { return view_; }
    /// Returns whether the setting selects a comparison.
    static bool isSetting(const QString& key);
    /// Returns whether the selected comparison is possible. A kernel cannot be compared with itself or with a kernel
    /// for another operation. A card can be compared with itself only if it has been edited.
    bool isWanted() const;
    bool isShown() const { return !view_->isEmpty(); }
    bool isBusy() const;
    /// Returns whether only some of the warps that process the same rows are shown.
    bool isCut() const;
    bool hasFocus() const;

    /// Fills the field with the other kernels of the operation, followed by the other cards.
    void fillBox();
    /// Starts the selected comparison with the trace of the page, if it is possible. Emits ready() when both sides can
    /// be shown, and again whenever there are more warps.
    void start(const WarpTraceHandle& own);
    /// Shows both sides on a card, or on the two cards of the comparison. Returns false if a side is missing or empty.
    bool show(const simulated::Card& card);
    void end();

    /// Returns a name that identifies the comparison and its position in the kernel launch.
    QString name() const;
    /// Returns the current step of the page's own warp, which may be one of several joined warps.
    int ownStep() const;
    /// Returns the position of a step of the page's own warp on the common timeline.
    int tickOfOwn(int step) const;
    /// Returns HTML for the inspector. `sentence` describes the current position. The values of both sides are left out
    /// if `is_hidden` is true.
    QString inspectorText(const QString& sentence, bool is_hidden) const;

signals:
    void ready();
    void failed(const QString& sentence, const QString& hint);

private:
    QString choice() const;
    int firstOwnStep() const;

    Session& session_;
    QComboBox* box_ = nullptr;
    BesideView* view_ = nullptr;
    SameRows* rows_ = nullptr;
    WarpTraceHandle own_; ///< trace of the page's own warp
};

} // namespace warploom::ui
