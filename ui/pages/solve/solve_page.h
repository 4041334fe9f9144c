#pragma once

#include "ui/pages/page.h"
#include "ui/pages/solve/solve_tables.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QTabBar;
class QTimer;

namespace warploom::ui {

class ChartView;
class PreconditionerView;
class PreconditionerComparison;

inline QString solveKey(const char* name) { return QStringLiteral("solve/") + QLatin1String(name); }

/// The Solve page, which runs an interactive CG solve with a live chart of the residual. The user can change the SpMV
/// kernel, the machine and the precision during the solve.
class SolvePage : public Page {
    Q_OBJECT
public:
    explicit SolvePage(Session& session, QWidget* parent = nullptr);

    CgSolver& solver() const { return *solver_; }
    PreconditionerComparison& comparison() const { return *comparison_; }
    void comparePreconditioners();
    QString stateSentence() const;
    CgSetup setup() const; ///< Returns the settings entered in the fields.
    /// Uses the numbers in a file as the right-hand side. Restarts the solver.
    void useRightSideFile(const QString& file);
    QAbstractButton* runButton() const override;
    bool isRunning() const override;
    QList<Chart*> charts() const override;
    QString inspectorText() const override;
    QWidgetList choiceFields() const override { return {strip_}; }
    bool hasPicture() const override;
    /// Returns a sentence that explains why the solver cannot start; empty if it can.
    QString whyNot() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildStrip();
    QWidget* buildButtons();
    QWidget* buildInvitation();
    void fillKernels(); ///< Fills the combo boxes with the methods and SpMV kernels that run on the selected machine.
    void readChoices();
    bool hasRightSide() const; ///< Returns whether the matrix includes a right-hand side.
    void fillRightSides();     ///< Fills the combo box with the right-hand sides that are available for the matrix.
    void chooseRightSideFile();
    void takeWanted(); ///< Applies the settings entered in the fields to the solver.
    SolveFacts factsOf(const CgSetup& setup) const;
    void refresh();
    void drawCharts();
    void showComparison(bool on);
    void adviseRoom();

    CgSolver* solver_ = nullptr;
    QLabel* place_ = nullptr;
    QComboBox *method_ = nullptr, *product_ = nullptr, *precision_ = nullptr, *preconditioner_ = nullptr,
              *right_side_ = nullptr;
    QLineEdit* tolerance_ = nullptr;
    QPushButton *start_ = nullptr, *step_ = nullptr, *reset_ = nullptr, *compare_ = nullptr,
                *preconditioners_ = nullptr, *back_ = nullptr;
    QLabel* sentence_ = nullptr;
    QStackedWidget* stack_ = nullptr;
    QSplitter* splitter_ = nullptr;
    ChartView *residual_ = nullptr, *cost_ = nullptr;
    QTimer* timer_ = nullptr;
    PreconditionerComparison* comparison_ = nullptr;
    PreconditionerView* comparison_view_ = nullptr;
    QWidget* strip_ = nullptr;
    /// Selects the visible chart in a small window, in which only one chart is visible at a time.
    QTabBar* tabs_ = nullptr;
    bool comparing_ = false;
};

} // namespace warploom::ui
