// Copies bits to and from a Verilated switch. All policy is in C.
#include "shim.h"

#include "Vdut.h"
#include "verilated.h"
#include "verilated_sym_props.h"
#if VM_TRACE
#include "verilated_fst_c.h"
#endif

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

// Of the Verilated switch: what its first evaluation does with the logic.
void Vdut___024root___eval_settle(Vdut___024root *);

namespace {

struct instance {
	VerilatedContext context;
	std::string failure;                    // the first
	std::unique_ptr<Vdut> top;
#if VM_TRACE
	VerilatedFstC trace;
#endif
};

instance *of(void *dut) { return static_cast<instance *>(dut); }

// The instance that this thread evaluates: Verilator's functions below do not pass it.
thread_local instance *running;

// Thrown through Verilator's code, which cannot continue after a failure.
struct cannot_go_on {};

void fail(const std::string &why)
{
	if (running && running->failure.empty()) running->failure = why;
}

std::string with_place(const char *what, const char *file, int line)
{
	return std::string{what} + " at " + (file ? file : "") + ":" + std::to_string(line);
}

// The name as in the tables: without the bench and the switch, with brackets restored.
std::string from_switch(std::string name)
{
	static const char top[] = SHIM_TOP ".";
	static const char *const codes[][2] = {{"__BRA__", "["}, {"__KET__", "]"}, {"__DOT__", "."}};
	const std::size_t bench = name.find(top), sw = bench == std::string::npos ? bench : name.find('.', bench + sizeof top - 1);

	if (sw != std::string::npos) name.erase(0, sw + 1);
	for (const auto &code : codes)
		for (std::size_t at; (at = name.find(code[0])) != std::string::npos;) name.replace(at, std::strlen(code[0]), code[1]);
	return name;
}

// "[0] %Fatal: mmu.v:136: Assertion failed in TOP.dut_bench.sluice_switch.g_in[0].iport.mmu: text": from the instance on, as the tables name it.
bool take_assertion(const std::string &text)
{
	static const char before[] = "Assertion failed in ";
	std::size_t at = text.find(before);

	if (at == std::string::npos || (text.find("%Fatal: ") == std::string::npos && text.find("%Error: ") == std::string::npos)) return false;
	at += sizeof before - 1;
	fail(from_switch(text.substr(at, text.find_last_not_of('\n') + 1 - at)));
	return true;
}

template <class T> int storage(T &port, dut_signal *s)
{
	*s = {&port, 0, 0, sizeof(T)};
	return 1;
}

template <std::size_t N> int storage(VlWide<N> &port, dut_signal *s)
{
	*s = {port.data(), 0, 0, sizeof(EData) * N};
	return 1;
}

// Of one word, by what this version of Verilator has for it: before 5.034, and since. An argument 0 chooses the first that compiles.
template <class Var> auto word_bits(const Var *v, int) -> decltype(v->packed(), 0U) { return v->dims() > v->udims() ? v->packed().elements() : 1; }

template <class Var> auto word_bits(const Var *v, long) -> decltype(v->entBits(), 0U) { return v->entBits(); }

// An escaped name has its backslash and its blank in some versions of Verilator (5.032), and none in others (5.006).
const VerilatedVar *find_variable(const VerilatedScope *where, const std::string &name)
{
	const VerilatedVar *const v = where->varFind(name.c_str());

	return v ? v : where->varFind(("\\" + name + " ").c_str());
}

unsigned element_bytes(const VerilatedVar *v)
{
	switch (v->vltype()) {
	case VLVT_UINT8: return 1;
	case VLVT_UINT16: return 2;
	case VLVT_UINT32: return 4;
	case VLVT_UINT64: return 8;
	case VLVT_WDATA: return 4 * ((word_bits(v, 0) + 31) / 32);
	default: return 0;
	}
}

}  // namespace

// In place of Verilator's own (VL_USER_STOP, VL_USER_FINISH, VL_USER_FATAL), which end the process.
void vl_stop(const char *file, int line, const char *) { fail(with_place("$stop", file, line)); }

void vl_finish(const char *file, int line, const char *) { fail(with_place("$finish", file, line)); }

void vl_fatal(const char *, int, const char *, const char *why)
{
	fail(why);
	throw cannot_go_on{};
}

extern "C" {

void dut_assertion(const char *instance, const char *unit, const char *text)
{
	const std::string place = from_switch(instance);
	const bool own = place.substr(place.rfind('.') + 1) == unit;

	fail(place + (own ? "" : "." + std::string{unit}) + ": " + text);
}

int dut_print(const char *format, ...)
{
	char text[4096];
	std::va_list args;

	va_start(args, format);
	const int n = std::vsnprintf(text, sizeof text, format, args);
	va_end(args);
	if (!take_assertion(text)) std::fputs(text, stdout);
	return n;
}

void *dut_new(int seed, int trace)
{
	instance *d = new instance;

	d->context.randReset(2);
	d->context.randSeed(seed);
	d->context.traceEverOn(trace);
	d->context.threads(1);                  // otherwise it keeps one for each processor, and the model has no use for them
	Verilated::threadContextp(&d->context);  // the random values of the constructor are drawn from it
	d->top.reset(new Vdut{&d->context, "TOP"});
	return d;
}

void dut_free(void *dut)
{
	Verilated::threadContextp(&of(dut)->context);
	of(dut)->top->final();
	delete of(dut);
}

int dut_eval(void *dut)
{
	running = of(dut);
	try {
		running->top->eval();
	} catch (const cannot_go_on &) {
	}
	return running->failure.empty();
}

void dut_settle_all(void *dut) { Vdut___024root___eval_settle(of(dut)->top->rootp); }

const char *dut_failure(const void *dut) { return static_cast<const instance *>(dut)->failure.c_str(); }

int dut_port(void *dut, const char *name, dut_signal *s)
{
#define PORT(id) \
	if (!std::strcmp(name, #id)) return storage(of(dut)->top->id, s);
#include "ports.inc"
#undef PORT
	return 0;
}

int dut_find(void *dut, const char *scope, const char *name, struct dut_signal *s)
{
	std::string path = std::string{"TOP." SHIM_TOP "."} + scope, rest = name;
	const VerilatedVar *v = nullptr;

	// A flattened netlist has one scope, and the rest of the path in its names.
	while (!v) {
		const VerilatedScope *const where = of(dut)->context.scopeFind(path.c_str());
		const std::size_t dot = path.rfind('.');

		v = where ? find_variable(where, rest) : nullptr;
		if (dot == std::string::npos) break;
		rest = path.substr(dot + 1) + "." + rest;
		path.erase(dot);
	}
	if (!v) return 0;
	*s = {v->datap(), word_bits(v, 0), static_cast<unsigned>(v->elements(1)), element_bytes(v)};
	return 1;
}

#if VM_TRACE
int dut_trace_open(void *dut, const char *path)
{
	of(dut)->top->trace(&of(dut)->trace, 99);
	of(dut)->trace.open(path);
	return of(dut)->trace.isOpen();
}

void dut_trace_dump(void *dut, uint64_t time) { of(dut)->trace.dump(time); }

void dut_trace_close(void *dut) { of(dut)->trace.close(); }
#else
int dut_trace_open(void *, const char *) { return 0; }

void dut_trace_dump(void *, uint64_t) {}

void dut_trace_close(void *) {}
#endif

}  // extern "C"
