#pragma once

#include "engine/enum_words.h"
#include "engine/protocol/serialization/json.h"

#include <QString>
#include <QStringList>

#include <string>
#include <vector>

namespace warploom::ui {

/// Converts text from the engine for display. Translates sentences with a known pattern (engine/sentence.h) and leaves
/// all other text unchanged.
QString toQString(const std::string& text);
inline QStringList toQString(const std::vector<std::string>& texts) {
    QStringList list;
    for (const std::string& each : texts) list.append(toQString(each));
    return list;
}
inline std::vector<std::string> textsOf(const QStringList& list) {
    std::vector<std::string> texts;
    for (const QString& each : list) texts.push_back(each.toStdString());
    return texts;
}
/// Returns the enumerator for a string of the protocol, such as a Precision for "double". Returns `fallback` for any
/// other string.
template <HasWords E> E enumOf(const QString& word, E fallback) {
    return named<E>(word.toStdString()).value_or(fallback);
}

} // namespace warploom::ui

/// Serializes strings in requests to the worker, without translating them.
template <> struct nlohmann::adl_serializer<QString> {
    template <class Json> static void to_json(Json& json, const QString& text) { json = text.toStdString(); }
};
template <> struct nlohmann::adl_serializer<QStringList> {
    template <class Json> static void to_json(Json& json, const QStringList& list) {
        json = Json::array();
        for (const QString& text : list) json.push_back(text.toStdString());
    }
};
