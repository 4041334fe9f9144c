#pragma once

#include "engine/exercise/exercise.h"
#include "engine/exercise/judgement.h"
#include "ui/lesson/window_state.h"

#include <QElapsedTimer>
#include <QString>
#include <QTimer>
#include <QWidget>

#include <optional>

class QComboBox;
class QLabel;
class QPushButton;
class QScrollArea;
class QTextBrowser;

namespace warploom::ui {

class Session;

/// What an exercise asks for, its hints one by one, and what its gates say of the answer while that is written on the page Write.
/// Starting it sets card, matrix, precision and block as it names them; leaving it puts everything back.
class ExercisePanel : public QWidget {
    Q_OBJECT
public:
    explicit ExercisePanel(Session& session, QWidget* parent = nullptr);

    /// Its mistakes are reported.
    void openExercise(const QString& id_or_path);
    /// Begins an answer, or goes on with the one that is there.
    void startAnswer();
    void leave();
    /// Of the one that is open; empty where none is.
    QString exerciseId() const { return exercise_ ? QString::fromStdString(exercise_->id) : QString(); }
    bool isStarted() const { return before_.has_value(); }
    const QString& answer() const { return answer_; }
    const std::optional<exercise::Judgement>& judgement() const { return judgement_; }

    static constexpr int pause_ms = 600; ///< from the last key to the question

signals:
    void chosen();
    void starting(); ///< what the session shows will be kept now, to be put back later
    void left();
    void textWanted(const QString& name); ///< on the page Write

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void putBack();
    void showTask();
    void judge();
    void stopJudging();
    void sayHowLong();
    void showGates(const QString& instead = {});
    void handIn();
    void fitTexts();
    void bring(QTextBrowser* text, const QString& anchor);

    Session& session_;
    std::optional<exercise::Exercise> exercise_;
    std::optional<exercise::Judgement> judgement_;
    std::optional<KeptSession> before_; ///< the exercise was started
    QString answer_;                    ///< the name of the text that is judged; empty: none was begun
    QString request_;                   ///< whose judgement is on its way
    int hints_ = 0;                     ///< that are shown
    QTimer pause_, tick_;
    QElapsedTimer judging_;
    QComboBox* exercises_ = nullptr;
    QScrollArea* area_ = nullptr;
    bool is_short_ = false; ///< large letters, a small window: all of it scrolls as one
    QTextBrowser *task_ = nullptr, *gates_ = nullptr;
    QLabel *points_ = nullptr, *handed_in_ = nullptr;
    QPushButton *start_ = nullptr, *hint_ = nullptr, *hand_in_ = nullptr, *leave_ = nullptr;
};

} // namespace warploom::ui
