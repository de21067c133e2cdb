/*
 * A program that uses the library as others would; C99 and C++. tests/library.sh compiles it against the installed tree.
 *
 *     library_user switch CYCLES NAME=VALUE...    a switch between random senders and receivers: prints packets in and out
 *     library_user network SLICE NAME=VALUE...    a run in slices of so many cycles: prints the JSON
 *     library_user refuse NAME=VALUE...           prints why there is neither a network nor a switch
 *     library_user threads NAME=VALUE...          the same run in two threads at once: are the texts of both equal?
 */
#include <sluice.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OPTIONS = 32, MOST_WORDS = 16, TAGS = 1 << 16, CLASSES = 256 };

static struct sluice_option options[MOST_OPTIONS];
static size_t n_options;

static const char *option(const char *name)
{
	for (size_t i = 0; i < n_options; i++)
		if (!strcmp(options[i].name, name))
			return options[i].value;
	return "";
}

static void read_options(int n, char **text)
{
	for (int i = 0; i < n && i < MOST_OPTIONS; i++) {
		char *value = strchr(text[i], '=');

		if (value)
			*value++ = '\0';
		options[n_options].name = text[i];
		options[n_options++].value = value;
	}
}

static void fail(const char *what, const char *why)
{
	printf("%s: %s\n", what, why);
	exit(1);
}

/* ---- A switch ---- */

static uint64_t state = 1;

static unsigned below(unsigned n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)((state >> 33) % n);
}

/* A packet of a wormhole router under way, by port and VC; next: its next flit. */
struct worm {
	struct sluice_packet packet;
	unsigned next;
};

static struct worm worms[64];

static int is(const char *scheme)
{
	return !strcmp(option("scheme"), scheme);
}

static int has_turns(void)
{
	return is("") || is("recn-iq") || is("recn-iq-nic") || !strncmp(option("scheme") + strlen(option("scheme")) - 4, "-qos", 4);
}

static struct sluice_packet random_packet(const struct sluice_model *m, unsigned port)
{
	const unsigned ports = sluice_model_ports(m);
	struct sluice_packet p;

	memset(&p, 0, sizeof p);
	p.tag = state;
	p.flits = 1 + below(8);
	p.source = port;
	p.sl = is("recn-qos") || is("voqsw-qos") || is("recn-qos-nic") ? below(2) : 0;
	if (is("wormhole")) {
		p.destination = 1 + below(3) + 4 * below(4);
		p.vc = below(3);
	} else if (is("recn-qos-nic") || is("recn-iq-nic")) {
		p.turnpool = port ? below(8) : 0;
	} else if (has_turns()) {
		p.turnpool = below(ports);
		p.turns_left = 1;
	} else {
		p.destination = below(8);
		p.queue = is("obqa") || is("dbbm") || is("pfc") || is("pfc-nic") ? below(4) : is("voqsw") || is("voqnet") ? below(8) : 0;
	}
	return p;
}

static void send_worm(struct sluice_model *m, unsigned port, uint64_t *headers)
{
	char why[SLUICE_WHY];
	struct worm *w = &worms[port];

	if (port != sluice_model_ports(m) - 1)
		return;                 /* others lead to routers, which would have to keep to routes */
	if (!w->next)
		w->packet = random_packet(m, port);
	w->packet.flit = w->next;
	if (!sluice_model_may_send(m, port, &w->packet))
		return;
	if (!sluice_model_send(m, port, &w->packet, why))
		fail("send", why);
	*headers += !w->next;
	w->next = w->next + 1 < w->packet.flits ? w->next + 1 : 0;
}

static void send_packet(struct sluice_model *m, unsigned port, uint64_t *headers)
{
	char why[SLUICE_WHY];
	const struct sluice_packet p = random_packet(m, port);

	if (!sluice_model_may_send(m, port, &p))
		return;
	if (!sluice_model_send(m, port, &p, why))
		fail("send", why);
	++*headers;
}

/* Receivers return one credit a cycle for whatever was sent to them. */
static void give_credit(struct sluice_model *m, unsigned port)
{
	char why[SLUICE_WHY];

	for (unsigned c = 0; c < CLASSES; c++)
		if (sluice_model_credit(m, port, is("wormhole") ? 1u << c % 16 : c, why))
			return;
}

/* Outputs as pins and as packets, credits and messages say the same. */
static void compare_pins(const struct sluice_model *m, unsigned port)
{
	uint32_t valid[MOST_WORDS], head[MOST_WORDS], credit[MOST_WORDS], message[MOST_WORDS];
	const unsigned pins = sluice_model_pin(m, "tx_valid", port, valid, MOST_WORDS) && sluice_model_pin(m, "tx_head", port, head, MOST_WORDS) &&
			      sluice_model_pin(m, "rx_credit", port, credit, MOST_WORDS);

	if (!pins || sluice_model_pin(m, "tx_nothing", port, valid, MOST_WORDS))
		fail("pins", "not those of the tables");
	if ((is("wormhole") ? valid[0] : valid[0] & head[0]) != sluice_model_sent(m, port, NULL))
		fail("pins", "tx_valid and tx_head are not what was sent");
	if (credit[0] != sluice_model_credited(m, port, NULL))
		fail("pins", "rx_credit is not what was credited");
	if (sluice_model_pin(m, "rx_msg_valid", port, message, MOST_WORDS) && message[0] != sluice_model_told(m, port, NULL))
		fail("pins", "rx_msg_valid is not what was told");
}

static uint64_t delivered(const struct sluice_model *m)
{
	uint64_t n = 0;
	struct sluice_packet p;

	for (unsigned o = 0; o < sluice_model_ports(m); o++)
		n += sluice_model_sent(m, o, &p) && !p.flit;
	return n;
}

static void cycle(struct sluice_model *m, int traffic, uint64_t *in, uint64_t *out)
{
	for (unsigned i = 0; i < sluice_model_ports(m); i++) {
		if (is("wormhole") && (traffic || worms[i].next))
			send_worm(m, i, in);
		else if (traffic && !is("wormhole"))
			send_packet(m, i, in);
		give_credit(m, i);
	}
	sluice_model_step(m);
	for (unsigned i = 0; i < sluice_model_ports(m); i++)
		compare_pins(m, i);
	*out += delivered(m);
}

static void fill_table(struct sluice_model *m)
{
	char why[SLUICE_WHY];

	for (unsigned d = 0; d < 8; d++) {
		struct sluice_word w;

		memset(&w, 0, sizeof w);
		w.port = d % sluice_model_ports(m);
		w.turns = d;
		w.turns_left = 1;
		w.queue = is("static-nic") ? d % 4 : 0;
		if (!sluice_model_configure(m, d, &w, why) && (is("recn-qos-nic") || is("recn-iq-nic") || !has_turns()) && !is("wormhole") &&
		    !is("fbicm-nic") && !is("pfc-nic"))
			fail("configure", why);
	}
}

static void check_registers(const struct sluice_model *m)
{
	const size_t n = sluice_model_registers(m);

	for (size_t i = 0; i < n; i++) {
		struct sluice_register r;

		if (!sluice_model_register(m, i, &r) || sluice_model_find(m, r.name) != i || !r.width)
			fail("register", r.name);
	}
	if (sluice_model_find(m, "g_in[0].no_such_q") != n)
		fail("register", "one that is not there was found");
}

static int run_switch(uint64_t cycles)
{
	char why[SLUICE_WHY];
	struct sluice_model *m = sluice_model_new(options, n_options, why);
	uint64_t in = 0, out = 0;

	if (!m)
		fail("new", why);
	fill_table(m);
	while (sluice_model_cycle(m) < cycles)
		cycle(m, 1, &in, &out);
	check_registers(m);
	while (sluice_model_cycle(m) < 20 * cycles && (in != out || !sluice_model_drained(m)))
		cycle(m, 0, &in, &out);
	printf("%llu %llu %d\n", (unsigned long long)in, (unsigned long long)out, sluice_model_drained(m));
	sluice_model_free(m);
	return 0;
}

/* ---- A network ---- */

static struct sluice_network *run_network(uint64_t slice)
{
	char why[SLUICE_WHY];
	struct sluice_network *n = sluice_network_new(options, n_options, why);

	if (!n)
		fail("new", why);
	while (sluice_network_run(n, slice))
		if (sluice_network_json(n) || sluice_network_good(n, why))
			fail("run", "results before its end");
	if (!sluice_network_good(n, why))
		fail("run", why);
	return n;
}

/* Numbers are those of the text. */
static void check_results(const struct sluice_network *n)
{
	struct sluice_result r, again;
	char text[512];

	for (size_t i = 0; sluice_network_result(n, i, &r); i++) {
		if (!sluice_network_find(n, r.name, &again) || again.text != r.text || (r.kind == SLUICE_NUMBER && !strstr(sluice_network_json(n), r.text)))
			fail("result", r.name);
		if (r.kind == SLUICE_NUMBER && (snprintf(text, sizeof text, "%.6f", r.number), strchr(r.text, '.')) && strncmp(text, r.text, strlen(r.text)) != 0)
			fail("number", r.name);
	}
	if (!sluice_network_find(n, "accepted_load", &r) || !(r.number > 0) || sluice_network_find(n, "no_such", &r))
		fail("result", "accepted_load");
}

static int print_network(uint64_t slice)
{
	struct sluice_network *n = run_network(slice);
	char *series = sluice_network_csv(n, "series");

	check_results(n);
	if (!series || strncmp(series, "cycle,", 6) != 0 || sluice_network_csv(n, "no_such"))
		fail("csv", "series");
	free(series);
	fputs(sluice_network_json(n), stdout);
	sluice_network_free(n);
	return 0;
}

/* A run that is stopped, and one of so many cycles. */
static int stop_network(uint64_t cycle)
{
	static const char *const names[] = { "accepted_load", "latency_mean", "packets_delivered", "saqs_mean", "drain_cycles", "traffic_cycles" };
	struct sluice_network *n[2];
	struct sluice_result r[2];
	char why[SLUICE_WHY], cycles[24];

	n[0] = sluice_network_new(options, n_options, why);
	if (!n[0])
		fail("new", why);
	sluice_network_run(n[0], cycle);
	sluice_network_stop(n[0]);
	if (!sluice_network_good(n[0], why) || sluice_network_run(n[0], 1))
		fail("stop", "the run has not ended");
	sluice_network_stop(n[0]);
	if (!sluice_network_find(n[0], "complete", r) || r->number != 0 || !sluice_network_find(n[0], "traffic_cycles", r))
		fail("stop", "complete");
	snprintf(cycles, sizeof cycles, "%s", r->text);
	options[n_options].name = "cycles";
	options[n_options++].value = cycles;
	n[1] = run_network(1000);
	for (size_t k = 0; k < sizeof names / sizeof *names; k++)
		for (int i = 0; i < 2; i++)
			if (!sluice_network_find(n[i], names[k], &r[i]) || strcmp(r[0].text, r[i].text) != 0)
				fail("stop", names[k]);
	sluice_network_free(n[0]);
	sluice_network_free(n[1]);
	puts(cycles);
	return 0;
}

static void *in_thread(void *to)
{
	*(struct sluice_network **)to = run_network(777);
	return NULL;
}

/* The text without the times, which are measured. */
static char *timeless(const struct sluice_network *n)
{
	char *text = strdup(sluice_network_json(n));

	for (char *c = text; (c = strstr(c, "_seconds\":\t")) != NULL; c++)
		for (char *digit = c + 11; *digit != ','; digit++)
			*digit = '0';
	return text;
}

static int run_threads(void)
{
	struct sluice_network *n[2];
	pthread_t thread[2];
	char *text[2];

	for (int i = 0; i < 2; i++)
		if (pthread_create(&thread[i], NULL, in_thread, &n[i]))
			fail("threads", "none");
	for (int i = 0; i < 2; i++) {
		pthread_join(thread[i], NULL);
		text[i] = timeless(n[i]);
		sluice_network_free(n[i]);
	}
	const int equal = !strcmp(text[0], text[1]);

	for (int i = 0; i < 2; i++)
		free(text[i]);
	puts(equal ? "equal" : "different");
	return !equal;
}

static int refuse(void)
{
	char why[SLUICE_WHY];

	if (sluice_network_new(options, n_options, why))
		fail("new", "a network");
	printf("network: %s\n", why);
	if (sluice_model_new(options, n_options, why))
		fail("new", "a switch");
	printf("switch: %s\n", why);
	return 0;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	const int numbered = !strcmp(what, "switch") || !strcmp(what, "network") || !strcmp(what, "stop");
	const uint64_t number = numbered && argc > 2 ? strtoull(argv[2], NULL, 10) : 0;

	if (argc > 2 + numbered)
		read_options(argc - 2 - numbered, argv + 2 + numbered);
	if (!strcmp(what, "switch"))
		return run_switch(number);
	if (!strcmp(what, "network"))
		return print_network(number);
	if (!strcmp(what, "stop"))
		return stop_network(number);
	if (!strcmp(what, "threads"))
		return run_threads();
	if (!strcmp(what, "refuse"))
		return refuse();
	puts(sluice_version());
	return 0;
}
