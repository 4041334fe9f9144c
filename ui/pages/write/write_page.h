#pragma once

#include "ui/pages/page.h"
#include "ui/pages/write/kernel_checker.h"

#include <memory>
#include <vector>

class QComboBox;
class QFrame;
class QLabel;
class QPushButton;
class QSplitter;
class QTimer;
class QToolButton;

namespace warploom::ui {

class CodeEditor;
class RunPage;
class VerdictView;
class WarpPage;

/// A kernel in CUDA C is written here. A moment after the last key the worker says whether it is right, which thread
/// wrote the first wrong number, and what it costs.
class WritePage : public Page {
    Q_OBJECT
public:
    /// `warp`, `run`: the pages that show a step and measure; null where there are none.
    explicit WritePage(Session& session, WarpPage* warp = nullptr, RunPage* run = nullptr, QWidget* parent = nullptr);
    ~WritePage() override;

    QAbstractButton* runButton() const override;
    QString helpText() const override;
    QString inspectorText() const override;
    bool isSettled() const override;
    /// Beside a lesson a low window leaves the text a few lines, unless they make way.
    QWidgetList choiceFields() const override { return {fields_}; }
    bool hasPicture() const override { return is_narrow_; }

    /// A file, or one of shipped_texts() (`name`: "papers/prata2010_ell.cu") as a new text. One of a built-in kernel is
    /// compared with that kernel from then on.
    void openFile(const QString& path);
    void beginFrom(const QString& name);
    void showText(const QString& name); ///< one of the session's
    void closeText();                   ///< the one in front; what no file holds is put aside

    QString current() const { return current_; }
    CodeEditor* editor() const { return editor_; }
    CodeEditor* other() const { return other_; }
    VerdictView* verdict() const { return verdict_; }

    static constexpr int pause_ms = 300; ///< from the last key to the question

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// A text that was checked.
    struct Version {
        QString text, words; ///< "12:31:05, right"
        CheckHandle check;
    };
    struct Writing; ///< of one text: its document, with what can be undone, and its versions

    QWidget* buildStrip();
    QWidget* buildQuarrel();
    void addNewMenu(QToolButton* button);
    void addKeys();
    void fillTexts();
    void fillOthers();
    void showOther();
    void showQuarrel();
    void textWritten();
    void askSoon();
    void ask();
    void answered(const CheckHandle& check, int revision);
    void showVerdict(const CheckHandle& check);
    QString whereText(const protocol::Check& check) const;
    bool needsOtherMachine() const; ///< no kernel in CUDA C runs where runs are made
    void save(bool ask_for_name);
    void run();
    void showInWarp(int finding);
    void arrange();

    WarpPage* warp_page_;
    RunPage* run_page_;
    KernelChecker* checker_;
    QTimer* pause_;
    QComboBox *texts_ = nullptr, *others_ = nullptr;
    QPushButton* run_ = nullptr;
    QFrame* quarrel_ = nullptr;
    QLabel* quarrel_words_ = nullptr;
    QWidget* fields_ = nullptr;
    int low_height_ = 0;     ///< that text and verdict have shared; 0: there is room for both
    bool is_narrow_ = false; ///< the verdict stands under the text
    QSplitter *across_ = nullptr, *texts_across_ = nullptr;
    CodeEditor *editor_ = nullptr, *other_ = nullptr;
    VerdictView* verdict_ = nullptr;
    QString current_;
    std::vector<std::pair<QString, std::unique_ptr<Writing>>> writings_;
    bool is_filling_ = false;

    Writing& writing();
};

} // namespace warploom::ui
