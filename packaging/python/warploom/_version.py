# SPDX-License-Identifier: GPL-3.0-or-later
version = "0.2.0"
