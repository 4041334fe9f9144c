#pragma once

#include <QList>
#include <QString>
#include <QStringList>
#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;

namespace warploom::ui {

/// Predict, then see: a question with a whole number, or one of a few words, as its answer. What the question is about stays
/// hidden by the page until `said` comes.
class QuestionStrip : public QWidget {
    Q_OBJECT
public:
    explicit QuestionStrip(QWidget* parent = nullptr);

    void ask(const QString& question);
    /// The same with words to choose from.
    void ask(const QString& question, const QStringList& choices);
    bool isOpen() const { return open_; }
    /// The question is over: what was said beside what is right.
    void showVerdict(bool is_right, const QString& answer, const QString& because = {});
    void close(); ///< nothing is asked, nothing is said

signals:
    void said(const QString& answer); ///< digits or one of the choices; empty: "show it, I do not know"

private:
    void answer();
    void dress();

    QLabel *question_ = nullptr, *verdict_ = nullptr;
    QLineEdit* field_ = nullptr;
    QPushButton* button_ = nullptr;
    QWidget* choices_ = nullptr;
    QList<QPushButton*> choice_buttons_;
    QString guess_;
    bool open_ = false, right_ = false;
};

} // namespace warploom::ui
