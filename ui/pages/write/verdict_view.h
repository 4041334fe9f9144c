#pragma once

#include "ui/pages/write/code_editor.h"
#include "ui/pages/write/kernel_checker.h"

#include <QWidget>

class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;

namespace warploom::ui {

class CostTable;

/// What the worker says of a text: right or wrong, where and why, and what it costs.
class VerdictView : public QWidget {
    Q_OBJECT
public:
    explicit VerdictView(QWidget* parent = nullptr);

    /// `before`: the costs to compare with; null: there are none yet.
    void setCheck(const CheckHandle& check, const wire::CheckCosts* before, const QString& where);
    void setBusy(bool busy);
    void setFailure(const QString& sentence, const QString& hint);
    const CheckHandle& check() const { return check_; }
    QString title() const;
    QString sentence() const;
    /// The mistakes with a line, as the editor shows them.
    QList<CodeEditor::Mistake> mistakes() const;
    void focusFirst(); ///< of what the keyboard can do here
    QListWidget* list() const { return list_; }
    CostTable* costs() const { return costs_; }
    QPlainTextEdit* output() const { return output_; } ///< what printf wrote; hidden where there is nothing

signals:
    void lineWanted(int line, int column);
    void warpWanted(int finding); ///< -1: that of the wrong number

private:
    void dress();
    void fillList();
    void fillOutput();

    CheckHandle check_;
    QLabel *title_ = nullptr, *sentence_ = nullptr, *where_ = nullptr, *output_title_ = nullptr;
    QPushButton *warp_ = nullptr, *line_ = nullptr;
    QListWidget* list_ = nullptr;
    QPlainTextEdit* output_ = nullptr;
    CostTable* costs_ = nullptr;
    bool is_busy_ = false;
};

} // namespace warploom::ui
