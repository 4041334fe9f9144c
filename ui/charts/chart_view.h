#pragma once

#include "ui/charts/chart.h"
#include "ui/charts/chart_spec.h"

#include <QWidget>

class QCustomPlot;
class QLabel;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace warploom::ui {

class TableModel;

/// A view of a Table drawn by QCustomPlot, with its title, a one-line reading, a table twin (key T), and buttons to copy and
/// export. Draws nothing that is not in the table.
class ChartView : public QWidget, public Chart {
    Q_OBJECT
public:
    explicit ChartView(const ChartSpec& spec, QWidget* parent = nullptr);
    ~ChartView() override;

    void setSpec(const ChartSpec& spec);
    const ChartSpec& spec() const { return spec_; }
    void setTable(const Table& table, const Table& samples = {});
    /// One line in plain words under the title.
    void setReading(const QString& reading);
    /// Words (and a button) shown instead of an empty chart. `pressed` is emitted as `invitationAccepted`.
    void setInvitation(const QString& words, const QString& button = {});
    void setLogScale(bool on);
    void showTable(bool on);
    bool isTableShown() const;
    QTableView* tableView() const { return table_view_; }
    QCustomPlot* plot() const { return plot_; }

    QString chartTitle() const override { return spec_.title; }
    QString chartName() const override { return spec_.name; }
    Table chartTable() const override { return table_; }
    QList<Table> moreTables() const override;
    void drawChart(QCPPainter& painter, const QSize& size, const Colours& colours) const override;

signals:
    void invitationAccepted();
    void exportAsked();

private:
    void redraw();
    void applyTheme();
    void showDetail(const QPoint& position, const QPoint& global);
    void showMenu(const QPoint& global);
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void fitTitle();

    ChartSpec spec_;
    Table table_, samples_;
    QLabel* title_ = nullptr;
    QLabel* reading_ = nullptr;
    QStackedWidget* stack_ = nullptr;
    QCustomPlot* plot_ = nullptr;
    QWidget* invitation_ = nullptr;
    QLabel* invitation_text_ = nullptr;
    QToolButton* invitation_button_ = nullptr;
    QTableView* table_view_ = nullptr;
    TableModel* model_ = nullptr;
    QToolButton* table_button_ = nullptr;
    QToolButton* log_button_ = nullptr;
    QToolButton* copy_button_ = nullptr;
    QToolButton* export_button_ = nullptr;
};

} // namespace warploom::ui
