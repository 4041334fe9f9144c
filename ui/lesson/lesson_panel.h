#pragma once

#include "engine/lesson/lesson.h"
#include "ui/lesson/window_state.h"

#include <QString>
#include <QWidget>

#include <map>
#include <optional>
#include <string>
#include <vector>

class QButtonGroup;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;
class QBoxLayout;

namespace warploom::ui {

/// Leads through a lesson: words, what to look at, a question and its computed answer. While a lesson is open it
/// changes what the session shows; leaving it puts everything back.
class LessonPanel : public QWidget {
    Q_OBJECT
public:
    explicit LessonPanel(Session& session, QWidget* parent = nullptr);

    /// One of the program, or a file. Its mistakes are reported.
    void openLesson(const QString& id_or_path);
    void leave();
    bool isOpen() const { return lesson_.has_value(); }
    const lesson::Lesson* lesson() const { return lesson_ ? &*lesson_ : nullptr; }
    int step() const { return step_; }
    void showStep(int step);
    /// Behind the last step of a lesson that asks something, or leads to an exercise: the answers, and the next lesson.
    bool isAtEnd() const { return lesson_ && step_ == static_cast<int>(lesson_->steps.size()); }

signals:
    void opening(); ///< emitted before the session's state is saved for later restoration
    void opened();
    void left();
    void pageRequested(const QString& page); ///< by the name that lessons have for it
    void stepWanted(int step);               ///< of the page, after all else of the state was chosen
    void layoutWanted(const QByteArray& layout);
    /// The results that a step shows, as its file has them; none: those of the step before go.
    void runsWanted(const std::vector<std::string>& documents);
    void exerciseWanted(const QString& id);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fillLessons();
    void placeQuestion();
    bool hasEnd() const;
    const lesson::Lesson* nextLesson() const;
    void showWords();
    QString wordsOfEnd() const;
    const lesson::Question* questionNow() const;
    void showQuestion();
    QString said() const;
    void ask();
    void reveal(const lesson::Answer& answer);
    void showReveal(const QString& html);

    Session& session_;
    std::optional<lesson::Lesson> lesson_;
    std::optional<KeptSession> before_;
    int step_ = 0;
    bool has_runs_ = false; ///< a step of the lesson has brought results
    QString request_;       ///< id of the pending request for an answer
    QComboBox* lessons_ = nullptr;
    QScrollArea* area_ = nullptr;
    QBoxLayout *all_ = nullptr, *reading_ = nullptr; ///< of the panel, and of what scrolls in it
    QLabel* words_ = nullptr;
    QWidget* question_ = nullptr;
    QLabel* question_text_ = nullptr;
    QBoxLayout* choices_ = nullptr;
    QButtonGroup* choice_buttons_ = nullptr;
    QLineEdit* number_ = nullptr;
    QPushButton* answer_ = nullptr;
    QLabel* revealed_ = nullptr;
    QPushButton *back_ = nullptr, *next_ = nullptr, *leave_ = nullptr;
    QPushButton* to_question_ = nullptr;                       ///< where the question scrolls with the words
    QPushButton *next_lesson_ = nullptr, *exercise_ = nullptr; ///< of the end
    QWidget* end_ = nullptr;                                   ///< holds them
    std::map<int, bool> answered_;                             ///< by step: whether its first answer was right
    QLabel* place_ = nullptr;
};

} // namespace warploom::ui
