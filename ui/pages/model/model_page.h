#pragma once

#include "ui/components/traces/trace_store.h"
#include "ui/pages/page.h"

#include <QSplitter>

class QComboBox;
class QLabel;
class QListWidget;
class QPushButton;
class QStackedWidget;
class QTabWidget;

namespace warploom::ui {

class CardComparison;
class CardEditor;
class ChartFrame;
class ChartView;
class RunStore;
class ScheduleView;
class TracedBoxes;

/// The Model page, which estimates the time on a selected card and explains what limits it. The page shows the terms of
/// the model, the roofline, the schedule of the blocks, the memory accesses of each source line, and the card in an
/// editable table.
class ModelPage : public Page {
    Q_OBJECT
public:
    /// Creates the page. `runs` provides the measured points of the roofline plot; can be null.
    explicit ModelPage(Session& session, RunStore* runs = nullptr, QWidget* parent = nullptr);

    QList<Chart*> charts() const override;
    QWidgetList choiceFields() const override { return {strip_, what_if_}; }
    bool hasPicture() const override;
    QString inspectorText() const override;
    bool isSettled() const override;

    ChartView* terms() const { return terms_; }
    ChartView* roofline() const { return roofline_; }
    ChartView* accesses() const { return accesses_; }
    ScheduleView* schedule() const { return schedule_; }
    CardEditor* editor() const { return editor_; }
    CardComparison* cards() const { return cards_; }
    QTabWidget* tabs() const { return tabs_; }
    QListWidget* findings() const { return findings_; }
    /// Returns a headline with the modeled time. If the card has been edited, compares it with the time on the original
    /// card.
    QString headline() const;

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildStrip();
    QWidget* buildCharts();
    QWidget* buildAccesses();
    void invite(const QString& words);
    void arrange();
    void refresh();
    void showDocument();
    void drawRoofline();
    void drawAccesses();

    TraceStore& store_;
    RunStore* runs_;
    TracedBoxes* boxes_ = nullptr;
    QString invitation_;   ///< sample matrix that the button in the message opens
    QString roomier_card_; ///< card with enough shared memory that the button in the message selects
    QLabel *headline_ = nullptr, *unseen_ = nullptr, *selection_ = nullptr;
    QPushButton* invitation_button_ = nullptr;
    QStackedWidget* stack_ = nullptr;
    QSplitter* splitter_ = nullptr;
    QTabWidget* tabs_ = nullptr;
    QWidget *strip_ = nullptr, *what_if_ = nullptr; ///< input fields above the charts
    ChartView *terms_ = nullptr, *roofline_ = nullptr, *accesses_ = nullptr;
    QComboBox *quantity_ = nullptr, *by_ = nullptr;
    ScheduleView* schedule_ = nullptr;
    ChartFrame* schedule_frame_ = nullptr;
    QLabel* schedule_reading_ = nullptr;
    CardComparison* cards_ = nullptr;
    CardEditor* editor_ = nullptr;
    QListWidget* findings_ = nullptr;
    TraceHandle shown_;
    bool isSplit_ = false; ///< whether the splitter has its initial sizes
};

/// Returns a comparison such as "csr-scalar on Tesla C2050: modeled time 1.23 ms with the original parameters and 0.80
/// ms with yours (ratio: 0.65)." A trace is null if it is not available yet.
QString effectText(const TraceHandle& original, const TraceHandle& edited);

} // namespace warploom::ui
