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

/// Guides the user through a lesson. Each step consists of a text, a state of the main window and, optionally, a
/// question with a computed answer. A lesson changes session settings, which are restored when the lesson is closed.
class LessonPanel : public QWidget {
    Q_OBJECT
public:
    explicit LessonPanel(Session& session, QWidget* parent = nullptr);

    /// Opens a built-in lesson or a lesson file. Reports errors to the session.
    void openLesson(const QString& id_or_path);
    void leave();
    bool isOpen() const { return lesson_.has_value(); }
    const lesson::Lesson* lesson() const { return lesson_ ? &*lesson_ : nullptr; }
    int step() const { return step_; }
    void showStep(int step);
    /// Returns whether the final page of the lesson is shown, which lists the answers and the next lesson. Only lessons
    /// with questions or an exercise have a final page.
    bool isAtEnd() const { return lesson_ && step_ == static_cast<int>(lesson_->steps.size()); }

signals:
    void opening(); ///< emitted when a lesson opens, before the settings are saved
    void opened();
    void left();
    /// Emitted to show a page of the main window; `page` is the page's name in lessons.
    void pageRequested(const QString& page);
    /// Emitted after all settings have been applied, to show a step on the page.
    void stepWanted(int step);
    void layoutWanted(const QByteArray& layout);
    /// Emitted with the object name of the widget to highlight, which is empty if there is none.
    void pointWanted(const QString& widget);
    /// Emitted with the run results of a lesson step. If `documents` is empty, the results of the previous step must be
    /// removed.
    void runsWanted(const std::vector<std::string>& documents);
    void sourceWanted(const QString& name); ///< emitted with a built-in kernel source to open on the Write page
    void exerciseWanted(const QString& id);
    void finished(const QString& id); ///< emitted when the end of a lesson is shown

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
    bool has_runs_ = false; ///< whether an earlier step of the lesson has shown run results
    QString request_;       ///< ID of the pending request for the answer to a question
    QComboBox* lessons_ = nullptr;
    QScrollArea* area_ = nullptr;
    /// Layout of the panel, and layout of the contents of the scroll area.
    QBoxLayout *all_ = nullptr, *reading_ = nullptr;
    QLabel* words_ = nullptr;
    QWidget* question_ = nullptr;
    QLabel* question_text_ = nullptr;
    QBoxLayout* choices_ = nullptr;
    QButtonGroup* choice_buttons_ = nullptr;
    QLineEdit* number_ = nullptr;
    QPushButton* answer_ = nullptr;
    QLabel* revealed_ = nullptr;
    QPushButton *back_ = nullptr, *next_ = nullptr, *leave_ = nullptr;
    /// Button that scrolls to the question; visible only if the question is in the scroll area.
    QPushButton* to_question_ = nullptr;
    QPushButton *next_lesson_ = nullptr, *exercise_ = nullptr; ///< buttons on the final page of the lesson
    /// Container of the buttons on the final page of the lesson.
    QWidget* end_ = nullptr;
    /// Whether the user's first answer was correct, by step number.
    std::map<int, bool> answered_;
    QLabel* place_ = nullptr;
};

} // namespace warploom::ui
