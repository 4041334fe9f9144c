#pragma once

#include <QList>
#include <QString>
#include <QStringList>
#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;
class QValidator;

namespace warploom::ui {

/// Predict, then see: a question with a number, or one of a few words, as its answer. What the question is about stays
/// hidden by the page until `said` comes.
class QuestionStrip : public QWidget {
    Q_OBJECT
public:
    explicit QuestionStrip(QWidget* parent = nullptr);

    void ask(const QString& question);
    /// The same with words to choose from.
    void ask(const QString& question, const QStringList& choices);
    /// The same with a factor, as 3 or 3.5.
    void askFactor(const QString& question);
    bool isOpen() const { return open_; }
    /// The question is over: the answer given beside the right one.
    void showVerdict(bool is_right, const QString& answer, const QString& because = {});
    /// The same in words of the asking page.
    void showSentence(bool is_right, const QString& sentence);
    void close(); ///< nothing is asked, nothing is said

signals:
    void said(const QString& answer); ///< a number or one of the choices; empty: "I don't know, show it"

private:
    void open(const QString& question, const QString& tip);
    void answer();
    void dress();

    QLabel *question_ = nullptr, *verdict_ = nullptr;
    QLineEdit* field_ = nullptr;
    QValidator *whole_ = nullptr, *factor_ = nullptr;
    QPushButton* button_ = nullptr;
    QWidget* choices_ = nullptr;
    QList<QPushButton*> choice_buttons_;
    QString guess_;
    bool open_ = false, right_ = false;
};

} // namespace warploom::ui
