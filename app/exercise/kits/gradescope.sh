#!/usr/bin/env bash
# Grades the submission in /autograder/submission and writes /autograder/results/results.json.
mkdir -p /autograder/results
cd /autograder/source || exit
if ! warploom-engine grade /autograder/submission --exercise exercise/exercise.json --seed @SEED@ --format gradescope \
    --out /autograder/results/results.json; then
    echo '{"score": 0, "output": "The submission could not be graded. Submit a single CUDA C file whose name ends in .cu."}' \
        > /autograder/results/results.json
fi
