#pragma once

#include "engine/protocol/messages/warp.h"

#include <QObject>

class QComboBox;
class QLabel;
class QSpinBox;
class QToolButton;
class QWidget;

namespace warploom::ui {

class Session;
class TracedBoxes;

/// The fields and buttons above the views of the Warp page, which select the kernel and the warp.
class WarpChoices : public QObject {
    Q_OBJECT
public:
    /// `compared` is the field for comparisons, and `predict` is the button for prediction mode.
    WarpChoices(Session& session, QComboBox* compared, QToolButton* predict, QWidget* page);

    QWidget* strip() const { return strip_; }
    QComboBox* operation() const;
    /// Shows the controls that the selected operation requires.
    void showOperation();
    /// Sets the launches, blocks and warps that can be selected, and selects the warp of the session or, if
    /// `is_from_file` is true, the warp of the trace. `trace` is null if there is none.
    void showWarp(const protocol::WarpDocument* trace, bool is_from_file);
    /// Enables the buttons that require a trace. `has_walkthrough` is true if the Step page shows its kernel.
    void setTraced(bool is_traced, bool has_walkthrough);
    void hideWalkthrough();
    /// Shows from which file the trace was read. An empty path hides the label.
    void showFile(const QString& path);

signals:
    void longestRowRequested();
    void walkthroughRequested();
    void openRequested();
    void saveRequested();

private:
    Session& session_;
    QWidget* strip_ = nullptr;
    TracedBoxes* boxes_ = nullptr; ///< combo boxes for the operation, the kernel and the input
    QComboBox* launch_ = nullptr;
    QWidget* launch_field_ = nullptr;
    QSpinBox *block_ = nullptr, *warp_ = nullptr;
    QToolButton *save_ = nullptr, *walkthrough_ = nullptr, *longest_row_ = nullptr;
    QLabel* from_file_ = nullptr;
};

} // namespace warploom::ui
