// Precompiled header for all tests of the window.
#pragma once

#include "window.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
