// Written by tools/engine-sentences: the engine's sentences, so that lupdate finds them. toQString() looks them up.
#include <QtGlobal>

// clang-format off
namespace warploom::ui {
extern const char* const engine_sentences[];
const char* const engine_sentences[] = {
    QT_TRANSLATE_NOOP("Engine", "Available machines: {machines}."),
    QT_TRANSLATE_NOOP("Engine", "There is no machine '{machine}'."),
    QT_TRANSLATE_NOOP("Engine", "There is no machine '{machine}': {reason}"),
    nullptr};
} // namespace warploom::ui
