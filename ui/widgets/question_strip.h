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

/// A question in prediction mode, which the user answers with a number or a choice. The page hides the result until the
/// signal `said` is emitted.
class QuestionStrip : public QWidget {
    Q_OBJECT
public:
    explicit QuestionStrip(QWidget* parent = nullptr);

    void ask(const QString& question);
    /// Asks a question with a list of choices as possible answers.
    void ask(const QString& question, const QStringList& choices);
    /// Asks a question that is answered with a factor, such as 3 or 3.5.
    void askFactor(const QString& question);
    bool isOpen() const { return open_; }
    /// Ends the question and shows the user's answer next to the correct answer.
    void showVerdict(bool is_right, const QString& answer, const QString& because = {});
    /// Ends the question and shows a sentence that the page provides.
    void showSentence(bool is_right, const QString& sentence);
    void close(); ///< removes the question and the verdict

signals:
    /// Emitted with the user's answer, which is a number or one of the choices. The answer is empty if the user asked
    /// to see the result without guessing.
    void said(const QString& answer);

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
