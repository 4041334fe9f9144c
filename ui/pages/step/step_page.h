#pragma once

#include "ui/pages/page.h"
#include "ui/pages/step/step_view.h"

#include <QSet>

#include <optional>

class QCheckBox;
class QComboBox;
class QLabel;
class QScrollArea;
class QSpinBox;
class QSplitter;
class QTabWidget;
class QTextBrowser;
class QToolButton;

namespace warploom::ui {

class ChartFrame;
class Player;
class QuestionStrip;
class WarpPage;

/// Steps through Thomas, cyclic reduction, AᵀA and the segmented sums of COO. Nothing is asked of the worker:
/// everything is computed here, from examples that are built in or from the open matrix where it is small and
/// tridiagonal.
class StepPage : public Page {
    Q_OBJECT
public:
    /// `warp` shows the warps that do the steps; may be null.
    explicit StepPage(Session& session, WarpPage* warp = nullptr, QWidget* parent = nullptr);

    QList<Chart*> charts() const override;
    QWidgetList choiceFields() const override { return {choices_}; }
    QAbstractButton* mainButton() const override;
    QString inspectorText() const override;
    int shownStep() const override;
    void goToStep(int step) override;
    QHash<QString, QVariant> shownChoices() const override;

    const WalkthroughEntry& topic() const;
    void setTopic(const QString& name);
    const WalkthroughHandle& walkthrough() const { return walkthrough_; }
    QString sentence() const;
    Player* player() const { return player_; }
    StepView* view() const { return view_; }
    /// While on, a step that has a question is hidden until a prediction is made.
    void setPredicting(bool on);
    bool isHidden(int step) const; ///< it waits for an answer

    /// Opens the page Warp at the warp that does this step; says why not where none does.
    void showInWarp();
    /// The step that a warp does, of the walkthrough of its kernel, with `unknowns` where that is one of equations.
    void showWalkthrough(const WalkthroughWarp& done, int unknowns);

    /// Takes the open matrix as the system; reports why not where it cannot.
    void useOpenMatrix();
    /// Formats are built of the open matrix where its first selected row begins, or of the example again.
    void useCorner();
    /// Numbered pictures of every step; problems are reported. Returns the files.
    QStringList exportStepsTo(const QString& folder);
    /// The whole algorithm on a sheet of A4 and one of A3, where the topic has that; problems are reported. Returns the
    /// files.
    QStringList exportSheetsTo(const QString& folder);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* buildChoices();
    QWidget* buildViews();
    QWidget* buildFoot();
    void arrange();
    QString tabName() const;
    void showTab();
    void themeChanged();
    void fillChoices(); ///< the boxes, from the session
    void rebuild();     ///< the walkthrough, from the session
    void stepChanged(int step);
    void predicted(const QString& said);
    void addChalk();
    int stepNow() const; ///< the player's, or the first one while the beginning is shown
    void showWords();
    enum class System { difference, random, open };
    System system() const; ///< that is solved
    void addSystem(const QString& title, System system);
    WalkthroughChoices choices() const;
    QString codeHtml() const;
    void choose(const char* key, const QVariant& value, const QString& text);
    QVariant chosen(const char* key, const QVariant& fallback) const;

    WarpPage* warp_page_;
    WalkthroughHandle walkthrough_;
    const WalkthroughEntry* shown_ = nullptr; ///< the walkthrough in the player
    QSet<QString> seen_;                      ///< steps whose question is over: title of the walkthrough and number
    TridiagonalSystem open_system_;           ///< taken from the open matrix
    QString open_name_;
    std::optional<CsrMatrix> corner_; ///< likewise, for the formats that are built
    QString corner_name_;

    QComboBox *topic_ = nullptr, *system_ = nullptr, *look_ = nullptr, *bytes_ = nullptr, *shape_ = nullptr;
    QSpinBox* size_ = nullptr;
    QWidget* size_field_ = nullptr;
    QCheckBox *padding_ = nullptr, *prefetch_ = nullptr, *symmetric_ = nullptr;
    QToolButton *open_ = nullptr, *export_ = nullptr, *predict_ = nullptr, *warp_ = nullptr, *sheet_ = nullptr;
    QToolButton *pen_ = nullptr, *spot_ = nullptr, *wipe_ = nullptr;
    QuestionStrip* question_ = nullptr;
    QWidget* choices_ = nullptr; ///< the fields over the picture
    QScrollArea* scroll_ = nullptr;
    QSplitter* beside_ = nullptr;
    QTabWidget* tabs_ = nullptr;
    bool arranging_ = false, is_tab_wanted_ = false; ///< wanted: by a state, until the user chooses
    StepView* view_ = nullptr;
    StepBankView* banks_ = nullptr;
    QTextBrowser* formula_ = nullptr;
    ChartFrame *view_frame_ = nullptr, *banks_frame_ = nullptr;
    QLabel *sentence_ = nullptr, *code_ = nullptr;
    Player* player_ = nullptr;
};

} // namespace warploom::ui
