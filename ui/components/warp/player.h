#pragma once

#include <QList>
#include <QString>
#include <QWidget>

class QComboBox;
class QKeyEvent;
class QLabel;
class QSlider;
class QTimer;
class QToolButton;

namespace warploom::ui {

/// Playback controls: buttons, a slider over all steps, and a speed setting. Stores the current step.
class Player : public QWidget {
    Q_OBJECT
public:
    explicit Player(QWidget* parent = nullptr);

    void setSteps(int steps); ///< Sets the number of steps. Stops playback and clamps the current step.
    /// Sets whether there is a step -1, which is the introduction before the first step. The First button and the Home
    /// key then go to this step.
    void setOpening(bool on);
    struct Chapter {
        int first = 0;
        QString title;
    };
    /// Sets the chapters in ascending order. Users navigate between them with a combo box, Page Up and Page Down. The
    /// combo box is hidden if there are no chapters.
    void setChapters(const QList<Chapter>& chapters);
    int steps() const { return steps_; }
    int step() const { return step_; }
    bool isPlaying() const;
    QToolButton* playButton() const { return play_; }
    int pace() const;     ///< Returns the time per step during playback, in milliseconds.
    void setPace(int ms); ///< Sets the time per step in milliseconds. Must be a value in the speed combo box.
    /// Shows or hides the button for the worst step, which some pages do not have.
    void setWorstShown(bool on);
    /// Handles Space, Left, Right, Home, End and, if there are chapters, Page Up and Page Down in any widget of the
    /// page. Returns false for all other keys.
    bool stepByKey(const QKeyEvent& event);
    QSize minimumSizeHint() const override;

public slots:
    void setStep(int step); ///< Goes to a step, clamped to the valid range.
    void forward() { setStep(step_ + 1); }
    void back() { setStep(step_ - 1); }
    void first() { setStep(lowest()); }
    void last() { setStep(steps_ - 1); }
    void togglePlay();
    void stop();

signals:
    void stepChanged(int step);
    void stopped();
    void worstAsked();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitWidth();
    void showState();
    void applyTheme();
    int lowest() const { return opening_ ? -1 : 0; }
    int chapterNow() const; ///< Returns the index of the current chapter, or -1 before the first chapter.
    bool goToChapter(int by);

    int steps_ = 0, step_ = 0;
    bool opening_ = false;
    QList<Chapter> chapters_;
    QComboBox* chapter_ = nullptr;
    QToolButton *first_ = nullptr, *back_ = nullptr, *play_ = nullptr, *forward_ = nullptr, *last_ = nullptr;
    QToolButton* worst_ = nullptr;
    bool has_worst_ = true;
    QSlider* slider_ = nullptr;
    QLabel* label_ = nullptr;
    QComboBox* speed_ = nullptr;
    QTimer* timer_ = nullptr;
};

} // namespace warploom::ui
