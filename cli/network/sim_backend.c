#include "sim_backend.h"

#include "verilog/generated.h"
#include "verilog/rtl.h"
#include "cache.h"
#include "rtl_gen.h"
#include "report_error.h"
#include "text.h"
#include "tool_dir.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { QUICK = 200000 };        /* cycles of one switch for which optimizing the RTL does not pay */

/* --plant: the switch, then what lockstep takes. */
static bool read_plant(const struct sim_job *j, struct lockstep_plant *p, unsigned *index)
{
	const char *text = j->s.plant, *colon = strchr(text, ':');
	char *end;

	*index = (unsigned)strtoul(text, &end, 10);
	return colon && *text >= '0' && *text <= '9' && end == colon && colon - text < 9 && rtl_plant(p, colon + 1);
}

bool sim_backend_check(const struct sim_job *j, char why[PARAMS_WHY])
{
	struct lockstep_plant plant;
	char cause[LOCKSTEP_WHY];
	unsigned index;

	if (j->run.network.topology.rate && j->s.backend != LOCKSTEP_C)
		return why_not(why, PARAMS_WHY, "--backend: the Verilog has links of one rate; --equal-rates takes those of the fabric as such");
	if (!j->s.plant)
		return true;
	if (j->s.backend == LOCKSTEP_C)
		return why_not(why, PARAMS_WHY, "--plant needs --backend both or rtl");
	if (!read_plant(j, &plant, &index))
		return why_not(why, PARAMS_WHY, "--plant: '%.80s' is not SWITCH:REGISTER:BIT@CYCLE", j->s.plant);
	if (index >= j->run.network.topology.switches)
		return why_not(why, PARAMS_WHY, "--plant: the network has %u switches, but no switch %u", j->run.network.topology.switches, index);
	return lockstep_plant_valid(&j->run.network.shape, &plant, cause) || why_not(why, PARAMS_WHY, "--plant: %.200s", cause);
}

/* Of the switch, or the network interface, of these parameters. */
static int build_in(const struct sim_job *j, const struct params *p, const struct shape *s, const char *dir, struct dut_lib *lib)
{
	struct rtl_files files;
	struct tool_dir work;
	char *list = NULL;
	int status;

	if (!tool_dir_new(&work, dir, "verilog"))
		return cannot("cannot build in '%.900s': %s", dir, strerror(errno));
	files = rtl_generate(p);
	if (rtl_files_write(&files, work.path) && asprintf(&list, "%s/sluice.f", work.path) >= 0) {
		const struct build build = {
			.list = list, .dir = dir, .name = p->name, .shape = s, .probed = true, .prompt = true,
			.quick = j->run.span < QUICK / j->run.network.topology.switches,
		};

		status = rtl_load(&build, lib);
	} else {
		status = cannot("cannot write in '%.900s': %s", work.path, strerror(errno));
	}
	rtl_files_free(&files);
	tool_dir_remove(&work);
	free(list);
	return status;
}

/* Beside the config, if the switch was generated there, as lockstep builds it; otherwise in the cache. To be freed. NULL: there is no place. */
static char *build_dir(const struct sim_job *j)
{
	char *beside = j->given.config ? generated_dir(j->given.config) : NULL, *list = NULL, *dir = NULL, cache[TOOL_PATH];

	if (j->s.build_dir)
		dir = strdup(j->s.build_dir);
	else if (beside && asprintf(&list, "%s/sluice.f", beside) >= 0 && !access(list, F_OK))
		dir = asprintf(&dir, "%s/lockstep", beside) >= 0 ? dir : NULL;
	else if (cache_dir("lockstep", cache, sizeof cache))
		dir = strdup(cache);
	free(beside);
	free(list);
	return dir;
}

static int build(struct sim_backend *b, const struct sim_job *j)
{
	char *const dir = build_dir(j);
	int status;

	if (!dir)
		return bad_input("--build-dir is missing: there is no cache to compile the switch in, as neither XDG_CACHE_HOME nor HOME is set");
	status = build_in(j, &j->run.params, &j->run.network.shape, dir, &b->lib);
	if (status == EXIT_OK && j->run.network.nics)
		status = build_in(j, &j->run.nic_params, &j->run.nics.shape, dir, &b->nic_lib);
	free(dir);
	return status;
}

static int open_one(struct sim_backend *b, const struct net_backend_config *c, struct net_backend **one)
{
	char why[LOCKSTEP_WHY];

	*one = net_backend_new(c, why);
	if (*one)
		return EXIT_OK;
	sim_backend_close(b);
	return bad_input("%s", why);
}

int sim_backend_open(struct sim_backend *b, struct sim_job *j)
{
	struct net_backend_config c = {
		.what = (enum lockstep_backend)j->s.backend, .shape = &j->run.network.shape, .switches = &j->run.network.shape,
		.topology = &j->run.network.topology, .lib = &b->lib,
		.top = b->top, .seed = j->run.o.seed,
	};
	int status;

	*b = (struct sim_backend){ .switches = NULL };
	if (c.what == LOCKSTEP_C && !j->s.payload)
		return EXIT_OK;
	snprintf(b->top, sizeof b->top, "%s_switch", j->run.params.name);
	if (j->s.plant)
		read_plant(j, &c.plant, &c.plant_switch);
	status = c.what == LOCKSTEP_C ? EXIT_OK : build(b, j);
	if (status == EXIT_OK)
		status = open_one(b, &c, &b->switches);
	if (status != EXIT_OK)
		return status;
	j->run.network.backend = net_backend_seam(b->switches);
	j->run.network.every_cycle |= c.what != LOCKSTEP_C;
	if (!j->run.network.nics || c.what == LOCKSTEP_C)
		return EXIT_OK;
	c.shape = &j->run.nics.shape;
	c.lib = &b->nic_lib;
	c.plant = (struct lockstep_plant){ .name = "" };
	status = open_one(b, &c, &b->nics);
	if (status == EXIT_OK)
		j->run.nics.backend = net_backend_seam(b->nics);
	return status;
}

void sim_backend_close(struct sim_backend *b)
{
	net_backend_free(b->switches);
	net_backend_free(b->nics);
	dut_unload(&b->lib);
	dut_unload(&b->nic_lib);
}

void sim_backend_judge(const struct sim_backend *b, struct simulation_result *r)
{
	char why[LOCKSTEP_WHY];

	if (!b->switches || r->failed || net_backend_intact(b->switches, why))
		return;
	r->failed = true;
	snprintf(r->why, sizeof r->why, "%.500s", why);
}

void sim_backend_print(const struct sim_backend *b, const struct sim_job *j, const struct simulation_result *r, FILE *f)
{
	if (!b->switches)
		return;
	if (r->failed) {
		net_backend_report(b->switches, f);
		if (b->nics)
			net_backend_report(b->nics, f);
		fputs("\nrerun: ", f);
		options_again(&j->given, &line_sim, OPTION_EFFORT, f);
		fputc('\n', f);
	} else if (j->s.backend == LOCKSTEP_BOTH) {
		fprintf(f, "lockstep: %u switch%s, %" PRIu64 " state bits each, %" PRIu64 " cycles of a switch compared, 0 mismatches\n",
			j->run.network.topology.switches, j->run.network.topology.switches == 1 ? "" : "es", net_backend_bits(b->switches), net_backend_compared(b->switches));
		if (b->nics)
			fprintf(f, "lockstep: %u network interfaces, %" PRIu64 " state bits each, %" PRIu64 " cycles of one compared, 0 mismatches\n",
				j->run.network.topology.nodes, net_backend_bits(b->nics), net_backend_compared(b->nics));
	} else {
		fprintf(f, "%s: every flit left every switch intact, and arrived as it was sent\n",
			j->s.backend == LOCKSTEP_C ? "payload" : "RTL alone");
	}
}
