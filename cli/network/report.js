//<![CDATA[
// The plots of a run.
const figures = table("figures"), config = table("config"), series = csv("series"), warmup = Number(config.get("warmup"));
const grid = { cycle: numbers(series.cycle), cycles: numbers(series.cycles), warmup };

// The histogram, on bars of one ratio; the packets of a bucket are spread evenly over it.
const BARS = 72;
const distribution = () => {
	const figure = document.getElementById("distribution"), rows = csv("histogram");
	const from = numbers(rows.from).map((v) => Math.max(v, 1)), to = numbers(rows.to).map((v, i) => Math.max(v + 1, from[i] + 1));
	const all = numbers(rows.packets), inside = numbers(rows.packets_in_network);
	const low = from.length ? from[0] : 1, high = to.length ? to.reduce((a, v) => Math.max(a, v)) : 10, width1 = Math.log(high / low) / BARS;
	const spread = (counts) => {
		const bars = new Array(BARS).fill(0), sum = counts.reduce((a, v) => a + v, 0) || 1;
		counts.forEach((n, i) => {
			const a = Math.log(from[i] / low) / width1, b = Math.log(to[i] / low) / width1;
			for (let bar = Math.floor(a); n && bar < Math.min(b, BARS); bar++)
				bars[bar] += 100 * n / sum * (Math.min(b, bar + 1) - Math.max(a, bar)) / (b - a);
		});
		return bars;
	};
	const bars = spread(all), network = spread(inside), edge = (bar) => low * Math.exp(bar * width1);
	const quantiles = [["p50", "50 %"], ["p90", "90 %"], ["p99", "99 %"], ["p999", "99.9 %"]].map(([key, name]) => [name, Number(figures.get("latency_" + key))])
		.filter(([, v]) => v >= low && v <= high);
	plotted(figure, (plot, width) => {
		const x = logarithmic(low, high, Math.max(4, Math.floor(width / 70))), y = upTo([...bars, ...network]);
		const f = frame(plot, width, { title: "Histogram of latency", x, y, xName: "latency in cycles", yName: "percent of the packets",
			keys: [["bars s0", "since wanted"], ["line s1", "in the network"], ["quantile", "so many within, since wanted"]] });
		const outline = (values) => values.map((v, i) => `${f.px(edge(i)).toFixed(1)},${f.py(v).toFixed(1)}H${f.px(edge(i + 1)).toFixed(1)}`).join("L");
		element(f.svg, "path", { class: "bars s0", d: `M${f.left},${f.bottom}L${outline(bars)}V${f.bottom}Z` });
		element(f.svg, "path", { class: "line s1", d: `M${outline(network)}` });
		quantiles.forEach(([name, v], i) => {
			const right = f.px(v) > f.right - 90;
			element(f.svg, "path", { class: "quantile", d: `M${f.px(v)},${f.top}V${f.bottom}` });
			element(f.svg, "text", { class: "label", x: f.px(v) + (right ? -4 : 4), y: f.top + 11 + LINE * i, "text-anchor": right ? "end" : "start" },
				`${name}: ${shown(v)}`);
		});
		hover(plot, f, (part) => {
			const bar = Math.min(BARS - 1, Math.floor(part * BARS));
			return [f.px(edge(bar + 0.5)), [`${shown(edge(bar), 3)} to ${shown(edge(bar + 1), 3)} cycles`,
				`since wanted: ${shown(bars[bar], 3)} %`, `in the network: ${shown(network[bar], 3)} %`]];
		});
	});
};

// The map of links: those that leave the ports of switches, and below those from nodes.
const map = () => {
	const figure = document.getElementById("map");
	if (!figure)
		return;
	const use = numbers(links.utilization), radix = Number(figure.dataset.radix), port = new Map(), hosts = new Map();
	links.from.forEach((kind, i) => {
		if (kind === "switch")
			port.set(links.from_index[i] * radix + Number(links.from_port[i]), i);
		else
			hosts.set(Number(links.to_index[i]), [...hosts.get(Number(links.to_index[i])) || [], i]);
	});
	const bands = switchBands(figure, [...port.keys()], (p) => port.get(p)), of = [...hosts.keys()].sort((a, b) => a - b);
	const deep = of.reduce((a, s) => Math.max(a, hosts.get(s).length), 0);
	bands.push({ title: "from nodes", columns: of.length, rows: deep, group: bands[0].group, split: deep, item: (c, r) => hosts.get(of[c])[r] });
	const highest = use.reduce((a, v) => v > a ? v : a, 0) || 1, step = stepOf(highest, 5), most = Math.min(1, Math.ceil(highest / step - 1e-9) * step);
	const name = (end, i) => named(links[end][i], links[end + "_index"][i]) + (links[end][i] === "node" ? "" : ` port ${links[end + "_port"][i]}`);
	mapped(figure, "Use of links", bands, (g, places, width, height) => {
		const colours = ramp(palettes[g.look]);
		ground(g, width, height, colours, percent(most));
		paintCells(g, places, (i) => isNaN(use[i]) ? papers[g.look][0] : colours[Math.min(64, Math.round(64 * use[i] / most))]);
	}, (i) => [name("from", i), `to ${name("to", i)}`, `in use: ${percent(use[i])}`]);
};

const arrived = numbers(series.packets_delivered);
timeline("load", "load", [["line s1", "wanted", numbers(series.generated_load)], ["line dashed s2", "sent", numbers(series.injected_load)],
	["line s0", "accepted", numbers(series.accepted_load)]], grid);
timeline("latency", "cycles", [["line s0", "mean latency", numbers(series.latency_mean).map((v, i) => arrived[i] ? v : NaN)]], grid);
if (document.getElementById("percentiles")) {
	const of = csv("latencies"), lines = ["p50", "p99", "p999"].map((p) => numbers(of[p])), all = lines.flat().filter((v) => v > 0);
	const low = all.reduce((a, v) => Math.min(a, v), Infinity), high = all.reduce((a, v) => Math.max(a, v), 0);
	timeline("percentiles", "cycles", [["line s0", "50 %", lines[0]], ["line dashed s1", "99 %", lines[1]], ["line s2", "99.9 %", lines[2]]],
		{ cycle: numbers(of.cycle), cycles: numbers(of.cycles), warmup }, high > 0 ? logarithmic(low * 0.9, high * 1.1 + 1, 8) : undefined);
}
distribution();
const kind = series.saqs_mean ? "saqs" : "full";
timeline("queues", "number", [["line s0", "mean", numbers(series[kind + "_mean"])], ["line dashed s1", "most", numbers(series[kind + "_peak"])]], grid);
map();
trees();
//]]>
