#include "app/window/application.h"

#include <cstdio>
#include <cstdlib>
#include <exception>

namespace warploom {

bool Application::notify(QObject* receiver, QEvent* event) {
    try {
        return QApplication::notify(receiver, event);
    } catch (const std::exception& failure) {
        std::fprintf(stderr, "warploom: %s\n", failure.what());
        if (!session_) std::_Exit(1);
        session_->reportFailure(failure);
    }
    return true;
}

} // namespace warploom
