#pragma once

#include <QDialog>

class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace warploom::ui {

/// Asks whose a hand-in is, and for a few words. OK waits for a name.
class HandInDialog : public QDialog {
    Q_OBJECT
public:
    explicit HandInDialog(const QString& title, QWidget* parent = nullptr);
    QString author() const;
    QString words() const;

private:
    QLineEdit* author_ = nullptr;
    QPlainTextEdit* words_ = nullptr;
    QPushButton* ok_ = nullptr;
};

} // namespace warploom::ui
