#pragma once

#include <QByteArray>
#include <QFile>
#include <QString>
#include <QTest>

/// Fake Slurm programs for machines without Slurm. They support only what `--over slurm` needs.
namespace pretended_cluster {

inline void write_program(const QString& path, const QByteArray& text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

/// Creates the programs of a cluster whose only node is this computer. sbatch runs the job array immediately.
inline void make(const QString& folder) {
    write_program(folder + "/sbatch", R"(#!/bin/bash
for word in "$@"; do
    case $word in
    --array=*) array=${word#--array=} ;;
    --wrap=*) wrap=${word#--wrap=} ;;
    esac
done
echo "$*" >>"$(dirname "$0")/asked"
for range in ${array//,/ }; do
    for ((task = ${range%-*}; task <= ${range#*-}; ++task)); do
        SLURM_ARRAY_TASK_ID=$task SLURMD_NODENAME=node$((task % 2)) bash -c "$wrap" >/dev/null 2>&1
    done
done
echo 42
)");
    write_program(folder + "/squeue", "#!/bin/sh\nexit 0\n");
    write_program(folder + "/scancel", "#!/bin/sh\nexit 0\n");
}

} // namespace pretended_cluster
