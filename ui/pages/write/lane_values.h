#pragma once

#include "engine/protocol/messages/debug.h"
#include "ui/pages/write/kernel_debugger.h"

#include <QAbstractTableModel>
#include <QTableView>

#include <optional>
#include <vector>

namespace warploom::ui {

/// The variables and watches of a warp: a row per variable, a column per lane. The selected lane has an additional
/// column in front of the others.
class LaneValuesModel : public QAbstractTableModel {
    Q_OBJECT
public:
    static constexpr int name_column = 0, type_column = 1, pinned_column = 2, first_lane_column = 3;

    using QAbstractTableModel::QAbstractTableModel;

    void setState(const DebugStateHandle& state); ///< null to show nothing
    void setLane(int lane);
    int lane() const { return lane_; }
    /// Returns the lane of a column, or -1 for a column without values.
    int laneOf(int column) const;
    /// Returns the variable or watch of a row.
    const protocol::DebugVariable& variable(int row) const;
    bool isWatch(int row) const;
    /// Returns the value in a cell, for DebugOrigin, or nothing if the cell has no lane or the lane is inactive.
    std::optional<protocol::DebugValue> value(const QModelIndex& index) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    bool isActive(int lane) const;

    DebugStateHandle state_;
    std::vector<const protocol::DebugVariable*> rows_; ///< of `state_`, numbers and watches before pointers and arrays
    int lane_ = 0;
};

/// Returns whether a literal is NaN.
bool isNaN(const QString& literal);
/// Returns a literal as it is displayed: NaN without a sign.
QString valueText(const QString& literal);
/// Returns the text of a variable in a lane as the table shows it; empty if the lane is inactive.
QString laneText(const protocol::DebugVariable& variable, int lane);

/// A table of the values in all lanes. Clicking a column header selects its lane. Double-clicking a cell, the key W and
/// the context menu ask where its value comes from; Delete removes a watch.
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
