#include "ui/style/translations.h"

#include <QCoreApplication>
#include <QTranslator>

namespace warploom {
extern const unsigned char english_catalog[]; // compiled from ui/translations/warploom_en.ts
extern const int english_catalog_size;
} // namespace warploom

namespace warploom::ui {

void installTranslations(QCoreApplication& application) {
    auto* const english = new QTranslator(&application);
    if (english->load(english_catalog, english_catalog_size)) QCoreApplication::installTranslator(english);
    else qWarning("The English catalog could not be loaded.");
}

} // namespace warploom::ui
