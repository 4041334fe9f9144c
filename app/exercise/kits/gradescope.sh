#!/usr/bin/env bash
# One hand-in: /autograder/submission becomes /autograder/results/results.json.
mkdir -p /autograder/results
cd /autograder/source || exit
if ! warploom-engine grade /autograder/submission --exercise exercise/exercise.json --seed @SEED@ --format gradescope \
    --out /autograder/results/results.json; then
    echo '{"score": 0, "output": "It could not be judged: hand in one file in CUDA C, whose name ends in .cu."}' \
        > /autograder/results/results.json
fi
