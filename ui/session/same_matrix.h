#pragma once

#include "engine/protocol/serialization/json.h"

#include <QStringList>

namespace warploom::ui {

struct LoadedMatrix;

/// Compares the matrix hash in an answer from the worker with the hash of the open matrix. The app and the worker load
/// the matrix separately, possibly on two computers, and the file may change in between. Does nothing if the request is
/// for a different matrix or the answer has no hash. Throws Error("matrix.differs").
void requireSameMatrix(const LoadedMatrix& open, const QStringList& worker_command, const Json& request,
                       const Json& answer);

} // namespace warploom::ui
