# The commands of the project. `make` alone lists them.
.DEFAULT_GOAL := help
.PHONY: help build demo test test-long bench format clean packages package approve

JOBS ?= $(shell nproc)

help:  ## list these commands
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

packages:
	@scripts/install-packages

build: packages  ## build the program: build/bin/linnet
	@test -f build/build.ninja || cmake --preset release >/dev/null
	@cmake --build --preset release -j $(JOBS)

demo: build  ## see Linnet at work
	@scripts/demo

test: packages  ## all tests, under g++, clang and the sanitizers
	@scripts/test

test-long: build  ## the tests that take longer: more random histories, longer fuzzing
	@scripts/test-long

bench: build  ## measure, and write docs/performance.md
	@scripts/bench
	@scripts/bench-explore

package: build  ## make a Debian package in build/
	@cd build && cpack -B . | sed -n 's/.*package: \(.*\) generated.*/\1/p'

approve: build  ## accept the outputs as they are now as the expected ones in tests/golden
	@scripts/golden --approve

format:  ## format all C++ sources
	@git ls-files '*.cpp' '*.hpp' | xargs clang-format -i

clean:  ## remove all build folders
	rm -rf build build-clang build-sanitize
