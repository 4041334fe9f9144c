#include "ui/lesson/window_state.h"

#include "ui/session/matrix_names.h"
#include "ui/style/qt_text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonValue>

#include <algorithm>

namespace warploom::ui {

namespace {

const QString matrix_key = QStringLiteral("matrix"), card_key = QStringLiteral("card");

/// Converts a QVariant to JSON text. Temporarily wraps the value in a list, because QJsonDocument supports only objects
/// and lists.
std::string json_of(const QVariant& value) {
    const QByteArray list = QJsonDocument(QJsonArray{QJsonValue::fromVariant(value)}).toJson(QJsonDocument::Compact);
    return list.mid(1, list.size() - 2).toStdString();
}

QVariant value_of(const std::string& json) {
    const QJsonDocument list = QJsonDocument::fromJson("[" + QByteArray::fromStdString(json) + "]");
    return list.array().isEmpty() ? QVariant() : list.array().at(0).toVariant();
}

void show_places(Session& session, const lesson::State& state) {
    WarpChoice warp = session.warp();
    if (state.launch >= 0) warp.launch = state.launch;
    if (state.block_index >= 0) warp.block = state.block_index;
    if (state.warp >= 0) warp.warp = state.warp;
    session.setWarp(warp);
    if (state.nonzero) session.setHovered({state.nonzero->first, state.nonzero->second});
}

} // namespace

KeptSession::KeptSession(const Session& session)
    : choices_(session.choices()), warp_(session.warp()), window_(session.window()), hovered_(session.hovered()) {}

void KeptSession::putBack(Session& session) const {
    const QHash<QString, QVariant> now = session.choices();
    for (auto each = now.begin(); each != now.end(); ++each)
        if (!choices_.contains(each.key()) && each.key() != matrix_key) session.presetChoice(each.key(), {});
    for (auto each = choices_.begin(); each != choices_.end(); ++each)
        if (now.value(each.key()) != each.value()) session.presetChoice(each.key(), each.value());
    const auto places = [kept = *this](Session& to) {
        // If no matrix was open when the settings were saved, the settings contain no matrix window. In this case, keep
        // the window of the current matrix.
        if (kept.window_.row_end > kept.window_.row_begin) to.setWindow(kept.window_);
        to.setWarp(kept.warp_);
        to.setHovered(kept.hovered_);
    };
    if (!session.isLoading()) return places(session);
    QObject::connect(
        &session, &Session::loadingFinished, &session, [places, &session] { places(session); },
        Qt::SingleShotConnection);
}

lesson::State stateOf(const Session& session, const QString& page, const QByteArray& layout,
                      const QHash<QString, QVariant>& shown) {
    lesson::State state;
    state.page = page.toStdString();
    if (session.matrix() != nullptr) state.matrix = session.matrix()->matrix.name;
    // Include default values, because the defaults may differ on another computer.
    QHash<QString, QVariant> all = shown;
    all.insert(QStringLiteral("kernel"), session.kernel());
    all.insert(QStringLiteral("block"), session.block());
    all.insert(QStringLiteral("precision"), session.precision());
    all.insert(session.choices());
    all.remove(matrix_key);
    const QVariant card = all.take(card_key);
    state.card = card.isValid() ? card.toString().toStdString() : session.card().id;
    QStringList keys = all.keys();
    keys.sort(); // sort the keys, so that the output does not depend on their order
    for (const QString& key : qAsConst(keys)) state.choices.emplace_back(key.toStdString(), json_of(all.value(key)));
    state.launch = session.warp().launch;
    state.block_index = static_cast<int>(session.warp().block);
    state.warp = session.warp().warp;
    if (session.hovered().isValid()) state.nonzero = {session.hovered().row, session.hovered().col};
    state.layout = layout.toBase64().toStdString();
    return state;
}

void applyState(Session& session, const lesson::State& state) {
    // The Warp and Model pages share the kernel setting. Clear the operation, so that the pages derive it from the
    // kernel.
    const auto names = [&state](const char* wanted) {
        return std::any_of(state.choices.begin(), state.choices.end(),
                           [wanted](const auto& choice) { return choice.first == wanted; });
    };
    if (names("kernel") && !names("traced/operation")) session.presetChoice(QStringLiteral("traced/operation"), {});
    for (const auto& [key, json] : state.choices)
        if (const QVariant value = value_of(json); value.isValid() && value != session.choice(toQString(key)))
            session.presetChoice(toQString(key), value);
    if (!state.card.empty()) session.presetChoice(card_key, toQString(state.card));
    // Disconnect first, because the connection may belong to an earlier step.
    static QMetaObject::Connection waiting;
    QObject::disconnect(waiting);
    const QString matrix = state.matrix.empty() ? QString() : wholeName(toQString(state.matrix));
    if (!matrix.isEmpty() && matrix != session.matrixName()) session.presetChoice(matrix_key, matrix);
    if (!session.isLoading()) return show_places(session, state);
    waiting = QObject::connect(
        &session, &Session::loadingFinished, &session, [state, &session] { show_places(session, state); },
        Qt::SingleShotConnection);
}

} // namespace warploom::ui
