#pragma once

#include "ui/charts/chart.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace warploom::ui {

class TableModel;

/// A painted view with what every chart has: its title, its table twin (key T), copy and export.
class ChartFrame : public QWidget {
    Q_OBJECT
public:
    /// `view` draws `chart`; usually they are one object.
    ChartFrame(QWidget* view, Chart* chart, QWidget* parent = nullptr);

    /// Before the buttons; the frame owns it.
    void addTool(QWidget* widget);
    /// The chart has other numbers or another title now.
    void refresh();
    void showTable(bool on);
    bool isTableShown() const;
    QTableView* tableView() const { return table_; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void applyTheme();
    void fitTitle();

    QWidget* view_;
    Chart* chart_;
    QLabel* title_ = nullptr;
    QHBoxLayout* head_ = nullptr;
    QStackedWidget* stack_ = nullptr;
    QTableView* table_ = nullptr;
    TableModel* model_ = nullptr;
    QToolButton *table_button_ = nullptr, *copy_button_ = nullptr, *export_button_ = nullptr;
    int tools_at_ = 1;
};

} // namespace warploom::ui
