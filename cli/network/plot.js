"use strict";
// What all plots have in common. Data are the rows of CSV and the tables of the page.
//<![CDATA[
const table = (id) => new Map([...document.querySelectorAll(`#${id} tr`)].map((r) => [r.cells[0].textContent, r.cells[1].textContent]));

// Columns by name; an empty cell is no number.
const columnsOf = (rows) => {
	const lines = rows.trim().split("\n").map((l) => l.split(","));
	return Object.fromEntries(lines[0].map((name, i) => [name, lines.slice(1).map((l) => l[i])]));
};
const csv = (id) => columnsOf(document.getElementById(id).textContent);
const numbers = (column) => column.map((v) => v === "" ? NaN : Number(v));
const text = (value) => value.toLocaleString("en", { maximumFractionDigits: 9 });
const shown = (value, digits = 4) => isNaN(value) ? "none" : text(Number(value.toPrecision(digits)));
const percent = (value) => isNaN(value) ? "none" : Number((100 * value).toFixed(2)) + " %";

const made = (name, properties) => Object.assign(document.createElement(name), properties);

// What the pointer is at. lines: the first is a title.
const tip = made("div", { className: "tip", hidden: true });
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
	const link = made("a", { href: URL.createObjectURL(blob), download: name });
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
		const canvas = made("canvas", { width: scale * width, height: scale * height });
		canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
		saveCanvas(name, canvas);
	});
	image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svgText(svg));
};
const buttons = (figure, ways) => {
	const p = made("p", { className: "save" });
	for (const [type, save] of ways) {
		const button = made("button", { type: "button", textContent: "Save " + type.toUpperCase() });
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
		element(svg, "text", { class: "tick", x: Math.min(px(v), width - 4 - (x.name || text)(v).length * 3.2), y: bottom + 15, "text-anchor": "middle" }, (x.name || text)(v));
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
const titled = (figure) => figure.querySelector("figcaption").textContent;
// Draws it, and puts buttons below that save it.
const plotted = (figure, draw) => {
	const svg = () => figure.querySelector("svg");
	drawn(figure, draw);
	buttons(figure, [["svg", (name) => saveSvg(name, svg())], ["png", (name) => savePng(name, svg())]]);
};

// Lines over time. curves: [class, name, values]; grid: cycle and length of each interval; scale: of the values, instead of a linear one.
const timeline = (id, yName, curves, { cycle, cycles, warmup }, scale) => {
	const figure = document.getElementById(id);
	if (!figure)
		return;
	const end = cycle.length ? cycle.at(-1) + cycles.at(-1) : 1, middle = cycle.map((c, i) => c + cycles[i] / 2);
	plotted(figure, (plot, width) => {
		const keys = curves.map(([style, name]) => [style, name]);
		const x = linear(0, end, Math.max(3, Math.floor(width / 110))), y = scale || upTo(curves.flatMap(([, , values]) => values));
		const f = frame(plot, width, { title: titled(figure), x, y, xName: "cycle", yName, keys });
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
};
//]]>
