#include "ui/style/qt_text.h"

#include "engine/sentence.h"

#include <QCoreApplication>

namespace warploom::ui {

QString toQString(const std::string& text) {
    const std::optional<SentenceParts> parts = parts_of_sentence(text);
    // A text without arguments is its own pattern. Texts that are not in the catalog stay as they are.
    if (!parts)
        return text.empty() || text.find('\0') != std::string::npos
                   ? QString::fromStdString(text)
                   : QCoreApplication::translate("Engine", text.c_str());
    const QString pattern = QCoreApplication::translate("Engine", parts->pattern.c_str());
    std::vector<SentenceArgument> arguments;
    for (const SentenceArgument& each : parts->arguments)
        arguments.emplace_back(each.name, each.value == text ? text : toQString(each.value).toStdString());
    return QString::fromStdString(fill_in(pattern.toStdString(), arguments));
}

} // namespace warploom::ui
