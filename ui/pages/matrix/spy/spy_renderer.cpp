#include "ui/pages/matrix/spy/spy_renderer.h"

#include "ui/session/background.h"

#include <QElapsedTimer>

namespace warploom::ui {

SpyRenderer::SpyRenderer(QObject* parent) : QObject(parent) { pool_.setMaxThreadCount(1); }

SpyRenderer::~SpyRenderer() { pool_.waitForDone(); }

void SpyRenderer::request(const MatrixHandle& matrix, const GridRequest& grid, const Colours& colours) {
    if (!matrix || !matrix->pyramid || grid.height <= 0 || grid.width <= 0) return;
    Job job{matrix, grid, colours};
    if (running_) waiting_ = std::move(job);
    else start(std::move(job));
}

void SpyRenderer::forget() {
    waiting_.reset();
    ++round_;
}

void SpyRenderer::start(Job job) {
    running_ = true;
    struct Rendered {
        std::shared_ptr<const SpyImage> image;
        double milliseconds;
    };
    const MatrixHandle matrix = job.matrix;
    const auto work = [job = std::move(job)] {
        QElapsedTimer clock;
        clock.start();
        auto image = std::make_shared<const SpyImage>(renderSpy(*job.matrix->pyramid, job.grid, job.colours));
        return Rendered{std::move(image), static_cast<double>(clock.nsecsElapsed()) * 1e-6};
    };
    computeInBackground(pool_, this, work, [this, matrix, round = round_](const Rendered& rendered) {
        finish(rendered.image, matrix, rendered.milliseconds, round);
    });
}

void SpyRenderer::finish(const std::shared_ptr<const SpyImage>& image, const MatrixHandle& matrix, double milliseconds,
                         int round) {
    running_ = false;
    milliseconds_ = milliseconds;
    if (waiting_) {
        Job next = std::move(*waiting_);
        waiting_.reset();
        start(std::move(next));
    }
    if (round == round_) emit rendered(image, matrix);
}

} // namespace warploom::ui
