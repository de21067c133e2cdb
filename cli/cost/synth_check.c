#include "synth_check.h"

#include "build.h"
#include "lockstep.h"
#include "report.h"
#include "verilog/rtl.h"
#include "report_error.h"

#include <errno.h>
#include <inttypes.h>

_Static_assert((int)BUILD_WHY >= (int)SYNTH_WHY && (int)BUILD_WHY >= (int)DUT_WHY, "one buffer for all");

static int judge(struct lockstep *l)
{
	if (l->verdict == LOCKSTEP_SAME) {
		say("netlist     %" PRIu64 " cycles in lockstep with the C model, %" PRIu64 " state bits, %" PRIu64 " packets, 0 mismatches", l->cycle,
		    lockstep_bits(l), l->packets);
		return EXIT_OK;
	}
	if (l->verdict == LOCKSTEP_DIFFERS)
		report_divergence(l, NULL, stdout);
	else
		say("%s", l->why);
	return EXIT_CHECK_FAILED;
}

static int run(const struct synth_config *c, const struct dut_lib *lib, uint64_t cycles)
{
	char top[2 * PARAMS_WORD], why[LOCKSTEP_WHY];
	struct lockstep_config config = {
		.shape = shape_of(c->params), .backend = LOCKSTEP_BOTH, .lib = lib, .top = top, .cycles = cycles, .drain = true,
	};
	struct lockstep *l;
	int status;

	snprintf(top, sizeof top, "%s_switch", c->params->name);
	config.traffic = neighbours_default(&config.shape);
	config.traffic.traffic = TRAFFIC_HOTSPOT;
	errno = 0;
	l = lockstep_new(&config, why);
	if (!l)
		return cannot("%s", why);
	lockstep_run(l);
	status = judge(l);
	lockstep_free(l);
	return status;
}

int synth_check(const struct synth_config *c, uint64_t cycles)
{
	char list[TOOL_PATH], dir[TOOL_PATH + 8], why[BUILD_WHY];
	const struct shape shape = shape_of(c->params);
	const struct build b = {
		.list = list, .dir = dir, .name = c->params->name, .shape = &shape, .probed = true, .quick = true,
	};
	struct dut_lib lib;
	int status;

	snprintf(dir, sizeof dir, "%s/build", c->work);
	if (synth_netlist(c, list, why) != SYNTH_OK)
		return environment_failed("%s", why);
	status = rtl_load(&b, &lib);
	if (status != EXIT_OK)
		return status;
	status = run(c, &lib, cycles);
	dut_unload(&lib);
	return status;
}
