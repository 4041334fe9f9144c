#pragma once

#include "ui/components/operations/run_tables.h"
#include "ui/pages/page.h"

class QTabWidget;
class QTimer;

namespace warploom::ui {

class AdvicePanel;
class ChartView;
class ChoicesPanel;
class ExchangePanel;

/// The Run page, where the user selects kernels, runs them, and compares their times in charts.
class RunPage : public Page {
    Q_OBJECT
public:
    explicit RunPage(Session& session, QWidget* parent = nullptr);

    RunStore& store() { return *store_; }
    ChoicesPanel& choices() { return *choices_; }
    ChartView* chart(RunChart chart) const { return charts_[static_cast<int>(chart)]; }
    /// Returns the panel with the modeled bars next to the measured bars, or null if the chart has a single panel.
    ChartView* modelledChart(RunChart chart) const { return modelled_.value(static_cast<int>(chart)); }
    QTabWidget* tabs() const { return tabs_; }
    AdvicePanel* advicePanel() const { return advice_; }
    ExchangePanel* exchangePanel() const { return exchange_; }
    QList<Chart*> charts() const override;
    QWidgetList choiceFields() const override { return {fields_}; }
    bool hasPicture() const override;
    QString inspectorText() const override;

    /// Returns a sentence that explains why a run cannot start; empty if it can.
    QString whyNot() const;

public slots:
    void run();
    void stop();

signals:
    void canRunChanged();

private:
    void refresh();
    void chooseSweep();
    ChartView* addChart(const ChartSpec& spec);
    void fill(int chart, const ShownRuns& runs) const;
    void compareWith(const ChartView& chart, int row); ///< Makes the kernel of a bar the baseline of the speedups.
    /// Shows the data exchange between GPUs for the kernel in the chart or, if there is none, for the selected kernel.
    void showExchange();
    void showOperation();

    RunStore* store_ = nullptr;
    ChoicesPanel* choices_ = nullptr;
    QWidget* fields_ = nullptr;  ///< scroll area of the option fields
    QTabWidget* tabs_ = nullptr; ///< the chart tabs, followed by the advice tab
    AdvicePanel* advice_ = nullptr;
    ExchangePanel* exchange_ = nullptr; ///< shown next to the chart RunChart::scaling
    /// The panels of all charts, and the additional panels for modeled results, which only the first few charts have.
    QVector<ChartView*> charts_, modelled_;
    QTimer* refresh_timer_ = nullptr;
};

} // namespace warploom::ui
