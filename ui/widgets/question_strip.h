#pragma once

#include <QString>
#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;

namespace warploom::ui {

/// Predict, then see: a question with a whole number as its answer, a field, a button. What the question is about stays
/// hidden by the page until `said` comes.
class QuestionStrip : public QWidget {
    Q_OBJECT
public:
    explicit QuestionStrip(QWidget* parent = nullptr);

    void ask(const QString& question);
    bool isOpen() const { return open_; }
    /// The question is over: what was said beside what is right.
    void showVerdict(bool is_right, const QString& answer);
    void close(); ///< nothing is asked, nothing is said

signals:
    void said(const QString& number); ///< digits, or empty: "show it, I do not know"

private:
    void answer();
    void dress();

    QLabel *question_ = nullptr, *verdict_ = nullptr;
    QLineEdit* field_ = nullptr;
    QPushButton* button_ = nullptr;
    bool open_ = false, right_ = false;
};

} // namespace warploom::ui
