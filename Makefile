# Sluice: the only Makefile. `make help` lists the targets; everything built is under $(BUILD).

SHELL := /bin/bash
BUILD ?= build
PREFIX ?= /usr/local
RUNS ?= 1000000

# Debian 12 packages. Building, tests and demo need the first list, fuzzing the second as well.
PACKAGES := gcc g++ libc6-dev make git perl zlib1g-dev libcjson-dev libcmocka-dev verilator iverilog yosys opensta qflow-tech-osu018
FUZZ_PACKAGES := clang libclang-rt-14-dev
# Tests skip, and say so, what needs one that is missing: plots; XML and YAML of a generated switch; a disk that is full, a user who is not root. Pages in a browser need chromium as well, 300 MB that
# nobody is made to install: tests/README.md.
TEST_PACKAGES := gnuplot-nox mount util-linux libxml2-utils python3-yaml

CC := gcc
CFLAGS ?= -O2 -g
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
INCLUDES := $(addprefix -I,spec tool cmodel cmodel/bench rtl_gen verilator_tb area synth experiments tradeoff cli $(BUILD)/gen)
COMPILE = $(CC) -std=c11 $(WARNINGS) $(INCLUDES) $(CFLAGS) $(CPPFLAGS) -MMD -MP -c -o $@ $<
LIBS := -lcjson -ldl -lm

Q := $(if $(V),,@)
say = $(if $(V),,@printf '  %-7s %s\n' $1 $(patsubst $(BUILD)/%,%,$@))

# What is built from what. A new file is found by itself.
TOOLS := rtl_gen/embed.c docs/parameters.c
EMBEDDED_FILES := $(addprefix $(BUILD)/gen/,templates.c packaging_files.c verilator_tb_files.c tradeoff_files.c)
EMBEDDED := $(if $(wildcard rtl_gen/embed.c),$(EMBEDDED_FILES)) $(BUILD)/gen/program.c
LIBRARY := $(filter-out $(TOOLS),$(wildcard $(addsuffix /*.c,spec tool rtl_gen rtl_gen/packaging cmodel cmodel/units cmodel/bench cmodel/net verilator_tb area synth experiments tradeoff)))
COMMANDS := $(filter-out cli/main.c,$(wildcard cli/*.c cli/*/*.c))
PROGRAM_DIRS := spec spec/units tool rtl_gen rtl_gen/units $(wildcard rtl_gen/wiring/*) $(wildcard rtl_gen/testbench/*) rtl_gen/packaging cmodel cmodel/units cmodel/bench cmodel/net verilator_tb area synth experiments tradeoff cli $(patsubst %/.,%,$(wildcard cli/*/.))
PROGRAM := $(sort $(wildcard $(foreach e,c h def v in cpp css,$(addsuffix /*.$e,$(PROGRAM_DIRS)))))
TESTS := $(sort $(wildcard tests/*.c))
SCRIPTS := $(sort $(wildcard tests/*.sh))
LONG_TESTS := $(sort $(wildcard tests/long/*.c))
FUZZERS := $(sort $(filter-out tests/fuzz/smoke.c,$(wildcard tests/fuzz/*.c)))

object = $(patsubst %.c,$(BUILD)/obj/%.o,$(patsubst $(BUILD)/%,%,$1))
program = $(patsubst %.c,$(BUILD)/%,$1)
LIBRARY_OBJECTS := $(call object,$(LIBRARY) $(EMBEDDED))
COMMAND_OBJECTS := $(call object,$(COMMANDS))
ARCHIVES := $(BUILD)/libcli.a $(BUILD)/libsluice.a

.PHONY: all deps demo test test-long bench area-error bench-sim synth-table fuzz sanitize sanitize-quick lint docs format-check clean install help FORCE
.DELETE_ON_ERROR:
.SECONDARY:

all: $(BUILD)/sluice  ## build the command

$(BUILD)/sluice: $(call object,cli/main.c) $(ARCHIVES)
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) -rdynamic $^ $(LIBS) -o $@

# `make clean` removes what has this mark, and only a directory that was not there before, or empty, gets it.
MARK := $(BUILD)/.made-by-sluice
$(MARK):
	$(Q)mkdir -p $(BUILD) && { [ -n "$$(ls -A $(BUILD))" ] || echo 'make clean removes this directory' >$@; }

$(BUILD)/libsluice.a: $(LIBRARY_OBJECTS)
$(BUILD)/libcli.a: $(COMMAND_OBJECTS)
$(ARCHIVES):
	$(call say,AR)
	$(Q)rm -f $@ && ar rcs $@ $^

# Files that the program carries with it: the templates, the sides of the benches that are not C, the style of a page. The array has the name of the file.
$(BUILD)/gen/templates.c: $(sort $(wildcard rtl_gen/units/*.v rtl_gen/wiring/*/*.v rtl_gen/testbench/*/*.v))
$(BUILD)/gen/templates.c: FROM := rtl_gen
$(BUILD)/gen/packaging_files.c: $(sort $(wildcard rtl_gen/packaging/*.in))
$(BUILD)/gen/packaging_files.c: FROM := rtl_gen
$(BUILD)/gen/verilator_tb_files.c: $(sort $(wildcard verilator_tb/*.cpp verilator_tb/*.h verilator_tb/*.v))
$(BUILD)/gen/verilator_tb_files.c: FROM := verilator_tb
$(BUILD)/gen/tradeoff_files.c: tradeoff/page.css
$(BUILD)/gen/tradeoff_files.c: FROM := tradeoff
$(EMBEDDED_FILES): $(BUILD)/embed
	$(call say,EMBED)
	$(Q)mkdir -p $(@D) && $(BUILD)/embed $@ $(FROM) $(filter-out $(BUILD)/embed,$^)

# What the program is made of, by content and name: results that it keeps say so. Made anew each time, and left alone when it is the same.
$(BUILD)/gen/program.c: FORCE | $(MARK)
	$(Q)mkdir -p $(@D) && sha256sum $(PROGRAM) >$@.list && \
		printf '#include "program.h"\n\nconst char program_sources[] = "%.16s";\n' "$$(sha256sum <$@.list)" >$@.new && \
		{ cmp -s $@.new $@ && rm $@.new || mv $@.new $@; }

# Experiments, a file each. The directory is newer when one has come or gone.
$(BUILD)/gen/experiment_list.def: experiments | $(MARK)
	$(call say,LIST)
	$(Q)mkdir -p $(@D) && (cd $< && printf '#include "%s"\n' *.def) >$@

$(BUILD)/obj/experiments/experiment.o: $(BUILD)/gen/experiment_list.def

$(BUILD)/embed: $(call object,rtl_gen/embed.c)
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) $^ -o $@

$(BUILD)/parameters: $(call object,docs/parameters.c) $(ARCHIVES)
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) $^ $(LIBS) -o $@

$(BUILD)/obj/gen/%.o: $(BUILD)/gen/%.c | deps $(MARK)
	$(call say,CC)
	$(Q)mkdir -p $(@D) && $(COMPILE)

$(BUILD)/obj/%.o: %.c | deps $(MARK)
	$(call say,CC)
	$(Q)mkdir -p $(@D) && $(COMPILE)

# Tests: a program for each .c, a script for each .sh.
$(call program,$(TESTS) $(LONG_TESTS)): $(BUILD)/%: $(BUILD)/obj/%.o $(ARCHIVES)
	$(call say,LINK)
	$(Q)mkdir -p $(@D) && $(CC) $(CFLAGS) -rdynamic $^ -lcmocka $(LIBS) -o $@

# The fuzz targets also run for a moment without a fuzzer.
SMOKE := $(patsubst tests/fuzz/%.c,$(BUILD)/tests/smoke_%,$(FUZZERS))
$(SMOKE): $(BUILD)/tests/smoke_%: $(BUILD)/obj/tests/fuzz/%.o $(BUILD)/obj/tests/fuzz/smoke.o $(ARCHIVES)
	$(call say,LINK)
	$(Q)mkdir -p $(@D) && $(CC) $(CFLAGS) $^ $(LIBS) -o $@

export SLUICE := $(BUILD)/sluice
export SLUICE_BUILD := $(BUILD)
export SLUICE_PARAMETERS := $(BUILD)/parameters
export XDG_CACHE_HOME := $(abspath $(BUILD))/cache
# What runs outside is not part of this make: its flags and variables would reach the makes of Verilator.
OUTSIDE := env -u MAKEFLAGS -u MFLAGS -u MAKEOVERRIDES -u MAKELEVEL -u CFLAGS
# Tests at once: they are mostly of one thread.
JOBS ?= $(shell nproc)
PROVE = CMOCKA_MESSAGE_OUTPUT=TAP $(OUTSIDE) prove --timer $(if $(V),-v) -j$(JOBS) --exec ''

test: $(BUILD)/sluice $(BUILD)/parameters $(BUILD)/tests/bench/sim $(call program,$(TESTS)) $(SMOKE) | deps  ## all tests but the long ones; compiles the bench
	$(Q)$(PROVE) $(call program,$(TESTS)) $(SMOKE) $(SCRIPTS) </dev/null

test-long: $(BUILD)/sluice $(BUILD)/tests/planted_faults $(call program,$(LONG_TESTS)) | deps  ## the long tests (hours); the long fuzz is make fuzz RUNS=10000000
	$(Q)$(PROVE) $(call program,$(LONG_TESTS)) $(sort $(wildcard tests/long/*.sh)) </dev/null

bench: $(BUILD)/sluice | deps  ## speed: generator and lockstep
	$(Q)set -e; for b in $(sort $(wildcard tests/bench/*.sh)); do $(OUTSIDE) $$b; done

bench-sim: $(BUILD)/tests/bench/sim | deps  ## speed: whole networks
	$(Q)$<

$(BUILD)/tests/bench/sim: $(BUILD)/obj/tests/bench/sim.o $(BUILD)/libsluice.a
	$(call say,LINK)
	$(Q)mkdir -p $(@D) && $(CC) $(CFLAGS) $^ $(LIBS) -o $@

# What CACTI printed, to hold the memory model against: RAM and CAM tables. Those that come with it were left out of its fit.
GRID ?= area/samples/sram.csv area/samples/cam.csv
area-error: $(BUILD)/sluice  ## errors of the memory model (GRID="a.csv b.csv": other tables)
	$(Q)set -e; for f in $(GRID); do $(BUILD)/sluice area --check $$f; done

demo: $(BUILD)/sluice | deps  ## generate, lint, check and synthesize a switch (minutes)
	$(Q)$(OUTSIDE) docs/demo.sh $(BUILD)/sluice $(BUILD)/demo

synth-table: $(BUILD)/sluice | deps  ## cells and clock of 8, 16 and 32 ports (half an hour)
	$(Q)$(OUTSIDE) docs/synth_table.sh $(BUILD)/sluice $(BUILD)/synth-table 8 16 32

SANITIZERS := address,undefined,float-cast-overflow

# What reads text that others wrote, compiled once more by clang for its fuzzer.
FUZZ := $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz/%,$(FUZZERS))
FUZZ_SOURCES := $(wildcard spec/*.c) cli/options.c cli/report_error.c tool/option.c tool/text.c synth/liberty.c synth/function.c experiments/results.c experiments/lattice.c \
	$(addprefix cmodel/net/,trace.c trace_text.c topology.c routing.c routing_check.c routing_text.c)
FUZZ_COMPILE = clang -std=c11 -O1 -g -fsanitize=$1,$(SANITIZERS) -fno-sanitize-recover=all $(INCLUDES) $(CPPFLAGS)
FUZZ_OBJECTS := $(patsubst %.c,$(BUILD)/obj/fuzz/%.o,$(FUZZ_SOURCES))
$(FUZZ_OBJECTS): $(BUILD)/obj/fuzz/%.o: %.c | deps $(MARK)
	$(call say,FUZZCC)
	$(Q)mkdir -p $(@D) && $(call FUZZ_COMPILE,fuzzer-no-link) -MMD -MP -c $< -o $@

$(FUZZ): $(BUILD)/fuzz/%: tests/fuzz/%.c tests/fuzz/fuzz.h $(FUZZ_OBJECTS) | deps $(MARK)
	$(call say,FUZZCC)
	$(Q)mkdir -p $(@D) && $(call FUZZ_COMPILE,fuzzer) $< $(FUZZ_OBJECTS) -lm -o $@

fuzz: $(FUZZ)  ## fuzz the command line, and the readers of config files, routes, traces, libraries and results (RUNS=10000000 is the long one)
	$(Q)set -e; for f in $(FUZZ); do \
		mkdir -p $$f.corpus; \
		$$f -runs=$(RUNS) -max_len=1000 -dict=tests/fuzz/words.dict -artifact_prefix=$$f. -print_final_stats=1 -verbosity=0 $$f.corpus $$(ls -d tests/fuzz/samples/$${f##*/} 2>/dev/null) >$$f.log 2>&1 || \
			{ tail -40 $$f.log; exit 1; }; \
		awk -v name=$${f##*/} '/number_of_executed_units/ { n = $$2 } /average_exec_per_sec/ { s = $$2 } \
			END { printf "fuzz %s: %d executions, %d/s, no finding\n", name, n, s }' $$f.log; \
	done

SANITIZE = $(MAKE) BUILD=$(BUILD)/sanitize CFLAGS='-O1 -g -fsanitize=$(SANITIZERS) -fno-sanitize-recover=all'
sanitize:  ## the tests under address and undefined behaviour sanitizers
	+$(Q)$(SANITIZE) test

# Parsing, the model, networks, and a report of a divergence: seconds each.
SANITIZE_QUICK := cell_node cmodel_% congestion_one_switch experiment_results experiment_tables neighbours_contract net_lossless net_no_progress net_topology \
	params report_wide routing rtl_tables scoreboard sim_failure simulate stats sweep synth_parts trace tradeoff units_table workload
SANITIZE_QUICK_SCRIPTS := tests/bad_input.sh tests/routes_command.sh tests/sim_bad_input.sh
sanitize-quick:  ## those of the tests that are quick, under the same sanitizers
	+$(Q)$(SANITIZE) TESTS='$(filter $(patsubst %,tests/%.c,$(SANITIZE_QUICK)),$(TESTS))' SCRIPTS='$(SANITIZE_QUICK_SCRIPTS)' test

lint: $(BUILD)/sluice | deps  ## rules of the sources; templates and generated Verilog under Verilator and Icarus
	$(Q)$(PROVE) tests/layers.sh tests/templates.sh tests/unit_state.sh
	$(Q)set -eo pipefail; tests/lib/templates.sh | while IFS='|' read -r what verilator icarus; do \
		verilator --lint-only -Wall $$verilator; iverilog -Wall -g2005 -t null $$icarus; done
	$(Q)set -e; $(BUILD)/sluice gen --out $(BUILD)/lint --force; \
		verilator --lint-only -Wall --top-module sluice_switch -F $(BUILD)/lint/sluice.f; \
		cd $(BUILD)/lint; iverilog -Wall -g2005 -t null -s sluice_switch -f sluice.f

docs: $(BUILD)/parameters  ## write the pages that are tables: docs/parameters.md, docs/options.md
	$(Q)$< >docs/parameters.md
	$(Q)$< options >docs/options.md

SOURCES := $(filter-out $(BUILD)/%,$(wildcard *.md */*.md */*.[ch] */*/*.[ch] */*.cpp */*.def */*/*.def */*/*.v */*.sh))
format-check:  ## blanks at line ends, or in place of tabs
	$(Q)! grep -nP '[ \t]$$' $(SOURCES)
	$(Q)! grep -nP '^ {8}' $(filter %.c %.h,$(SOURCES))

install: $(BUILD)/sluice  ## install the command below PREFIX
	install -D -m 755 $(BUILD)/sluice $(DESTDIR)$(PREFIX)/bin/sluice

clean:  ## remove everything built
	$(Q)[ ! -e $(BUILD) ] || { [ -f $(MARK) ] && rm -rf $(BUILD); } || \
		{ echo "'$(BUILD)' was not made by this Makefile, or something else was in it before; not removed" >&2; exit 1; }

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-14s %s\n", $$1, $$2 }' Makefile

# Installing is for the targets that promise it; the others only say what is missing.
INSTALL_FOR := deps demo test test-long bench bench-sim synth-table lint fuzz sanitize sanitize-quick
WANTED := $(PACKAGES) $(if $(filter fuzz,$(MAKECMDGOALS)),$(FUZZ_PACKAGES)) $(if $(filter test,$(MAKECMDGOALS)),$(TEST_PACKAGES))
SUDO = $$([ "$$(id -u)" = 0 ] || echo sudo -n)

deps:  ## install the Debian packages that are missing
	@command -v dpkg-query >/dev/null || exit 0; \
	missing=$$(for p in $(WANTED); do echo "$$p"; done | sort | comm -23 - <(dpkg-query -W -f '$${Package} $${db:Status-Status}\n' \
		| sed -n 's/ installed$$//p' | sort -u)); \
	[ -n "$$missing" ] || exit 0; \
	if [ -z "$(filter $(INSTALL_FOR),$(MAKECMDGOALS))" ] || ! $(SUDO) true 2>/dev/null; then \
		echo "missing packages; as root: apt-get install" $$missing >&2; exit 1; \
	fi; \
	$(SUDO) apt-get update -q && \
	$(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $$missing

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)
