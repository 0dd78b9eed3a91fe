#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# wisdom.sh ACCURACY QUICK: two programs of conformance/cufft. Plans that are measured are right, and what they taught is kept:
# a second process measures nothing, and a file that is no wisdom is replaced.
set -eu
/sbin/ldconfig -p | grep -q 'libfftw3f\.so\.3' || exit 77
CUDA_CACHE_PATH=$(mktemp -d)
export CUDA_CACHE_PATH
trap 'rm -r "$CUDA_CACHE_PATH"' EXIT
wisdom=$CUDA_CACHE_PATH/fftwf_wisdom

check() { # check WHEN
  grep -q '^(fftw' "$wisdom" || { echo "no wisdom $1"; exit 1; }
}

"$1"
check "after the first process"
before=$(stat -c %i-%Y "$wisdom")
"$1"
[ "$before" = "$(stat -c %i-%Y "$wisdom")" ] || { echo "the second process measured anew"; exit 1; }
echo "(no wisdom" >"$wisdom"
"$2"
check "in place of a broken file"
