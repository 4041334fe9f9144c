// Measures the window with a large matrix: the time to load it, the memory used, the frame rate while the spy plot is
// dragged and zoomed, and the longest time without event processing.
//
//     window_speed MATRIX [SECONDS FOR EACH MOVEMENT]   for example window_speed laplace3d:n=243
//
// A measurement, not a test. docs/results/h200-goals.md contains its results.
#include "ui/components/spy/spy_view.h"
#include "ui/mainwindow/main_window.h"
#include "ui/session/session.h"
#include "ui/style/theme.h"

#include "isolate_settings.h"
#include "watchdog.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QMouseEvent>
#include <QTimer>
#include <QWheelEvent>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <functional>
#include <string>

using namespace warploom::ui;

namespace {

/// Returns a field of /proc/self/status in bytes, such as "VmHWM"; 0 if it is not available.
double status_bytes(const std::string& name) {
    std::ifstream file("/proc/self/status");
    for (std::string line; std::getline(file, line);)
        if (line.rfind(name + ":", 0) == 0) return std::stod(line.substr(name.size() + 1)) * 1024;
    return 0;
}

void wait_for(const std::function<bool()>& condition) {
    while (!condition()) {
        QEventLoop loop;
        QTimer::singleShot(5, &loop, &QEventLoop::quit);
        loop.exec();
    }
}

/// Counts the paint events of a widget, and measures the longest time between two of them.
class Paints : public QObject {
public:
    explicit Paints(QWidget& watched) {
        watched.installEventFilter(this);
        clock_.start();
    }
    int count() const { return count_; }
    double longest_ms() const { return longest_ms_; }

protected:
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::Paint) {
            if (count_++ > 0) longest_ms_ = std::max(longest_ms_, static_cast<double>(clock_.nsecsElapsed()) / 1e6);
            clock_.restart();
        }
        return false;
    }

private:
    QElapsedTimer clock_;
    int count_ = 0;
    double longest_ms_ = 0;
};

/// Sends one mouse event per frame of a 60 Hz screen, for some seconds.
void move(SpyView& spy, const QString& name, double seconds, ui_test::Watchdog& dog,
          const std::function<void(int)>& step) {
    dog.setPhase(name);
    Paints paints(spy);
    const double busy_before = ui_test::busy_ms();
    QElapsedTimer clock;
    clock.start();
    QTimer screen;
    screen.setTimerType(Qt::PreciseTimer);
    int number = 0;
    QObject::connect(&screen, &QTimer::timeout, &spy, [&] { step(number++); });
    screen.start(16);
    wait_for([&] { return static_cast<double>(clock.elapsed()) > seconds * 1000; });
    screen.stop();
    const double took = static_cast<double>(clock.elapsed()) / 1000;
    const double busy = (ui_test::busy_ms() - busy_before) / std::max(1, paints.count());
    QElapsedTimer settling;
    settling.start();
    wait_for([&] { return spy.isCurrent(); });
    std::printf("| %s | %.1f | %.1f | %.1f | %.1f | %lld |\n", qPrintable(name), number / took, paints.count() / took,
                busy, paints.longest_ms(), static_cast<long long>(settling.elapsed()));
    std::fflush(stdout);
}

void send_mouse(QWidget& to, QEvent::Type type, const QPointF& at) {
    const bool is_press = type == QEvent::MouseButtonPress;
    QMouseEvent event(type, at, to.mapToGlobal(at), is_press ? Qt::LeftButton : Qt::NoButton,
                      type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&to, &event);
}

void drag(SpyView& spy, const QString& name, double seconds, ui_test::Watchdog& dog) {
    const QPointF middle = QRectF(spy.rect()).center();
    send_mouse(spy, QEvent::MouseButtonPress, middle);
    // Back and forth by a third of the plot, so that new parts become visible all the time.
    move(spy, name, seconds, dog, [&](int number) {
        const int phase = number % 120;
        const double x = (phase < 60 ? phase : 120 - phase) / 60.0 * spy.width() / 3.0;
        send_mouse(spy, QEvent::MouseMove, middle + QPointF(x, x));
    });
    send_mouse(spy, QEvent::MouseButtonRelease, middle);
}

} // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    ui_test::isolate_settings();
    const QStringList arguments = QApplication::arguments();
    if (arguments.size() < 2) return 2;
    const double seconds = arguments.size() > 2 ? arguments[2].toDouble() : 4;
    theme().install(application);

    Session session;
    MainWindow window(session);
    window.resize(1280, 720);
    window.showPage(0);
    window.show();
    QElapsedTimer shown; // one-time work of showing a window finishes before anything is loaded
    shown.start();
    wait_for([&] { return window.isVisible() && shown.elapsed() > 1000; });
    const double before = status_bytes("VmRSS");

    ui_test::Watchdog dog;
    dog.setPhase(QStringLiteral("loading"));
    QElapsedTimer clock;
    clock.start();
    session.openMatrix(arguments[1]);
    wait_for([&] { return !session.isLoading(); });
    if (session.matrix() == nullptr) {
        std::fprintf(stderr, "%s was not loaded.\n", qPrintable(arguments[1]));
        return 1;
    }
    const double loaded = static_cast<double>(clock.elapsed()) / 1000;
    SpyView* spy = nullptr;
    for (SpyView* const view : window.findChildren<SpyView*>())
        if (view->isVisible() && (spy == nullptr || view->width() > spy->width())) spy = view;
    if (spy == nullptr) return 1;
    dog.setPhase(QStringLiteral("the first picture"));
    wait_for([&] { return spy->image() != nullptr && spy->isCurrent(); });
    const auto& csr = session.matrix()->matrix.csr;
    const double bytes = static_cast<double>(csr.bytes());
    std::printf("%s: %lld nonzeros, CSR %.2f GB. Loaded in %.1f s, first picture after %.1f s.\n",
                qPrintable(arguments[1]), static_cast<long long>(csr.nonzeros()), bytes / 1e9, loaded,
                static_cast<double>(clock.elapsed()) / 1000);
    std::printf("Memory beyond the empty window: at most %.2f x CSR, then %.2f x.\n\n",
                (status_bytes("VmHWM") - before) / bytes, (status_bytes("VmRSS") - before) / bytes);
    std::printf(
        "| movement | events a second | pictures a second | longest between two, ms | sharp after the last, ms |\n"
        "| --- | --: | --: | --: | --: |\n");
    drag(*spy, QStringLiteral("drag, all of it"), seconds, dog);
    const QPointF middle = QRectF(spy->rect()).center();
    move(*spy, QStringLiteral("wheel, in and out"), seconds, dog, [&](int number) {
        QWheelEvent event(middle, spy->mapToGlobal(middle), {}, {0, number % 120 < 60 ? 30 : -30}, Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(spy, &event);
    });
    for (const double zoom : {16.0, 1000.0}) {
        spy->fitAll();
        spy->zoomBy(zoom);
        wait_for([&] { return spy->isCurrent(); });
        drag(*spy, QStringLiteral("drag, %1 times as large").arg(zoom), seconds, dog);
    }
    std::printf("\nLongest time without an answer: %.1f ms (%s).\n", dog.longest_ms(), qPrintable(dog.when()));
    return 0;
}
