#pragma once

#include "ui/components/warp/navigation_target.h"
#include "ui/pages/page.h"
#include "ui/pages/write/kernel_checker.h"

#include <memory>
#include <vector>

class QComboBox;
class QPushButton;
class QSplitter;
class QTimer;
class QToolButton;

namespace warploom::ui {

class CodeEditor;
class EditorDebugging;
class FileConflictBar;
class ProposalBar;
class VerdictView;
class VersionComparison;

/// Returns whether the selected machine cannot run CUDA C kernels.
bool needsOtherMachine(Session& session);

/// The Write page, an editor for kernels in CUDA C. Shortly after each edit, the worker checks the kernel and reports
/// whether it is correct, which thread wrote the first wrong value, and what the kernel costs.
class WritePage : public Page {
    Q_OBJECT
public:
    explicit WritePage(Session& session, QWidget* parent = nullptr);
    ~WritePage() override;

    QAbstractButton* runButton() const override;
    QString helpText() const override;
    QString inspectorText() const override;
    bool isSettled() const override;
    /// Returns the input fields. In a short window next to a lesson, they are hidden to leave room for the source code.
    QWidgetList choiceFields() const override { return {fields_}; }
    bool hasPicture() const override;

    /// Opens a file. If `name` is the name of a file in shipped_texts(), such as "papers/prata2010_ell.cu", opens a
    /// copy of this file. The costs of a copy of a built-in kernel are always compared with the costs of that kernel.
    void openFile(const QString& path);
    void beginFrom(const QString& name);
    /// Opens the kernel source in which the user solves a built-in problem, or creates it from the problem's
    /// parameters.
    void beginProblem(const QString& name);
    void showText(const QString& name); ///< Shows the kernel source with this name in the session.
    void closeText();                   ///< Closes the current kernel source and backs up unsaved text.

    QString current() const { return current_; }
    CodeEditor* editor() const { return editor_; }
    VerdictView* verdict() const { return verdict_; }
    VersionComparison& versions() const { return *versions_; }
    EditorDebugging& debugging() const { return *debugging_; }

    static constexpr int pause_ms = 300;

signals:
    /// warpRequested() is emitted when the user asks to see a step of a warp, and runRequested() when the user asks to
    /// run the kernel.
    void warpRequested(const warploom::ui::NavigationTarget& target);
    void runRequested();
    void problemSolved(const QString& name); ///< emitted when a solution of a built-in problem is correct

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// A checked version of the kernel source.
    struct Version {
        QString text, words; ///< `words` is a description such as "12:31:05, right"
        CheckHandle check;
    };
    struct Writing; ///< document, undo history and versions of a kernel source

    QWidget* buildStrip();
    void addKeys();
    void fillTexts();
    void showVersions();
    void textWritten();
    void ask();
    bool isChecked() const; ///< Returns whether there is a verdict on the current source.
    void answered(const CheckHandle& check, int revision);
    void showVerdict(const CheckHandle& check);
    void save(bool ask_for_name);
    void run();
    void showInWarp(int finding);
    void arrange();
    void shareHeight();

    KernelChecker* checker_;
    QTimer* pause_;
    QComboBox* texts_ = nullptr;
    QPushButton* run_ = nullptr;
    ProposalBar* proposal_ = nullptr;
    QWidget* fields_ = nullptr;
    /// Height in pixels that the source code and the verdict need together in a short window. The height is 0 if both
    /// fit.
    int low_height_ = 0;
    bool is_narrow_ = false; ///< whether the verdict is below the source code
    QSplitter *across_ = nullptr, *texts_across_ = nullptr;
    CodeEditor* editor_ = nullptr;
    VerdictView* verdict_ = nullptr;
    VersionComparison* versions_ = nullptr;
    FileConflictBar* conflict_ = nullptr;
    EditorDebugging* debugging_ = nullptr;
    QSplitter* down_ = nullptr; ///< contains the editor and the verdict above the debugger
    QPushButton* debug_ = nullptr;
    bool is_low_with_debugger_ = false; ///< whether the last division of the height was for a short window
    QString current_;
    std::vector<std::pair<QString, std::unique_ptr<Writing>>> writings_;
    bool is_filling_ = false;

    Writing& writing();
};

} // namespace warploom::ui
