#include "ui/pitfalls_page/lessons.h"

#include <QCoreApplication>

namespace warploom::ui {

const QList<Pitfall>& pitfalls() {
    const auto words = [](const char* text) { return QCoreApplication::translate("Pitfalls", text); };
    static const QList<Pitfall> all{
        {QStringLiteral("clock"), words("The clock that lies"),
         words("A kernel launch comes back at once; the GPU has only just begun. Who stops the clock then has measured "
               "the launch. "
               "The time is not gone: the next copy waits for the kernel, and is blamed for it."),
         words("Without waiting the computation seems almost free, and the copy back far too long; the sum is the "
               "same. With one wait before "
               "the clock is read each phase gets its own time: 1.67 ms instead of 0.18 ms in his "
               "table (CR, 100,000 unknowns).")},
        {QStringLiteral("first-run"), words("The first run"),
         words("The first run of a kernel pays for what later ones find done: code is loaded, memory is touched for "
               "the first time, caches and "
               "clocks are cold. Ten runs of one kernel, each timed alone."),
         words("The first run stands apart, most clearly for small systems; warm runs agree with each other. A median "
               "over many runs hides "
               "it, a mean does not, and a single run tells nothing.")},
        {QStringLiteral("precision"), words("float against double"),
         words("Thomas, CR and PCR compute the same x on paper. In float their roundings differ, and the differences "
               "grow with the number of "
               "unknowns. Conjugate gradients meet the same wall: their residual stops falling."),
         words("In double the methods agree at every size, in float no more from some size on (his: from 100,000 "
               "unknowns). Being "
               "faster in float is worth nothing where the digits are gone.")},
        {QStringLiteral("cache-end"), words("Where the cache ends"),
         words("A sweep over small systems measures the cache, one over large ones the memory. His row takes 64 bytes, "
               "so 12 MB of cache hold "
               "196,608 of them; beyond, each unknown costs more."),
         words("The time of one unknown is flat while everything fits, climbs at the size of a cache, and is flat "
               "again. Extrapolating "
               "from one side to the other is wrong by that step.")},
        {QStringLiteral("copies"), words("Copies count"),
         words("A GPU's time is often given for the computation alone. The data come from the host and the solution "
               "goes back: whoever solves "
               "one system pays for both ways."),
         words("With its copies a fast method loses most of its lead: PCR on his card is no faster than one core. The "
               "copies "
               "are worth it only for data that stay on the device.")},
    };
    return all;
}

} // namespace warploom::ui
