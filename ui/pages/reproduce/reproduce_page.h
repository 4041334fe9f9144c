#pragma once

#include "ui/pages/page.h"
#include "ui/pages/reproduce/comparison_view.h"
#include "ui/pages/reproduce/experiment_store.h"
#include "ui/session/background.h"

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QStackedWidget;
class QTabWidget;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace warploom::ui {

class CellTable;
class ChartDeck;
class ClaimsView;
class SealBanner;

/// Writes a result to a folder as an HTML page with charts and data. Creates the folder if necessary and returns the
/// file names. Throws Error. The application sets this function at startup, because writing the page requires both the
/// kernels and the user interface.
inline std::function<QStringList(const experiment::Result& result, const QString& folder)> reportWriter;

struct OpenedResult {
    QString file;
    ResultHandle result;
    experiment::SealReport seal;
};

/// The Reproduce page, which compares tables and figures from papers with modeled values for each paper's card and with
/// measurements on this machine. It also shows whether the claims of the paper hold.
class ReproducePage : public Page {
    Q_OBJECT
public:
    explicit ReproducePage(Session& session, QWidget* parent = nullptr);
    ~ReproducePage() override;

    ExperimentStore& store() const { return *store_; }
    QTreeWidget* tree() const { return tree_; }
    CellTable* table() const { return table_; }
    ChartDeck* deck() const { return deck_; }
    ClaimsView* claims() const { return claims_; }
    SealBanner* seal() const { return seal_; }
    ComparisonView* comparison() const { return comparison_; }
    QTabWidget* tabs() const { return tabs_; }

    /// Returns whether a file name has the suffix of a result, a report or an experiment.
    static bool isResultFile(const QString& file);

    void showExperiment(const QString& id, bool quick);
    /// Opens a result or experiment file. A result (.json, .html) is read in the background and shown with its seal. An
    /// experiment is added to the user's experiments.
    void openFile(const QString& file);
    bool isReading() const { return reading_ > 0; }
    /// Runs the displayed experiment. If `anew` is true, first discards the values from earlier runs.
    void run(bool anew);
    void compareWith(const QString& file);
    void saveResult(const QString& file);
    void writeReport(const QString& folder);
    void handIn(const QString& file, const QString& author, const QString& words);

    /// Returns the displayed result of an experiment or file. Returns null if a comparison is displayed, or if nothing
    /// is displayed.
    ResultHandle shownResult() const;
    const std::vector<OpenedResult>& opened() const { return opened_; }

    QAbstractButton* runButton() const override;
    QList<Chart*> charts() const override;
    QWidgetList choiceFields() const override;
    QString inspectorText() const override;
    bool isSettled() const override;

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    enum class Entry { group, experiment, opened, compared };
    struct Shown {
        Entry entry = Entry::group;
        ExperimentKey key; ///< ID and form (quick or full) of an experiment
        int number = -1;   ///< index of an opened result or a comparison
        bool operator==(const Shown&) const = default;
    };

    QWidget* buildLeft();
    QWidget* buildStrip();
    QWidget* buildRight();
    void connectAll();
    void dress();
    QString remarksHtml() const;
    /// Hides the paper's conclusion if a large font scale would leave too little space for the values.
    void fitTexts();

    void ensureFilled() const; ///< Fills the tree on first use, which reads the experiment files.
    QTreeWidgetItem* firstToShow(const QTreeWidgetItem& group) const;
    void wrapTree();
    void fillTree();
    QTreeWidgetItem* itemOf(const Shown& shown) const;
    void updateStates(); ///< Updates the progress of each experiment in the tree.
    void choose(QTreeWidgetItem* item);
    void showEntry(const Shown& shown);
    void refresh(); ///< Updates the labels, table, charts and claims for the displayed result.
    void refreshButtons();
    void refreshReading();

    void fillMachines();
    ExperimentChoice choice() const;
    bool startsAnew() const; ///< Returns whether the Run button would discard all values and start over.

    void openExperiment(const QString& file);
    void askToOpen();
    void askToOpenExperiment();
    void askToCompare();
    void askToSave();
    void askForReport();
    void askForHandIn();
    void askForDataFolder();
    void read(const QString& file, std::function<void(const ReadResult&)> then);
    QString stem() const;
    QString resultTitle() const;

    ExperimentStore* store_ = nullptr;
    mutable bool filled_ = false;
    Shown shown_;
    std::vector<OpenedResult> opened_;
    std::vector<ComparedResults> compared_;
    QString conclusion_html_, remarks_text_;
    bool remarks_whole_ = false; ///< whether all remarks are shown instead of only two lines
    int reading_ = 0;
    BackgroundPool files_{"result files", 1};

    QTreeWidget* tree_ = nullptr;
    QWidget *left_ = nullptr, *strip_ = nullptr;
    QLabel *title_ = nullptr, *conclusion_ = nullptr, *remarks_ = nullptr, *stage_ = nullptr, *said_ = nullptr;
    SealBanner* seal_ = nullptr;
    QComboBox *form_ = nullptr, *machine_ = nullptr;
    QPushButton *run_ = nullptr, *stop_ = nullptr, *anew_ = nullptr;
    QToolButton *report_ = nullptr, *save_ = nullptr, *hand_in_ = nullptr, *compare_ = nullptr;
    QProgressBar* progress_ = nullptr;
    QTabWidget* tabs_ = nullptr;
    QStackedWidget* stack_ = nullptr;
    CellTable* table_ = nullptr;
    ChartDeck* deck_ = nullptr;
    ClaimsView* claims_ = nullptr;
    ComparisonView* comparison_ = nullptr;
};

} // namespace warploom::ui
