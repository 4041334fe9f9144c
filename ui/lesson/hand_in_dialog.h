#pragma once

#include <QDialog>
#include <QString>

#include <string>

class QLabel;
class QLineEdit;
class QPushButton;

namespace warploom::ui {

class Session;

/// Dialog for submitting a solution. Adds the student's name and a seal (checksum) to the solution and writes it to a
/// file for the teacher, as `warploom-engine exercise seal` does. Errors are displayed in the dialog.
class HandInDialog : public QDialog {
    Q_OBJECT
public:
    HandInDialog(Session& session, const std::string& exercise, const QString& text, QWidget* parent = nullptr);

    void setPoints(const QString& points); ///< sets the text about the current points of the solution, such as "8 of 8"
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
