#pragma once

#include "engine/exercise/exercise.h"
#include "engine/exercise/judgement.h"

#include <QString>
#include <QTimer>
#include <QWidget>

#include <optional>

class QComboBox;
class QPushButton;
class QTextBrowser;

namespace warploom::ui {

class Session;

/// What an exercise asks for, its hints one by one, and what its gates say of the answer while that is written on the page Write.
class ExercisePanel : public QWidget {
    Q_OBJECT
public:
    explicit ExercisePanel(Session& session, QWidget* parent = nullptr);

    /// What is wrong with it is reported.
    void openExercise(const QString& id_or_path);
    /// Begins an answer, or goes on with the one that is there.
    void startAnswer();
    const QString& answer() const { return answer_; }
    const std::optional<exercise::Judgement>& judgement() const { return judgement_; }

    static constexpr int pause_ms = 600; ///< from the last key to the question

signals:
    void textWanted(const QString& name); ///< on the page Write

private:
    void showTask();
    void showHint();
    void judge();
    void showGates(const QString& instead = {});

    Session& session_;
    std::optional<exercise::Exercise> exercise_;
    std::optional<exercise::Judgement> judgement_;
    QString answer_;  ///< the name of the text that is judged; empty: none was begun
    QString request_; ///< whose judgement is on its way
    int hints_ = 0;   ///< that are shown
    QTimer pause_;
    QComboBox* exercises_ = nullptr;
    QTextBrowser *task_ = nullptr, *gates_ = nullptr;
    QPushButton *start_ = nullptr, *hint_ = nullptr;
};

} // namespace warploom::ui
