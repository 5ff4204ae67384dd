#!/usr/bin/env bash
# Perception on a GPU, measured. Needs libvulkan1 where it packs, and an NVIDIA driver where it measures; nothing else there, no display.
#   benches/gpu.sh pack      builds the program with the feature `gpu` and puts it into target/gpu, with all it needs (below 64 MiB)
#   target/gpu/gpu.sh        measures on the machine to which that folder was copied; VK_DRIVER_FILES names another driver than NVIDIA's
set -euo pipefail
cd "$(dirname "$0")"

if [ "${1:-}" = pack ]; then
    cd ..
    cargo build --release --locked -p ambulo-cli --features gpu
    mkdir -p target/gpu
    strip -o target/gpu/ambulo target/release/ambulo
    tests=$(cargo test --locked -p ambulo-models --features gpu --lib --no-run 2>&1 | sed -n 's/.*Executable.*(\(.*\))/\1/p')
    strip -o target/gpu/agreement "$tests"
    cp -L "$(ldconfig -p | awk '/libvulkan\.so\.1 .*x86-64/ { print $NF; exit }')" target/gpu/libvulkan.so.1
    # The driver's own file names libGLX_nvidia.so.0, which fails without a display.
    echo '{"file_format_version":"1.0.1","ICD":{"library_path":"libEGL_nvidia.so.0","api_version":"1.4.312"}}' >target/gpu/nvidia.json
    cp benches/gpu.sh target/gpu/gpu.sh
    du -sh target/gpu
    exit
fi

export LD_LIBRARY_PATH="$PWD${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export VK_DRIVER_FILES="${VK_DRIVER_FILES:-$PWD/nvidia.json}"
export XDG_RUNTIME_DIR="${XDG_RUNTIME_DIR:-/tmp}"
crowd() {
    printf '\n== %s\n' "$*"
    ./ambulo bench crowd --model vision --workload open --threads 0 --repeat "${REPEAT:-3}" "$@"
}
printf '== Images and percepts beside those of the CPU\n'
./agreement vision::gpu --nocapture --test-threads 1
many=${MANY:-100000} some=${SOME:-10000}
crowd --perception gpu --agents "$many" --param columns=64,rows=16
crowd --perception gpu --agents "$some" --param columns=256,rows=48
crowd --perception gpu --agents "$some" --param columns=64,rows=16,range=40
crowd --perception gpu --agents "$many" --param columns=64,rows=16,range=40
crowd --perception gpu --agents "$some" --param columns=256,rows=48,range=40
# The same images on the CPU.
crowd --perception image --agents "$many" --param columns=64,rows=16
crowd --perception image --agents "$some" --param columns=256,rows=48
