"use strict";
// Sorting and filtering of the tables; without it the page shows all rows in their order. It stands in XML: no "less than", no ampersand.
for (const table of document.querySelectorAll("table")) {
	const body = table.tBodies[0], rows = [...body.rows], heads = [...table.tHead.rows[0].cells];
	const text = (row, column) => row.cells[column].textContent;
	const number = (value) => value.trim() === "" ? NaN : Number(value);
	// Empty cells last, whichever way.
	const compare = (a, b, sign) => {
		if (a === "" || b === "")
			return (a === "") - (b === "");
		const x = number(a), y = number(b);
		return sign * (isNaN(x) || isNaN(y) ? a.localeCompare(b) : x - y);
	};
	heads.forEach((head, column) => {
		const button = document.createElement("button");
		const words = [...head.childNodes].filter((n) => n.nodeType === Node.TEXT_NODE);
		button.type = "button";
		words[0].before(button);
		button.append(...words);
		button.addEventListener("click", () => {
			const up = head.getAttribute("aria-sort") !== "ascending";
			heads.forEach((h) => h.removeAttribute("aria-sort"));
			head.setAttribute("aria-sort", up ? "ascending" : "descending");
			body.append(...[...rows].sort((a, b) => compare(text(a, column), text(b, column), up ? 1 : -1)));
		});
	});
}
const tables = [...document.querySelectorAll("table")];
const filters = document.createElement("form"), count = document.createElement("output");
const axes = [...tables[0].tHead.rows[0].cells].filter((c) => !c.querySelector("small"));
const chosen = [];
const pass = (row) => chosen.every((test) => test(row));
const filter = () => {
	for (const table of tables)
		for (const row of table.tBodies[0].rows)
			row.hidden = !pass(row);
	const rows = [...tables[0].tBodies[0].rows];
	count.textContent = rows.filter((row) => !row.hidden).length + " of " + rows.length + " rows";
};
axes.forEach((head, column) => {
	const name = head.textContent, label = document.createElement("label"), select = document.createElement("select");
	const values = new Set([...tables[0].tBodies[0].rows].map((row) => row.cells[column].textContent));
	select.append(new Option("all", "all"), ...[...values].filter((v) => v !== "").map((v) => new Option(v, v)));
	select.name = name;
	select.addEventListener("change", filter);
	chosen.push((row) => select.value === "all" || row.cells[column].textContent === select.value);
	label.append(name + " ", select);
	filters.append(label);
});
const label = document.createElement("label"), box = document.createElement("input");
box.type = "checkbox";
box.name = "front";
box.addEventListener("change", filter);
chosen.push((row) => !box.checked || row.classList.contains("best"));
label.append(box, " on a front");
filters.append(label, count);
filters.className = "filters";
document.querySelector(".wide").before(filters);
filter();
