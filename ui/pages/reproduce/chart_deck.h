#pragma once

#include "ui/pages/reproduce/experiment_charts.h"

#include <QList>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QStackedWidget;

namespace warploom::ui {

class Chart;
class ChartView;

/// Shows one chart of an experiment's result at a time, with a combo box that selects the chart.
class ChartDeck : public QWidget {
    Q_OBJECT
public:
    explicit ChartDeck(QWidget* parent = nullptr);

    /// Sets the charts. A chart with the name of an existing chart keeps its state (logarithmic axis, table) and shows
    /// the new values.
    void setCharts(std::vector<ExperimentChart> charts);
    /// Sets the message and the button to show instead of a chart that has no data yet.
    void setInvitation(const QString& words, const QString& button);
    void showChart(int number);
    int shown() const;
    int count() const { return static_cast<int>(views_.size()); }
    ChartView* view(int number) { return fill(number); }
    ChartView* currentView() { return count() == 0 ? nullptr : fill(shown()); }
    /// Returns all charts, updated to the current data.
    QList<Chart*> charts();

signals:
    void invitationAccepted();

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitHeight();
    ChartView* fill(int number);
    Table wanted(const ExperimentChart& chart) const;

    std::vector<ExperimentChart> charts_;
    QList<ChartView*> views_;
    std::vector<bool> outdated_; ///< charts with outdated data; only the visible chart is updated
    QComboBox* box_ = nullptr;
    QList<QCheckBox*> kinds_; ///< check boxes that show or hide a kind of value: published, modeled or measured
    QStackedWidget* stack_ = nullptr;
    QString words_, button_;
};

} // namespace warploom::ui
