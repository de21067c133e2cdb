/*
 * Any bytes as a memory map, as a table or an answer of CACTI, or as the JSON of a run whose configuration is taken and of a network that was generated:
 * refused with one line, or read. The first byte selects what it is.
 */
#include "fuzz.h"
#include "cacti.h"
#include "grid.h"
#include "memory_map.h"
#include "network/sim.h"
#include "verilog/generated.h"

#include <fcntl.h>
#include <math.h>
#include <sys/mman.h>
#include <unistd.h>

static FILE *file_of(const uint8_t *data, size_t size)
{
	FILE *const f = size ? fmemopen((void *)(uintptr_t)data, size, "r") : fopen("/dev/null", "r");

	require(f);
	return f;
}

/* What serves a memory holds it. */
static void map(const uint8_t *data, size_t size)
{
	static struct memory_map m;
	char why[MAP_WHY] = "";
	FILE *const f = file_of(data, size);

	if (!map_read(&m, f, "x.map", why)) {
		require_message(why, sizeof why, "x.map");
		require(!strchr(why, '\n'));
	}
	for (unsigned words = 2; !*why && words < 100; words += 31)
		for (unsigned width = 1; width < 100; width += 33) {
			const struct map_choice c = map_choose(&m, words, width, width % 2);

			require(!c.macro || ((uint64_t)c.deep * c.macro->words >= words && c.wide * c.macro->bits >= width));
		}
	fclose(f);
}

static void grid(const uint8_t *data, size_t size)
{
	struct grid_report report;
	char why[PRICE_WHY];
	FILE *f;

	if (size % 32)          /* the model prices each row, which takes milliseconds */
		return;
	f = file_of(data, size);
	if (!grid_check(f, "x.csv", &report, why))
		require_message(why, sizeof why, "x.csv");
	else
		for (unsigned i = 0; i < GRID_FIGURES; i++)
			require(report.points && report.error[i].points <= report.points && report.error[i].median <= report.error[i].most);
	fclose(f);
}

static void answer(const uint8_t *data, size_t size)
{
	const struct memory ram = { .kind = MEMORY_RAM, .words = 64, .width = 64, .read = 1, .write = 1 }, cam = { .kind = MEMORY_CAM, .words = 64, .width = 64 };
	struct price p = { .area_mm2 = 0 };
	char text[1024], why[PRICE_WHY];

	snprintf(text, sizeof text, "%.*s", (int)size, (const char *)data);
	if (cacti_parse(text, size % 2 ? &ram : &cam, &p, why))
		require(p.access_ns > 0 && p.cycle_ns > 0 && p.leakage_mw > 0 && isfinite(p.access_ns));
	else
		require(memchr(why, '\0', sizeof why));
}

static char network_dir[] = "/tmp/sluice-fuzz-XXXXXX", manifest[64], network_config[64];

static void remove_network(void)
{
	unlink(manifest);
	rmdir(network_dir);
}

/* What a network that was generated says of itself, in a file of its directory. */
static void network(const uint8_t *data, size_t size)
{
	struct generated_fabric g;
	struct simulation s;
	char why[PARAMS_WHY] = "";
	int file;

	if (!*manifest) {
		require(mkdtemp(network_dir) && !atexit(remove_network));
		snprintf(manifest, sizeof manifest, "%s/manifest.json", network_dir);
		snprintf(network_config, sizeof network_config, "%s/sluice.conf", network_dir);
	}
	unlink(manifest);       /* file systems write out at once what is truncated and written again */
	file = open(manifest, O_WRONLY | O_CREAT, 0600);
	require(file >= 0 && write(file, data, size) == (ssize_t)size && !close(file));
	if (!generated_fabric_read(&g, network_config))
		return;
	simulation_default(&s);
	if (!generated_fabric_wire(&g, &s, why) || (generated_fabric_has_interfaces(&g) && !generated_fabric_interfaces(&g, &s.nic_params, why)))
		require(memchr(why, '\0', sizeof why) && *why);          /* bad_input() makes one line of it */
	else
		require(generated_fabric_stages(&g) <= NETWORK_DELAY && generated_fabric_topology(&g));
	generated_fabric_node(&g);
	generated_fabric_free(&g);
}

static void json(const uint8_t *data, size_t size)
{
	static int file;
	static char path[32];
	struct params p = params_default();
	char why[PARAMS_WHY];
	FILE *f;

	network(data, size);
	file = file ? file : memfd_create("json", 0);
	snprintf(path, sizeof path, "/proc/self/fd/%d", file);
	require(file > 0 && !ftruncate(file, 0) && pwrite(file, data, size, 0) == (ssize_t)size);
	f = fopen(path, "r");
	require(f);
	f = sim_config_of(f, path, why);
	if (!f) {
		require(!strchr(why, '\n'));
		return;
	}
	if (!params_read(&p, NULL, f, "x.json", why))
		require_message(why, sizeof why, "x.json");
	fclose(f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static void (*const readers[])(const uint8_t *, size_t) = { map, answer, json, grid };

	if (size)
		readers[data[0] % 4](data + 1, size - 1);
	return 0;
}
