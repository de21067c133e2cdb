#ifndef MODULE_H
#define MODULE_H

#include "rtl_gen.h"
#include "units.h"
#include "vw.h"

/*
 * Modules that are wiring, written from the tables of the units. Widths stay expressions over the Verilog
 * parameters; a module declares just the parameters and derived widths that its text mentions.
 */
enum { MODULE_PORTS = 64, WIDTH_TEXT = 64 };

struct port {
	bool out;
	char width[WIDTH_TEXT];         /* "1": a scalar */
	const char *name, *help;
	const char *group;              /* comment above it, starting a group; NULL: none */
};

struct module {
	const struct params *p;
	const char *name;               /* without prefix */
	const char *help;               /* lines of the comment above it, "// ..." each */
	unsigned n;
	struct port ports[MODULE_PORTS];
	char *body;                     /* text after the port declarations; body_begin() .. body_end() */
	size_t size;
	struct vw w;                    /* where to write it */
};

/* Both return false if memory runs out. */
bool module_begin(struct module *m, const struct params *p, const char *name, const char *help);
bool module_write(struct module *m, FILE *out);         /* ends m, in any case */

void module_port(struct module *m, bool out, const char *width, const char *name, const char *help, const char *group);

/* Width of a row of a unit's table as a Verilog expression: "QUEUES*SLOT_W". */
void width_text(enum unit u, unsigned row, char text[WIDTH_TEXT]);
/* The same for an expression over struct shape as it stands in a table; of `c ? a : 0`, a. */
void width_of(const char *expression, char text[WIDTH_TEXT]);

/* `wire [width-1:0] name;`, times: NULL or what the width is multiplied with. */
void vw_wire(struct vw *w, const char *times, const char *width, const char *name);

/* Field `index` of a packed vector: "name[i]", "name[i*W +: W]". */
void field_text(char *text, size_t size, const char *name, const char *index, const char *width);

/* Modules written so far; an instance gives each parameter that its module declares. */
struct library {
	const struct params *p;
	const struct rtl_files *done;
};

/* `sluice_mmu #(.SLOTS(SLOTS), ...) mmu (`: beginning of an instance of the module of this name. */
void vw_instance(struct vw *w, const struct library *l, const char *name);
void vw_connect(struct vw *w, const char *port, const char *expression, bool last);

/* An instance of a unit; net() writes what a port is connected to. */
void unit_instance(struct vw *w, const struct library *l, const struct unit_desc *units, enum unit u,
		   void (*net)(const struct unit_desc *units, enum unit u, unsigned row, char *text, size_t size));

/* Moves row on to the next present port of a unit; false: no more. */
bool next_port(const struct unit_desc *u, unsigned *row);

#endif
