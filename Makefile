# Sluice: the only Makefile. `make help` lists the targets; everything built is under $(BUILD).

SHELL := /bin/bash
BUILD ?= build
PREFIX ?= /usr/local
RUNS ?= 1000000

# Names of targets are made of it, and arguments of commands.
hash := \#
ifneq ($(strip $(words $(BUILD)) $(filter -% ~%,$(BUILD)) $(foreach c,' " ` ; & | < > ( ) * ? [ ] { } \ ! $$ % : $(hash),$(findstring $c,$(BUILD)))),1)
$(error BUILD='$(BUILD)': a directory whose name has neither blanks nor other characters that make or a shell reads)
endif

# Debian packages. Compiling and installing need the first list; tests, demo and all commands the second; fuzzing and `make deb` one more each.
COMPILE_PACKAGES := gcc libc6-dev make libcjson-dev
PACKAGES := $(COMPILE_PACKAGES) g++ git perl zlib1g-dev libcmocka-dev verilator iverilog yosys
FUZZ_PACKAGES := clang libclang-rt-dev
# Nothing stops where one of these is missing. The clock of `synth`, and a cell library, which not every release has.
OPTIONAL_PACKAGES := opensta qflow-tech-osu018
# Tests skip, and say so, what needs one that is missing: plots; runs of several processes; traces of OTF2; XML and YAML of a generated switch; a disk that is full, a user who is not root. Pages in a browser need chromium as well, 300 MB that
# nobody is made to install: tests/README.md.
TEST_PACKAGES := gnuplot-nox libopenmpi-dev libotf2-trace-dev locales man-db mount openmpi-bin util-linux pkg-config python3 libxml2-utils python3-yaml
# What debian/control asks for, and lintian.
DEB_PACKAGES := build-essential debhelper dpkg-dev libcjson-dev lintian perl

# Installing is for the targets that promise it; the others only say what compiling lacks.
INSTALL_FOR := deps deb demo test test-long bench bench-sim docs-figures lint fuzz sanitize sanitize-quick

CC := gcc
# Functions and lines for a debugger; its variables (-g) take half as long again to compile.
CFLAGS ?= -O2 -g1
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion
# A warning is an error for us alone, in `make lint` and .ci/run (WERROR=-Werror): other compilers have other warnings.
WERROR ?=
INCLUDES := $(addprefix -I,spec tool cmodel cmodel/bench fabric lib rtl_gen verilator_tb area synth study tradeoff lib/mpi lib/otf2 cli $(BUILD)/gen)
# The command and the library that others call are made of the same objects. Optimization by the linker: these have machine code as well.
PIC = -fPIC -fno-semantic-interposition $(if $(findstring -flto,$(CFLAGS)),-ffat-lto-objects)
COMPILE = $(CC) -std=c11 -D_GNU_SOURCE $(WARNINGS) $(WERROR) $(INCLUDES) $(CFLAGS) $(PIC) $(STEP_CFLAGS) $(CPPFLAGS) -MMD -MP -c -o $@ $<
LIBS := -lcjson -ldl -lm
# What runs a program that was compiled for another processor: CC=aarch64-linux-gnu-gcc RUN=qemu-aarch64.
RUN ?=

# Those that come with the compiler, which may be for another processor.
tool = $(or $(shell $(CC) -print-prog-name=$1 2>/dev/null),$1)
ifeq ($(origin AR),default)
AR = $(call tool,ar)
endif

Q := $(if $(V),,@)
say = $(if $(V),,@printf '  %-7s %s\n' $1 $(patsubst $(BUILD)/%,%,$@))

# What is built from what. A new file is found by itself. Names are sorted, and letters found, as in no language: [a-z] has no i in Turkish.
TOOLS := rtl_gen/embed.c docs/use/parameters.c
EMBEDDED_FILES := $(addprefix $(BUILD)/gen/,templates.c packaging_files.c verilator_tb_files.c tradeoff_files.c report_files.c)
EMBEDDED := $(if $(wildcard rtl_gen/embed.c),$(EMBEDDED_FILES)) $(BUILD)/gen/program.c
NET := $(patsubst %/.,%,$(wildcard cmodel/net/*/.))
LIBRARY := $(sort $(filter-out $(TOOLS),$(wildcard $(addsuffix /*.c,spec tool rtl_gen rtl_gen/packaging rtl_gen/fabric cmodel cmodel/units cmodel/bench $(NET) fabric fabric/topology lib verilator_tb area synth study tradeoff))))
COMMANDS := $(sort $(filter-out cli/main.c,$(wildcard cli/*.c cli/*/*.c)))
PROGRAM_DIRS := spec spec/units tool rtl_gen rtl_gen/units rtl_gen/macros $(wildcard rtl_gen/wiring/*) rtl_gen/testbench $(patsubst %/.,%,$(wildcard rtl_gen/testbench/*/.)) rtl_gen/packaging rtl_gen/fabric cmodel cmodel/units cmodel/bench $(NET) fabric fabric/topology lib verilator_tb area synth study tradeoff lib/mpi lib/otf2 cli $(patsubst %/.,%,$(wildcard cli/*/.))
PROGRAM := $(sort $(wildcard $(foreach e,c h def v vh in cpp css js,$(addsuffix /*.$e,$(PROGRAM_DIRS)))))
EXPERIMENTS := $(patsubst study/%,%,$(sort $(wildcard study/experiments/*.sweep)))
EXPERIMENT_FILES := $(addprefix $(BUILD)/,$(EXPERIMENTS))
TESTS := $(sort $(wildcard tests/*.c))
SCRIPTS := $(sort $(wildcard tests/*.sh))
LONG_TESTS := $(sort $(wildcard tests/long/*.c))
FUZZERS := $(sort $(filter-out tests/fuzz/smoke.c,$(wildcard tests/fuzz/*.c)))

# Steps of switches are compiled for any processor, and for those with registers of so many bytes: of one text, which includes that of an architecture.
WIDTHS := 64 32 16
STEPS := $(patsubst cmodel/%_step.h,cmodel/step_%,$(sort $(wildcard cmodel/*_switch_step.h)))
steps = $(filter-out cmodel/step.c,$1) $(if $(filter cmodel/step.c,$1),$(STEPS:=.c) $(foreach w,$(WIDTHS),$(STEPS:=_$w.c)))
object = $(patsubst %.c,$(BUILD)/obj/%.o,$(patsubst $(BUILD)/%,%,$(call steps,$1)))
program = $(patsubst %.c,$(BUILD)/%,$1)
LIBRARY_OBJECTS := $(call object,$(LIBRARY) $(EMBEDDED))
COMMAND_OBJECTS := $(call object,$(COMMANDS))
ARCHIVES := $(BUILD)/libcli.a $(BUILD)/libsluice.a

.PHONY: all mpi-object otf2-object library deps demo test test-long bench area-error bench-sim docs-figures docs-gallery fuzz sanitize sanitize-quick lint ledger docs docs-pictures docs-papers man completion format-check clean install install-command install-mpi install-otf2 install-library install-man install-completion install-docs uninstall deb help FORCE
.DELETE_ON_ERROR:
.SECONDARY:

# Runs of several processes: an object that the command loads when mpirun has started it. Built where there is an MPI; the command itself does not need one.
MPICC ?= mpicc
mpicc_asked = $(filter-out file,$(origin MPICC))
mpi = $(shell $(if $(mpicc_asked),,pkg-config --$1 ompi-c 2>/dev/null ||) $(MPICC) --showme:$2 2>/dev/null)
MPI = $(if $(call links,$(call mpi,libs,link)),$(BUILD)/sluice-mpi.so)

# What is found is that of this machine, and not that of the processor or of the C library that is compiled for, unless that compiler links it.
links = $(and $1,$(shell echo 'int main(void) { return 0; }' | $(CC) $(CFLAGS) $(LDFLAGS) -xc - -xnone $1 -o /dev/null 2>/dev/null && echo links))

# Traces of MPI programs: likewise, with the library of OTF2.
otf2 = $(shell pkg-config --$1 otf2 2>/dev/null || otf2-config --$2 2>/dev/null)
OTF2 = $(if $(call links,$(call otf2,libs,libs)),$(BUILD)/sluice-otf2.so)
OBJECTS := mpi-object otf2-object

all: $(BUILD)/sluice $(OBJECTS) $(EXPERIMENT_FILES)  ## build the command

# Asked for when they are made, since `make test` may have installed an MPI or a library before. Behind the command and one after the other: each names the
# sources of the program, in a file that is made anew.
$(OBJECTS): | $(BUILD)/sluice $(if $(filter $(INSTALL_FOR),$(MAKECMDGOALS)),deps)
otf2-object: | mpi-object
mpi-object:
	@$(if $(MPI),$(MAKE) --no-print-directory $(MPI),$(if $(mpicc_asked),echo 'MPICC=$(MPICC): what it names does not link here; built without MPI' >&2))
otf2-object:
	@$(if $(OTF2),$(MAKE) --no-print-directory $(OTF2))

$(BUILD)/sluice: $(call object,cli/main.c) $(ARCHIVES)
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -rdynamic $^ $(LIBS) -o $@

# `make clean` removes what has this mark, and only a directory that was not there before, or empty, gets it.
MARK := $(BUILD)/.made-by-sluice
$(MARK):
	$(Q)mkdir -p $(BUILD) && { [ -n "$$(ls -A $(BUILD))" ] || echo 'make clean removes this directory' >$@; }

$(BUILD)/sluice-mpi.so: $(BUILD)/obj/lib/mpi/processes.o $(BUILD)/obj/hidden/program.o
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -shared $^ $(call mpi,libs,link) -o $@

$(BUILD)/sluice-otf2.so: $(BUILD)/obj/lib/otf2/archive.o $(BUILD)/obj/hidden/program.o
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -shared $^ $(call otf2,libs,libs) -o $@

$(BUILD)/obj/lib/otf2/%.o: CPPFLAGS += $(patsubst -I%,-isystem %,$(call otf2,cflags,cflags))
$(BUILD)/obj/lib/mpi/%.o: CPPFLAGS += $(patsubst -I%,-isystem %,$(call mpi,cflags,compile))
# Hidden, so that the object names its own sources and not those of the command that loads it.
$(BUILD)/obj/hidden/%.o: $(BUILD)/gen/%.c Makefile | can-compile $(MARK)
	$(call say,CC)
	$(Q)mkdir -p $(@D) && $(COMPILE) -fvisibility=hidden

$(BUILD)/libsluice.a: $(LIBRARY_OBJECTS)
$(BUILD)/libcli.a: $(COMMAND_OBJECTS)
$(ARCHIVES):
	$(call say,AR)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

# The library that others call: of lib/ and of what it needs, and only the names of lib/sluice.h are seen outside. It needs a compiler and
# nothing else, not even cJSON.
VERSION := $(shell LC_ALL=C sed -n 's/.*SLUICE_VERSION "\(.*\)"/\1/p' spec/version.h)
SONAME := libsluice.so.$(firstword $(subst ., ,$(VERSION)))
SHARED := $(BUILD)/lib/libsluice.so.$(VERSION)
STATIC := $(BUILD)/lib/libsluice.a
LIBRARY_LIBS := -lm -pthread
library: $(SHARED) $(STATIC)  ## build the library that other programs call: libsluice.so, libsluice.a

$(BUILD)/obj/needed.a: $(call object,$(sort $(wildcard $(addsuffix /*.c,spec tool cmodel cmodel/units $(NET) fabric fabric/topology))))
	$(call say,AR)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(SHARED): $(call object,$(sort $(wildcard lib/*.c))) $(BUILD)/obj/needed.a lib/sluice.map
	$(call say,LINK)
	$(Q)mkdir -p $(@D) && $(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(SONAME) -Wl,--version-script=lib/sluice.map -Wl,-z,defs $(filter %.o %.a,$^) $(LIBRARY_LIBS) -o $@ && \
		ln -sf $(@F) $(@D)/$(SONAME) && ln -sf $(SONAME) $(@D)/libsluice.so

$(STATIC): $(call object,$(sort $(wildcard lib/*.c))) $(BUILD)/obj/needed.a
	$(call say,AR)
	$(Q)mkdir -p $(@D) && rm -f $@ && $(CC) $(CFLAGS) -fno-sanitize=all -fno-lto -r -nostdlib $^ -o $(BUILD)/obj/sluice.o && \
		$(call tool,objcopy) --wildcard --remove-section='.gnu.*lto_*' --keep-global-symbol='sluice_*' $(BUILD)/obj/sluice.o && $(AR) rcs $@ $(BUILD)/obj/sluice.o

# Files that the program carries with it: the templates, the sides of the benches that are not C, style and script of a page. The array has the name of the file.
$(BUILD)/gen/templates.c: $(sort $(wildcard rtl_gen/units/*.v rtl_gen/units/*.vh rtl_gen/macros/*.v rtl_gen/macros/*.vh rtl_gen/wiring/*/*.v rtl_gen/wiring/*/*.vh rtl_gen/testbench/*/*.v rtl_gen/testbench/*.vh rtl_gen/testbench/*/*.vh))
$(BUILD)/gen/templates.c: FROM := rtl_gen
$(BUILD)/gen/packaging_files.c: $(sort $(wildcard rtl_gen/packaging/*.in rtl_gen/fabric/*.in rtl_gen/macros/*.in))
$(BUILD)/gen/packaging_files.c: FROM := rtl_gen
$(BUILD)/gen/verilator_tb_files.c: $(sort $(wildcard verilator_tb/*.cpp verilator_tb/*.h verilator_tb/*.v))
$(BUILD)/gen/verilator_tb_files.c: FROM := verilator_tb
$(BUILD)/gen/tradeoff_files.c: tradeoff/page.css tradeoff/page.js
$(BUILD)/gen/tradeoff_files.c: FROM := tradeoff
$(BUILD)/gen/report_files.c: $(sort $(wildcard cli/network/*.css cli/network/*.js))
$(BUILD)/gen/report_files.c: FROM := cli/network
$(EMBEDDED_FILES): $(BUILD)/embed
	$(call say,EMBED)
	$(Q)mkdir -p $(@D) && $(RUN) $(BUILD)/embed $@ $(FROM) $(filter-out $(BUILD)/embed,$^)

# What the program is made of, by content and name: results that it keeps say so. Made anew each time, and left alone when it is the same.
$(BUILD)/gen/program.c: FORCE | $(MARK)
	$(Q)mkdir -p $(@D) && sha256sum $(PROGRAM) >$@.list && \
		printf '#include "program.h"\n\nconst char program_sources[] = "%.16s";\n' "$$(sha256sum <$@.list)" >$@.new && \
		{ cmp -s $@.new $@ && rm $@.new || mv $@.new $@; }

# Experiments, a file each, are beside the program, which reads them.
$(EXPERIMENT_FILES): $(BUILD)/%: study/% | $(MARK)
	$(Q)mkdir -p $(@D) && cp $< $@

$(BUILD)/embed: $(call object,rtl_gen/embed.c)
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $^ -o $@

$(BUILD)/parameters: $(call object,docs/use/parameters.c docs/use/links.c) $(ARCHIVES)
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $^ $(LIBS) -o $@

$(BUILD)/pictures: $(call object,$(sort $(wildcard docs/study/pictures/*.c))) $(ARCHIVES)
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $^ $(LIBS) -o $@

$(BUILD)/papers: $(call object,$(sort $(wildcard docs/study/papers/*.c))) $(ARCHIVES)
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $^ $(LIBS) -o $@

# The manual and the completion of shells: a page for each row of the table of commands. The date in a page is that of the sources.
MAN := sluice.1 $(patsubst %,sluice-%.1,$(shell LC_ALL=C sed -n 's/^COMMAND.\([a-z]*\),.*/\1/p' cli/commands.def)) sluice-parameters.7
MAN_FILES := $(addprefix $(BUILD)/man/,$(MAN))
COMPLETION_FILES := $(BUILD)/completion/sluice.bash $(BUILD)/completion/_sluice
SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)

$(BUILD)/manual: $(call object,$(sort $(wildcard docs/manual/*.c))) $(ARCHIVES)
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $^ $(LIBS) -o $@

$(MAN_FILES) $(COMPLETION_FILES): $(BUILD)/manual $(addprefix study/,$(EXPERIMENTS))
	$(call say,MANUAL)
	$(Q)mkdir -p $(@D) && $(RUN) $< $(@F) "$$(date -u -d @$(SOURCE_DATE_EPOCH) +%Y-%m-%d)" >$@

$(BUILD)/obj/gen/%.o: $(BUILD)/gen/%.c Makefile | can-compile $(MARK)
	$(call say,CC)
	$(Q)mkdir -p $(@D) && $(COMPILE)

# And anew when the rules change: objects of other rules may not be what a shared library can be linked of.
$(BUILD)/obj/%.o: %.c Makefile | can-compile $(MARK)
	$(call say,CC)
	$(Q)mkdir -p $(@D) && $(COMPILE)

define of_width
$(BUILD)/obj/cmodel/step_%$(1:%=_%).o: cmodel/step.c cmodel/%_step.h Makefile | can-compile $(MARK)
	$$(call say,CC)
	$$(Q)mkdir -p $$(@D) && $$(COMPILE) -DSWITCH=$$* -DSWITCH_STEP='"$$*_step.h"' $(1:%=-DWIDTH=%)
endef
$(foreach w,$(WIDTHS),$(eval $(call of_width,$w)))
$(eval $(call of_width,))

# Tests: a program for each .c, a script for each .sh.
$(call program,$(TESTS) $(LONG_TESTS)): $(BUILD)/%: $(BUILD)/obj/%.o $(ARCHIVES)
	$(call say,LINK)
	$(Q)mkdir -p $(@D) && $(CC) $(CFLAGS) $(LDFLAGS) -rdynamic $^ -lcmocka $(LIBS) -o $@

# The fuzz targets also run for a moment without a fuzzer.
SMOKE := $(patsubst tests/fuzz/%.c,$(BUILD)/tests/smoke_%,$(FUZZERS))
$(SMOKE): $(BUILD)/tests/smoke_%: $(BUILD)/obj/tests/fuzz/%.o $(BUILD)/obj/tests/fuzz/smoke.o $(ARCHIVES)
	$(call say,LINK)
	$(Q)mkdir -p $(@D) && $(CC) $(CFLAGS) $(LDFLAGS) $^ $(LIBS) -o $@

export SLUICE := $(BUILD)/sluice
export SLUICE_BUILD := $(BUILD)
export SLUICE_PARAMETERS := $(BUILD)/parameters
export XDG_CACHE_HOME := $(abspath $(BUILD))/cache
# What runs outside is not part of this make: its flags and variables would reach the makes of Verilator.
OUTSIDE := env -u MAKEFLAGS -u MFLAGS -u MAKEOVERRIDES -u MAKELEVEL -u CFLAGS LC_ALL=C.UTF-8
# Tests at once: they are mostly of one thread.
JOBS ?= $(shell nproc)
PROVE = CMOCKA_MESSAGE_OUTPUT=TAP $(OUTSIDE) prove --timer $(if $(V),-v) -j$(JOBS) --exec ''

# The longest begin first: no processor waits for one of them at the end.
LONGEST := synth.sh lint.sh mutation_sample tradeoff_command.sh fabric_lockstep.sh axis.sh fabric.sh net_lockstep packaging.sh net_exact sim_ranks.sh \
	sim_backend.sh stops.sh state_coverage icarus.sh lockstep_random lockstep_command.sh
ALL_TESTS = $(call program,$(TESTS)) $(SMOKE) $(SCRIPTS)
BEGIN = $(foreach t,$(LONGEST),$(filter %/$t,$(ALL_TESTS)))
# What scripts need beside the command.
BESIDE := $(EXPERIMENT_FILES) $(OBJECTS) $(SHARED) $(STATIC) $(BUILD)/parameters $(BUILD)/pictures $(BUILD)/papers $(MAN_FILES) $(COMPLETION_FILES) $(BUILD)/tests/bench/sim
test: $(BUILD)/sluice $(BESIDE) $(call program,$(TESTS)) $(SMOKE) | deps  ## all tests but the long ones; compiles the bench
	$(Q)$(PROVE) $(BEGIN) $(filter-out $(BEGIN),$(ALL_TESTS)) </dev/null

test-long: $(BUILD)/sluice $(addprefix $(BUILD)/tests/,planted_faults net_lockstep lossless rtl_widths skip_exact) $(call program,$(LONG_TESTS)) | deps  ## the long tests (hours); the long fuzz is make fuzz RUNS=10000000
	$(Q)$(PROVE) $(call program,$(LONG_TESTS)) $(sort $(wildcard tests/long/*.sh)) </dev/null

bench: $(BUILD)/sluice | deps  ## speed: generator, lockstep; throughput of AXI-Stream ports
	$(Q)set -e; for b in $(sort $(wildcard tests/bench/*.sh)); do $(OUTSIDE) $$b; done

bench-sim: $(BUILD)/tests/bench/sim | deps  ## speed: whole networks
	$(Q)$<

$(BUILD)/tests/bench/sim: $(BUILD)/obj/tests/bench/sim.o $(BUILD)/libsluice.a
	$(call say,LINK)
	$(Q)mkdir -p $(@D) && $(CC) $(CFLAGS) $(LDFLAGS) $^ $(LIBS) -o $@

# What CACTI printed, to hold the memory model against: RAM and CAM tables. Those that come with it were left out of its fit.
GRID ?= area/samples/sram.csv area/samples/cam.csv
area-error: $(BUILD)/sluice  ## errors of the memory model (GRID="a.csv b.csv": other tables)
	$(Q)set -e; for f in $(GRID); do $(BUILD)/sluice area --check $$f; done

demo: all | deps  ## generate, lint, check and synthesize a switch (minutes)
	$(Q)$(OUTSIDE) docs/demo.sh $(BUILD)/sluice $(BUILD)/demo

docs-figures: $(BUILD)/sluice | deps  ## measure anew what the pages state, and write it there (hours; FIGURES="a b": those of docs/figures/table.txt)
	$(Q)$(OUTSIDE) docs/figures/figures.pl $(FIGURES)

# Sweeps in examples/gallery are run where their job files are.
docs-gallery: $(BUILD)/sluice | deps  ## draw docs/study/gallery from the sweeps in examples/gallery, and docs/internals/scaling.svg from its table (minutes)
	$(Q)set -e; for s in $(patsubst examples/gallery/%.sweep,%,$(wildcard examples/gallery/*.sweep)); do \
		(cd examples/gallery && $(OUTSIDE) $(abspath $<) sweep $$s.sweep --out $(abspath $(BUILD))/gallery --force); cp $(BUILD)/gallery/$$s.svg docs/study/gallery/; done
	$(Q)gnuplot docs/internals/scaling.gnuplot >docs/internals/scaling.svg

SANITIZERS := address,undefined,float-cast-overflow

# What reads text that others wrote, compiled once more by clang for its fuzzer.
FUZZ := $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz/%,$(FUZZERS))
FUZZ_SOURCES := $(wildcard spec/*.c) cli/options.c lib/command_line.c cli/report_error.c tool/option.c tool/text.c tool/csv.c tool/cycle.c $(wildcard fabric/*.c) cmodel/state.c $(wildcard cmodel/net/*/*checkpoint.c cmodel/net/*/*_state.c) synth/liberty.c tool/markup.c area/grid.c area/cacti.c cli/network/report_runs.c cli/network/sim_config.c cli/verilog/generated.c $(filter-out study/sweep.c study/plot.c,$(wildcard study/*.c)) tool/value_list.c \
	$(addprefix cmodel/net/,workload/text_lines.c workload/trace.c $(addprefix jobs/,jobs.c job_set.c job_graph.c job_graph_lines.c chakra_trace.c chakra_nodes.c vef_trace.c mpi_trace.c mpi_trace_lines.c job_steps.c) topology/topology.c $(addprefix topology/routing,.c _check.c _text.c) engine/network_records.c results/samples.c nodes/flows.c nodes/cell_node.c results/stats.c nodes/node.c run/simulate.c)
FUZZ_COMPILE = clang -std=c11 -D_GNU_SOURCE -O1 -g -fsanitize=$1,$(SANITIZERS) -fno-sanitize-recover=all $(INCLUDES) $(CPPFLAGS)
FUZZ_OBJECTS := $(patsubst %.c,$(BUILD)/obj/fuzz/%.o,$(FUZZ_SOURCES))
# Each word of a checkpoint is compared with 0, which tells a fuzzer nothing and took a third of its time.
$(BUILD)/obj/fuzz/cmodel/state.o: FUZZ_COVERAGE := -fno-sanitize-coverage=trace-cmp
$(FUZZ_OBJECTS): $(BUILD)/obj/fuzz/%.o: %.c | can-compile $(MARK)
	$(call say,FUZZCC)
	$(Q)mkdir -p $(@D) && $(call FUZZ_COMPILE,fuzzer-no-link) $(FUZZ_COVERAGE) -MMD -MP -c $< -o $@

$(FUZZ): $(BUILD)/fuzz/%: tests/fuzz/%.c tests/fuzz/fuzz.h $(FUZZ_OBJECTS) | can-compile $(MARK)
	$(call say,FUZZCC)
	$(Q)mkdir -p $(@D) && $(call FUZZ_COMPILE,fuzzer) $< $(FUZZ_OBJECTS) $(ARCHIVES) $(LIBS) -o $@

fuzz: $(FUZZ)  ## fuzz the command line, and the readers of config files, memory maps, sweeps, routes, fabrics, traces, jobs, libraries, results, runs compared and checkpoints (RUNS=10000000 is the long one)
	$(Q)set -e; for f in $(FUZZ); do \
		mkdir -p $$f.corpus; \
		ASAN_OPTIONS=quarantine_size_mb=8:$$ASAN_OPTIONS $$f -runs=$(RUNS) -max_len=1000 -dict=tests/fuzz/words.dict -artifact_prefix=$$f. -print_final_stats=1 -verbosity=0 $$f.corpus $$(ls -d tests/fuzz/samples/$${f##*/} 2>/dev/null) >$$f.log 2>&1 || \
			{ tail -40 $$f.log; exit 1; }; \
		awk -v name=$${f##*/} '/number_of_executed_units/ { n = $$2 } /average_exec_per_sec/ { s = $$2 } \
			END { printf "fuzz %s: %d executions, %d/s, no finding\n", name, n, s }' $$f.log; \
	done

SANITIZE = $(MAKE) BUILD=$(BUILD)/$@ CFLAGS='-O1 -g1 -fsanitize=$(SANITIZERS) -fno-sanitize-recover=all' FEWER_CHECKS=-fno-sanitize=alignment,null,object-size,pointer-overflow
# Steps with wide registers take a minute each to compile with all checks. Address sanitizing stays, in sanitize-quick of the width that this machine runs,
# and all checks of the same text without them.
$(foreach w,$(WIDTHS),$(BUILD)/obj/cmodel/step_%_$w.o): STEP_CFLAGS = $(FEWER_CHECKS)
$(foreach w,$(UNCHECKED_WIDTHS),$(BUILD)/obj/cmodel/step_%_$w.o): STEP_CFLAGS = -fno-sanitize=all
sanitize:  ## the tests under address and undefined behaviour sanitizers
	+$(Q)$(SANITIZE) test

# Parsing, the model, networks, and a report of a divergence: seconds each.
SANITIZE_QUICK := cell_node cmodel_% congestion_one_switch experiment_results experiment_tables jobs neighbours_contract net_lossless net_no_progress net_topology \
	params report_wide routing rtl_tables scoreboard sim_failure simulate stats study sweep synth_parts trace tradeoff units_table workload
SANITIZE_QUICK_SCRIPTS := tests/bad_input.sh tests/routes_command.sh tests/routes_fabric.sh tests/sim_bad_input.sh
WIDTH_HERE = $(if $(shell grep -w avx512vbmi /proc/cpuinfo),64,$(if $(shell grep -w avx2 /proc/cpuinfo),32,16))
sanitize-quick:  ## those of the tests that are quick, under the same sanitizers
	+$(Q)$(SANITIZE) UNCHECKED_WIDTHS='$(filter-out $(WIDTH_HERE),$(WIDTHS))' TESTS='$(filter $(patsubst %,tests/%.c,$(SANITIZE_QUICK)),$(TESTS))' SCRIPTS='$(SANITIZE_QUICK_SCRIPTS)' BESIDE= test

lint: $(BUILD)/sluice | deps  ## no warning of the compiler; rules of the sources, and their budget; templates and generated Verilog under Verilator and Icarus
	+$(Q)$(MAKE) BUILD=$(BUILD)/werror WERROR=-Werror all library $(patsubst $(BUILD)/%,$(BUILD)/werror/%,$(call object,$(TESTS) $(LONG_TESTS) $(wildcard docs/*/*.c docs/*/*/*.c)))
	$(Q)$(PROVE) tests/layers.sh tests/templates.sh tests/unit_state.sh
	$(Q)docs/internals/ledger.pl
	$(Q)set -eo pipefail; tests/lib/templates.sh | while IFS='|' read -r what verilator icarus; do \
		verilator --lint-only -Wall $$verilator; iverilog -Wall -g2005 -t null $$icarus; done
	$(Q)set -e; $(BUILD)/sluice gen --out $(BUILD)/lint --force; \
		verilator --lint-only -Wall --top-module sluice_switch -F $(BUILD)/lint/sluice.f; \
		cd $(BUILD)/lint; iverilog -Wall -g2005 -t null -s sluice_switch -f sluice.f

ledger:  ## lines by room and by architecture, words by page, beside docs/internals/budget.txt
	$(Q)docs/internals/ledger.pl

docs: $(BUILD)/parameters  ## write the pages that are tables or drawn: docs/use/parameters.md, docs/use/links.md; link first uses of terms to the glossary
	$(Q)$< >docs/use/parameters.md
	$(Q)$< links >docs/use/links.md
	$(Q)docs/glossary.pl

# Also written by `make docs`: what docs/study/learn.md shows.
docs: docs-pictures docs-papers

docs-pictures: $(BUILD)/pictures  ## draw docs/study/pictures from runs of the C model
	$(Q)set -e; for p in $(patsubst docs/study/pictures/%,%,$(wildcard docs/study/pictures/*.svg)); do $< $$p >docs/study/pictures/$$p; done

docs-papers: $(BUILD)/papers  ## write docs/study/papers.md: each figure of the papers, from the experiments and the pages with their results
	$(Q)$< >docs/study/papers.md

man: $(MAN_FILES)  ## manual pages, in $(BUILD)/man

completion: $(COMPLETION_FILES)  ## completion of bash and zsh, in $(BUILD)/completion

SOURCES := $(filter-out $(BUILD)/%,$(wildcard *.md */*.md */*.[ch] */*/*.[ch] */*.cpp */*.def */*/*.def */*/*.v */*.sh))
format-check:  ## blanks at line ends, or in place of tabs
	$(Q)! grep -nP '[ \t]$$' $(SOURCES)
	$(Q)! grep -nP '^ {8}' $(filter %.c %.h,$(SOURCES))

# What is installed, and where. Shells have the names of directories from the environment, whatever is in them.
LIBDIR ?= $(PREFIX)/lib
MAN_DIR ?= $(PREFIX)/share/man
BASH_COMPLETION_DIR ?= $(PREFIX)/share/bash-completion/completions
ZSH_COMPLETION_DIR ?= $(PREFIX)/share/zsh/site-functions
DOC_DIR ?= $(PREFIX)/share/doc/sluice
export TO = $(DESTDIR)
$(foreach d,PREFIX LIBDIR MAN_DIR BASH_COMPLETION_DIR ZSH_COMPLETION_DIR DOC_DIR,$(eval export TO_$d = $$($d)))
in = $(foreach f,$2,"$$TO$$TO_$1"/$f)
DOCS := README.md CHANGELOG.md LICENSE $(sort $(wildcard docs/*.md docs/*/*.md docs/internals/scaling.* docs/study/pictures/*.md docs/study/pictures/*.svg docs/study/gallery/*.md docs/study/gallery/*.svg \
	docs/study/papers/README.md \
	study/experiments/README.md examples/*.md $(foreach e,md v py sh pcf jobs sweep,examples/*/*.$e) examples/cocotb/Makefile lib/python/notebooks/*.md lib/python/notebooks/*.ipynb lib/sluice.h spec/header.def spec/units/README.md))
LIBRARY_FILES = $(notdir $(SHARED) $(STATIC)) $(SONAME) libsluice.so pkgconfig/sluice.pc
INSTALLED = $(call in,PREFIX,bin/sluice include/sluice.h lib/sluice/sluice-mpi.so lib/sluice/sluice-otf2.so $(addprefix share/sluice/,$(EXPERIMENTS))) $(call in,LIBDIR,$(LIBRARY_FILES)) \
	$(call in,MAN_DIR,$(foreach m,$(MAN),man$(patsubst .%,%,$(suffix $m))/$m)) $(call in,BASH_COMPLETION_DIR,sluice) $(call in,ZSH_COMPLETION_DIR,_sluice) $(call in,DOC_DIR,$(DOCS) examples/demo.sh)

install: install-command install-mpi install-otf2 install-library install-man install-completion install-docs  ## install below PREFIX: command, library, manual, completion, docs

install-command: $(BUILD)/sluice  ## ... the command alone, with its experiments
	install -D -m 755 $(BUILD)/sluice $(call in,PREFIX,bin/sluice)
	set -e; for f in $(EXPERIMENTS); do install -D -m 644 study/$$f $(call in,PREFIX,share/sluice/$$f); done

install-mpi: mpi-object  ## ... what runs of several processes need, if there is an MPI
	[ -z "$(MPI)" ] || install -D -m 755 $(BUILD)/sluice-mpi.so $(call in,PREFIX,lib/sluice/sluice-mpi.so)

install-otf2: otf2-object  ## ... what reads traces of OTF2, if its library is there
	[ -z "$(OTF2)" ] || install -D -m 755 $(BUILD)/sluice-otf2.so $(call in,PREFIX,lib/sluice/sluice-otf2.so)

install-library: $(SHARED) $(STATIC)  ## ... the library alone, with its header and what pkg-config reads
	install -D -m 644 lib/sluice.h $(call in,PREFIX,include/sluice.h)
	install -D -m 644 $(SHARED) $(call in,LIBDIR,$(notdir $(SHARED)))
	install -D -m 644 $(STATIC) $(call in,LIBDIR,libsluice.a)
	ln -sf $(notdir $(SHARED)) $(call in,LIBDIR,$(SONAME))
	ln -sf $(SONAME) $(call in,LIBDIR,libsluice.so)
	install -D -m 644 lib/sluice.pc.in $(call in,LIBDIR,pkgconfig/sluice.pc)
	text=$$(<lib/sluice.pc.in); text=$${text//@PREFIX@/"$${TO_PREFIX// /\\ }"}; text=$${text//@LIBDIR@/"$${TO_LIBDIR// /\\ }"}; \
		echo "$${text//@VERSION@/$(VERSION)}" >$(call in,LIBDIR,pkgconfig/sluice.pc)

install-man: $(MAN_FILES)  ## ... the manual pages alone
	set -e; for f in $(MAN_FILES); do install -D -m 644 $$f $(call in,MAN_DIR,man$${f##*.}/$${f##*/}); done

install-completion: $(COMPLETION_FILES)  ## ... the completion of bash and zsh alone
	install -D -m 644 $(BUILD)/completion/sluice.bash $(call in,BASH_COMPLETION_DIR,sluice)
	install -D -m 644 $(BUILD)/completion/_sluice $(call in,ZSH_COMPLETION_DIR,_sluice)

install-docs:  ## ... the docs alone
	set -e; for f in $(DOCS); do m=644; [ ! -x $$f ] || m=755; install -D -m $$m $$f $(call in,DOC_DIR,$$f); done
	install -D -m 755 docs/demo.sh $(call in,DOC_DIR,examples/demo.sh)

# Directories that are empty then go with them: those of ours; below DESTDIR, or a PREFIX that is not the system's, any.
uninstall:  ## remove what install wrote
	rm -f $(INSTALLED)
	shopt -s extglob; TO=$${TO%%+(/)} TO_PREFIX=$${TO_PREFIX%%+(/)}; at=$${TO:-$$TO_PREFIX}; for f in $(INSTALLED); do d=$${f%/*}; \
		while [[ $${d#"$$at"}/ = */sluice/* || ( $$at != /usr && $$at != /usr/local && $$d = "$$at"/* ) ]] && rmdir "$$d" 2>/dev/null; do d=$${d%/*}; done; done

# The package is built in a copy of what it is made of, where dpkg-buildpackage leaves it, too.
DEB := $(BUILD)/deb
DEB_SOURCES := Makefile $(DOCS) docs debian experiments tests/gen_deterministic.sh tests/learn.sh tests/lib/tap.sh
deb: | deps $(MARK)  ## Debian package of the command, in $(BUILD)/deb; lintian must have nothing to say
	$(Q)rm -rf $(DEB) && mkdir -p $(DEB)/sluice-$(VERSION)
	$(Q)tar -cf - $(sort $(PROGRAM) $(DEB_SOURCES)) | tar -xf - -C $(DEB)/sluice-$(VERSION)
	$(Q)cd $(DEB)/sluice-$(VERSION) && $(OUTSIDE) env -u BUILD -u SLUICE_BUILD -u SLUICE_PARAMETERS -u PREFIX -u DESTDIR -u SOURCE_DATE_EPOCH \
		DEB_BUILD_OPTIONS="parallel=$(JOBS) $$DEB_BUILD_OPTIONS" dpkg-buildpackage -b -us -uc
	$(Q)lintian --allow-root --fail-on error,warning $(DEB)/*.changes
	@ls $(DEB)/*.deb

clean:  ## remove everything built
	$(Q)[ ! -e $(BUILD) ] || { [ -f $(MARK) ] && rm -rf $(BUILD); } || \
		{ echo "'$(BUILD)' was not made by this Makefile, or something else was in it before; not removed" >&2; exit 1; }

help:  ## this list
	@LC_ALL=C awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-18s %s\n", $$1, $$2 }' Makefile

OTHERS := $(filter-out deb,$(or $(MAKECMDGOALS),all))
WANTED := $(if $(OTHERS),$(PACKAGES)) $(if $(filter fuzz,$(MAKECMDGOALS)),$(FUZZ_PACKAGES)) $(if $(filter deb,$(MAKECMDGOALS)),$(DEB_PACKAGES))
OPTIONAL := $(if $(OTHERS),$(OPTIONAL_PACKAGES)) $(if $(filter test test-long,$(MAKECMDGOALS)),$(TEST_PACKAGES))
SUDO = $$([ "$$(id -u)" = 0 ] || echo sudo -n)

# missing LIST: those of these packages that are not installed; where there is no dpkg, nothing is known of them.
missing = $$(command -v dpkg-query >/dev/null || exit 0; for p in $1; do echo "$$p"; done | LC_ALL=C sort | LC_ALL=C comm -23 - <(dpkg-query -W -f '$${Package} $${db:Status-Status}\n' \
	| sed -n 's/ installed$$//p' | LC_ALL=C sort -u))

# Optional packages are those that the release has. Where they cannot be installed, what needs them is skipped.
deps:  ## install the Debian packages that are missing, those of tests and of all commands too
	@missing=$(call missing,$(WANTED)); optional=$(call missing,$(OPTIONAL)); \
	offered() { apt-cache show --no-all-versions $$optional 2>/dev/null | sed -n 's/^Package: //p' | sort -u; }; \
	install() { $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$$@"; }; \
	[ -n "$$missing" ] || optional=$$(offered); \
	[ -n "$$missing$$optional" ] || exit 0; \
	if ! command -v apt-get >/dev/null || ! $(SUDO) true 2>/dev/null; then \
		[ -n "$$missing" ] || { echo "goes on without these packages:" $$optional >&2; exit 0; }; \
		echo "missing packages; as root: apt-get install" $$missing >&2; exit 1; \
	fi; \
	$(SUDO) apt-get update -q; optional=$$(offered); \
	install $$missing $$optional || { [ -n "$$optional" ] && echo "goes on without these packages:" $$optional >&2 && { [ -z "$$missing" ] || install $$missing; }; }

# Can a file be compiled that includes cJSON? What is there counts, not which package it came from.
can-compile: $(if $(filter $(INSTALL_FOR),$(MAKECMDGOALS)),deps)
	@echo '#include <$(if $(filter-out library install-library,$(or $(MAKECMDGOALS),all)),cjson/cJSON.h,stdio.h)>' | $(CC) $(CPPFLAGS) -E -xc - >/dev/null 2>&1 || { missing=$(call missing,$(COMPILE_PACKAGES)); \
		echo "missing packages; as root: apt-get install" $${missing:-$(COMPILE_PACKAGES)} >&2; exit 1; }

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)
