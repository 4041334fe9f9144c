#pragma once

#include "ui/pages/page.h"
#include "ui/pages/run/run_tables.h"

class QTabWidget;
class QTimer;

namespace warploom::ui {

class AdvicePanel;
class ChartView;
class ChoicesPanel;
class ExchangePanel;

/// Tick kernels, run them, watch the charts grow.
class RunPage : public Page {
    Q_OBJECT
public:
    explicit RunPage(Session& session, QWidget* parent = nullptr);

    RunStore& store() { return *store_; }
    ChoicesPanel& choices() { return *choices_; }
    ChartView* chart(RunChart chart) const { return charts_[static_cast<int>(chart)]; }
    /// The panel of the modelled bars, beside that of the measured ones; null for a chart that has no such panel.
    ChartView* modelledChart(RunChart chart) const { return modelled_.value(static_cast<int>(chart)); }
    QTabWidget* tabs() const { return tabs_; }
    AdvicePanel* advicePanel() const { return advice_; }
    ExchangePanel* exchangePanel() const { return exchange_; }
    QList<Chart*> charts() const override;
    QWidgetList choiceFields() const override { return {fields_}; }
    bool hasPicture() const override;
    QString inspectorText() const override;

    /// Empty when Run would start something.
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
    void fill(int chart, const ShownRuns& runs) const; ///< its panels
    void compareWith(const ChartView& chart, int row); ///< the kernel of a bar becomes the baseline
    void showExchange();                               ///< of the kernel that is shown, or else chosen
    void showOperation();                              ///< the charts that the chosen operation has, and their titles

    RunStore* store_ = nullptr;
    ChoicesPanel* choices_ = nullptr;
    QWidget* fields_ = nullptr;  ///< scroll area of the fields
    QTabWidget* tabs_ = nullptr; ///< the charts, then advice
    AdvicePanel* advice_ = nullptr;
    ExchangePanel* exchange_ = nullptr;     ///< beside the chart of RunChart::scaling
    QVector<ChartView*> charts_, modelled_; ///< the first of them have a second panel
    QTimer* refresh_timer_ = nullptr;
};

} // namespace warploom::ui
