/* Ports that modules declare, and that those of modules which remain their own become public inputs of a build. */
#include "test.h"
#include "texts.h"

#include <stdlib.h>
#include <string.h>

static char both[] = "  // output wire no,\nmodule x_iport #(\n  parameter W = 2\n) (\n"
		     "  input  wire         clk, rst,\n  input wire rst_n,\n\n  // input wire no,\n  input  wire [W-1:0] a, b_1,   // one, two\n"
		     "  input  wire         c,\n  output wire [$clog2(W)-1:0] sum,\n  output reg          late     // the last\n);\n"
		     "input_of other (.output (no));\n  input no;\nendmodule\n"
		     "module x_other (\n  input  wire input_2\n);\nendmodule\n";

static void assert_ports(const char *module, const char *direction, const char *expected)
{
	const char *at = strstr(both, module);
	char names[128] = "";
	int length;

	for (assert_non_null(at); (at = module_port(at, direction, &length)); at += length) {
		strncat(names, at, (size_t)length);
		strcat(names, " ");
	}
	assert_string_equal(names, expected);
}

TEST(each_declared_port_is_found)
{
	assert_ports("module x_iport", "input", "clk rst rst_n a b_1 c ");
	assert_ports("module x_iport", "output", "sum late ");
	assert_ports("module x_other", "input", "input_2 ");
	assert_ports("module x_other", "output", "");
}

TEST(inputs_of_shared_modules_are_public)
{
	const struct text verilog = { both, sizeof both - 1 };
	static const char shared[] = "no_inline -module \"x_iport\"\n", *const inputs[] = { "rst_n", "a", "b_1", "c" };
	struct text config = text_config_inputs((struct text){ strdup(shared), sizeof shared - 1 }, &verilog, 1);
	char expected[512];

	strcpy(expected, shared);
	for (unsigned i = 0; i < sizeof inputs / sizeof *inputs; i++) {
		strcat(expected, "public_flat_rd -module \"x_iport\" -var \"");
		strcat(expected, inputs[i]);
		strcat(expected, "\"\n");
	}
	assert_string_equal(config.s, expected);
	free(config.s);
}
