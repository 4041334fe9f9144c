#pragma once

#include "ui/pages/matrix/network/network_drawing.h"
#include "ui/session/session.h"

#include <QWidget>

#include <memory>

class QButtonGroup;
class QCheckBox;
class QBoxLayout;
class QLabel;

namespace warploom::ui {

class ChartFrame;
class NetworkView;

/// Shows the water network of the matrix: a summary, controls for selecting one of the network's matrices, the map with
/// its legend, and notes from the parser.
class NetworkPanel : public QWidget {
    Q_OBJECT
public:
    explicit NetworkPanel(QWidget* parent = nullptr);

    void setNetwork(const std::shared_ptr<const NetworkDrawing>& network, const MatrixHandle& matrix);
    NetworkView* view() const { return view_; }
    ChartFrame* frame() const { return frame_; }
    QString reading() const;
    QString note() const;

signals:
    void matrixWanted(const QString& name); ///< Emitted when the user selects another matrix of the same network.

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildStrip();
    void showSteps(int step, bool unit);
    void want(int step, bool unit, bool fill);
    void fit(); ///< Adapts the labels and the legend to the available space.

    NetworkView* view_ = nullptr;
    ChartFrame* frame_ = nullptr;
    QWidget* legend_ = nullptr;
    QLabel *reading_ = nullptr, *note_ = nullptr, *step_label_ = nullptr;
    QWidget* steps_ = nullptr;
    QBoxLayout* step_row_ = nullptr;
    QButtonGroup* step_buttons_ = nullptr;
    QCheckBox *unit_ = nullptr, *fill_ = nullptr;
    MatrixHandle matrix_;
};

} // namespace warploom::ui
