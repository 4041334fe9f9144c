#include "ui/style/qt_text.h"

#include "engine/sentence.h"

#include <QCoreApplication>

#include <string_view>
#include <unordered_set>

namespace warploom::ui {

extern const char* const engine_sentences[]; // defined in engine_sentences.cpp

namespace {

/// Returns whether a string is a sentence without arguments, which is identical to its translation pattern. Names, IDs
/// and kernel sources are not sentences.
bool is_whole_pattern(const std::string& text) {
    static const std::unordered_set<std::string_view> patterns = [] {
        std::unordered_set<std::string_view> all;
        for (const char* const* pattern = engine_sentences; *pattern != nullptr; ++pattern) all.insert(*pattern);
        return all;
    }();
    return patterns.count(text) != 0;
}

} // namespace

QString toQString(const std::string& text) {
    const std::optional<SentenceParts> parts = parts_of_sentence(text);
    if (!parts)
        return is_whole_pattern(text) ? QCoreApplication::translate("Engine", text.c_str())
                                      : QString::fromStdString(text);
    SentenceParts translated{QCoreApplication::translate("Engine", parts->pattern.c_str()).toStdString(), {}};
    for (const auto& [name, value] : parts->arguments)
        translated.arguments.emplace_back(name, value == text ? text : toQString(value).toStdString());
    return QString::fromStdString(fill_in(translated));
}

} // namespace warploom::ui
