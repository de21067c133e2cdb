//<![CDATA[
// Maps of a network. A band: rows of cells, for switches beside each other; item(column, row): what a cell stands for, or undefined.
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
const papers = { light: ["#ffffff", "#1a1a1a"], dark: ["#14171a", "#e8e8e8"] };
const look = () => dark.matches ? "dark" : "light";

const links = document.getElementById("links") ? csv("links") : null;
const names = new Map();
if (document.getElementById("names"))
	for (const row of document.getElementById("names").textContent.trim().split("\n")) {
		const [kind, index, ...name] = row.split(",");
		names.set(`${kind} ${index}`, name.join(","));
	}
const named = (kind, index) => names.has(`${kind} ${index}`) ? `${kind} ${index} (${names.get(`${kind} ${index}`)})` : `${kind} ${index}`;

// Bands of switches, the last stage first. of(port): what the cell of a port stands for; a port is switch * radix + port of the switch.
const switchBands = (figure, ports, of) => {
	const radix = Number(figure.dataset.radix), first = figure.dataset.first.split(" ").map(Number), down = figure.dataset.down.split(" ").filter(Boolean).map(Number);
	const staged = first.length > 1, row = Number(figure.dataset.row) || Math.ceil(Math.sqrt(first.at(-1))), starts = staged ? first.slice(0, -1) : [0];
	return starts.map((begin, s) => {
		const columns = first[staged ? s + 1 : 0] - begin, size = `${columns} switch${columns === 1 ? "" : "es"}`;
		let rows = 1;
		for (const port of ports)
			if (port >= begin * radix && port < (begin + columns) * radix)
				rows = Math.max(rows, port % radix + 1);
		return { title: staged ? `stage ${s}: ${size}` : size, columns, rows, group: staged ? Infinity : row, split: down[s] || rows,
			item: (c, r) => of((begin + c) * radix + r) };
	}).reverse();
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


// A canvas of this size, to draw on.
const sized = (canvas, width, height, scale) => {
	const g = canvas.getContext("2d");
	canvas.width = Math.round(width * scale);
	canvas.height = Math.round(height * scale);
	canvas.style.width = width + "px";
	canvas.style.height = height + "px";
	g.scale(scale, scale);
	return g;
};

// The same calls, as SVG.
const escaped = (value) => value.replace(/&/g, "&amp;").replace(/</g, "&lt;");
const drawing = (width, height) => {
	const parts = [];
	let cells = "", fill = "#000000", alpha = 1, path = "";
	const flush = () => {
		if (cells)
			parts.push(`<path fill="${fill}" fill-opacity="${alpha}" d="${cells}"/>`);
		cells = "";
	};
	const round = (v) => Number(v.toFixed(1));
	return {
		lineWidth: 1, strokeStyle: "#000000", font: "",
		set fillStyle(colour) {
			if (colour !== fill)
				flush();
			fill = colour;
		},
		set globalAlpha(value) {
			flush();
			alpha = value;
		},
		fillRect(x, y, w, h) { cells += `M${round(x)},${round(y)}h${round(w)}v${round(h)}h${round(-w)}z`; },
		fillText(content, x, y) {
			flush();
			parts.push(`<text x="${x}" y="${y}" fill="${fill}" font-family="sans-serif" font-size="12">${escaped(content)}</text>`);
		},
		beginPath() { path = ""; },
		moveTo(x, y) { path += `M${round(x)},${round(y)}`; },
		bezierCurveTo(...p) { path += `C${p.map(round).join(",")}`; },
		strokeRect(x, y, w, h) {
			flush();
			parts.push(`<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" fill="none" stroke="${this.strokeStyle}" stroke-width="${this.lineWidth}"/>`);
		},
		stroke() {
			flush();
			parts.push(`<path fill="none" stroke="${this.strokeStyle}" stroke-width="${this.lineWidth}" stroke-opacity="${alpha}" d="${path}"/>`);
		},
		svg() {
			flush();
			return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n${parts.join("\n")}\n</svg>\n`;
		},
	};
};

// Ground, and a scale from 0 to what the highest colour stands for.
const ground = (g, width, height, colours, high) => {
	const [paper, ink] = papers[g.look];
	g.fillStyle = paper;
	g.fillRect(0, 0, width, height);
	colours.forEach((c, i) => {
		g.fillStyle = c;
		g.fillRect(40 + 2 * i, 8, 2, 12);
	});
	g.font = "12px system-ui, sans-serif";
	g.fillStyle = ink;
	g.fillText(high.endsWith("%") ? "0 %" : "0", 8, 18);
	g.fillText(high, 176, 18);
};

// Titles and cells. colour(item): of a cell.
const paintCells = (g, places, colour) => {
	for (const p of places) {
		const gapX = p.w >= 5 ? 1 : 0, gapY = p.h >= 6 ? 1 : 0;
		g.fillStyle = papers[g.look][1];
		g.fillText(p.title, 0, p.top + HEAD - 6);
		for (let c = 0; c < p.columns; c++)
			for (let r = 0; r < p.rows; r++) {
				const item = p.item(c, r);
				if (item === undefined)
					continue;
				g.fillStyle = colour(item);
				g.fillRect(cellX(p, c), cellY(p, c, r), p.w - gapX, p.h - gapY);
			}
	}
};

const itemAt = (places, x, y) => {
	const p = places.findLast((q) => y >= q.y), wide = p ? p.group * p.w + GAP : 0, group = p ? Math.floor(x / wide) : 0;
	if (!p || x < 0 || x >= cellX(p, p.per - 1) + p.w || x - group * wide >= p.group * p.w)
		return undefined;
	const line = Math.floor((y - p.y) / p.line), column = line * p.per + group * p.group + Math.floor((x - group * wide) / p.w), inside = y - p.y - line * p.line;
	const row = p.rows - 1 - Math.floor((inside > (p.rows - p.split) * p.h ? inside - p.gap : inside) / p.h);
	return column < p.columns && row >= 0 && row < p.rows ? p.item(column, row) : undefined;
};


// A canvas that is drawn for each width. bands; paint(g, places, width, height); tip(item): lines for the pointer. Returns a function that draws anew.
const mapped = (figure, label, bands, paint, tip) => {
	const canvas = made("canvas");
	let places;
	canvas.setAttribute("role", "img");
	canvas.setAttribute("aria-label", label);
	const on = (g, of) => {
		g.look = of;
		paint(g, places, canvas.clientWidth || places.width, places.at(-1).bottom);
		return g;
	};
	const draw = (plot, width) => {
		places = placed(bands, width);
		places.width = width;
		plot.replaceChildren(canvas);
		on(sized(canvas, width, places.at(-1).bottom, devicePixelRatio), look());
	};
	const again = () => draw(canvas.parentElement, canvas.parentElement.clientWidth);
	drawn(figure, draw);
	dark.addEventListener("change", again);
	canvas.addEventListener("pointermove", (event) => {
		const box = canvas.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top, item = itemAt(places, x, y);
		point(canvas.parentElement, x, y, item === undefined ? null : tip(item));
	});
	canvas.addEventListener("pointerleave", () => point(canvas.parentElement));
	buttons(figure, [["svg", (file) => download(file, new Blob([on(drawing(canvas.clientWidth, places.at(-1).bottom), "light").svg()], { type: "image/svg+xml" }))],
		["png", (file) => {
			const paper = made("canvas");
			on(sized(paper, canvas.clientWidth, places.at(-1).bottom, 2), "light");
			saveCanvas(file, paper);
		}]]);
	return again;
};
//]]>
