#pragma once

#include <QDialog>
#include <QString>

class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace warploom::ui {

class Session;
class TableModel;

/// Dialog for grading the submissions of a class. The user selects a folder, an exercise and a seed. The result is a
/// table of grades and a CSV file for learning platforms. The worker grades the submissions. Closing the dialog cancels
/// the grading.
class GradeDialog : public QDialog {
    Q_OBJECT
public:
    explicit GradeDialog(Session& session, QWidget* parent = nullptr);

    void setFolder(const QString& folder);
    /// Saves the table of grades from the worker. Reports errors to the session.
    void saveTo(const QString& file);

protected:
    void done(int result) override;

private:
    void grade();
    void showTable(const QString& csv);
    void say(const QString& words);
    void askForFolder();
    void askForFile();

    Session& session_;
    QString request_, csv_;
    QLineEdit* folder_ = nullptr;
    QComboBox* exercise_ = nullptr;
    QSpinBox* seed_ = nullptr;
    QPushButton *grade_ = nullptr, *save_ = nullptr;
    QProgressBar* progress_ = nullptr;
    QLabel* words_ = nullptr;
    TableModel* table_ = nullptr;
};

} // namespace warploom::ui
