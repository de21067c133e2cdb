"use strict";
// The plots of a run, from the rows of CSV and the tables of the page.
//<![CDATA[
const table = (id) => new Map([...document.querySelectorAll(`#${id} tr`)].map((r) => [r.cells[0].textContent, r.cells[1].textContent]));
const figures = table("figures"), config = table("config");

// Columns by name; an empty cell is no number.
const csv = (id) => {
	const lines = document.getElementById(id).textContent.trim().split("\n").map((l) => l.split(","));
	return Object.fromEntries(lines[0].map((name, i) => [name, lines.slice(1).map((l) => l[i])]));
};
const numbers = (column) => column.map((v) => v === "" ? NaN : Number(v));
const text = (value) => value.toLocaleString("en", { maximumFractionDigits: 9 });
const shown = (value, digits = 4) => isNaN(value) ? "none" : text(Number(value.toPrecision(digits)));
const percent = (value) => isNaN(value) ? "none" : Number((100 * value).toFixed(2)) + " %";

// What the pointer is at. lines: the first is a title.
const tip = document.createElement("div");
tip.className = "tip";
tip.hidden = true;
const point = (plot, x, y, lines) => {
	tip.hidden = !lines;
	if (!lines)
		return;
	tip.textContent = lines.join("\n");
	plot.append(tip);
	tip.style.top = y + 12 + "px";
	tip.style.left = Math.max(0, Math.min(x + 12, plot.clientWidth - tip.offsetWidth)) + "px";
};

// Saved pictures have the colours for paper, and their style with them.
const rules = [...document.styleSheets[0].cssRules].filter((r) => !(r instanceof CSSMediaRule)).map((r) => r.cssText).join("\n");
const download = (name, blob) => {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(blob);
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};
const svgText = (svg) => {
	const copy = svg.cloneNode(true), [, , width, height] = svg.getAttribute("viewBox").split(" ");
	const style = document.createElementNS(svg.namespaceURI, "style");
	style.textContent = rules + `\n:root { color-scheme: light; } svg { width: ${width}px; height: ${height}px; }`;
	copy.setAttribute("width", width);
	copy.setAttribute("height", height);
	copy.prepend(style);
	return new XMLSerializer().serializeToString(copy);
};
const saveCanvas = (name, canvas) => canvas.toBlob((blob) => download(name, blob));
const saveSvg = (name, svg) => download(name, new Blob([svgText(svg)], { type: "image/svg+xml" }));
const savePng = (name, svg) => {
	const image = new Image(), scale = 3, [, , width, height] = svg.getAttribute("viewBox").split(" ");
	image.addEventListener("load", () => {
		const canvas = document.createElement("canvas");
		canvas.width = scale * width;
		canvas.height = scale * height;
		canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
		saveCanvas(name, canvas);
	});
	image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svgText(svg));
};
const buttons = (figure, ways) => {
	const p = document.createElement("p");
	p.className = "save";
	for (const [type, save] of ways) {
		const button = document.createElement("button");
		button.type = "button";
		button.textContent = "Save " + type.toUpperCase();
		button.addEventListener("click", () => save(`${figure.id}.${type}`));
		p.append(button);
	}
	figure.append(p);
};

// Draws now, and again when the width changes.
const drawn = (figure, draw) => {
	const plot = figure.querySelector(".plot");
	let width = 0;
	const fit = () => {
		if (width === plot.clientWidth || !plot.clientWidth)
			return;
		width = plot.clientWidth;
		draw(plot, width);
	};
	fit();
	// In a frame of its own: what is drawn changes the size that is observed.
	new ResizeObserver(() => requestAnimationFrame(fit)).observe(plot);
};

// Ticks at 1, 2, 5 times a power of ten.
const stepOf = (span, count) => {
	const raw = span / count || 1, power = 10 ** Math.floor(Math.log10(raw));
	return power * [1, 2, 5, 10].find((m) => m * power >= raw * 0.999);
};
const linear = (from, to, count) => {
	const step = stepOf(to - from, count), ticks = [];
	for (let i = Math.ceil(from / step - 1e-9); i * step <= to * (1 + 1e-9); i++)
		ticks.push(Number((i * step).toPrecision(12)));
	return { from, to, ticks, at: (v) => (v - from) / (to - from) };
};
const logarithmic = (from, to, count) => {
	const decades = Math.log10(to / from), each = decades > count / 2 ? [1] : decades > count / 4 ? [1, 3] : [1, 2, 5], ticks = [];
	for (let p = 10 ** Math.floor(Math.log10(from)); p <= to; p *= 10)
		ticks.push(...each.map((m) => m * p).filter((v) => v >= from && v <= to));
	return { from, to, ticks, at: (v) => Math.log(v / from) / Math.log(to / from) };
};
const upTo = (values) => {
	const most = values.reduce((a, v) => v > a ? v : a, 0) || 1, step = stepOf(most, 5);
	return linear(0, Math.ceil(most / step - 1e-9) * step, 5);
};

const element = (parent, name, attributes, content) => {
	const e = document.createElementNS("http://www.w3.org/2000/svg", name);
	for (const [key, value] of Object.entries(attributes))
		e.setAttribute(key, value);
	if (content !== undefined)
		e.textContent = content;
	parent.append(e);
	return e;
};
const LETTER = 6.4, LINE = 16;

// The frame of a plot: axes, titles, keys. x, y: scales; keys: [class, name].
const frame = (plot, width, { title, x, y, xName, yName, keys }) => {
	let keyX = 8, keyY = 29;
	const keysAt = keys.map(([, name]) => {
		const needs = 34 + name.length * LETTER;
		if (keyX > 8 && keyX + needs > width) {
			keyX = 8;
			keyY += LINE;
		}
		keyX += needs;
		return [keyX - needs, keyY];
	});
	const left = 52, right = width - 14, top = keyY + 10, bottom = top + Math.round(Math.min(260, Math.max(170, width * 0.45))), height = bottom + 40;
	plot.replaceChildren();
	const svg = element(plot, "svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": title });
	const px = (v) => left + x.at(v) * (right - left), py = (v) => bottom - y.at(v) * (bottom - top);
	element(svg, "rect", { class: "back", width, height });
	for (const v of y.ticks) {
		element(svg, "path", { class: "grid", d: `M${left},${py(v)}H${right}` });
		element(svg, "text", { class: "tick", x: left - 6, y: py(v) + 4, "text-anchor": "end" }, text(v));
	}
	for (const v of x.ticks) {
		element(svg, "path", { class: "grid", d: `M${px(v)},${top}V${bottom}` });
		element(svg, "text", { class: "tick", x: Math.min(px(v), width - 4 - text(v).length * 3.2), y: bottom + 15, "text-anchor": "middle" }, text(v));
	}
	element(svg, "path", { class: "axis", d: `M${left},${top}V${bottom}H${right}` });
	element(svg, "text", { x: 8, y: 13 }, yName);
	element(svg, "text", { x: right, y: bottom + 32, "text-anchor": "end" }, xName);
	keys.forEach(([style, name], i) => {
		element(svg, "path", { class: style, d: `M${keysAt[i][0]},${keysAt[i][1] - 4}h18${style.startsWith("bars") ? "v-6h-18z" : ""}` });
		element(svg, "text", { class: "tick", x: keysAt[i][0] + 22, y: keysAt[i][1] }, name);
	});
	return { svg, px, py, left, right, top, bottom };
};

// at(fraction of the axis): [position on it, lines of the tip].
const hover = (plot, f, at) => {
	const cursor = element(f.svg, "path", { class: "cursor" });
	f.svg.addEventListener("pointermove", (event) => {
		const box = f.svg.getBoundingClientRect(), x = event.clientX - box.left, part = (x - f.left) / (f.right - f.left);
		const found = part >= 0 && part <= 1 ? at(part) : null;
		cursor.style.visibility = found ? "visible" : "hidden";
		if (found)
			cursor.setAttribute("d", `M${found[0]},${f.top}V${f.bottom}`);
		point(plot, x, event.clientY - box.top, found && found[1]);
	});
	f.svg.addEventListener("pointerleave", () => {
		cursor.style.visibility = "hidden";
		point(plot);
	});
};
const saved = (figure) => {
	const svg = () => figure.querySelector("svg");
	buttons(figure, [["svg", (name) => saveSvg(name, svg())], ["png", (name) => savePng(name, svg())]]);
};

// Lines over time. curves: [class, name, values].
const series = csv("series"), cycle = numbers(series.cycle), cycles = numbers(series.cycles);
const overTime = (id, yName, curves) => {
	const figure = document.getElementById(id);
	if (!figure)
		return;
	const end = cycle.length ? cycle.at(-1) + cycles.at(-1) : 1, middle = cycle.map((c, i) => c + cycles[i] / 2), warmup = Number(config.get("warmup"));
	drawn(figure, (plot, width) => {
		const keys = curves.map(([style, name]) => [style, name]);
		const x = linear(0, end, Math.max(3, Math.floor(width / 110))), y = upTo(curves.flatMap(([, , values]) => values));
		const f = frame(plot, width, { title: figure.querySelector("figcaption").textContent, x, y, xName: "cycle", yName, keys });
		for (const [style, , values] of curves) {
			let d = "", pen = "M";
			values.forEach((v, i) => {
				const alone = pen === "M" ? isNaN(values[i + 1] ?? NaN) : false;
				if (!isNaN(v))
					d += `${pen}${f.px(alone ? cycle[i] : middle[i]).toFixed(1)},${f.py(v).toFixed(1)}` + (alone ? `H${f.px(cycle[i] + cycles[i]).toFixed(1)}` : "");
				pen = isNaN(v) ? "M" : "L";
			});
			element(f.svg, "path", { class: style, d });
		}
		if (warmup > 0 && warmup < end) {
			element(f.svg, "path", { class: "quantile", d: `M${f.px(warmup)},${f.top}V${f.bottom}` });
			element(f.svg, "text", { class: "label", x: f.px(warmup) + 4, y: f.top + 10 }, "end of warm-up");
		}
		hover(plot, f, (part) => {
			const i = cycle.findIndex((c, k) => part * end < c + cycles[k]);
			return i < 0 ? null : [f.px(middle[i]), [`cycles ${cycle[i].toLocaleString("en")} to ${(cycle[i] + cycles[i] - 1).toLocaleString("en")}`,
				...curves.map(([, name, values]) => `${name}: ${shown(values[i])}`)]];
		});
	});
	saved(figure);
};

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
	drawn(figure, (plot, width) => {
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
	saved(figure);
};

// The map of links. A band: rows of cells, for switches beside each other; link(column, row): an index of a link, or undefined.
const palettes = { light: ["#eef1f4", "#a6cbe3", "#f0c24a", "#d55e00", "#7a1f0b"], dark: ["#262c32", "#1f5f86", "#b98a1a", "#ff8c42", "#ffe9d6"] };
const dark = matchMedia("(prefers-color-scheme: dark)");
const ramp = (stops) => {
	const parts = stops.map((s) => [1, 3, 5].map((i) => parseInt(s.slice(i, i + 2), 16)));
	return Array.from({ length: 65 }, (_, step) => {
		const at = Math.min(step / 64 * (stops.length - 1), stops.length - 1 - 1e-9), i = Math.floor(at);
		return `rgb(${parts[i].map((c, k) => Math.round(c + (at - i) * (parts[i + 1][k] - c))).join(",")})`;
	});
};
const HEAD = 20, TOP = 40, GAP = 6;

const bandsOf = (figure, links) => {
	const radix = Number(figure.dataset.radix), first = figure.dataset.first.split(" ").map(Number);
	const down = figure.dataset.down.split(" ").filter(Boolean).map(Number);
	const port = new Map(), hosts = new Map();
	links.from.forEach((kind, i) => {
		if (kind === "switch")
			port.set(links.from_index[i] * radix + Number(links.from_port[i]), i);
		else
			hosts.set(Number(links.to_index[i]), [...hosts.get(Number(links.to_index[i])) || [], i]);
	});
	const row = Number(figure.dataset.row) || Math.ceil(Math.sqrt(first.at(-1))), staged = first.length > 1;
	const starts = staged ? first.slice(0, -1) : [0];
	const stage = (s) => {
		const begin = starts[s], count = first[staged ? s + 1 : 0] - begin;
		const used = links.from.reduce((most, kind, i) => kind === "switch" && links.from_index[i] >= begin && links.from_index[i] < begin + count ?
			Math.max(most, Number(links.from_port[i]) + 1) : most, 1);
		return { title: staged ? `stage ${s}: ${count} switch${count === 1 ? "" : "es"}` : `${count} switch${count === 1 ? "" : "es"}`, columns: count, rows: used,
			group: staged ? Infinity : row, split: down[s] || used, link: (c, r) => port.get((begin + c) * radix + r) };
	};
	const of = [...hosts.keys()].sort((a, b) => a - b), deep = of.reduce((a, s) => Math.max(a, hosts.get(s).length), 0);
	const nodes = { title: "from nodes", columns: of.length, rows: deep, group: staged ? Infinity : row, split: deep, link: (c, r) => hosts.get(of[c])[r] };
	return [...starts.map((_, s) => stage(s)).reverse(), nodes];
};

// Cells of a band. Where it is too tall: groups side by side, as far as their cells stay wide; then lower cells; then narrower ones.
const NARROW = 3, WIDE = 16, TALL = 1000;
const cells = (band, width) => {
	const group = Math.min(band.columns, band.group), fit = Math.max(1, Math.floor(width / (NARROW + GAP / group)));
	const tall = (per, h) => Math.ceil(band.columns / per) * (band.rows * h + GAP) > TALL;
	let per = Math.min(group, fit), h = 12;
	while ((per + group) * WIDE <= width && tall(per, h))
		per += group;
	while (h > NARROW && tall(per, h))
		h--;
	while (per + group <= fit && tall(per, h))
		per += group;
	const w = Math.min(96, Math.floor((width - Math.floor((per - 1) / group) * GAP) / per));
	return { per, group, w, h: Math.max(NARROW, Math.min(h, w)) };
};

// Places of bands for a width.
const placed = (bands, width) => {
	let y = TOP;
	return bands.map((band) => {
		const c = cells(band, width), gap = band.split < band.rows ? 2 : 0, line = band.rows * c.h + gap + GAP, lines = Math.ceil(band.columns / c.per);
		const place = { ...band, ...c, gap, line, top: y, y: y + HEAD, bottom: y + HEAD + lines * line };
		y = place.bottom + 4;
		return place;
	});
};
const cellX = (p, column) => column % p.per * p.w + Math.floor(column % p.per / p.group) * GAP;
const cellY = (p, column, row) => p.y + Math.floor(column / p.per) * p.line + (p.rows - 1 - row) * p.h + (row < p.split ? p.gap : 0);

const paint = (canvas, places, use, most, width, look, scale) => {
	const height = places.at(-1).bottom, g = canvas.getContext("2d"), colours = ramp(palettes[look]);
	const [paper, ink] = look === "dark" ? ["#14171a", "#e8e8e8"] : ["#ffffff", "#1a1a1a"];
	canvas.width = Math.round(width * scale);
	canvas.height = Math.round(height * scale);
	canvas.style.width = width + "px";
	canvas.style.height = height + "px";
	g.scale(scale, scale);
	g.fillStyle = paper;
	g.fillRect(0, 0, width, height);
	colours.forEach((c, i) => {
		g.fillStyle = c;
		g.fillRect(40 + 2 * i, 8, 2, 12);
	});
	g.font = "12px system-ui, sans-serif";
	g.fillStyle = ink;
	g.fillText("0 %", 8, 18);
	g.fillText(percent(most), 176, 18);
	for (const p of places) {
		g.fillStyle = ink;
		g.fillText(p.title, 0, p.top + HEAD - 6);
		const gapX = p.w >= 5 ? 1 : 0, gapY = p.h >= 6 ? 1 : 0;
		for (let c = 0; c < p.columns; c++)
			for (let r = 0; r < p.rows; r++) {
				const link = p.link(c, r);
				if (link === undefined)
					continue;
				g.fillStyle = isNaN(use[link]) ? paper : colours[Math.min(64, Math.round(64 * use[link] / most))];
				g.fillRect(cellX(p, c), cellY(p, c, r), p.w - gapX, p.h - gapY);
			}
	}
};

const linkAt = (places, x, y) => {
	const p = places.findLast((q) => y >= q.y), wide = p ? p.group * p.w + GAP : 0, group = p ? Math.floor(x / wide) : 0;
	if (!p || x < 0 || x >= cellX(p, p.per - 1) + p.w || x - group * wide >= p.group * p.w)
		return undefined;
	const line = Math.floor((y - p.y) / p.line), column = line * p.per + group * p.group + Math.floor((x - group * wide) / p.w), inside = y - p.y - line * p.line;
	const row = p.rows - 1 - Math.floor((inside > (p.rows - p.split) * p.h ? inside - p.gap : inside) / p.h);
	return column < p.columns && row >= 0 && row < p.rows ? p.link(column, row) : undefined;
};

const map = () => {
	const figure = document.getElementById("map");
	if (!figure)
		return;
	const links = csv("links"), use = numbers(links.utilization), bands = bandsOf(figure, links);
	const highest = use.reduce((a, v) => v > a ? v : a, 0) || 1, step = stepOf(highest, 5), most = Math.min(1, Math.ceil(highest / step - 1e-9) * step);
	const name = (end, i) => links[end][i] === "node" ? `node ${links[end + "_index"][i]}` : `switch ${links[end + "_index"][i]} port ${links[end + "_port"][i]}`;
	const canvas = document.createElement("canvas");
	let places;
	canvas.setAttribute("role", "img");
	canvas.setAttribute("aria-label", "Use of links");
	const draw = (plot, width) => {
		places = placed(bands, width);
		plot.replaceChildren(canvas);
		paint(canvas, places, use, most, width, dark.matches ? "dark" : "light", devicePixelRatio);
	};
	drawn(figure, draw);
	dark.addEventListener("change", () => draw(canvas.parentElement, canvas.parentElement.clientWidth));
	canvas.addEventListener("pointermove", (event) => {
		const box = canvas.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top, i = linkAt(places, x, y);
		point(canvas.parentElement, x, y, i === undefined ? null : [name("from", i), `to ${name("to", i)}`, `in use: ${percent(use[i])}`]);
	});
	canvas.addEventListener("pointerleave", () => point(canvas.parentElement));
	buttons(figure, [["png", (file) => {
		const paper = document.createElement("canvas");
		paint(paper, places, use, most, canvas.clientWidth, "light", 2);
		saveCanvas(file, paper);
	}]]);
};

const arrived = numbers(series.packets_delivered);
overTime("load", "load", [["line s1", "wanted", numbers(series.generated_load)], ["line dashed s2", "sent", numbers(series.injected_load)],
	["line s0", "accepted", numbers(series.accepted_load)]]);
overTime("latency", "cycles", [["line s0", "mean latency", numbers(series.latency_mean).map((v, i) => arrived[i] ? v : NaN)]]);
distribution();
const kind = series.saqs_mean ? "saqs" : "full";
overTime("queues", "number", [["line s0", "mean", numbers(series[kind + "_mean"])], ["line dashed s1", "most", numbers(series[kind + "_peak"])]]);
map();
//]]>
