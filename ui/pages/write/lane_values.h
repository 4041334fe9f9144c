#pragma once

#include "engine/protocol/messages/debug.h"
#include "ui/pages/write/kernel_debugger.h"

#include <QAbstractTableModel>
#include <QTableView>

#include <optional>
#include <vector>

namespace warploom::ui {

/// A table model of the variables and watch expressions of a warp, with one row per variable and one column per lane.
/// The first column shows the selected lane.
class LaneValuesModel : public QAbstractTableModel {
    Q_OBJECT
public:
    static constexpr int name_column = 0, type_column = 1, pinned_column = 2, first_lane_column = 3;

    using QAbstractTableModel::QAbstractTableModel;

    void setState(const DebugStateHandle& state); ///< Sets the debugger state to show. Pass null to show nothing.
    void setLane(int lane);
    int lane() const { return lane_; }
    /// Returns the lane of a column, or -1 for a column without values.
    int laneOf(int column) const;
    const protocol::DebugVariable& variable(int row) const;
    bool isWatch(int row) const;
    /// Returns the value in a cell for a request that asks where the value comes from. Returns std::nullopt if the cell
    /// does not belong to a lane, or if the lane is inactive.
    std::optional<protocol::DebugValue> value(const QModelIndex& index) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    bool isActive(int lane) const;

    DebugStateHandle state_;
    /// Variables and watch expressions of `state_`, with numbers before pointers and arrays.
    std::vector<const protocol::DebugVariable*> rows_;
    int lane_ = 0;
};

/// Returns whether the text of a floating-point literal represents NaN.
bool isNaN(const QString& literal);
/// Returns the display text of a literal. NaN is shown without a sign.
QString valueText(const QString& literal);
/// Returns the value of a variable in a lane as shown in the table, or an empty string if the lane is inactive.
QString laneText(const protocol::DebugVariable& variable, int lane);

/// A table of variables with their values in all lanes. A click on a column header selects the lane. A double-click,
/// the W key and the context menu show where a value comes from. The Delete key removes a watch expression.
class LaneValuesView : public QTableView {
    Q_OBJECT
public:
    explicit LaneValuesView(QWidget* parent = nullptr);

    LaneValuesModel& values() { return model_; }
    void setState(const DebugStateHandle& state);
    void setLane(int lane);

signals:
    void whyRequested(const protocol::DebugValue& value);
    void watchRemoved(const QString& watch);
    void laneSelected(int lane);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void askAt(const QModelIndex& index);
    void removeWatchAt(const QModelIndex& index);
    void fitColumns();

    LaneValuesModel model_;
};

} // namespace warploom::ui
