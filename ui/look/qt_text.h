#pragma once

#include "engine/fields/json.h"

#include <QString>
#include <QStringList>

#include <string>

namespace warploom::ui {

/// The texts of the engine and of the wire, where they are shown.
inline QString qt(const std::string& text) { return QString::fromStdString(text); }

} // namespace warploom::ui

/// The texts of the window go into requests as they are.
template <> struct nlohmann::adl_serializer<QString> {
    template <class Json> static void to_json(Json& json, const QString& text) { json = text.toStdString(); }
};
template <> struct nlohmann::adl_serializer<QStringList> {
    template <class Json> static void to_json(Json& json, const QStringList& list) {
        json = Json::array();
        for (const QString& text : list) json.push_back(text.toStdString());
    }
};
