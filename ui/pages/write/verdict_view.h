#pragma once

#include "ui/pages/write/code_editor.h"
#include "ui/pages/write/kernel_checker.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;

namespace warploom::ui {

class CostTable;

/// The worker's verdict on a kernel: right or wrong, where and why, and its cost.
class VerdictView : public QWidget {
    Q_OBJECT
public:
    explicit VerdictView(QWidget* parent = nullptr);

    /// `before`: the costs to compare with; null: there are none yet. Only a right text shows any.
    void setCheck(const CheckHandle& check, const protocol::CheckCosts* before, const QString& where);
    /// A text is being checked, from now on. Soon the view says so with a way to stop it, and that what it shows is of
    /// the text before; a little later that is gone.
    void setBusy(bool busy);
    void setFailure(const QString& sentence, const QString& hint);
    const CheckHandle& check() const { return check_; }
    QString title() const;
    QString sentence() const;
    /// Returns the mistakes that have a line, in the form in which the editor marks them.
    QList<CodeEditor::Mistake> mistakes() const;
    void focusFirst(); ///< of what the keyboard can do here
    QListWidget* list() const { return list_; }
    CostTable* costs() const { return costs_; }
    QPlainTextEdit* output() const { return output_; } ///< printf output; hidden if there is none

    static constexpr int soon_ms = 250, late_ms = 1000, very_late_ms = 2000; ///< after which a check is told of

signals:
    void stopWanted();
    void outdated(); ///< the check takes so long that the messages of the text before must go
    void lineWanted(int line, int column);
    void warpWanted(int finding); ///< -1: that of the wrong number

private:
    void dress();
    void fillList();
    void fillOutput();
    void sayHowLong();
    void setOld(bool old); ///< the shown verdict is of the text before
    void clear();

    CheckHandle check_;
    QLabel *title_ = nullptr, *sentence_ = nullptr, *where_ = nullptr, *output_title_ = nullptr;
    QPushButton *stop_ = nullptr, *warp_ = nullptr, *line_ = nullptr;
    QListWidget* list_ = nullptr;
    QPlainTextEdit* output_ = nullptr;
    CostTable* costs_ = nullptr;
    QElapsedTimer busy_;
    QTimer tick_;
    QString verdict_; ///< in words
    bool is_old_ = false;
};

} // namespace warploom::ui
