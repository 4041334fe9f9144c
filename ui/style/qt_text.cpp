#include "ui/style/qt_text.h"

#include "engine/sentence.h"

#include <QCoreApplication>

namespace warploom::ui {

QString toQString(const std::string& text) {
    const std::optional<SentenceParts> parts = parts_of_sentence(text);
    if (!parts) return QString::fromStdString(text);
    const QString pattern = QCoreApplication::translate("Engine", parts->pattern.c_str());
    std::vector<SentenceArgument> arguments;
    for (const SentenceArgument& each : parts->arguments)
        arguments.emplace_back(each.name, each.value == text ? text : toQString(each.value).toStdString());
    return QString::fromStdString(fill_in(pattern.toStdString(), arguments));
}

} // namespace warploom::ui
