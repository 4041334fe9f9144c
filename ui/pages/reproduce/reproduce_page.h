#pragma once

#include "ui/pages/page.h"
#include "ui/pages/reproduce/result_library.h"
#include "ui/pages/reproduce/result_tree.h"

class QLabel;
class QStackedWidget;
class QTabWidget;

namespace warploom::ui {

class CellTable;
class ChartDeck;
class ClaimsView;
class ExperimentControls;
class ResultActions;
class SealBanner;

/// The Reproduce page, which compares tables and figures from papers with modeled values for each paper's card and with
/// measurements on this machine. It also shows whether the claims of the paper hold.
class ReproducePage : public Page {
    Q_OBJECT
public:
    explicit ReproducePage(Session& session, QWidget* parent = nullptr);

    ExperimentStore& store() const { return *store_; }
    ResultLibrary& files() const { return *files_; }
    ExperimentControls& controls() const { return *controls_; }
    QTreeWidget* tree() const { return tree_; }
    CellTable* table() const { return table_; }
    ChartDeck* deck() const { return deck_; }
    ClaimsView* claims() const { return claims_; }
    SealBanner* seal() const { return seal_; }
    ComparisonView* comparison() const { return comparison_; }
    QTabWidget* tabs() const { return tabs_; }

    void showExperiment(const QString& id, bool quick);
    /// Opens a result or experiment file. A result (.json, .html) is read in the background and shown with its seal. An
    /// experiment is added to the user's experiments.
    void openFile(const QString& file);
    /// Compares the displayed result with a result from a file.
    void compareWith(const QString& file);
    /// Returns the displayed result of an experiment or file. Returns null if a comparison or nothing is displayed.
    ResultHandle shownResult() const;

    QAbstractButton* runButton() const override;
    QList<Chart*> charts() const override;
    QWidgetList choiceFields() const override;
    QString inspectorText() const override;
    bool isSettled() const override;

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildRight();
    void connectAll();
    /// Hides the paper's conclusion if a large font scale would leave too little space for the values.
    void fitTexts();
    void ensureFilled() const; ///< Fills the tree. Reads the experiment files on first use.
    void fillTree();
    void openExperiment(const QString& file);
    void showEntry(const ShownResult& shown);
    void refresh(); ///< Updates the labels, table, charts and claims for the displayed result.
    void showComparison(const ComparedResults& both);
    void showResult(const ResultHandle& result);
    void refreshReading(const ResultHandle& result);
    QString readingOf(const experiment::Result& result) const;
    QString cellHtml(const experiment::Experiment& experiment) const;
    const ExperimentKey* shownKey() const { return std::get_if<ExperimentKey>(&shown_); }
    const OpenedResult* shownFile() const;
    const ComparedResults* shownPair() const;

    ExperimentStore* store_ = nullptr;
    ResultLibrary* files_ = nullptr;
    ResultTree* tree_ = nullptr;
    ResultActions* actions_ = nullptr;
    ExperimentControls* controls_ = nullptr;
    mutable bool filled_ = false;
    ShownResult shown_;

    QWidget* left_ = nullptr;
    QLabel *title_ = nullptr, *conclusion_ = nullptr, *said_ = nullptr;
    QString conclusion_html_; ///< the conclusion of the source
    SealBanner* seal_ = nullptr;
    QTabWidget* tabs_ = nullptr;
    QStackedWidget* stack_ = nullptr;
    CellTable* table_ = nullptr;
    ChartDeck* deck_ = nullptr;
    ClaimsView* claims_ = nullptr;
    ComparisonView* comparison_ = nullptr;
};

} // namespace warploom::ui
