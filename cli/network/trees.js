//<![CDATA[
// Congestion trees over time, on the map of the network: from the samples of a run.
const TREES = 7;        // with a colour of their own
const treeColours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#7a4fa3", "#2aa7c9", "#7d7d7d"];
const greys = { light: ["#f0f2f4", "#8a939c"], dark: ["#22282d", "#8b97a2"] };

const trees = () => {
	const figure = document.getElementById("trees");
	if (!figure)
		return;
	const { radix: ports, unit, queue } = figure.dataset, radix = Number(ports), samples = csv("samples"), cycles = numbers(samples.cycle), last = cycles.length - 1;
	const base = (v) => v ? parseInt(v, 36) : 0;

	// Where links lead: by port, "kind index port".
	const peers = new Map();
	links.from.forEach((kind, i) => {
		if (kind === "switch")
			peers.set(links.from_index[i] * radix + Number(links.from_port[i]),
				links.to[i] === "switch" ? { port: links.to_index[i] * radix + Number(links.to_port[i]) } : { node: links.to_index[i] });
	});
	const portName = (p) => `${named("switch", Math.floor(p / radix))} port ${p % radix}`;
	const rootName = (root) => root < 0 ? "" : `switch ${Math.floor(root / radix)} port ${root % radix}`;

	// Of a sample: packets by port; trees, largest first: root (-1: none) and lines.
	const decoded = new Map();
	const sample = (k) => {
		if (decoded.has(k))
			return decoded.get(k);
		const fill = samples.fill[k].split(" ").map(base), found = samples.lines[k].split(";").filter(Boolean).map((tree) => {
			const [root, items] = tree.split(":");
			let port = 0;
			const lines = items.split(" ").map((item) => {
				const [more, out, number, packets, flags = ""] = item.split(".");
				port += base(more);
				return { port, out: base(out), number: base(number), packets: base(packets), output: flags.includes("o"), stopped: flags.includes("x"),
					stops: flags.includes("s") };
			});
			return { root: root ? base(root) : -1, lines, packets: lines.reduce((a, l) => a + l.packets, 0) };
		});
		const at = new Map();
		for (const tree of found)
			for (const l of tree.lines)
				at.set(l.port, [...at.get(l.port) || [], { tree, l }]);
		found.sort((a, b) => b.lines.length - a.lines.length || a.root - b.root);
		decoded.set(k, { fill, trees: found, at });
		return decoded.get(k);
	};

	const words = (items) => {
		let n = 1;
		for (let i = items.indexOf(" "); i >= 0; i = items.indexOf(" ", i + 1))
			n++;
		return n;
	};
	// Trees that have most queues in all samples together have colours.
	const trees = samples.lines.map((lines) => lines.split(";").filter(Boolean).map((tree) => tree.split(":"))), sizes = new Map();
	for (const [root, items] of trees.flat())
		sizes.set(root, (sizes.get(root) || 0) + words(items));
	const largest = [...sizes.keys()].filter(Boolean).map((root) => [base(root), sizes.get(root), root]).sort((x, y) => y[1] - x[1] || x[0] - y[0]).slice(0, TREES);
	const place = new Map(largest.map(([root], i) => [root, i])), colourOf = (root) => treeColours[root < 0 ? 1 : place.get(root) ?? TREES];
	const queuesOf = (root) => trees.map((some) => {
		const found = some.find(([r]) => r === root);
		return found ? words(found[1]) : 0;
	});
	const all = numbers(samples.queues), total = numbers(samples.total), highest = numbers(samples.most);
	const most = highest.reduce((a, v) => Math.max(a, v), 0) || 1, scale = cycles.map((c, i) => c - (i ? cycles[i - 1] : 0));
	const grid = { cycle: cycles.map((c, i) => c - scale[i]), cycles: scale, warmup: 0 };
	timeline("growth", "queues", [["line s0", "all trees", all], ...largest.slice(0, 5).map(([root, , name], i) => [`line dashed t${i}`, rootName(root), queuesOf(name)])], grid);
	timeline("stops", "number", [["line s0", "stopped priorities", all]], grid);
	timeline("fill", unit, [["line s0", "in all memories", total], ["line dashed s1", "in the fullest port's", highest]], grid);

	const bands = switchBands(figure, [...peers.keys()], (p) => peers.has(p) ? p : undefined), where = new Map();
	bands.forEach((band, b) => {
		for (let c = 0; c < band.columns; c++)
			for (let r = 0; r < band.rows; r++)
				if (band.item(c, r) !== undefined)
					where.set(band.item(c, r), [b, c, r]);
	});
	const loudest = all.indexOf(all.reduce((a, v) => Math.max(a, v), 0));
	let now = all[loudest] ? loudest : last;

	const centre = (places, port) => {
		const [b, c, r] = where.get(port), p = places[b];
		return [cellX(p, c) + p.w / 2, cellY(p, c, r) + p.h / 2];
	};
	// Ways of the packets of a queue towards the root: pairs of ports.
	const ways = (tree, l) => {
		const out = Math.floor(l.port / radix) * radix + l.out, next = (p) => peers.get(p) && peers.get(p).port;
		if (tree.root < 0)
			return next(l.port) === undefined ? [] : [[next(l.port), l.port]];
		if (l.output)
			return [[l.port, next(l.port)], ...Math.floor(next(l.port) / radix) === Math.floor(tree.root / radix) ? [[next(l.port), tree.root]] : []];
		return out === tree.root || figure.dataset.sides ? [[l.port, out]] : [[l.port, next(out)]];
	};
	const join = (g, [x, y], [x2, y2]) => {
		const bend = Math.abs(y2 - y) < 40 ? -Math.min(30, Math.abs(x2 - x) / 3) - (y2 - y) / 2 : 0, half = (y2 - y) / 2;
		g.moveTo(x, y);
		g.bezierCurveTo(x, y + half + bend, x2, y2 - half + bend, x2, y2);
	};
	const paintTrees = (g, places, s) => {
		for (const [port, here] of s.at) {
			const [b, c, r] = where.get(port), p = places[b], w = (p.w - (p.w >= 5 ? 1 : 0)) / here.length;
			here.forEach(({ tree }, i) => {
				g.fillStyle = colourOf(tree.root);
				g.fillRect(cellX(p, c) + i * w, cellY(p, c, r), w, p.h - (p.h >= 6 ? 1 : 0));
			});
		}
		// By colour, the small trees first, all branches of one kind at once.
		const branches = new Map();
		for (const tree of [...s.trees].reverse()) {
			const colour = colourOf(tree.root);
			if (!branches.has(colour))
				branches.set(colour, []);
			branches.get(colour).push(tree);
		}
		for (const [colour, some] of [...branches].sort(([x], [y]) => treeColours.indexOf(y) - treeColours.indexOf(x))) {
			g.strokeStyle = colour;
			g.globalAlpha = some.reduce((n, tree) => n + tree.lines.length, 0) > 200 ? 0.35 : 0.75;
			for (const stopped of [false, true]) {
				g.beginPath();
				for (const tree of some)
					for (const l of tree.lines)
						if ((tree.root < 0 || l.stopped) === stopped)
							for (const [from, to] of ways(tree, l))
								if (where.has(from) && where.has(to))
									join(g, centre(places, from), centre(places, to));
				g.lineWidth = stopped ? 2 : 1;
				g.stroke();
			}
			g.globalAlpha = 1;
		}
		g.fillStyle = papers[g.look][1];
		for (const p of places)
			g.fillText(p.title, 0, p.top + HEAD - 6);
		// Roots: bold those that have a colour; of so many small trees, no others.
		for (const tree of s.trees) {
			const large = place.has(tree.root) && tree.lines.length > 1;
			g.strokeStyle = large ? papers[g.look][1] : treeColours[TREES];
			g.lineWidth = large ? 2 : 1;
			if (where.has(tree.root) && (large || s.trees.length <= 100)) {
				const [x, y] = centre(places, tree.root), p = places[where.get(tree.root)[0]], w = Math.max(8, p.w), h = Math.max(8, p.h);
				g.strokeRect(Math.max(1, x - w / 2 - 1), y - h / 2 - 1, w, h);
			}
		}
	};
	const paint = (g, places, width, height) => {
		const s = sample(now), colours = ramp(greys[g.look]);
		ground(g, width, height, colours, `${most} ${unit}`);
		g.fillText(`cycle ${cycles[now].toLocaleString("en")}`, 8, 36);
		paintCells(g, places, (p) => colours[Math.min(64, Math.ceil(64 * (s.fill[p] || 0) / most))]);
		paintTrees(g, places, s);
	};
	const lineName = ({ tree, l }) => tree.root < 0 && !figure.dataset.trees ? `priority ${l.number}: ${l.packets} ${unit}, stopped upstream` :
		`${l.output ? "output's " : ""}${queue} ${l.number}: ${l.packets} ${unit} for ${rootName(tree.root) || "a point that is not known"}` +
		(l.stopped ? ", stopped" : "") + (l.stops ? ", stops upstream" : "");
	const tip = (p) => {
		const s = sample(now), far = peers.get(p), root = s.trees.find((t) => t.root === p);
		return [portName(p), `to ${far.node === undefined ? portName(far.port) : named("node", far.node)}`, `holds ${s.fill[p] || 0} ${unit}`,
			...(s.at.get(p) || []).map(lineName), ...root ? [`root of a tree of ${root.lines.length} queues, ${root.packets} ${unit}`] : []];
	};

	// Slider, play, and the trees of the sample in words.
	const tools = made("p", { className: "tools" }), slider = made("input", { type: "range", min: 0, max: last, value: now });
	const play = made("button", { type: "button", textContent: "Play" }), time = made("output"), list = made("ul", { className: "trees" });
	let timer = 0;
	slider.setAttribute("aria-label", "cycle");
	const tell = () => {
		const s = sample(now), before = now ? sample(now - 1).trees : [], shownTrees = s.trees.filter((t) => t.root >= 0);
		time.textContent = `cycle ${cycles[now].toLocaleString("en")}`;
		slider.value = now;
		list.replaceChildren(...shownTrees.slice(0, 8).map((tree) => {
			const item = made("li"), mark = made("span", { className: "mark" }), old = before.find((t) => t.root === tree.root);
			const more = tree.lines.length - (old ? old.lines.length : 0), stopped = tree.lines.filter((l) => l.stopped).length;
			mark.style.background = colourOf(tree.root);
			item.append(mark, `${portName(tree.root)}${peers.get(tree.root) && peers.get(tree.root).node !== undefined ? `, to ${named("node", peers.get(tree.root).node)}` : ""}: ` +
				`${tree.lines.length} queue${tree.lines.length === 1 ? "" : "s"} (${more < 0 ? "" : "+"}${more}), ${tree.packets} ${unit} set aside, ${stopped} stopped`);
			return item;
		}));
		if (figure.dataset.trees && (shownTrees.length !== list.children.length || !shownTrees.length))
			list.append(made("li", { textContent: shownTrees.length ? `and ${shownTrees.length - list.children.length} more` : "no trees" }));
	};
	const again = mapped(figure, "Congestion trees", bands, paint, tip);
	const go = (k) => {
		now = Math.max(0, Math.min(last, k));
		again();
		tell();
	};
	const stop = () => {
		clearInterval(timer);
		timer = 0;
		play.textContent = "Play";
	};
	slider.addEventListener("input", () => {
		stop();
		go(Number(slider.value));
	});
	play.addEventListener("click", () => {
		if (timer) {
			stop();
			return;
		}
		play.textContent = "Pause";
		if (now === last)
			go(0);
		timer = setInterval(() => {
			go(now + 1);
			if (now === last)
				stop();
		}, 200);
	});
	tools.append(play, slider, time);
	figure.querySelector(".plot").before(tools);
	figure.querySelector(".plot").after(list);
	tell();
};
//]]>
