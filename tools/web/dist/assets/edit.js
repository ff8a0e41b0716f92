import { S as token, _ as html, c as place_title, g as clear, i as country, l as view, m as stand_blocks, n as board, r as capital, t as MapView, u as colourCounters, v as svg } from "./map.js";
// src/edit/balance.ts
var kCampaigns = 200;
var kPause = 1500;
var kWidth = 300;
var kHigh = 22;
var Balance = class {
	send;
	sides;
	root = html("section", {
		class: "balance",
		"aria-label": "The balance"
	});
	measured = null;
	revision = 0;
	faulty = true;
	compared = true;
	timer = 0;
	result = html("div", { "aria-live": "polite" });
	auto = html("input", {
		type: "checkbox",
		checked: true,
		change: () => this.soon()
	});
	play = html("button", {
		type: "button",
		class: "main",
		click: () => this.start()
	}, `Play ${kCampaigns} campaigns`);
	compare = html("button", {
		type: "button",
		class: "plain",
		title: "Later versions are compared with the game as it stands now",
		click: () => this.send({ kind: "compare" })
	}, "Compare with this from now on");
	constructor(send, sides) {
		this.send = send;
		this.sides = sides;
		this.root.append(html("h2", {}, "Balance, doctrine against doctrine"), this.result, html("p", { class: "buttons" }, this.play, this.compare), html("label", {}, this.auto, " by itself after a change"));
		this.draw();
	}
	changed(revision, compared) {
		this.compared = compared;
		if (revision !== this.revision) this.faulty = true;
		this.revision = revision;
		this.draw();
	}
	checked(faulty) {
		this.faulty = faulty;
		this.draw();
		this.soon();
	}
	show_sides() {
		this.draw();
	}
	show(measured) {
		this.measured = measured;
		this.draw();
	}
	get running() {
		return this.measured?.running === true && this.measured.revision === this.revision;
	}
	soon() {
		clearTimeout(this.timer);
		if (this.faulty || !this.auto.checked || this.measured?.revision === this.revision) return;
		this.timer = window.setTimeout(() => this.start(), kPause);
	}
	start() {
		clearTimeout(this.timer);
		if (this.running) {
			this.send({ kind: "stop" });
			this.measured = {
				...this.measured,
				running: false
			};
			return this.draw();
		}
		this.send({
			kind: "measure",
			campaigns: kCampaigns
		});
	}
	draw() {
		const measured = this.measured;
		const stale = measured !== null && measured.revision !== this.revision;
		this.play.textContent = this.running ? "Stop" : `Play ${kCampaigns} campaigns`;
		this.play.disabled = this.faulty && !this.running;
		this.compare.disabled = this.compared;
		clear(this.result);
		this.result.classList.toggle("stale", stale);
		if (this.faulty && stale) this.result.append(html("p", {}, "Of the version before the last change:"));
		if (!measured) return void this.result.append(html("p", {}, this.faulty ? "Played when the game has no faults." : "Not played yet."));
		this.result.append(this.bar("Now", measured.now, measured.of));
		if (measured.before) this.result.append(this.bar("Before", measured.before, measured.of));
		if (measured.change) this.result.append(html("p", { class: "change" }, `${this.sides()[0] ?? "The first side"}: `, html("b", {}, measured.change), ", on the same dice"));
	}
	bar(title, counts, of) {
		const [first, second] = this.sides();
		const words = counts.done ? `${first} ${counts.words}` : "not played yet";
		const head = html("p", { class: "bar-head" }, html("b", {}, title), html("span", {}, words), html("span", { class: "done" }, counts.done < of ? `${counts.done} of ${of}` : `${of}`));
		if (!counts.done) return html("div", { class: "result" }, head);
		const label = `${first} won ${counts.won}, drawn ${counts.drawn}, ${second} won ${counts.lost}`;
		const forfeits = counts.forfeited ? html("p", { class: "fault-here" }, `${counts.forfeited} forfeited: ${counts.why}`) : null;
		return html("div", { class: "result" }, head, this.picture(counts, label), html("p", { class: "counts" }, label), forfeits);
	}
	picture(counts, label) {
		const part = (n = 0) => kWidth * n / counts.done;
		const [won, drawn] = [part(counts.won), part(counts.drawn)];
		const [low, high] = [(counts.low ?? 0) * kWidth, (counts.high ?? 1) * kWidth];
		return svg("svg", {
			class: "share",
			viewBox: `0 0 ${kWidth} ${kHigh}`,
			role: "img",
			"aria-label": label
		}, svg("rect", {
			class: "share-a",
			width: won,
			height: 14
		}), svg("rect", {
			class: "share-drawn",
			x: won,
			width: drawn,
			height: 14
		}), svg("rect", {
			class: "share-b",
			x: won + drawn,
			width: Math.max(0, kWidth - won - drawn),
			height: 14
		}), svg("path", {
			class: "share-half",
			d: `M${kWidth / 2} 0V14`
		}), svg("path", {
			class: "share-interval",
			d: `M${low} 15V21M${low} 18H${high}M${high} 15V21`
		}));
	}
};
// src/edit/handles.ts
var kWords = [
	[
		"pieces",
		"Pieces",
		"Drag a stack to set it up elsewhere"
	],
	[
		"outlines",
		"Outlines",
		"Drag corners of areas, their middles, points of coasts and rivers"
	],
	[
		"rivers",
		"Rivers",
		"Click the side between two hexes: a river there, or no more"
	]
];
var kHandlePixels = 5;
var hundredths = ({ x, y }) => [Math.round(x * 100), Math.round(y * 100)];
var Handles = class {
	send;
	bar = html("div", {
		class: "modes",
		role: "radiogroup",
		"aria-label": "What is taken hold of"
	});
	mode = "pieces";
	modes = ["pieces"];
	map = null;
	board = null;
	layer = null;
	constructor(send) {
		this.send = send;
	}
	offer(files) {
		const has = (...names) => names.some((name) => files.includes(name));
		const modes = ["pieces"];
		if (has("shapes.csv", "map/features.csv")) modes.push("outlines");
		if (has("map/hexsides.csv")) modes.push("rivers");
		if (modes.join() === this.modes.join()) return;
		this.modes = modes;
		this.draw_bar();
	}
	lay(map, board) {
		if (map !== this.map) this.layer = map.over("handles");
		this.map = map;
		this.board = board;
		this.draw_bar();
		this.draw();
	}
	show(points) {
		if (this.mode !== "outlines" || !this.map || !this.layer) return;
		clear(this.layer);
		for (const point of points) this.layer.append(this.handle(point));
	}
	choose(mode) {
		this.mode = mode;
		this.draw_bar();
		this.draw();
	}
	draw_bar() {
		clear(this.bar);
		this.bar.hidden = this.modes.length < 2;
		for (const [mode, words, help] of kWords) if (this.modes.includes(mode)) this.bar.append(html("button", {
			type: "button",
			role: "radio",
			title: help,
			"aria-checked": String(mode === this.mode),
			click: () => this.choose(mode)
		}, words));
	}
	draw() {
		if (!this.layer || !this.board) return;
		if (this.mode === "outlines") return this.send({ kind: "points" });
		clear(this.layer);
		if (this.mode === "rivers") this.draw_sides(this.board);
	}
	handle(point) {
		const map = this.map;
		const handle = svg("path", {
			class: `handle ${point.what}`,
			tabindex: -1
		});
		const put = (at) => handle.setAttribute("d", sign(point.what, at, kHandlePixels * map.pixel));
		let held = false;
		let at = point;
		put(at);
		handle.addEventListener("pointerdown", (event) => {
			event.stopPropagation();
			held = true;
			handle.setPointerCapture(event.pointerId);
		});
		handle.addEventListener("pointermove", (event) => held && put(at = map.pointAt(event)));
		const drop = (event) => {
			if (!held) return;
			held = false;
			if (event.type !== "pointerup") return put(point);
			if (Math.hypot(at.x - point.x, at.y - point.y) > map.pixel) this.send({
				kind: "point",
				what: point.what,
				from: hundredths(point),
				to: hundredths(at)
			});
		};
		handle.addEventListener("pointerup", drop);
		handle.addEventListener("pointercancel", drop);
		return handle;
	}
	draw_sides(board) {
		const sides = /* @__PURE__ */ new Map();
		board.spaces.forEach((space, place) => {
			if (!space.id) return;
			space.polygon.forEach((from, i) => {
				const to = space.polygon[(i + 1) % space.polygon.length];
				const key = [from, to].map((p) => `${Math.round(p.x)} ${Math.round(p.y)}`).sort().join(" ");
				const other = sides.get(key);
				if (!other) sides.set(key, {
					place,
					line: [from, to]
				});
				else this.layer.append(this.side(board, other.place, place, from, to));
			});
		});
	}
	side(board, a, b, from, to) {
		const [first, second] = [board.spaces[a].id, board.spaces[b].id];
		const line = svg("path", {
			class: "hexside",
			d: `M${from.x} ${from.y}L${to.x} ${to.y}`,
			"stroke-width": 9 * this.map.pixel
		}, svg("title", {}, `${first} to ${second}`));
		line.addEventListener("pointerdown", (event) => event.stopPropagation());
		line.addEventListener("click", () => this.send({
			kind: "river",
			a: first,
			b: second
		}));
		return line;
	}
};
function sign(what, { x, y }, r) {
	if (what === "middle") return `M${x - r} ${y}L${x} ${y - r}L${x + r} ${y}L${x} ${y + r}Z`;
	if (what === "line") return `M${x - r} ${y}A${r} ${r} 0 1 0 ${x + r} ${y}A${r} ${r} 0 1 0 ${x - r} ${y}Z`;
	return `M${x - r} ${y - r}H${x + r}V${y + r}H${x - r}Z`;
}
// src/edit/line.ts
var kRetryMilliseconds = 1e3;
var kRefused = 1008;
var Line = class {
	heard;
	lost;
	socket = null;
	places = 0;
	constructor(heard, lost) {
		this.heard = heard;
		this.lost = lost;
		this.connect();
	}
	send(message) {
		if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
		else this.lost(false);
	}
	connect() {
		const socket = new WebSocket(`ws://${location.host}/socket`);
		this.socket = socket;
		socket.addEventListener("open", () => socket.send(JSON.stringify({
			kind: "hello",
			token: token()
		})));
		socket.addEventListener("message", (event) => this.heard(this.whole(JSON.parse(String(event.data)))));
		socket.addEventListener("close", (event) => {
			this.lost(event.code === kRefused);
			if (event.code !== kRefused) setTimeout(() => this.connect(), kRetryMilliseconds);
		});
	}
	whole(raw) {
		if (raw.kind === "map") {
			const whole = board(raw.board);
			this.places = whole.spaces.length;
			return {
				...raw,
				sides: raw.sides.map(capital),
				board: whole,
				country: country(raw.country ?? {})
			};
		}
		if (raw.kind === "position") return {
			...raw,
			view: view(raw.view, this.places)
		};
		return raw;
	}
};
// src/edit/cell.ts
var kMostWords = 24;
var lists = 0;
function allowed_words(allowed) {
	return [[
		allowed.type,
		allowed.allowed,
		allowed.default ? `default ${allowed.default}` : ""
	].filter(Boolean).join("; "), allowed.help].filter(Boolean).join(": ");
}
function offered(allowed) {
	const all = (allowed.allowed ?? "").split(",").map((word) => word.trim());
	return all.length > 1 && all.length <= kMostWords && all.every((word) => /^[\w.-]+$/.test(word)) ? all : [];
}
function cell(key, label, text, allowed, fixed, letters, listener) {
	const words = offered(allowed);
	const input = html("input", {
		class: "cell",
		value: text,
		"data-cell": key,
		"aria-label": label,
		title: allowed_words(allowed),
		spellcheck: "false",
		autocomplete: "off",
		readonly: fixed,
		size: Math.max(3, Math.min(44, letters)),
		change: () => input.value !== input.defaultValue && listener.changed(input.value),
		keydown: (event) => key_in(event, input)
	});
	if (words.length === 0) return input;
	const id = `offered-${++lists}`;
	input.setAttribute("list", id);
	return html("span", { class: "offers" }, input, html("datalist", { id }, ...words.map((word) => html("option", { value: word }))));
}
function key_in(event, input) {
	if (event.key === "Escape") input.value = input.defaultValue;
	if (event.key === "Enter" || event.key === "Escape") input.blur();
	if (event.key === "Enter") input.focus();
}
function keeping_focus(root, draw) {
	const active = document.activeElement;
	const before = active instanceof HTMLInputElement && root.contains(active) ? active : null;
	const key = before?.dataset.cell;
	const typed = before && before.value !== before.defaultValue ? before.value : null;
	const at = before?.selectionStart ?? null;
	draw();
	if (!key) return;
	const after = [...root.querySelectorAll("input[data-cell]")].find((one) => one.dataset.cell === key);
	if (!after) return;
	if (typed !== null) after.value = typed;
	after.focus({ preventScroll: true });
	if (at !== null) after.setSelectionRange(at, at);
}
// src/edit/places.ts
var Places = class {
	listener;
	root = html("section", {
		class: "places",
		"aria-label": "Pieces and places"
	});
	board = null;
	view = null;
	sides = [];
	place = -1;
	chosen = /* @__PURE__ */ new Set();
	found = [];
	wanted = "";
	search = html("input", {
		type: "search",
		placeholder: "Find a piece or a place",
		"aria-label": "Find a piece or a place",
		input: () => {
			this.wanted = this.search.value.toLowerCase();
			this.draw();
		}
	});
	body = html("div", {});
	names = html("datalist", { id: "all-places" });
	constructor(listener) {
		this.listener = listener;
		this.root.append(html("h2", {}, "Pieces and places"), this.search, this.body, this.names);
	}
	lay(board, sides) {
		this.board = board;
		this.sides = sides;
		if (this.place >= board.spaces.length) this.place = -1;
		clear(this.names);
		board.spaces.forEach((space, place) => space.id && this.names.append(html("option", { value: place_title(board, place) })));
	}
	show(view) {
		this.view = view;
		const here = new Set(this.here().map((counter) => counter.id));
		for (const id of this.chosen) if (!here.has(id)) this.chosen.delete(id);
		this.draw();
		this.ask();
	}
	choose(place) {
		if (place !== this.place) this.chosen.clear();
		this.place = place;
		this.found = [];
		this.wanted = this.search.value = "";
		this.draw();
		this.ask();
	}
	pick(counter) {
		if (counter.place !== this.place) this.choose(counter.place);
		if (!this.chosen.delete(counter.id)) this.chosen.add(counter.id);
		this.draw();
	}
	tell(text, rows) {
		if (text !== this.id()) return;
		this.found = rows;
		this.draw();
	}
	going(place) {
		if (place === this.place && this.chosen.size) return [...this.chosen];
		const here = (this.view?.counters ?? []).filter((counter) => counter.place === place);
		return here.filter((counter) => counter.side === here[0]?.side).map((counter) => counter.id);
	}
	move(from, to) {
		const board = this.board;
		if (!board?.spaces[from] || !board.spaces[to]) return;
		this.listener.send({
			kind: "move",
			counters: this.going(from),
			from: board.spaces[from].id,
			to: board.spaces[to].id
		});
		this.chosen.clear();
	}
	id() {
		return (this.board?.spaces[this.place]?.id ?? "").replace(/^h(?=\d)/, "");
	}
	ask() {
		const id = this.id();
		if (id) this.listener.send({
			kind: "find",
			text: id,
			whole: true
		});
	}
	here() {
		return (this.view?.counters ?? []).filter((counter) => counter.place === this.place && this.place >= 0);
	}
	draw() {
		keeping_focus(this.body, () => {
			clear(this.body);
			if (!this.board || !this.view) return void this.body.append(html("p", {}, "No map yet."));
			if (this.wanted) return this.draw_found(this.board, this.view);
			if (this.place < 0) return void this.body.append(html("p", {}, "Click on the map, or find a piece. Drag a stack to set it up elsewhere; chosen pieces of it go alone."));
			this.draw_place(this.board);
		});
	}
	draw_found(board, view) {
		const pieces = view.counters.filter((counter) => counter.place >= 0 && `${counter.name} ${counter.id}`.toLowerCase().includes(this.wanted)).slice(0, 40);
		const places = board.spaces.map((_, place) => place).filter((place) => board.spaces[place].id && place_title(board, place).toLowerCase().includes(this.wanted)).slice(0, 20);
		this.body.append(html("ul", { class: "found" }, ...pieces.map((counter) => html("li", {}, html("button", {
			type: "button",
			click: () => {
				this.choose(counter.place);
				this.chosen.add(counter.id);
				this.draw();
				this.listener.go(counter.place);
			}
		}, counter.name || counter.kind, html("span", {}, place_title(board, counter.place))))), ...places.map((place) => html("li", {}, html("button", {
			type: "button",
			click: () => {
				this.choose(place);
				this.listener.go(place);
			}
		}, place_title(board, place))))));
		if (pieces.length + places.length === 0) this.body.append(html("p", {}, "Nothing of that name."));
	}
	draw_place(board) {
		const space = board.spaces[this.place];
		this.body.append(html("h3", {}, place_title(board, this.place), html("span", {}, [space.terrain, space.region].filter(Boolean).join(", "))));
		const here = this.here();
		if (here.length) this.body.append(this.pieces(here), this.mover());
		this.draw_rows();
	}
	pieces(here) {
		return html("ul", { class: "pieces" }, ...here.map((counter) => html("li", {}, html("label", {}, html("input", {
			type: "checkbox",
			checked: this.chosen.has(counter.id),
			change: () => this.pick(counter)
		}), html("span", { class: counter.side === 1 ? "of-b" : "of-a" }, this.sides[counter.side] ?? ""), html("b", {}, `${counter.count > 1 ? `${counter.count} ` : ""}${counter.name || counter.kind}`)))));
	}
	mover() {
		const to = html("input", {
			list: "all-places",
			placeholder: "a place",
			"aria-label": "Set up at",
			"data-cell": "set-up-at"
		});
		const go = () => {
			const place = this.board.spaces.findIndex((space, i) => space.id && (place_title(this.board, i) === to.value || space.id.replace(/^h(?=\d)/, "") === to.value || space.name === to.value));
			if (place >= 0) this.move(this.place, place);
			else to.setCustomValidity("no such place"), to.reportValidity();
		};
		to.addEventListener("input", () => to.setCustomValidity(""));
		return html("form", {
			class: "mover",
			submit: (event) => {
				event.preventDefault();
				go();
			}
		}, html("label", {}, this.chosen.size ? `${this.chosen.size} chosen, set up at ` : "All of a side, set up at ", to), html("button", {
			type: "submit",
			class: "plain"
		}, "Put there"));
	}
	draw_rows() {
		const files = /* @__PURE__ */ new Map();
		for (const row of this.found) files.set(row.file, [...files.get(row.file) ?? [], row]);
		for (const [file, rows] of files) this.body.append(html("p", { class: "mentions" }, html("b", {}, file), ...rows.slice(0, 12).map((row) => html("button", {
			type: "button",
			title: row.path.join("."),
			click: () => this.listener.open(file, row.line)
		}, `line ${row.line}`))));
	}
};
// src/edit/text.ts
var bytes = (text) => new TextEncoder().encode(text).length;
var is_half = (code) => code >= 55296 && code <= 57343;
function text_change(before, after) {
	if (before === after) return null;
	const both = Math.min(before.length, after.length);
	let begin = 0;
	while (begin < both && before[begin] === after[begin]) ++begin;
	if (begin > 0 && is_half(before.charCodeAt(begin - 1))) --begin;
	let end = 0;
	while (end < both - begin && before[before.length - 1 - end] === after[after.length - 1 - end]) ++end;
	if (end > 0 && is_half(before.charCodeAt(before.length - end))) --end;
	const from = bytes(before.slice(0, begin));
	return {
		from,
		to: from + bytes(before.slice(begin, before.length - end)),
		text: after.slice(begin, after.length - end)
	};
}
// src/edit/table.ts
var kShown = 120;
var TableView = class {
	listener;
	root = html("section", {
		class: "file",
		"aria-label": "The file",
		hidden: true
	});
	table = null;
	faults = [];
	wanted = "";
	most = kShown;
	as_text = false;
	line = 0;
	body = html("div", { class: "file-body" });
	name = html("h2", {});
	note = html("p", { class: "file-note" });
	search = html("input", {
		type: "search",
		class: "file-search",
		placeholder: "Rows with",
		"aria-label": "Rows with",
		input: () => this.sift(this.search.value)
	});
	text_button = html("button", {
		type: "button",
		class: "plain",
		"aria-pressed": "false",
		click: () => this.turn()
	}, "As text");
	constructor(listener) {
		this.listener = listener;
		this.root.append(html("header", {}, this.name, this.search, this.text_button, html("button", {
			type: "button",
			class: "plain",
			"aria-pressed": "false",
			click: (event) => this.grow(event.target)
		}, "Larger"), html("button", {
			type: "button",
			class: "plain",
			click: () => this.listener.closed()
		}, "Close")), this.note, this.body);
	}
	get file() {
		return this.table?.file ?? "";
	}
	show(table) {
		if (table.file !== this.file) {
			this.most = kShown;
			this.wanted = this.search.value = "";
			this.as_text = false;
			this.body.scrollTop = 0;
		}
		this.table = table;
		this.root.hidden = false;
		this.draw();
	}
	go(line) {
		this.line = line;
		if (line > 0 && this.wanted) this.wanted = this.search.value = "";
		this.most = Infinity;
		this.draw();
		this.body.querySelector(".looked-at")?.scrollIntoView({ block: "center" });
	}
	close() {
		this.table = null;
		this.root.hidden = true;
	}
	tell(faults) {
		this.faults = faults;
		if (this.table) this.draw();
	}
	sift(words) {
		this.wanted = words.toLowerCase();
		this.most = kShown;
		this.draw();
	}
	turn() {
		this.as_text = !this.as_text;
		this.draw();
	}
	grow(button) {
		const large = this.root.classList.toggle("large");
		button.setAttribute("aria-pressed", String(large));
		button.textContent = large ? "Smaller" : "Larger";
	}
	faults_of(line) {
		return this.faults.filter((fault) => fault.file === this.file && fault.line === line);
	}
	draw() {
		const table = this.table;
		if (!table) return;
		const text = this.as_text || table.form === "text";
		this.name.textContent = table.file;
		this.note.textContent = table.fixed || (table.form === "text" ? table.fault : "");
		this.search.hidden = text;
		this.text_button.hidden = table.form === "text";
		this.text_button.setAttribute("aria-pressed", String(this.as_text));
		this.text_button.textContent = this.as_text ? "As a table" : "As text";
		keeping_focus(this.body, () => {
			const top = this.body.scrollTop;
			const left = this.body.scrollLeft;
			if (text) return this.draw_text(table);
			clear(this.body);
			this.body.append(table.form === "csv" ? this.csv(table, table.fixed !== "") : this.toml(table, table.fixed !== ""));
			this.body.scrollTop = top;
			this.body.scrollLeft = left;
		});
	}
	csv(table, fixed) {
		const rows = table.rows.filter((row) => !this.wanted || row.cells.some((text) => text.toLowerCase().includes(this.wanted)));
		const shown = rows.slice(0, this.most);
		const letters = table.columns.map((_, i) => Math.max(0, ...shown.map((row) => row.cells[i]?.length ?? 0)));
		const body = html("tbody", {}, ...shown.map((row) => this.csv_row(table, row, fixed, letters)));
		return html("div", {}, html("table", { class: "cells" }, html("thead", {}, html("tr", {}, html("th", { class: "line" }, "Line"), ...table.columns.map((column) => html("th", {
			scope: "col",
			title: allowed_words(column)
		}, column.name)), html("th", {}))), body), this.more(rows.length));
	}
	csv_row(table, row, fixed, letters) {
		const id = row.cells[table.columns.findIndex((column) => column.name === "id")] ?? row.row;
		const faults = this.faults_of(row.line);
		const cells = row.cells.map((text, i) => {
			const column = table.columns[i];
			const name = column?.name ?? "";
			const faulty = faults.some((fault) => fault.text.includes(`"${name}"`) || fault.text.startsWith(`${name}:`) || fault.text.startsWith(`${name} `));
			return html("td", { class: faulty ? "faulty" : "" }, cell(`${row.row}.${name}`, `${name} of ${id}`, text, column ?? {}, fixed || !column, letters[i] ?? 0, { changed: (now) => this.listener.send({
				kind: "set",
				file: this.file,
				path: [row.row, name],
				text: now
			}) }));
		});
		const told = faults.length ? html("p", { class: "fault-here" }, faults.map((fault) => fault.text).join(" · ")) : null;
		const buttons = fixed ? null : html("span", { class: "row-buttons" }, html("button", {
			type: "button",
			title: "A copy of this row below it",
			"aria-label": `Copy ${id}`,
			click: () => this.listener.send({
				kind: "copy-row",
				file: this.file,
				row: row.row
			})
		}, "Copy"), html("button", {
			type: "button",
			title: "Without this row",
			"aria-label": `Delete ${id}`,
			click: () => this.listener.send({
				kind: "delete-row",
				file: this.file,
				row: row.row
			})
		}, "Delete"));
		return html("tr", { class: this.row_class(faults, row.line) }, html("td", { class: "line" }, String(row.line)), ...cells, html("td", {}, buttons, told));
	}
	row_class(faults, line) {
		return [faults.length ? "has-fault" : "", line === this.line ? "looked-at" : ""].filter(Boolean).join(" ");
	}
	more(all) {
		if (all <= this.most) return null;
		return html("p", {}, html("button", {
			type: "button",
			class: "plain",
			click: () => {
				this.most = Infinity;
				this.draw();
			}
		}, `Show all ${all} rows`));
	}
	toml(table, fixed) {
		const rows = table.rows.filter((row) => !this.wanted || `${row.name.join(".")} ${row.text} ${row.help ?? ""}`.toLowerCase().includes(this.wanted));
		const body = html("tbody", {});
		let section = "";
		for (const row of rows.slice(0, this.most)) {
			const here = row.name.slice(0, -1).join(" › ");
			if (here !== section && here) body.append(html("tr", { class: "section" }, html("td", {}), html("th", {
				colspan: 3,
				scope: "rowgroup"
			}, here)));
			section = here;
			body.append(this.toml_row(row, fixed));
		}
		return html("div", {}, html("table", { class: "cells toml" }, html("thead", {}, html("tr", {}, html("th", { class: "line" }, "Line"), html("th", {}, "Key"), html("th", {}, "Value"), html("th", {}, "What may stand there"))), body), this.more(rows.length));
	}
	toml_row(row, fixed) {
		const key = row.name[row.name.length - 1] ?? "";
		const faults = this.faults_of(row.line);
		const offers = row.form === "flag" && !row.allowed ? {
			...row,
			allowed: "true, false"
		} : row;
		return html("tr", { class: this.row_class(faults, row.line) }, html("td", { class: "line" }, String(row.line)), html("th", { scope: "row" }, key), html("td", { class: faults.length ? "faulty" : "" }, cell(row.path.join("."), row.name.join("."), row.text, offers, fixed, Math.max(12, row.text.length), { changed: (text) => this.listener.send({
			kind: "set",
			file: this.file,
			path: row.path,
			text
		}) })), html("td", { class: "help" }, faults.length ? html("p", { class: "fault-here" }, faults.map((fault) => fault.text).join(" · ")) : null, [row.type, row.allowed].filter(Boolean).join("; "), row.help ? html("span", {}, row.help) : null));
	}
	draw_text(table) {
		const shown = this.body.querySelector("textarea");
		const lines = table.source.replace(/\r\n/g, "\n");
		if (shown && document.activeElement === shown && shown.dataset.file === table.file) {
			if (shown.value === shown.dataset.given) shown.value = lines;
			shown.dataset.given = lines;
			return;
		}
		const mixed = /\r\n/.test(table.source) && /[^\r]\n/.test(table.source);
		const area = html("textarea", {
			class: "source",
			spellcheck: "false",
			"aria-label": `The text of ${table.file}`,
			readonly: table.fixed !== "" || mixed,
			change: () => this.give_text(area.value)
		});
		area.value = area.dataset.given = lines;
		area.dataset.file = table.file;
		const numbers = html("pre", {
			class: "numbers",
			"aria-hidden": "true"
		}, lines.split("\n").map((_, i) => i + 1).join("\n"));
		area.rows = lines.split("\n").length + 1;
		clear(this.body);
		this.body.append(html("div", { class: "text" }, numbers, area));
		if (this.line > 0) this.body.scrollTop = Math.max(0, (this.line - 6) * (area.scrollHeight / area.rows));
	}
	give_text(now) {
		const table = this.table;
		if (!table) return;
		const text = table.source.includes("\r\n") ? now.replace(/\n/g, "\r\n") : now;
		const change = text_change(table.source, text);
		if (change) this.listener.send({
			kind: "text",
			file: table.file,
			revision: table.revision,
			...change
		});
	}
};
// src/edit/main.ts
var kBlocks = "block_battle";
var kNoticeMilliseconds = 6e3;
var kSearchPause = 250;
var page = document.getElementById("page");
var Page = class {
	line = new Line((message) => this.hear(message), (refused) => this.lost(refused));
	send = (message) => this.line.send(message);
	balance = new Balance(this.send, () => this.sides);
	places = new Places({
		send: this.send,
		go: (place) => this.go(place),
		open: (file, line) => this.open(file, line)
	});
	handles = new Handles(this.send);
	table = new TableView({
		send: this.send,
		closed: () => this.close_file()
	});
	notice = html("div", {
		class: "notice",
		role: "alert",
		hidden: true
	});
	title = html("h1", {});
	state = html("p", {
		class: "state",
		role: "status"
	});
	undo = html("button", {
		type: "button",
		class: "plain",
		click: () => this.send({ kind: "undo" })
	}, "Undo");
	redo = html("button", {
		type: "button",
		class: "plain",
		click: () => this.send({ kind: "redo" })
	}, "Redo");
	save = html("button", {
		type: "button",
		class: "main",
		click: () => this.send({ kind: "save" })
	}, "Save");
	files = html("ul", { class: "files" });
	faults = html("section", {
		class: "faults",
		"aria-label": "What is wrong",
		"aria-live": "polite"
	});
	search = html("input", {
		type: "search",
		placeholder: "Find in all files",
		"aria-label": "Find in all files",
		input: () => this.search_soon()
	});
	stage = html("section", {
		class: "stage",
		"aria-label": "The map"
	});
	map_note = html("p", {
		class: "map-note",
		role: "status",
		hidden: true
	});
	looked = html("section", {
		class: "looked",
		"aria-label": "What is shown and played"
	});
	centre = html("div", { class: "centre" }, this.stage, this.table.root);
	workshop = null;
	map = null;
	board = null;
	view = null;
	sides = [];
	mechanism = "";
	wrong = [];
	checked = 0;
	line_wanted = 0;
	found = null;
	searching = 0;
	noticing = 0;
	constructor() {
		clear(page);
		page.append(html("header", { class: "head workshop-head" }, this.title, this.state, html("div", { class: "commands" }, this.undo, this.redo, this.save)), html("div", { class: "workshop" }, html("nav", {
			class: "left",
			"aria-label": "Files"
		}, this.search, this.files, this.faults), this.centre, html("aside", { class: "right" }, this.balance.root, this.looked, this.places.root)), this.notice);
		this.stage.append(html("p", { class: "loading" }, "Opening the workshop."));
		document.addEventListener("keydown", (event) => this.key(event));
	}
	hear(message) {
		switch (message.kind) {
			case "workshop": return this.at_work(message);
			case "table": return this.show_table(message);
			case "faults":
				this.wrong = message.lines;
				this.checked = message.revision;
				this.balance.checked(message.lines.length > 0);
				this.table.tell(message.lines);
				return this.draw_left();
			case "map": return this.lay(message);
			case "position": return this.stand(message);
			case "unshown": return this.note(`The map is that of the last version that could be read. ${message.text}`);
			case "measured": return this.balance.show(message);
			case "found":
				if (message.whole) return this.places.tell(message.text, message.rows);
				this.found = message.text ? message.rows : null;
				return this.draw_left();
			case "points": return this.handles.show(message.points);
			case "saved": return this.tell(message.files.length ? `Saved: ${message.files.join(", ")}` : "Nothing was changed since it was saved.");
			case "error": return this.tell(message.text);
		}
	}
	lost(refused) {
		this.tell(refused ? "This page belongs to another start of niemen edit: open the address that it has printed." : "The line to niemen edit is broken; it is tried again.");
	}
	at_work(workshop) {
		const later = workshop.revision !== this.workshop?.revision;
		this.workshop = workshop;
		document.title = `${workshop.title}: the workshop`;
		this.title.textContent = workshop.title;
		this.title.title = workshop.folder;
		this.undo.disabled = !workshop.undo;
		this.undo.title = workshop.undo;
		this.redo.disabled = !workshop.redo;
		this.redo.title = workshop.redo;
		const changed = workshop.files.filter((file) => file.changed).length;
		this.save.disabled = changed === 0;
		this.state.textContent = changed ? `${changed} ${changed === 1 ? "file" : "files"} changed and not saved` : "all is saved";
		this.handles.offer(workshop.files.map((file) => file.name));
		this.balance.changed(workshop.revision, workshop.compared);
		if (later && this.table.file) this.reload();
		this.draw_left();
	}
	reload() {
		if (this.workshop.files.some((file) => file.name === this.table.file)) this.send({
			kind: "table",
			file: this.table.file
		});
		else this.close_file();
	}
	show_table(message) {
		this.table.show(message);
		this.table.tell(this.wrong);
		if (this.line_wanted) this.table.go(this.line_wanted);
		this.line_wanted = 0;
		this.draw_left();
	}
	lay(message) {
		this.sides = message.sides;
		this.mechanism = message.mechanism;
		stand_blocks(this.mechanism === kBlocks, 0);
		message.colours.forEach(colourCounters);
		this.places.lay(message.board, message.sides);
		const before = this.map?.frame;
		clear(this.stage);
		this.map = new MapView(message.board, {
			title: message.title,
			of: this.mechanism === kBlocks ? "Map of the Battlefield" : "Map of the Theatre of War",
			sides: message.sides,
			seat: 0,
			country: message.country,
			legend: message.legend,
			ground: message.ground
		}, {
			chosen: (place) => this.choose(place),
			asked: (place) => this.choose(place),
			looked: () => {},
			picked: (counter) => this.view?.counters[counter] && this.places.pick(this.view.counters[counter]),
			dragged: (from, to) => this.places.move(from, to)
		});
		this.board = message.board;
		this.stage.append(this.map.root, this.handles.bar, this.map_note);
		if (before) this.map.look_at(before);
	}
	stand(message) {
		const choices = message.view.counters.map((counter, i) => ({
			action: i,
			notation: "",
			words: "",
			caution: "",
			counters: [i],
			from: counter.place,
			to: -1
		}));
		this.view = {
			...message.view,
			choices
		};
		this.map?.show(this.view);
		if (this.map && this.board) this.handles.lay(this.map, this.board);
		this.places.show(this.view);
		this.note("");
		this.draw_looked(message);
		this.balance.show_sides();
	}
	note(words) {
		this.map_note.textContent = words;
		this.map_note.hidden = !words;
		if (!this.map && words) {
			clear(this.stage);
			this.stage.append(html("p", { class: "loading" }, "No map yet."), this.map_note);
		}
	}
	choose(place) {
		this.map?.light([], place);
		this.places.choose(place);
	}
	go(place) {
		this.map?.light([], place);
		this.map?.focusOn(place);
		this.map?.centreOn(place);
	}
	draw_looked(message) {
		const { scenarios, presets, openings } = message.choices;
		const look = {
			kind: "look",
			scenario: message.scenario,
			preset: message.preset,
			openings: [...message.openings]
		};
		const chooser = (label, now, options, chosen) => {
			const select = html("select", { change: () => chosen(select.value) }, ...options.map(({ id, title }) => html("option", {
				value: id,
				selected: id === now
			}, title)));
			return html("label", {}, html("span", {}, label), select);
		};
		clear(this.looked);
		this.looked.append(html("h2", {}, "Shown and played"), chooser("Scenario", message.scenario, scenarios, (scenario) => this.send({
			...look,
			scenario,
			preset: "",
			openings: ["*", "*"]
		})), ...presets.length > 1 ? [chooser("Rules", message.preset, presets.map((id) => ({
			id,
			title: id
		})), (preset) => this.send({
			...look,
			preset
		}))] : [], ...openings.flatMap((list, side) => list.length === 0 ? [] : [chooser(`Set-up, ${this.sides[side]}`, message.openings[side] ?? "", [{
			id: "",
			title: "as the scenario and the computer set up"
		}, ...list], (opening) => this.send({
			...look,
			openings: look.openings.map((old, i) => i === side ? opening : old)
		}))]));
	}
	open(file, line) {
		this.line_wanted = line;
		this.centre.classList.add("with-file");
		this.send({
			kind: "table",
			file
		});
	}
	close_file() {
		this.table.close();
		this.centre.classList.remove("with-file");
		this.draw_left();
	}
	search_soon() {
		clearTimeout(this.searching);
		this.searching = window.setTimeout(() => {
			if (this.search.value) return this.send({
				kind: "find",
				text: this.search.value,
				whole: false
			});
			this.found = null;
			this.draw_left();
		}, kSearchPause);
	}
	draw_left() {
		if (!this.workshop) return;
		clear(this.files);
		if (this.found) this.draw_found(this.found);
		else for (const file of this.workshop.files) this.files.append(this.file_button(file));
		this.draw_faults();
	}
	draw_found(found) {
		this.files.append(...found.map((row) => html("li", {}, html("button", {
			type: "button",
			click: () => this.open(row.file, row.line)
		}, html("span", { class: "hit" }, row.text), html("small", {}, `${row.file}, line ${row.line}, ${row.path[row.path.length - 1]}`)))));
		if (found.length === 0) this.files.append(html("li", {}, "Nowhere."));
	}
	file_button(file) {
		const wrong = this.wrong.filter((fault) => fault.file === file.name).length;
		const marks = [
			file.changed ? "changed" : "",
			file.conflict ? "and on the disk too" : "",
			wrong ? `${wrong} ${wrong === 1 ? "fault" : "faults"}` : ""
		].filter(Boolean).join(", ");
		const theirs = file.conflict ? html("button", {
			type: "button",
			class: "plain",
			click: () => this.send({
				kind: "theirs",
				file: file.name
			})
		}, "Take the disk's") : null;
		return html("li", { class: [file.name === this.table.file ? "open" : "", wrong ? "wrong" : ""].join(" ") }, html("button", {
			type: "button",
			"aria-current": file.name === this.table.file ? "true" : "false",
			click: () => this.open(file.name, 0)
		}, file.name, marks ? html("small", {}, marks) : null), theirs);
	}
	draw_faults() {
		clear(this.faults);
		if (this.checked !== this.workshop?.revision) return void this.faults.append(html("h2", {}, "Looking through it …"), ...this.fault_list());
		const many = this.wrong.length;
		this.faults.append(html("h2", { class: many ? "bad" : "good" }, many ? `${many} ${many === 1 ? "fault" : "faults"}` : "No faults"), ...this.fault_list());
	}
	fault_list() {
		return this.wrong.map((fault) => {
			const where = fault.file ? `${fault.file}${fault.line ? `, line ${fault.line}` : ""}` : "";
			const known = this.workshop?.files.some((file) => file.name === fault.file);
			return html("button", {
				type: "button",
				disabled: !known,
				click: () => this.open(fault.file, fault.line)
			}, where ? html("b", {}, where) : null, html("span", {}, fault.text));
		});
	}
	tell(words) {
		this.notice.textContent = words;
		this.notice.hidden = false;
		clearTimeout(this.noticing);
		this.noticing = window.setTimeout(() => this.notice.hidden = true, kNoticeMilliseconds);
	}
	key(event) {
		const command = event.ctrlKey || event.metaKey;
		const key = event.key.toLowerCase();
		const field = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement ? event.target : null;
		if (command && key === "s") {
			event.preventDefault();
			field?.blur();
			return this.send({ kind: "save" });
		}
		const typing = field !== null && field.value !== (field instanceof HTMLInputElement ? field.defaultValue : field.dataset.given);
		if (command && (key === "z" || key === "y") && !typing) {
			event.preventDefault();
			return this.send({ kind: key === "y" || event.shiftKey ? "redo" : "undo" });
		}
		if (!field && !command && this.stage.contains(event.target)) this.map_key(event);
	}
	map_key(event) {
		const step = {
			ArrowLeft: [-1, 0],
			ArrowRight: [1, 0],
			ArrowUp: [0, -1],
			ArrowDown: [0, 1]
		}[event.key];
		if (step) this.map?.walk(...step);
		else if (event.key === "Enter" && this.map && this.map.focused >= 0) this.choose(this.map.focused);
		else if (event.key === "+") this.map?.zoomBy(1.25);
		else if (event.key === "-") this.map?.zoomBy(.8);
		else if (event.key === "0") this.map?.whole();
		else if (!this.map?.press(event.key)) return;
		event.preventDefault();
	}
};
new Page();
