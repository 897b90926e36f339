#!/usr/bin/env bash
# Runs every shape of an app RUNS times (2,000) in each of its tests, and so many runs of small apps in
# random orders, while all cores are busy.
set -euo pipefail
cd "$(dirname "$0")/../.."
swift build --build-tests
load=()
trap 'kill "${load[@]}" 2>/dev/null || true' EXIT
for _ in $(seq "$(getconf _NPROCESSORS_ONLN)"); do
  (while :; do :; done) &
  load+=($!)
done
GEOFENCE_STRESS_RUNS=${RUNS:-2000} swift test --skip-build --filter \
  'SimulatedCoreLocationTests.(ShapeTests|IndependenceTests)|SimulatedEventKitTests.DeterminismTests'
