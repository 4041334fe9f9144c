#pragma once

#include <QDialog>
#include <QString>

#include <string>

class QLabel;
class QLineEdit;
class QPushButton;

namespace warploom::ui {

class Session;

/// An answer of an exercise gets a name and a seal, and is written into a file for a teacher: what `warploom-engine
/// exercise seal` does. What goes wrong is said in the dialog.
class HandInDialog : public QDialog {
    Q_OBJECT
public:
    HandInDialog(Session& session, const std::string& exercise, const QString& text, QWidget* parent = nullptr);

    void setPoints(const QString& points); ///< "8 of 8", as the answer stands
    QString file() const;

signals:
    void handedIn(const QString& sentence);

private:
    void proposeFile();
    void askForFile();
    void handIn();
    void say(const QString& words);

    Session& session_;
    const std::string exercise_;
    const QString text_;
    QLineEdit *name_ = nullptr, *file_ = nullptr;
    QPushButton* hand_in_ = nullptr;
    QLabel *points_ = nullptr, *words_ = nullptr;
};

} // namespace warploom::ui
