# The commands of the project. `make` alone lists them.
.DEFAULT_GOAL := help
.PHONY: help build demo check test test-long bench format clean package approve build-packages package-packages test-packages configure everything

JOBS ?= $(shell nproc)
export LINNET_START := $(shell date +%s)

help:  ## list these commands
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build-packages:
	@scripts/install-packages build

package-packages:
	@scripts/install-packages package

test-packages:
	@scripts/install-packages test

# The tests are added to the same folder when they are first asked for (cmake --preset release).
configure: build-packages
	@test -f build/build.ninja || cmake --preset release -DLINNET_TESTS=OFF >/dev/null

build: configure  ## build the program: build/bin/linnet
	@cmake --build build -j $(JOBS) --target linnet

demo: configure  ## build the program and the examples, and see Linnet at work
	@cmake --build build -j $(JOBS) --target linnet_demo
	@scripts/demo
	@scripts/took "make demo"

check: test-packages  ## the tests of the program as users run it: no sanitizers, no browser
	@scripts/test check

test: test-packages  ## all tests: those of make check, the page in a browser, and with clang under the sanitizers
	@scripts/test all

everything: test-packages
	@cmake --preset release >/dev/null
	@cmake --build build -j $(JOBS) --target all linnet_benches

test-long: everything  ## the tests that take hours: more random histories, longer fuzzing, the package in a new Debian
	@scripts/test-long

bench: everything  ## measure, and write docs/performance.md
	@scripts/bench
	@scripts/bench-explore

package: package-packages configure  ## make the Debian packages in build/
	@cmake --build build -j $(JOBS) --target linnet linnet_check_library
	@cd build && cpack -B . | sed -n 's/.*package: \(.*\) generated.*/\1/p'

approve: build  ## accept the outputs as they are now as the expected ones in tests/golden
	@scripts/golden --approve

format:  ## format all C++ sources
	@git ls-files '*.cpp' '*.hpp' | xargs clang-format -i

clean:  ## remove all build folders
	rm -rf build build-clang build-sanitize build-dev
