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

/// The charts of a result, one at a time, with a box to choose among them.
class ChartDeck : public QWidget {
    Q_OBJECT
public:
    explicit ChartDeck(QWidget* parent = nullptr);

    /// Charts of the same names are kept, with their state (logarithmic axis, table), and get the new numbers.
    void setCharts(std::vector<ExperimentChart> charts);
    /// Said in place of a chart that has no numbers yet.
    void setInvitation(const QString& words, const QString& button);
    void showChart(int number);
    int shown() const;
    int count() const { return static_cast<int>(views_.size()); }
    ChartView* view(int number) { return fill(number); }
    ChartView* currentView() { return count() == 0 ? nullptr : fill(shown()); }
    /// All of them, each with its numbers.
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
    std::vector<bool>
        outdated_; ///< views that do not show the numbers of `charts_` yet: only the visible view is drawn
    QComboBox* box_ = nullptr;
    QList<QCheckBox*> kinds_; ///< drawn kinds: published, modelled, measured
    QStackedWidget* stack_ = nullptr;
    QString words_, button_;
};

} // namespace warploom::ui
