//<![CDATA[
// Runs side by side. A series: runs that differ in load and seed alone; a line where there are several loads.
const runs = JSON.parse(document.getElementById("runs").textContent);
const MOST = 8;         // series with a colour

// Figures by name; of objects in objects with dots; parameters of switches among the options.
const flat = (object, prefix, into) => {
	for (const [key, value] of Object.entries(object)) {
		if (value !== null && typeof value === "object")
			flat(value, key === "switch" ? prefix : `${prefix}${key}.`, into);
		else
			into.set(prefix + key, value);
	}
	return into;
};
for (const r of runs)
	r.of = flat(r.run, "", new Map());
const number = (r, name) => {
	const value = r.of.get(name);
	return value === null || value === undefined || value === "" || typeof value === "boolean" ? NaN : Number(value);
};
const option = (r, key) => String(r.of.get("config." + key) ?? "");

const SAME = ["load", "seed", "threads", "every_cycle", "name", "backend", "payload"];
const keys = [...new Set(runs.flatMap((r) => [...r.of.keys()]))].filter((k) => k.startsWith("config.")).map((k) => k.slice(7))
	.filter((k) => !SAME.includes(k) && new Set(runs.map((r) => option(r, k))).size > 1);
// An option that follows from the scheme says nothing beside it.
const tells = keys.filter((k) => k === "scheme" || !keys.includes("scheme") ||
	[...new Set(runs.map((r) => option(r, "scheme")))].some((s) => new Set(runs.filter((r) => option(r, "scheme") === s).map((r) => option(r, k))).size > 1));
const label = (r) => tells.map((k) => k === "scheme" ? option(r, k) : `${k} ${option(r, k) || "none"}`).join(", ") || (keys.length ? keys.map((k) => option(r, k)).join(", ") : r.file);
const series = new Map();
for (const r of runs) {
	r.label = label(r);
	if (!series.has(r.label))
		series.set(r.label, new Map());
	const loads = series.get(r.label), load = number(r, "offered_load");
	loads.set(load, [...loads.get(load) || [], r]);
}
const labels = [...series.keys()], style = (i) => `t${Math.min(i, MOST - 1)}`;
const loads = [...new Set(runs.map((r) => number(r, "offered_load")))].filter((v) => !isNaN(v)).sort((a, b) => a - b);
const several = [...series.values()].some((s) => s.size > 1);
const spread = (some, name) => {
	const values = some.map((r) => number(r, name)).filter((v) => !isNaN(v));
	return values.length ? { y: values.reduce((a, v) => a + v, 0) / values.length, low: Math.min(...values), high: Math.max(...values) } : { y: NaN };
};

const scaleOf = (values, log) => {
	const some = values.filter((v) => v > 0);
	return log && some.length ? logarithmic(Math.min(...some) * 0.8, Math.max(...some) * 1.25, 8) : upTo(values.filter((v) => !isNaN(v)));
};

// Lines over numbers. curves: [name, points {x, y, low, high}] by series; unknown points are left out.
const lines = (plot, width, title, xName, yName, curves, x, log) => {
	const y = scaleOf(curves.flatMap(([, points]) => points.flatMap((p) => [p.y, p.low, p.high])), log);
	const f = frame(plot, width, { title, x, y, xName, yName, keys: curves.map(([name], i) => [`line ${style(i)}`, name]) });
	curves.forEach(([, points], i) => {
		const known = points.filter((p) => !isNaN(p.y)), at = (p) => `${f.px(p.x).toFixed(1)},${f.py(p.y).toFixed(1)}`;
		element(f.svg, "path", { class: `line ${style(i)}`, d: known.length ? "M" + known.map(at).join("L") : "" });
		for (const p of known) {
			element(f.svg, "circle", { class: `dot ${style(i)}`, cx: f.px(p.x), cy: f.py(p.y), r: 2.5 });
			if (p.high > p.low)
				element(f.svg, "path", { class: `spread ${style(i)}`, d: `M${f.px(p.x)},${f.py(p.low)}V${f.py(p.high)}` });
		}
	});
	hover(plot, f, (part) => {
		const want = x.from + part * (x.to - x.from), xs = [...new Set(curves.flatMap(([, points]) => points.map((p) => p.x)))];
		const near = xs.reduce((a, v) => Math.abs(v - want) < Math.abs(a - want) ? v : a, xs[0]);
		return [f.px(near), [`${xName}: ${(x.name || text)(near)}`, ...curves.map(([name, points]) => `${name}: ${shown((points.find((p) => p.x === near) || { y: NaN }).y)}`)]];
	});
};
const bars = (plot, width, title, yName, of) => {
	const values = labels.map((name) => spread([...series.get(name).values()].flat(), of)), x = { ...linear(0, labels.length, 1), ticks: [] };
	const y = upTo(values.map((v) => v.high).filter((v) => !isNaN(v)));
	const f = frame(plot, width, { title, x, y, xName: "", yName, keys: labels.map((name, i) => [`bars ${style(i)}`, name]) });
	values.forEach((v, i) => {
		if (isNaN(v.y))
			return;
		const from = f.px(i + 0.15), to = f.px(i + 0.85), middle = (from + to) / 2;
		element(f.svg, "path", { class: `bars ${style(i)}`, d: `M${from},${f.bottom}V${f.py(v.y)}H${to}V${f.bottom}Z` });
		if (v.high > v.low)
			element(f.svg, "path", { class: "axis", d: `M${middle},${f.py(v.low)}V${f.py(v.high)}` });
		if (to - from > 40)
			element(f.svg, "text", { class: "tick", x: middle, y: f.bottom + 15, "text-anchor": "middle" }, shown(v.y));
	});
	hover(plot, f, (part) => {
		const i = Math.min(labels.length - 1, Math.floor(part * labels.length));
		return [f.px(i + 0.5), [labels[i], `${yName}: ${shown(values[i].y)}`]];
	});
};

const overLoad = (plot, width, title, yName, of, log) => {
	if (!several) {
		bars(plot, width, title, yName, of);
		return;
	}
	lines(plot, width, title, "wanted load", yName, labels.map((name) => [name, [...series.get(name)].filter(([load]) => !isNaN(load)).sort((a, b) => a[0] - b[0])
		.map(([load, some]) => ({ x: load, ...spread(some, of) }))]), linear(Math.min(0, loads[0]), loads.at(-1), Math.max(3, Math.floor(width / 110))), log);
};
const byLoad = (id, yName, of, log) => {
	const figure = document.getElementById(id);
	plotted(figure, (plot, width) => overLoad(plot, width, titled(figure), yName, of, log));
};

const PERCENTS = [["latency_p50", "50 %"], ["latency_p90", "90 %"], ["latency_p99", "99 %"], ["latency_p999", "99.9 %"], ["latency_max", "all"]];
const percentiles = () => {
	const figure = document.getElementById("percentiles"), highest = loads.findLast((load) => labels.every((name) => series.get(name).has(load)));
	const some = (name) => several && highest !== undefined ? series.get(name).get(highest) : [...series.get(name).values()].at(-1);
	if (several && highest !== undefined)
		figure.querySelector("figcaption").textContent += ` at load ${text(highest)}`;
	plotted(figure, (plot, width) => {
		const x = { ...linear(-0.2, PERCENTS.length - 0.8, 1), ticks: PERCENTS.map((_, i) => i), name: (i) => PERCENTS[i][1] };
		lines(plot, width, titled(figure), "of the packets within", "cycles", labels.map((name) => [name, PERCENTS.map(([of], i) => ({ x: i, ...spread(some(name), of) }))]), x, true);
	});
};

// Curves over time, of the runs whose pages were given.
const overTime = (id, yName, from, columns, log) => {
	const known = runs.filter((r) => r[from]), figure = document.getElementById(id);
	const curves = known.map((r) => {
		const t = Object.fromEntries(Object.entries(columnsOf(r[from])).map(([name, values]) => [name, numbers(values)])), column = columns.find((name) => t[name]);
		return [known.filter((o) => o.label === r.label).length > 1 ? r.file : r.label,
			column ? t.cycle.map((c, i) => ({ x: c + t.cycles[i] / 2, y: column === "latency_mean" && !t.packets_delivered[i] ? NaN : t[column][i] })) : [],
			style(known.length > labels.length ? known.indexOf(r) : labels.indexOf(r.label))];
	}).filter(([, points]) => points.some((p) => p.y > 0));
	if (!curves.length) {
		figure.remove();
		return;
	}
	const end = Math.max(...curves.flatMap(([, points]) => points.map((p) => p.x)));
	plotted(figure, (plot, width) => {
		const y = scaleOf(curves.flatMap(([, points]) => points.map((p) => p.y)), log), x = linear(0, end, Math.max(3, Math.floor(width / 110)));
		const f = frame(plot, width, { title: titled(figure), x, y, xName: "cycle", yName, keys: curves.map(([name, , of]) => [`line ${of}`, name]) });
		curves.forEach(([, points, of]) => {
			let d = "", pen = "M";
			for (const p of points) {
				const lies = !isNaN(p.y) && (!log || p.y > 0);
				d += lies ? `${pen}${f.px(p.x).toFixed(1)},${f.py(p.y).toFixed(1)}` : "";
				pen = lies ? "L" : "M";
			}
			element(f.svg, "path", { class: `line ${of}`, d });
		});
		hover(plot, f, (part) => [f.px(part * end), [`cycle ${Math.round(part * end).toLocaleString("en")}`, ...curves.map(([name, points]) => {
			const near = points.reduce((a, p) => Math.abs(p.x - part * end) < Math.abs(a.x - part * end) ? p : a);
			return `${name}: ${shown(near.y)}`;
		})]]);
	});
};

// Links by their use, of the runs whose pages were given: from the least to the most used one.
const linkUse = () => {
	const figure = document.getElementById("use"), known = labels.map((name) => [name, runs.find((r) => r.label === name && r.links)]).filter(([, r]) => r);
	if (!known.length) {
		figure.remove();
		return;
	}
	plotted(figure, (plot, width) => {
		const x = linear(0, 100, 5), y = upTo(known.flatMap(([, r]) => r.links));
		const f = frame(plot, width, { title: titled(figure), x, y, xName: "percent of the links", yName: "used at most", keys: known.map(([name]) => [`line ${style(labels.indexOf(name))}`, name]) });
		for (const [name, r] of known)
			element(f.svg, "path", { class: `line ${style(labels.indexOf(name))}`, d: "M" + r.links.map((v, i) => `${f.px(i).toFixed(1)},${f.py(v).toFixed(1)}`).join("L") });
		hover(plot, f, (part) => {
			const i = Math.round(100 * part);
			return [f.px(i), [`${i} % of the links`, ...known.map(([name, r]) => `${name}: used at most ${percent(r.links[i])}`)]];
		});
	});
};

// Any figure that is a number, by choice: those of jobs and messages, service levels, VCs among them.
const choose = () => {
	const figure = document.getElementById("chosen"), select = made("select"), title = figure.querySelector("figcaption");
	const all = [...new Set(runs.flatMap((r) => [...r.of.keys()]))].filter((name) => !name.startsWith("config.") && runs.some((r) => !isNaN(number(r, name))));
	const first = all.find((name) => name.startsWith("job")) || all.find((name) => name === "saqs_mean") || all[0];
	select.replaceChildren(...all.map((name) => new Option(name, name, name === first, name === first)));
	select.setAttribute("aria-label", "figure");
	title.append(": ", select);
	const draw = (plot, width) => overLoad(plot, width, select.value, select.value, select.value, false);
	plotted(figure, draw);
	select.addEventListener("change", () => {
		const plot = figure.querySelector(".plot");
		draw(plot, plot.clientWidth);
	});
};

const COLUMNS = [["offered_load", "load wanted"], ["accepted_load", "accepted"], ["pattern_accepted_load", "of the pattern"], ["latency_mean", "latency mean"], ["latency_p50", "50 %"], ["latency_p99", "99 %"],
	["latency_p999", "99.9 %"], ["latency_max", "most"], ["saqs_mean", "SAQs mean"]];
const listed = () => {
	const t = document.getElementById("table"), head = t.createTHead().insertRow(), body = t.createTBody();
	const cell = (row, content, kind = "td") => {
		const c = made(kind, { textContent: content });
		row.append(c);
		return c;
	};
	for (const name of ["run", ...COLUMNS.map(([, n]) => n), "state"])
		cell(head, name, "th").scope = "col";
	for (const r of runs) {
		const row = body.insertRow();
		cell(row, r.label === r.file ? r.file : `${r.label} (${r.file})`, "th").scope = "row";
		for (const [name] of COLUMNS)
			cell(row, shown(number(r, name)));
		cell(row, r.of.get("state") ?? "");
	}
};

listed();
document.querySelector("details").open = runs.length <= 10;
document.getElementById("note").textContent = several ? "A line is of runs that differ in load and seed alone: means, with the least and the most of the seeds." :
	"A bar is of runs that differ in the seed alone: means, with the least and the most.";
byLoad("accepted", "load", "accepted_load", false);
byLoad("mean", "cycles", "latency_mean", several);
byLoad("tail", "cycles", "latency_p99", several);
percentiles();
overTime("load-time", "load", "series", ["accepted_load"], false);
overTime("latency-time", "cycles", "series", ["latency_mean"], true);
overTime("tail-time", "cycles", "latencies", ["p99"], true);
overTime("queues-time", "number", "series", ["saqs_mean", "full_mean"], false);
linkUse();
choose();
//]]>
