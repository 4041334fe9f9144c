#pragma once

#include "ui/components/warp/warp_analysis.h"

#include <QWidget>

#include <memory>
#include <optional>

class QComboBox;
class QSplitter;

namespace warploom::ui {

class AccessView;
class Chart;
class ChartFrame;
class LanesView;
class OwnerView;
class Session;
class SourceView;

/// The four views of a warp: its lanes, their addresses, the source code, and the nonzeros of the matrix.
class WarpPanes : public QWidget {
    Q_OBJECT
public:
    explicit WarpPanes(Session& session, QWidget* parent = nullptr);

    LanesView* lanes() const { return lanes_; }
    AccessView* access() const { return access_; }
    QList<Chart*> charts() const;
    /// Returns the titles of the tabs for showTab().
    static QStringList tabTitles();

    /// Sets the trace of all views; null if there is none.
    void setAnalysis(const std::shared_ptr<const WarpAnalysis>& analysis);
    /// Shows a step in all views. `description` is the accessible description. If `is_hidden` is true, the views show
    /// nothing about the step.
    void showStep(int step, bool is_hidden, const QString& description);
    /// Shows the view or views of one tab, as large as possible. If `tab` is empty, shows all views.
    void showTab(std::optional<int> tab);
    /// Arranges the views. If there is enough room, three views are side by side. At a large font scale, the matrix
    /// view is next to the source code. Returns whether a view has moved, because a moved view becomes the last one in
    /// the tab order of the window.
    bool arrange(bool is_large);

signals:
    void stepChosen(int step);

private:
    std::shared_ptr<const WarpAnalysis> analysis_;
    QSplitter *down_ = nullptr, *upper_ = nullptr, *lower_ = nullptr;
    OwnerView* owners_ = nullptr;
    LanesView* lanes_ = nullptr;
    AccessView* access_ = nullptr;
    SourceView* source_ = nullptr;
    QComboBox *file_ = nullptr, *count_ = nullptr;
    ChartFrame *owners_frame_ = nullptr, *lanes_frame_ = nullptr, *access_frame_ = nullptr, *source_frame_ = nullptr;
};

} // namespace warploom::ui
