// Read once for all tests that show no window.
#pragma once

#include "documents.h"

#include <QByteArray>
#include <QFile>
#include <QProcess>
#include <QString>
#include <QTemporaryDir>
#include <QTest>
