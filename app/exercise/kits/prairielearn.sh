#!/usr/bin/env bash
mkdir -p /grade/results
warploom-engine grade /grade/student --exercise /grade/tests/exercise/exercise.json --seed @SEED@ --format prairielearn --out /grade/results/results.json
