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

/// First, back, play, forward, last, a slider over all steps and the speed; it owns the current step.
class Player : public QWidget {
    Q_OBJECT
public:
    explicit Player(QWidget* parent = nullptr);

    void setSteps(int steps); ///< also stops; the step stays inside
    /// A picture before the first step: step -1, where First and Home lead.
    void setOpening(bool on);
    struct Chapter {
        int first = 0; ///< step
        QString title;
    };
    /// Ascending; a box leads to them, and PageUp and PageDown. None: no box.
    void setChapters(const QList<Chapter>& chapters);
    int steps() const { return steps_; }
    int step() const { return step_; }
    bool isPlaying() const;
    QToolButton* playButton() const { return play_; }
    int pace() const;            ///< ms from one step to the next while it plays
    void setPace(int ms);        ///< one of those in the box
    void setWorstShown(bool on); ///< not every page knows a worst step
    /// Space, Left, Right, Home and End, with chapters PageUp and PageDown, by whichever widget they were pressed in;
    /// false: another key.
    bool stepByKey(const QKeyEvent& event);
    QSize minimumSizeHint() const override;

public slots:
    void setStep(int step); ///< clipped
    void forward() { setStep(step_ + 1); }
    void back() { setStep(step_ - 1); }
    void first() { setStep(lowest()); }
    void last() { setStep(steps_ - 1); }
    void togglePlay();
    void stop();

signals:
    void stepChanged(int step);
    void stopped(); ///< it was playing, and is no more
    void worstAsked();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitWidth();
    void showState();
    void applyTheme();
    int lowest() const { return opening_ ? -1 : 0; }
    int chapterNow() const; ///< -1: before the first
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
