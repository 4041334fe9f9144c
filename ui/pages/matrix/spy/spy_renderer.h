#pragma once

#include "ui/pages/matrix/spy/spy_image.h"
#include "ui/session/session.h"

#include <QObject>
#include <QThreadPool>

#include <functional>
#include <optional>

namespace warploom::ui {

/// Renders spy pictures on a thread of its own. Of several requests only the latest is rendered: while one picture is
/// made, newer requests replace each other, so that the window never waits and never falls behind.
/// Lives on the GUI thread; `rendered` is emitted there.
class SpyRenderer : public QObject {
    Q_OBJECT
public:
    explicit SpyRenderer(QObject* parent = nullptr);
    ~SpyRenderer() override;

    void request(const MatrixHandle& matrix, const GridRequest& grid, const Colours& colours);
    void forget(); ///< drops what is waiting; what is being rendered is not delivered
    bool isBusy() const { return running_; }
    double lastMilliseconds() const { return milliseconds_; } ///< what the last picture took

signals:
    void rendered(const std::shared_ptr<const SpyImage>& image, const MatrixHandle& matrix);

private:
    struct Job {
        MatrixHandle matrix;
        GridRequest grid;
        Colours colours;
    };
    void start(Job job);
    void finish(const std::shared_ptr<const SpyImage>& image, const MatrixHandle& matrix, double milliseconds,
                int round);

    QThreadPool pool_;
    std::optional<Job> waiting_;
    bool running_ = false;
    int round_ = 0;
    double milliseconds_ = 0;
};

} // namespace warploom::ui
