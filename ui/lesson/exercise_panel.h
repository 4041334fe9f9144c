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

/// Shows the task of an exercise, reveals its hints one at a time, and shows the result of each gate (pass criterion)
/// for the solution that is being edited on the Write page. Starting an exercise sets the required card, matrix,
/// precision and block size. Leaving the exercise restores the previous settings.
class ExercisePanel : public QWidget {
    Q_OBJECT
public:
    explicit ExercisePanel(Session& session, QWidget* parent = nullptr);

    /// Opens an exercise. Reports errors to the session.
    void openExercise(const QString& id_or_path);
    /// Starts a new solution of the exercise, or continues an existing one.
    void startAnswer();
    void leave();
    /// Returns the ID of the open exercise, or an empty string if none is open.
    QString exerciseId() const { return exercise_ ? QString::fromStdString(exercise_->id) : QString(); }
    bool isStarted() const { return before_.has_value(); }
    const QString& answer() const { return answer_; }
    const std::optional<exercise::Grading>& judgement() const { return judgement_; }

    static constexpr int pause_ms = 600; ///< delay in milliseconds between the most recent edit and the next check

signals:
    void chosen();
    void starting(); ///< emitted when an exercise starts, before the settings are saved
    void left();
    void solved(const QString& id);       ///< emitted when a solution passes all gates
    void textWanted(const QString& name); ///< emitted to open a kernel source on the Write page

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
    std::optional<exercise::Grading> judgement_;
    /// Settings to restore at the end of an exercise; set only while an exercise is in progress.
    std::optional<KeptSession> before_;
    QString answer_; ///< name of the kernel source to grade; empty if no solution has been started
    QString request_;
    int hints_ = 0;
    QTimer pause_, tick_;
    QElapsedTimer judging_;
    QComboBox* exercises_ = nullptr;
    QScrollArea* area_ = nullptr;
    QTextBrowser *task_ = nullptr, *gates_ = nullptr;
    QLabel *points_ = nullptr, *handed_in_ = nullptr;
    QPushButton *start_ = nullptr, *hint_ = nullptr, *hand_in_ = nullptr, *leave_ = nullptr;
};

} // namespace warploom::ui
