// Precompiled header for all test code without a window.
#pragma once

#include "documents.h"

#include <QByteArray>
#include <QFile>
#include <QProcess>
#include <QString>
#include <QTemporaryDir>
#include <QTest>

#include "engine/generators/generators.h"
#include "engine/protocol/messages/run.h"
#include "kernels/formats/arrays.h"
#include "kernels/machine/machine.h"
