// src/dom.ts
var SVG = "http://www.w3.org/2000/svg";
function fill(element, attributes, children) {
	for (const [name, value] of Object.entries(attributes)) if (typeof value === "function") element.addEventListener(name, value);
	else if (value === true) element.setAttribute(name, "");
	else if (value !== false) element.setAttribute(name, String(value));
	for (const child of children) if (child) element.append(child);
}
function html(tag, attributes = {}, ...children) {
	const element = document.createElement(tag);
	fill(element, attributes, children);
	return element;
}
function svg(tag, attributes = {}, ...children) {
	const element = document.createElementNS(SVG, tag);
	fill(element, attributes, children);
	return element;
}
function clear(element) {
	element.replaceChildren();
}
// src/normalise.ts
var side = (word) => word === "a" ? 0 : word === "b" ? 1 : -1;
var text = (value) => typeof value === "string" ? value : "";
var number = (value, missing) => typeof value === "number" ? value : missing;
var list = (value) => Array.isArray(value) ? value : [];
var words = (value) => Array.isArray(value) ? value.map(String) : [];
var numbers = (value) => Array.isArray(value) ? value.map(Number) : [];
var point = (value) => {
	const [x, y] = numbers(value);
	return {
		x: x ?? 0,
		y: y ?? 0
	};
};
var points = (value) => Array.isArray(value) ? value.map(point) : [];
function board(raw) {
	return {
		width: number(raw.width, 1),
		height: number(raw.height, 1),
		spaces: list(raw.spaces).map((space) => ({
			id: text(space.id),
			name: text(space.name),
			terrain: text(space.terrain),
			centre: point(space.centre),
			polygon: points(space.polygon),
			points: number(space.points, 0),
			region: text(space.region),
			reconstructed: space.reconstructed === true,
			source: text(space.source)
		})),
		edges: list(raw.edges).map((edge) => ({
			kind: text(edge.kind),
			a: number(edge.a, -1),
			b: number(edge.b, -1),
			line: points(edge.line),
			name: text(edge.name)
		}))
	};
}
function view(raw, places) {
	const step = raw.step ?? {};
	const spaces = Array.from({ length: places }, () => ({
		owner: -1,
		marks: []
	}));
	for (const state of list(raw.spaces)) {
		const space = spaces[number(state.place, -1)];
		if (!space) continue;
		space.owner = side(state.owner);
		space.marks = words(state.marks);
	}
	return {
		viewer: text(raw.viewer),
		actor: text(raw.actor),
		step: {
			name: text(step.name),
			chapter: text(step.chapter),
			rule: text(step.rule),
			prompt: text(step.prompt),
			barrier: text(step.barrier)
		},
		prompt: text(raw.prompt),
		turn: number(raw.turn, 0),
		turn_name: text(raw.turn_name),
		phase: text(raw.phase),
		spaces,
		counters: list(raw.counters).map((counter) => ({
			id: text(counter.id),
			place: number(counter.place, -1),
			side: side(counter.side),
			kind: text(counter.kind),
			name: text(counter.name),
			label: text(counter.label),
			strength: number(counter.strength, 0),
			count: number(counter.count, 1),
			known: counter.known !== false,
			states: words(counter.states)
		})),
		links: list(raw.links).map((link) => ({
			kind: text(link.kind),
			side: side(link.side),
			from: number(link.from, -1),
			to: number(link.to, -1)
		})),
		tracks: list(raw.tracks).map((track) => ({
			id: text(track.id),
			name: text(track.name),
			side: side(track.side),
			value: number(track.value, 0),
			words: text(track.words)
		})),
		account: list(raw.account).map((line) => ({
			words: text(line.words),
			rule: text(line.rule),
			side: side(line.side),
			points: number(line.points, 0)
		})),
		choices: list(raw.choices).map((choice) => ({
			action: number(choice.action, 0),
			notation: text(choice.notation),
			words: text(choice.words),
			counters: numbers(choice.counters),
			from: number(choice.from, -1),
			to: number(choice.to, -1)
		}))
	};
}
function message(raw, places) {
	if (raw.kind === "campaign") return {
		...raw,
		board: board(raw.board)
	};
	if (raw.kind === "position") return {
		...raw,
		view: view(raw.view, places)
	};
	return raw;
}
// src/connection.ts
var kRetryMilliseconds = 1e3;
var Connection = class {
	heard;
	state;
	socket = null;
	waiting = [];
	greeted = false;
	places = 0;
	constructor(heard, state) {
		this.heard = heard;
		this.state = state;
		this.connect();
	}
	send(message) {
		if (this.greeted && this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
		else this.waiting.push(message);
	}
	connect() {
		const socket = new WebSocket(`ws://${location.host}/socket`);
		this.socket = socket;
		socket.addEventListener("open", () => {
			socket.send(JSON.stringify({
				kind: "hello",
				token: token()
			}));
		});
		socket.addEventListener("message", (event) => {
			const message$1 = message(JSON.parse(String(event.data)), this.places);
			if (message$1.kind === "campaign") this.places = message$1.board.spaces.length;
			if (message$1.kind === "welcome") this.greet();
			this.heard(message$1);
		});
		socket.addEventListener("close", () => {
			this.greeted = false;
			this.state(false);
			setTimeout(() => this.connect(), kRetryMilliseconds);
		});
	}
	greet() {
		this.greeted = true;
		this.state(true);
		for (const message of this.waiting) this.socket?.send(JSON.stringify(message));
		this.waiting = [];
	}
};
function token() {
	const given = new URLSearchParams(location.hash.slice(1)).get("t");
	if (given) sessionStorage.setItem("token", given);
	return given ?? sessionStorage.getItem("token") ?? "";
}
// src/dialog.ts
var Dialog = class {
	root = html("div", {
		class: "veil",
		hidden: true
	});
	closed = () => {};
	before = null;
	show(title, close, closed, ...content) {
		this.closed = closed;
		this.before = document.activeElement;
		clear(this.root);
		const main = html("button", {
			class: "main",
			click: () => this.close()
		}, close, html("kbd", {}, "Enter"));
		this.root.append(html("div", {
			class: "dialog",
			role: "dialog",
			"aria-modal": "true",
			"aria-label": title
		}, html("h2", {}, title), ...content, html("footer", {}, main)));
		this.root.hidden = false;
		main.focus();
	}
	close() {
		if (this.root.hidden) return;
		this.root.hidden = true;
		if (this.before instanceof HTMLElement) this.before.focus();
		this.closed();
	}
	get open() {
		return !this.root.hidden;
	}
};
var kDots = {
	1: [[1, 1]],
	2: [[0, 0], [2, 2]],
	3: [
		[0, 0],
		[1, 1],
		[2, 2]
	],
	4: [
		[0, 0],
		[0, 2],
		[2, 0],
		[2, 2]
	],
	5: [
		[0, 0],
		[0, 2],
		[1, 1],
		[2, 0],
		[2, 2]
	],
	6: [
		[0, 0],
		[0, 1],
		[0, 2],
		[2, 0],
		[2, 1],
		[2, 2]
	]
};
function die(face, side) {
	const picture = svg("svg", {
		viewBox: "0 0 40 40",
		class: `die side-${side === 1 ? "b" : "a"}`,
		role: "img",
		"aria-label": `die ${face}`
	});
	picture.append(svg("path", { d: side === 1 ? "M11 1H29L39 11V29L29 39H11L1 29V11Z" : "M1 1H39V39H1Z" }));
	const dots = kDots[face];
	if (dots) picture.append(...dots.map(([x, y]) => svg("circle", {
		cx: 10 + x * 10,
		cy: 10 + y * 10,
		r: 3.6
	})));
	else picture.append(svg("text", {
		x: 20,
		y: 26,
		"text-anchor": "middle",
		"font-size": 17
	}, String(face)));
	return picture;
}
function told(event) {
	const rows = event.modifiers.map((modifier) => html("tr", {}, html("td", {}, modifier.reason, modifier.rule ? html("span", { class: "rule" }, ` ${modifier.rule}`) : null), html("td", { class: "number" }, `${modifier.value > 0 ? "+" : modifier.value < 0 ? "−" : ""}${Math.abs(modifier.value)}`)));
	return html("div", { class: "event" }, event.face ? die(event.face, event.side) : null, html("div", {}, html("p", {}, event.text), rows.length ? html("table", {}, html("tbody", {}, ...rows)) : null));
}
var percent = (share) => `${Math.round(100 * share)} %`;
function review(lines, sums, retry) {
	const width = 780;
	const height = 180;
	const x = (i) => lines.length > 1 ? i / (lines.length - 1) * width : 0;
	const y = (share) => height - share * height;
	const band = lines.map((line, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(line.high).toFixed(1)}`).join("") + [...lines].reverse().map((line, i) => `L${x(lines.length - 1 - i).toFixed(1)} ${y(line.low).toFixed(1)}`).join("") + "Z";
	const curve = lines.map((line, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(line.win).toFixed(1)}`).join("");
	const cell = (words, value) => html("tr", {}, html("td", {}, words), html("td", { class: "number" }, `${value > 0 ? "+" : ""}${(100 * value).toFixed(1)}`));
	const turning = [...lines].sort((a, b) => Math.abs(b.change) - Math.abs(a.change)).slice(0, 8);
	return [
		svg("svg", {
			viewBox: `-4 -4 788 188`,
			class: "chance-graph",
			role: "img",
			"aria-label": "Your chance of winning over the campaign; the table below holds its turning points"
		}, svg("path", {
			d: `M0 ${y(.5)}H${width}`,
			class: "half"
		}), svg("path", {
			d: band,
			class: "band"
		}), svg("path", {
			d: curve,
			class: "curve"
		})),
		html("table", { class: "sums" }, html("caption", {}, "Where the result came from, in points of winning"), html("tbody", {}, cell("at the start", sums.start), cell("your decisions", sums.mine), cell("his decisions", sums.theirs), cell("dice", sums.dice), cell("hidden facts that came out", sums.reveal), cell("result", sums.result))),
		html("table", { class: "turning" }, html("caption", {}, "Turning points"), html("thead", {}, html("tr", {}, html("th", {}, "turn"), html("th", {}, "what"), html("th", { class: "number" }, "chance"), html("th", { class: "number" }, "change"), html("th", {}, ""))), html("tbody", {}, ...turning.map((line) => html("tr", {}, html("td", {}, String(line.turn)), html("td", {}, line.words, line.mark ? html("b", { class: "mark-word" }, ` ${line.mark}`) : null), html("td", { class: "number" }, `${percent(line.win)} (${percent(line.low)} to ${percent(line.high)})`), html("td", { class: "number" }, `${line.change > 0 ? "+" : ""}${(100 * line.change).toFixed(1)}`), html("td", {}, line.credit === "mine" ? html("button", {
			class: "plain",
			click: () => retry(line.event)
		}, "Try again") : null)))))
	];
}
// src/geometry.ts
function between(a, b, share) {
	return {
		x: a.x + (b.x - a.x) * share,
		y: a.y + (b.y - a.y) * share
	};
}
function distance(a, b) {
	return Math.hypot(a.x - b.x, a.y - b.y);
}
function cutCorners(points, cut, times, closed) {
	let line = points;
	for (let round = 0; round < times && line.length > 2; ++round) {
		const next = [];
		const sides = closed ? line.length : line.length - 1;
		if (!closed) next.push(line[0]);
		for (let i = 0; i < sides; ++i) {
			const a = line[i];
			const b = line[(i + 1) % line.length];
			if (closed || i > 0) next.push(between(a, b, cut));
			if (closed || i + 1 < sides) next.push(between(a, b, 1 - cut));
		}
		if (!closed) next.push(line[line.length - 1]);
		line = next;
	}
	return line;
}
function wavy(points, height, length) {
	const out = [];
	let walked = 0;
	for (let i = 0; i + 1 < points.length; ++i) {
		const a = points[i];
		const b = points[i + 1];
		const far = distance(a, b);
		const steps = Math.max(1, Math.round(far / length * 4));
		for (let s = 0; s < steps; ++s) {
			const p = between(a, b, s / steps);
			const swing = Math.sin((walked + far * s / steps) / length * 2 * Math.PI) * height;
			out.push({
				x: p.x - (b.y - a.y) / far * swing,
				y: p.y + (b.x - a.x) / far * swing
			});
		}
		walked += far;
	}
	const last = points[points.length - 1];
	if (last) out.push(last);
	return out;
}
function path(points, closed = false) {
	return points.map((p, i) => `${i ? "L" : "M"}${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join("") + (closed ? "Z" : "");
}
var key = (p) => `${p.x.toFixed(1)},${p.y.toFixed(1)}`;
function joinLines(pieces) {
	const ends = /* @__PURE__ */ new Map();
	pieces.forEach((piece, i) => {
		for (const end of [piece[0], piece[piece.length - 1]]) ends.set(key(end), [...ends.get(key(end)) ?? [], i]);
	});
	const used = /* @__PURE__ */ new Set();
	const lines = [];
	const grow = (line) => {
		for (;;) {
			const at = ends.get(key(line[line.length - 1])) ?? [];
			const next = at.length === 2 ? at.find((i) => !used.has(i)) : void 0;
			if (next === void 0) return;
			used.add(next);
			const piece = pieces[next];
			const forward = key(piece[0]) === key(line[line.length - 1]);
			line.push(...forward ? piece.slice(1) : piece.slice(0, -1).reverse());
		}
	};
	pieces.forEach((piece, i) => {
		if (used.has(i)) return;
		used.add(i);
		const line = [...piece];
		grow(line);
		line.reverse();
		grow(line);
		lines.push(line);
	});
	return lines;
}
function outlines(polygons) {
	const sides = /* @__PURE__ */ new Map();
	for (const polygon of polygons) polygon.forEach((a, i) => {
		const b = polygon[(i + 1) % polygon.length];
		const twin = [key(a), key(b)].sort().join(" ");
		if (sides.has(twin)) sides.delete(twin);
		else sides.set(twin, [a, b]);
	});
	return joinLines([...sides.values()]);
}
function scatter(seed) {
	let state = seed >>> 0 || 1;
	return () => {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		state >>>= 0;
		return state / 4294967296;
	};
}
function inside(point, polygon) {
	let odd = false;
	polygon.forEach((a, i) => {
		const b = polygon[(i + 1) % polygon.length];
		if (a.y > point.y !== b.y > point.y && point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x) odd = !odd;
	});
	return odd;
}
// src/counters.ts
function shape(side, width, height, cut = .26) {
	if (side !== 1) return `M0 0H${width}V${height}H0Z`;
	const c = Math.min(width, height) * cut;
	return `M${c} 0H${width - c}L${width} ${c}V${height - c}L${width - c} ${height}H${c}L0 ${height - c}V${c}Z`;
}
function armSign(kind, width, height) {
	const box = {
		x: 0,
		y: 0,
		width,
		height
	};
	switch (kind) {
		case "cavalry": return svg("g", {}, svg("rect", {
			...box,
			class: "arm-frame"
		}), svg("path", {
			d: `M0 0H${width}L0 ${height}Z`,
			class: "arm"
		}));
		case "artillery": return svg("g", {}, svg("circle", {
			cx: width * .3,
			cy: height * .7,
			r: height * .27,
			class: "arm-frame"
		}), svg("path", {
			d: `M${width * .1} ${height * .72}L${width} ${height * .05}`,
			class: "arm-line"
		}));
		default: return svg("rect", {
			...box,
			class: "arm"
		});
	}
}
var kSmallKinds = /* @__PURE__ */ new Set([
	"depot",
	"train",
	"supply",
	"supply-unit",
	"blank"
]);
var isUnit = (counter) => !isCommander(counter) && !kSmallKinds.has(counter.kind);
var isCommander = (counter) => counter.kind === "commander" || counter.kind === "leader" || counter.kind === "headquarters";
function mark(text, x, y, name) {
	return svg("text", {
		x,
		y,
		class: name,
		"text-anchor": "middle"
	}, text);
}
function unitCounter(counter, size) {
	const group = svg("g", { class: `counter ${counter.side === 1 ? "side-b" : "side-a"}${counter.known ? "" : " face-down"}` });
	group.append(svg("path", {
		d: shape(counter.side, size, size),
		class: "ground"
	}));
	if (!counter.known) {
		group.append(mark("?", size / 2, size * .68, "unknown"));
		return group;
	}
	if (isCommander(counter)) {
		group.append(mark(counter.strength ? String(counter.strength) : "", size / 2, size * .45, "figure"));
		group.append(mark(counter.name, size / 2, size * .82, "small-name"));
		return group;
	}
	group.append(mark(counter.label, size / 2, size * .28, "corps"));
	const arm = armSign(counter.kind, size * .44, size * .26);
	arm.setAttribute("transform", `translate(${size * .28} ${size * .38})`);
	group.append(arm);
	for (let bar = 0; bar < Math.min(counter.strength, 6); ++bar) group.append(svg("rect", {
		x: size * .2 + bar * size * .12,
		y: size * .76,
		width: size * .08,
		height: size * .12,
		class: "arm"
	}));
	if (counter.count > 1) group.append(mark(`${counter.count}`, size * .86, size * .28, "count"));
	if (counter.states.includes("disrupted")) group.append(svg("path", {
		d: `M0 ${size}L${size * .4} ${size * .6}M0 ${size * .7}L${size * .3} ${size}`,
		class: "cracked"
	}));
	if (counter.states.some((state) => state === "unsupplied")) group.append(svg("circle", {
		cx: size * .9,
		cy: size * .9,
		r: size * .11,
		class: "hungry"
	}));
	return group;
}
function stackSign(counters, scale) {
	const units = counters.filter(isUnit);
	const commanders = counters.filter((counter) => isCommander(counter) && counter.known);
	const side = counters[0].side;
	const width = 33 * scale;
	const height = 21 * scale;
	const group = svg("g", { class: `stack ${side === 1 ? "side-b" : "side-a"}` });
	const number = units.reduce((sum, unit) => sum + unit.count, 0);
	const hidden = units.some((unit) => !unit.known) || units.length === 0 && commanders.length === 0;
	const shadows = hidden ? 0 : number <= 1 ? 0 : number <= 3 ? 1 : 2;
	for (let i = shadows; i > 0; --i) {
		const shadow = svg("path", {
			d: shape(side, width, height),
			class: "ground"
		});
		shadow.setAttribute("transform", `translate(${-width / 2 + i * 2.1 * scale} ${-height / 2 - i * 2.1 * scale})`);
		group.append(shadow);
	}
	const front = svg("g", { transform: `translate(${-width / 2} ${-height / 2})` });
	front.append(svg("path", {
		d: shape(side, width, height),
		class: "ground"
	}));
	if (hidden) {
		front.append(svg("path", {
			d: `M0 0L${width} ${height}M${width} 0L0 ${height}`,
			class: "weave"
		}));
		front.append(mark("?", width / 2, height * .74, "unknown-stack"));
	} else {
		front.append(mark(number ? String(number) : "", width * .28, height * .76, "strength"));
		[
			"infantry",
			"cavalry",
			"artillery"
		].filter((arm) => units.some((unit) => unit.kind === arm)).forEach((arm, i) => {
			const sign = armSign(arm, width * .26, height * .2);
			sign.setAttribute("transform", `translate(${width * .54} ${height * (.14 + i * .27)})`);
			front.append(sign);
		});
	}
	group.append(front);
	const best = commanders.reduce((most, commander) => Math.max(most, commander.strength), 0);
	if (best > 0) {
		const r = 6 * scale;
		const at = `translate(${width / 2} 0)`;
		group.append(side === 1 ? svg("rect", {
			x: -r * .9,
			y: -r * .9,
			width: r * 1.8,
			height: r * 1.8,
			class: "rating",
			transform: `${at} rotate(45)`
		}) : svg("circle", {
			r,
			class: "rating",
			transform: at
		}));
		group.append(svg("text", {
			x: width / 2,
			y: 3.4 * scale,
			class: "rating-figure",
			"text-anchor": "middle",
			"font-size": 9 * scale
		}, String(best)));
	}
	if (commanders.length) {
		const name = commanders[0].name + (commanders.length > 1 ? ` +${commanders.length - 1}` : "");
		group.append(svg("text", {
			y: -height / 2 - 3.5 * scale,
			class: "commander-name",
			"text-anchor": "middle",
			"font-size": 9.8 * scale
		}, name));
	}
	return group;
}
function smallSign(counter, scale) {
	const group = svg("g", { class: `small ${counter.side === 1 ? "side-b" : "side-a"}` });
	if (counter.kind === "depot") group.append(svg("path", {
		d: `M${-7 * scale} ${7 * scale}V${-1 * scale}L0 ${-7 * scale}L${7 * scale} ${-1 * scale}V${7 * scale}Z`,
		class: "house"
	}), svg("rect", {
		x: -2 * scale,
		y: 1 * scale,
		width: 4 * scale,
		height: 6 * scale,
		class: "door"
	}));
	else if (counter.kind === "train") group.append(svg("path", {
		d: `M${-8 * scale} ${2 * scale}A${8 * scale} ${8 * scale} 0 0 1 ${8 * scale} ${2 * scale}Z`,
		class: "house"
	}), svg("circle", {
		cx: -4 * scale,
		cy: 4 * scale,
		r: 2.6 * scale,
		class: "wheel"
	}), svg("circle", {
		cx: 4 * scale,
		cy: 4 * scale,
		r: 2.6 * scale,
		class: "wheel"
	}));
	else group.append(svg("circle", {
		r: 6 * scale,
		class: "house"
	}), svg("text", {
		y: 3 * scale,
		class: "small-letter",
		"text-anchor": "middle",
		"font-size": 8 * scale
	}, (counter.label || counter.kind).slice(0, 2)));
	if (counter.count > 1) group.append(svg("text", {
		x: 9 * scale,
		y: 6 * scale,
		class: "small-count",
		"font-size": 8 * scale
	}, String(counter.count)));
	return group;
}
// src/map.ts
var kWater = /* @__PURE__ */ new Set([
	"sea",
	"lake",
	"water"
]);
var kSmallest = .8;
var kLargest = 4;
var kHexCorners = 6;
var kUnitsAcross = 24;
var kCorpsZoom = 2.2;
var MapView = class {
	board;
	listener;
	root;
	layers = /* @__PURE__ */ new Map();
	spaces = [];
	unit = 1;
	hexes;
	frame = {
		x: 0,
		y: 0,
		width: 100,
		height: 100
	};
	zoom = 1;
	focus = -1;
	view = null;
	constructor(board, listener) {
		this.board = board;
		this.listener = listener;
		this.root = svg("svg", {
			class: "map",
			tabindex: 0,
			role: "application",
			"aria-label": "The map. Arrow keys walk over it."
		});
		this.hexes = board.spaces.every((space) => space.polygon.length === kHexCorners);
		this.unit = Math.min(typicalWidth(board.spaces), board.width / kUnitsAcross);
		this.root.classList.toggle("areas", !this.hexes);
		this.frame = {
			x: 0,
			y: 0,
			width: board.width,
			height: board.height
		};
		for (const name of [
			"ground",
			"wash",
			"terrain",
			"grid",
			"rivers",
			"roads",
			"frontiers",
			"bridges",
			"marks",
			"overlay",
			"links",
			"names",
			"counters",
			"route",
			"front"
		]) this.layers.set(name, svg("g", { class: `layer-${name}` }));
		this.root.append(...this.layers.values());
		this.drawGround();
		this.drawNames();
		this.settle();
		this.listen();
	}
	layer(name) {
		return this.layers.get(name);
	}
	drawGround() {
		const { spaces } = this.board;
		this.layer("ground").append(svg("rect", {
			width: this.board.width,
			height: this.board.height,
			class: "sea"
		}));
		const land = spaces.filter((space) => !kWater.has(space.terrain));
		if (!this.hexes) {
			const d = land.map((space) => path(space.polygon, true)).join("");
			for (const far of [
				.32,
				.2,
				.1
			]) this.layer("ground").append(svg("path", {
				d,
				class: "water-line",
				"stroke-width": 2 * far * this.unit,
				"stroke-opacity": .14,
				"stroke-linejoin": "round"
			}));
			this.layer("ground").append(svg("path", {
				d,
				class: "land joined",
				"stroke-width": .05 * this.unit
			}));
		}
		for (const line of this.hexes ? outlines(land.map((space) => space.polygon)) : []) {
			const shore = cutCorners(line, .22, 2, true);
			for (const [i, far] of [
				32,
				22.5,
				15,
				9,
				4
			].entries()) this.layer("ground").append(svg("path", {
				d: path(shore, true),
				class: "water-line",
				"stroke-width": 2 * far * this.unit / 100,
				"stroke-opacity": .1 + .05 * i
			}));
			this.layer("ground").append(svg("path", {
				d: path(shore, true),
				class: "land"
			}));
		}
		spaces.forEach((space, place) => this.drawSpace(space, place));
		this.drawTerrain();
		this.drawEdges();
	}
	drawSpace(space, place) {
		const polygon = svg("path", {
			d: path(space.polygon, true),
			class: `space${kWater.has(space.terrain) ? " water" : ""}`,
			"data-place": place
		});
		polygon.append(svg("title", {}, this.words(place)));
		this.layer("grid").append(polygon);
		this.spaces.push(polygon);
	}
	drawTerrain() {
		const kinds = /* @__PURE__ */ new Map();
		this.board.spaces.forEach((space, place) => {
			const kind = terrainSign(space.terrain);
			if (kind) kinds.set(kind, [...kinds.get(kind) ?? [], {
				space,
				place
			}]);
		});
		for (const [kind, members] of kinds) {
			for (const line of outlines(members.map((member) => shrunk(member.space, .09)))) this.layer("terrain").append(svg("path", {
				d: path(cutCorners(line, .25, 2, true), true),
				class: `tint ${kind}`
			}));
			for (const member of members) this.strew(kind, member.space, member.place);
		}
	}
	strew(kind, space, seed) {
		const next = scatter(seed * 7919 + 17);
		const signs = {
			forest: 13,
			marsh: 8,
			hills: 4,
			mountains: 5
		}[kind] ?? 4;
		const field = shrunk(space, .2);
		const size = this.unit * .05;
		let d = "";
		for (let i = 0, tries = 0; i < signs && tries < 80; ++tries) {
			const p = {
				x: space.centre.x + (next() - .5) * this.unit,
				y: space.centre.y + (next() - .5) * this.unit
			};
			if (!inside(p, field)) continue;
			++i;
			d += sign(kind, p, size);
		}
		this.layer("terrain").append(svg("path", {
			d,
			class: `sign ${kind}`
		}));
	}
	drawEdges() {
		const of = (...kinds) => this.board.edges.filter((edge) => kinds.includes(edge.kind));
		for (const line of joinLines(of("river", "bridge").filter((edge) => edge.line.length > 1).map((edge) => edge.line))) {
			const course = wavy(cutCorners(line, .18, 2, false), this.unit * .026, this.unit * .5);
			this.layer("rivers").append(svg("path", {
				d: path(course),
				class: "river-band",
				"stroke-width": this.unit * .086
			}), svg("path", {
				d: path(course),
				class: "river",
				"stroke-width": this.unit * .044
			}));
		}
		for (const edge of of("bridge")) if (edge.line.length > 1) this.layer("bridges").append(this.bridge(edge.line));
		for (const line of joinLines(of("frontier").filter((edge) => edge.line.length > 1).map((edge) => edge.line))) this.layer("frontiers").append(svg("path", {
			d: path(line),
			class: "frontier-wash",
			"stroke-width": this.unit * .3
		}), svg("path", {
			d: path(line),
			class: "frontier",
			"stroke-width": this.unit * .04,
			"stroke-dasharray": `${this.unit * .14} ${this.unit * .06} ${this.unit * .03} ${this.unit * .06}`
		}));
		for (const edge of of("road")) {
			const a = this.board.spaces[edge.a];
			const b = this.board.spaces[edge.b];
			const line = edge.line.length > 1 ? edge.line : a && b ? [a.centre, b.centre] : [];
			this.layer("roads").append(svg("path", {
				d: path(line),
				class: "road",
				"stroke-width": this.unit * .035
			}));
		}
	}
	bridge(line) {
		const a = line[0];
		const b = line[line.length - 1];
		const middle = {
			x: (a.x + b.x) / 2,
			y: (a.y + b.y) / 2
		};
		const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
		const along = {
			x: (b.x - a.x) / far,
			y: (b.y - a.y) / far
		};
		const across = {
			x: -along.y,
			y: along.x
		};
		const at = (u, v) => ({
			x: middle.x + (along.x * u + across.x * v) * this.unit,
			y: middle.y + (along.y * u + across.y * v) * this.unit
		});
		const stroke = (u) => path([
			at(u * 1.7, -.13),
			at(u, -.06),
			at(u, .06),
			at(u * 1.7, .13)
		]);
		return svg("g", {}, svg("path", {
			d: path([at(0, -.1), at(0, .1)]),
			class: "bridge-gap",
			"stroke-width": this.unit * .11
		}), svg("path", {
			d: stroke(-.05) + stroke(.05),
			class: "bridge",
			"stroke-width": this.unit * .03
		}));
	}
	drawNames() {
		const size = this.unit * .25;
		this.board.spaces.forEach((space) => {
			if (!space.name) return;
			const at = space.centre;
			const group = svg("g", { class: "town" });
			if (space.terrain === "fortress" || space.terrain.includes("fort")) group.append(svg("path", {
				d: star(at, this.unit * .11),
				class: "fort"
			}));
			else group.append(svg("circle", {
				cx: at.x,
				cy: at.y,
				r: this.unit * .045,
				class: "town-sign"
			}));
			const y = at.y + this.unit * .33;
			const name = space.points >= 3 ? space.name.toUpperCase() : space.name;
			const letters = space.points >= 3 ? size * 1.18 : space.points ? size * 1.1 : size;
			const text = svg("text", {
				"font-size": letters,
				class: space.points ? "name scored" : "name",
				"text-anchor": "middle"
			});
			lines(name).forEach((line, i) => text.append(svg("tspan", {
				x: at.x,
				y: y + i * letters * 1.05
			}, line)));
			group.append(text);
			if (space.points) {
				const x = at.x - this.unit * .3;
				group.append(svg("circle", {
					cx: x,
					cy: at.y - this.unit * .28,
					r: this.unit * .13,
					class: "points"
				}), svg("text", {
					x,
					y: at.y - this.unit * .28 + size * .34,
					"font-size": size * .95,
					class: "points-figure",
					"text-anchor": "middle"
				}, String(space.points)));
			}
			this.layer("names").append(group);
		});
	}
	show(view) {
		this.view = view;
		const links = this.layer("links");
		clear(links);
		for (const link of view.links) {
			const a = this.board.spaces[link.from];
			const b = this.board.spaces[link.to];
			if (!a || !b) continue;
			const d = path([a.centre, b.centre]);
			links.append(svg("path", {
				d,
				class: "link-casing",
				"stroke-width": this.unit * .075
			}), svg("path", {
				d,
				class: `link side-${link.side === 1 ? "b" : "a"}`,
				"stroke-width": this.unit * .04,
				"stroke-dasharray": `${this.unit * .12} ${this.unit * .065}`
			}));
		}
		this.spaces.forEach((space, place) => space.querySelector("title").textContent = this.words(place));
		this.drawMarks(view);
		this.drawCounters();
	}
	drawMarks(view) {
		const marks = this.layer("marks");
		clear(marks);
		view.spaces.forEach((state, place) => {
			const space = this.board.spaces[place];
			if (!space || state.marks.length === 0) return;
			marks.append(svg("path", {
				d: path(shrunk(space, .04), true),
				class: `mark ${state.marks.map(plain).join(" ")}`
			}));
		});
	}
	drawCounters() {
		if (!this.view) return;
		const layer = this.layer("counters");
		clear(layer);
		const stacks = /* @__PURE__ */ new Map();
		for (const counter of this.view.counters) if (counter.place >= 0) {
			const name = `${counter.place} ${counter.side}`;
			stacks.set(name, [...stacks.get(name) ?? [], counter]);
		}
		const sides = /* @__PURE__ */ new Map();
		for (const [name] of stacks) {
			const place = Number(name.split(" ")[0]);
			sides.set(place, (sides.get(place) ?? 0) + 1);
		}
		const drawn = /* @__PURE__ */ new Map();
		for (const [name, counters] of stacks) {
			const place = Number(name.split(" ")[0]);
			const space = this.board.spaces[place];
			if (!space) continue;
			const turn = drawn.get(place) ?? 0;
			drawn.set(place, turn + 1);
			const shift = (sides.get(place) ?? 1) > 1 ? (turn - .5) * .5 * this.unit : 0;
			layer.append(this.stack(counters, {
				x: space.centre.x,
				y: space.centre.y + shift
			}));
		}
	}
	stack(counters, at) {
		const scale = this.unit / 41;
		const group = svg("g", {
			class: "place-stack",
			transform: `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})`
		});
		const army = counters.filter((counter) => isUnit(counter) || isCommander(counter));
		const small = counters.filter((counter) => !army.includes(counter));
		if (army.length && this.zoom >= kCorpsZoom) group.append(this.spread(army));
		else if (army.length) group.append(stackSign(army, scale * .86));
		small.forEach((counter, i) => {
			const sign = smallSign(counter, scale * .8);
			sign.setAttribute("transform", `translate(${(-.3 + i * .3) * this.unit} ${(army.length ? .34 : 0) * this.unit})`);
			group.append(sign);
		});
		return group;
	}
	spread(counters) {
		const size = this.unit * .27;
		const wide = Math.min(3, counters.length);
		const group = svg("g", {});
		counters.slice(0, 9).forEach((counter, i) => {
			const sign = unitCounter(counter, size);
			const rows = Math.ceil(Math.min(counters.length, 9) / wide);
			sign.setAttribute("transform", `translate(${(i % wide - wide / 2) * size * 1.07} ${(Math.floor(i / wide) - rows / 2) * size * 1.07})`);
			group.append(sign);
		});
		return group;
	}
	light(lit, chosen) {
		const overlay = this.layer("overlay");
		clear(overlay);
		for (const { place, risk } of lit) {
			const space = this.board.spaces[place];
			if (!space) continue;
			overlay.append(svg("path", {
				d: path(shrunk(space, .03), true),
				class: "lit",
				"stroke-width": this.unit * .05
			}));
			if (risk) overlay.append(svg("text", {
				x: space.centre.x,
				y: space.centre.y + this.unit * .44,
				class: "risk",
				"text-anchor": "middle",
				"font-size": this.unit * .2
			}, risk));
		}
		const space = this.board.spaces[chosen];
		if (space) overlay.append(svg("path", {
			d: path(shrunk(space, .03), true),
			class: "chosen",
			"stroke-width": this.unit * .08
		}));
	}
	route(places) {
		const layer = this.layer("route");
		clear(layer);
		const points = places.map((place) => this.board.spaces[place]?.centre).filter((p) => Boolean(p));
		if (points.length < 2) return;
		const d = path(points);
		layer.append(svg("path", {
			d,
			class: "route-casing",
			"stroke-width": this.unit * .24
		}), svg("path", {
			d,
			class: "route",
			"stroke-width": this.unit * .15
		}));
		points.slice(1).forEach((p, i) => layer.append(svg("circle", {
			cx: p.x,
			cy: p.y,
			r: this.unit * .2,
			class: "stop"
		}), svg("text", {
			x: p.x,
			y: p.y + this.unit * .09,
			"text-anchor": "middle",
			"font-size": this.unit * .26,
			class: "stop-figure"
		}, String(i + 1))));
	}
	words(place) {
		const space = this.board.spaces[place];
		const parts = [
			space.name ? `${space.name}, ${space.id}` : space.id,
			space.region,
			space.terrain
		];
		const here = this.view?.counters.filter((counter) => counter.place === place) ?? [];
		for (const counter of here) parts.push(counter.known ? `${counter.count > 1 ? `${counter.count} ` : ""}${counter.name || counter.kind}${counter.states.length ? ` (${counter.states.join(", ")})` : ""}` : "a counter face down");
		parts.push(...this.view?.spaces[place]?.marks ?? []);
		if (space.reconstructed) parts.push("reconstructed");
		return parts.filter(Boolean).join(", ");
	}
	settle() {
		this.root.setAttribute("viewBox", `${this.frame.x} ${this.frame.y} ${this.frame.width} ${this.frame.height}`);
		this.root.classList.toggle("close", this.zoom >= kCorpsZoom);
	}
	zoomBy(factor, at) {
		const before = this.zoom;
		this.zoom = Math.min(kLargest, Math.max(kSmallest, this.zoom * factor));
		const middle = at ?? {
			x: this.frame.x + this.frame.width / 2,
			y: this.frame.y + this.frame.height / 2
		};
		const share = before / this.zoom;
		this.frame = {
			x: middle.x - (middle.x - this.frame.x) * share,
			y: middle.y - (middle.y - this.frame.y) * share,
			width: this.board.width / this.zoom,
			height: this.board.height / this.zoom
		};
		this.settle();
		if (before < kCorpsZoom !== this.zoom < kCorpsZoom) this.drawCounters();
	}
	whole() {
		this.zoom = 1;
		this.frame = {
			x: 0,
			y: 0,
			width: this.board.width,
			height: this.board.height
		};
		this.settle();
		this.drawCounters();
	}
	centreOn(place) {
		const space = this.board.spaces[place];
		if (!space || this.zoom <= 1) return;
		this.frame.x = space.centre.x - this.frame.width / 2;
		this.frame.y = space.centre.y - this.frame.height / 2;
		this.settle();
	}
	focusOn(place) {
		this.focus = place;
		const layer = this.layer("front");
		clear(layer);
		const space = this.board.spaces[place];
		if (!space) return;
		const d = path(shrunk(space, .08), true);
		layer.append(svg("path", {
			d,
			class: "focus-outer",
			"stroke-width": this.unit * .1
		}), svg("path", {
			d,
			class: "focus",
			"stroke-width": this.unit * .05
		}));
		this.root.setAttribute("aria-label", this.words(place));
	}
	walk(dx, dy) {
		const from = this.board.spaces[this.focus]?.centre ?? {
			x: this.frame.x + this.frame.width / 2,
			y: this.frame.y + this.frame.height / 2
		};
		let best = -1;
		let least = Infinity;
		this.board.spaces.forEach((space, place) => {
			const x = space.centre.x - from.x;
			const y = space.centre.y - from.y;
			const ahead = x * dx + y * dy;
			if (place === this.focus || ahead < this.unit * .2) return;
			const cost = Math.hypot(x, y) + 1.5 * Math.abs(x * dy - y * dx);
			if (cost < least) {
				least = cost;
				best = place;
			}
		});
		if (best >= 0) this.focusOn(best);
	}
	get focused() {
		return this.focus;
	}
	toBoard(event) {
		const matrix = this.root.getScreenCTM();
		if (!matrix) return {
			x: 0,
			y: 0
		};
		const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
		return {
			x: p.x,
			y: p.y
		};
	}
	placeAt(event) {
		const at = this.toBoard(event);
		return this.board.spaces.findIndex((space) => inside(at, space.polygon));
	}
	listen() {
		const pointers = /* @__PURE__ */ new Map();
		let moved = 0;
		let start = {
			x: 0,
			y: 0
		};
		this.root.addEventListener("wheel", (event) => {
			event.preventDefault();
			this.zoomBy(Math.exp(-event.deltaY * .0015), this.toBoard(event));
		}, { passive: false });
		this.root.addEventListener("pointerdown", (event) => {
			pointers.set(event.pointerId, event);
			moved = 0;
			start = this.toBoard(event);
		});
		this.root.addEventListener("pointermove", (event) => {
			const before = pointers.get(event.pointerId);
			if (!before) return;
			if (pointers.size === 2) {
				const other = [...pointers.entries()].find(([id]) => id !== event.pointerId)[1];
				const was = Math.hypot(before.clientX - other.clientX, before.clientY - other.clientY);
				const is = Math.hypot(event.clientX - other.clientX, event.clientY - other.clientY);
				if (was > 0) this.zoomBy(is / was, this.toBoard(event));
				moved = Infinity;
			} else {
				moved += Math.abs(event.clientX - before.clientX) + Math.abs(event.clientY - before.clientY);
				if (moved > 6) {
					const here = this.toBoard(event);
					this.frame.x += start.x - here.x;
					this.frame.y += start.y - here.y;
					this.settle();
				}
			}
			pointers.set(event.pointerId, event);
		});
		const up = (event) => {
			pointers.delete(event.pointerId);
			if (event.type !== "pointerup" || moved > 6) return;
			const place = this.placeAt(event);
			if (place < 0) return;
			this.focusOn(place);
			if (event.button === 2) this.listener.asked(place);
			else this.listener.chosen(place);
		};
		this.root.addEventListener("pointerup", up);
		this.root.addEventListener("pointercancel", up);
		this.root.addEventListener("contextmenu", (event) => event.preventDefault());
	}
};
function lines(name) {
	return name.replace(/ *\(.*\)/, "").split(/ - |: | \/ /);
}
function typicalWidth(spaces) {
	const widths = spaces.map((space) => Math.max(...space.polygon.map((p) => p.y)) - Math.min(...space.polygon.map((p) => p.y)));
	widths.sort((a, b) => a - b);
	return widths[Math.floor(widths.length / 2)] || 1;
}
function shrunk(space, share) {
	return space.polygon.map((p) => ({
		x: p.x + (space.centre.x - p.x) * share,
		y: p.y + (space.centre.y - p.y) * share
	}));
}
var plain = (word) => word.replace(/[^a-z]+/gi, "-").toLowerCase();
function terrainSign(terrain) {
	for (const kind of [
		"forest",
		"marsh",
		"mountain",
		"hill",
		"rough"
	]) if (terrain.includes(kind)) return {
		mountain: "mountains",
		hill: "hills",
		rough: "hills"
	}[kind] ?? kind;
	return terrain.includes("wood") ? "forest" : terrain.includes("swamp") ? "marsh" : "";
}
function sign(kind, p, size) {
	const s = size;
	switch (kind) {
		case "forest": return `M${p.x - s} ${p.y}a${s} ${s} 0 1 1 ${2 * s} 0a${s} ${s} 0 1 1 ${-2 * s} 0M${p.x} ${p.y + s}v${s}`;
		case "marsh": return `M${p.x - 2 * s} ${p.y}h${4 * s}M${p.x - s} ${p.y}v${-s}M${p.x} ${p.y}v${-1.6 * s}M${p.x + s} ${p.y}v${-s}`;
		default: return `M${p.x - 2 * s} ${p.y + s}q${2 * s} ${-4 * s} ${4 * s} 0M${p.x + s} ${p.y}l${s} ${1.4 * s}M${p.x} ${p.y - s * .4}l${s} ${1.6 * s}`;
	}
}
function star(at, radius) {
	let d = "";
	for (let i = 0; i < 16; ++i) {
		const r = i % 2 ? radius * .62 : radius;
		const angle = i * Math.PI / 8;
		d += `${i ? "L" : "M"}${(at.x + r * Math.sin(angle)).toFixed(1)} ${(at.y - r * Math.cos(angle)).toFixed(1)}`;
	}
	return `${d}Z`;
}
// src/sheet.ts
var kOrdersShown = 60;
var Sheet = class {
	listener;
	root = html("aside", {
		class: "sheet",
		"aria-label": "What is asked, what it costs, what happened"
	});
	tab = "diary";
	position = null;
	constructor(listener) {
		this.listener = listener;
	}
	show(view, last, events, sides, chosen, offered, chance) {
		this.position = {
			view,
			last,
			events,
			sides,
			chosen,
			offered,
			chance
		};
		this.draw();
	}
	open(tab) {
		this.tab = tab;
		this.draw();
	}
	draw() {
		if (!this.position) return;
		const { view, last, sides, chosen, offered, chance } = this.position;
		clear(this.root);
		this.root.append(this.turn(view, last), html("div", { class: "strengths" }, ...sides.map((name, side) => this.strength(view, name, side))), ...chance ? [html("p", { class: "chance" }, chance)] : [], ...chosen >= 0 ? [this.stack(view.counters.filter((counter) => counter.place === chosen))] : [], this.orders(offered), this.tabs(), this.keys());
	}
	turn(view, last) {
		const boxes = last > 1 && last <= 40 ? Array.from({ length: last }, (_, i) => html("span", { class: i + 1 === view.turn ? "now" : i + 1 < view.turn ? "past" : "" }, String(i + 1))) : [];
		return html("section", { class: "turns" }, html("p", { class: "turn-name" }, html("b", {}, `Turn ${view.turn}${last ? ` of ${last}` : ""}`), html("span", {}, view.turn_name)), boxes.length ? html("div", {
			class: "boxes",
			"aria-hidden": "true"
		}, ...boxes) : null, html("p", { class: "phase" }, view.phase));
	}
	strength(view, name, side) {
		const units = view.counters.filter((counter) => counter.side === side && counter.place >= 0 && isUnit(counter)).reduce((sum, counter) => sum + counter.count, 0);
		const tracks = view.tracks.filter((track) => track.side === side);
		return html("p", { class: `strength side-${side === 1 ? "b" : "a"}` }, svg("svg", {
			viewBox: "0 0 22 14",
			class: "flag",
			"aria-hidden": "true"
		}, svg("path", { d: side === 1 ? "M4 0H18L22 4V10L18 14H4L0 10V4Z" : "M0 0H22V14H0Z" })), html("b", {}, name), ` ${units} units`, html("span", { class: "tracks" }, tracks.map((track) => `${track.name} ${track.words || track.value}`).join(", ")));
	}
	stack(counters) {
		const list = html("ul", { class: "stack-list" });
		for (const counter of counters) {
			const picture = isUnit(counter) || isCommander(counter) ? svg("svg", {
				viewBox: `-2 -2 44 44`,
				class: "unit",
				"aria-hidden": "true"
			}, unitCounter(counter, 40)) : null;
			list.append(html("li", {}, picture, html("span", {}, counter.known ? `${counter.count > 1 ? `${counter.count} ` : ""}${counter.name || counter.kind}` : "face down", counter.states.length ? html("i", {}, counter.states.join(", ")) : null)));
		}
		return html("section", {
			class: "hand",
			"aria-label": "In this place"
		}, list);
	}
	orders(offered) {
		const list = html("ul", { class: "orders" });
		offered.slice(0, kOrdersShown).forEach((choice, i) => list.append(html("li", {}, html("button", {
			class: "order",
			"data-action": choice.action,
			click: () => this.listener.take(choice)
		}, choice.words || choice.notation, i < 9 ? html("kbd", {}, String(i + 1)) : null))));
		if (offered.length > kOrdersShown) list.append(html("li", {}, `and ${offered.length - kOrdersShown} more: click on the map`));
		return html("section", {
			class: "choices",
			"aria-label": "What can be done"
		}, list);
	}
	tabs() {
		const { view, events } = this.position;
		const bar = html("div", {
			class: "tabs",
			role: "tablist"
		});
		for (const tab of [
			"diary",
			"account",
			"orders"
		]) bar.append(html("button", {
			role: "tab",
			id: `tab-${tab}`,
			"aria-selected": tab === this.tab ? "true" : "false",
			"aria-controls": "tab-panel",
			click: () => this.open(tab)
		}, tab[0].toUpperCase() + tab.slice(1)));
		const panel = html("div", {
			id: "tab-panel",
			role: "tabpanel",
			"aria-labelledby": `tab-${this.tab}`,
			tabindex: 0
		});
		if (this.tab === "diary") panel.append(...this.diary(events));
		if (this.tab === "account") panel.append(this.account(view));
		if (this.tab === "orders") panel.append(...view.choices.map((choice) => html("p", {}, choice.notation)));
		return html("section", { class: "tab-section" }, bar, panel);
	}
	diary(events) {
		const lines = [];
		for (const event of events.slice(-120).reverse()) {
			const modifiers = event.modifiers.map((modifier) => `${modifier.value > 0 ? "+" : ""}${modifier.value} ${modifier.reason}`);
			lines.push(html("p", { class: `told ${event.weight} side-${event.side === 1 ? "b" : event.side === 0 ? "a" : "none"}` }, event.places.length ? html("button", {
				class: "told-place",
				click: () => this.listener.go(event.places[0])
			}, event.text) : event.text, modifiers.length ? html("span", { class: "modifiers" }, modifiers.join("; ")) : null));
		}
		return lines;
	}
	account(view) {
		const rows = view.account.map((line) => html("tr", {}, html("td", {}, line.words, line.rule ? html("span", { class: "rule" }, ` ${line.rule}`) : null), html("td", {}, line.side >= 0 ? this.position.sides[line.side] : ""), html("td", { class: "number" }, String(line.points))));
		return html("table", {}, html("caption", {}, "If play ended now"), html("thead", {}, html("tr", {}, html("th", {}, "for"), html("th", {}, "side"), html("th", { class: "number" }, "points"))), html("tbody", {}, ...rows));
	}
	keys() {
		const key = (letter, words) => html("span", {}, html("kbd", {}, letter), ` ${words}`);
		return html("footer", { class: "keys" }, key("U", "Undo"), key("R", "Since my last move"), key("H", "Hint"), key("C", "Chance"), key("?", "Why"), key("+ −", "Zoom"), key("Esc", "Take back the choice"));
	}
};
// src/start.ts
var kLadder = [
	"recruit",
	"corporal",
	"captain",
	"colonel",
	"general",
	"marshal"
];
var kFirstGame = "russia-1812";
var kFirstLevel = "captain";
var rank = (name) => kLadder.includes(name) ? kLadder.indexOf(name) : kLadder.length;
var StartScreen = class {
	games;
	campaigns;
	send;
	root = html("main", { class: "start" });
	settings = {
		game: 0,
		scenario: "",
		preset: "",
		side: 0,
		level: "",
		openings: ["", ""],
		practice: false
	};
	constructor(games, campaigns, send) {
		this.games = games;
		this.campaigns = campaigns;
		this.send = send;
		for (const game of games) game.levels.sort((a, b) => rank(a.name) - rank(b.name));
		this.choose(Math.max(0, games.findIndex((game) => game.id === kFirstGame)));
	}
	get game() {
		return this.games[this.settings.game];
	}
	choose(game) {
		this.settings.game = game;
		this.settings.scenario = this.game.default_scenario;
		this.settings.preset = this.game.default_preset;
		this.settings.openings = ["", ""];
		const { levels } = this.game;
		this.settings.level = levels.find((level) => level.name === kFirstLevel)?.name ?? levels[0]?.name ?? "";
		this.draw();
	}
	change(change) {
		Object.assign(this.settings, change);
		this.draw();
	}
	draw() {
		const s = this.settings;
		const held = document.activeElement?.id ?? "";
		clear(this.root);
		this.root.append(html("header", { class: "start-head" }, html("h1", {}, "Niemen"), html("p", {}, "campaigns of Napoleon, against a general who plays fair")), this.group("Game", this.games.map((game, i) => this.card(`game-${game.id}`, game.title, `${game.sides.join(" against ")}`, i === s.game, () => this.choose(i)))), this.group("Scenario", this.game.scenarios.map((scenario) => this.card(`scenario-${scenario.id}`, scenario.title, "", scenario.id === s.scenario, () => this.change({ scenario: scenario.id })))), this.group("You command", this.game.sides.map((side, i) => this.card(`side-${i}`, `The ${side}`, i === 0 ? "dark, square counters" : "light, eight-sided counters", i === s.side, () => this.change({ side: i })))), this.group("Your opponent", this.game.levels.map((level) => this.card(`level-${level.name}`, level.name, "", level.name === s.level, () => this.change({ level: level.name }))), "No level has better dice, supply or sight."), html("p", { class: "level-words" }, this.game.levels.find((level) => level.name === s.level)?.card ?? ""), this.group("Rules", this.game.presets.map((preset) => this.card(`preset-${preset}`, preset, "", preset === s.preset, () => this.change({ preset })))), this.openings() ?? "", this.foot());
		if (held) document.getElementById(held)?.focus();
	}
	openings() {
		if (this.game.openings.every((list) => list.length === 0)) return null;
		const pick = (side) => html("label", {}, `Deployment of the ${this.game.sides[side]} `, html("select", {
			id: `opening-${side}`,
			change: (event) => this.settings.openings[side] = event.target.value
		}, html("option", { value: "" }, "as the scenario says"), ...this.game.openings[side].map((name) => html("option", {
			value: name,
			selected: this.settings.openings[side] === name
		}, name.replaceAll("-", " ")))));
		return html("div", { class: "openings" }, pick(0), pick(1), html("label", {}, html("input", {
			type: "checkbox",
			id: "practice",
			checked: this.settings.practice,
			change: (event) => this.settings.practice = event.target.checked
		}), " Practice: take back anything; the record says so"));
	}
	group(title, cards, note = "") {
		const name = `group-${title.toLowerCase().replaceAll(" ", "-")}`;
		return html("section", {}, html("h2", { id: name }, title, note ? html("span", {}, ` ${note}`) : null), html("div", {
			class: "cards",
			role: "radiogroup",
			"aria-labelledby": name
		}, ...cards));
	}
	card(id, title, words, chosen, choose) {
		return html("button", {
			id,
			class: `card${chosen ? " chosen" : ""}`,
			role: "radio",
			"aria-checked": chosen ? "true" : "false",
			click: choose
		}, html("strong", {}, title), words ? html("span", {}, words) : null);
	}
	foot() {
		return html("footer", {}, (this.campaigns.length ? html("label", { class: "open" }, "Go on with ", html("select", { id: "campaigns" }, ...this.campaigns.map((campaign) => html("option", { value: campaign.id }, `${campaign.title}: ${campaign.words}`))), html("button", {
			class: "plain",
			click: () => this.send({
				kind: "open",
				campaign: document.getElementById("campaigns").value
			})
		}, "Open")) : null) ?? html("span", {}), html("button", {
			class: "main",
			id: "begin",
			click: () => this.begin()
		}, "Begin the campaign"));
	}
	begin() {
		const s = this.settings;
		this.send({
			kind: "begin",
			game: this.game.id,
			scenario: s.scenario,
			preset: s.preset,
			side: s.side,
			level: s.level,
			openings: s.openings,
			practice: s.practice
		});
	}
};
// src/main.ts
var kToldSeconds = 1.2;
var page = document.getElementById("page");
var Page = class {
	connection = new Connection((message) => this.hear(message), (connected) => this.connected(connected));
	prompt = html("p", {
		class: "prompt",
		role: "status",
		"aria-live": "polite"
	});
	buttons = html("nav", {
		class: "commands",
		"aria-label": "Commands"
	});
	title = html("h1", { class: "title" }, html("b", {}, "Niemen"));
	notice = html("div", {
		class: "notice",
		role: "alert",
		hidden: true
	});
	dialog = new Dialog();
	stage = html("section", { class: "stage" });
	sheet = new Sheet({
		take: (choice) => this.take(choice),
		go: (place) => this.go(place)
	});
	start = null;
	map = null;
	position = null;
	events = [];
	sides = [];
	seat = "";
	last_turn = 0;
	campaign = "";
	chosen = -1;
	chance = "";
	waiting = false;
	lastOwn = 0;
	following = null;
	constructor() {
		document.addEventListener("keydown", (event) => this.key(event));
		clear(page);
		page.append(html("p", { class: "loading" }, "Opening the map room."), this.notice);
	}
	hear(message) {
		switch (message.kind) {
			case "welcome":
				if (this.campaign || kept()) this.connection.send({
					kind: "open",
					campaign: this.campaign || kept()
				});
				if (this.map) return;
				this.start = new StartScreen(message.games, message.campaigns, (out) => this.connection.send(out));
				clear(page);
				page.append(this.start.root, this.notice);
				return;
			case "campaign":
				this.enter(message);
				return;
			case "position":
				this.take_position(message);
				return;
			case "thinking":
				this.say(`${this.opponent()} weigh their plans: ${message.iterations} looked at in ${message.seconds.toFixed(0)} s.`, "");
				return;
			case "chance":
				this.chance = `Chance of winning ${Math.round(100 * message.win)} % (${Math.round(100 * message.low)} to ${Math.round(100 * message.high)}), margin ${message.margin.toFixed(1)}${message.samples < 20 ? `, ${message.samples} samples` : ""}`;
				this.draw();
				return;
			case "why":
				this.tell(`${message.reason} (${message.rule})${message.instead ? ` ${message.instead}` : ""}`);
				if (message.place >= 0) this.map?.focusOn(message.place);
				return;
			case "hint":
				this.tell(message.words);
				this.map?.light(message.places.map((place) => ({
					place,
					risk: ""
				})), -1);
				return;
			case "review":
				this.show_review(message);
				return;
			case "error":
				this.waits(false);
				this.tell(message.text);
		}
	}
	enter(message) {
		this.start = null;
		this.sides = message.sides;
		this.seat = message.seat;
		this.last_turn = message.last_turn;
		this.campaign = message.campaign;
		this.events = [];
		this.position = null;
		this.map = new MapView(message.board, {
			chosen: (place) => this.click(place),
			asked: (place) => this.ask(place)
		});
		clear(this.stage);
		this.stage.append(this.map.root);
		clear(this.title);
		this.title.append(html("b", {}, "Niemen"), html("i", {}, message.title));
		clear(page);
		page.append(html("header", { class: "head" }, this.title, this.prompt, this.buttons), html("main", { class: "table" }, this.stage, this.sheet.root), this.dialog.root, this.notice);
		history.replaceState(null, "", `#c=${encodeURIComponent(message.campaign)}`);
	}
	take_position(message) {
		this.events = this.events.filter((event) => event.step < message.first_step);
		const fresh = message.events;
		this.events.push(...fresh);
		const mine = this.position?.view.actor === this.seat;
		this.position = message;
		this.waits(false);
		this.tell("");
		this.chosen = -1;
		if (message.view.actor === this.seat && !mine) this.follow(fresh.filter((event) => event.actor !== this.seat));
		this.draw();
	}
	draw() {
		if (!this.position || !this.map) return;
		const { view, undo, redo, thinking, result } = this.position;
		const mine = view.actor === this.seat;
		document.body.classList.toggle("theirs", !mine && view.actor !== "over");
		this.map.show(view);
		const offered = this.offered(view);
		this.map.light(this.lit(view), this.chosen);
		this.sheet.show(view, this.last_turn, this.events, this.sides, this.chosen, offered, this.chance);
		if (result) this.say(result, "");
		else if (mine) this.say(view.prompt || view.step.prompt, view.step.rule);
		else this.say(thinking ? `${this.opponent()} decide.` : view.prompt || "The dice are cast.", view.step.rule);
		clear(this.buttons);
		this.buttons.append(html("button", {
			class: "plain",
			id: "undo",
			disabled: !undo.can,
			title: undo.why,
			click: () => this.undo()
		}, undo.can || !undo.why ? "Undo" : `Undo: ${undo.why}`, html("kbd", {}, "U")), ...redo ? [html("button", {
			class: "plain",
			id: "redo",
			click: () => this.connection.send({
				kind: "redo",
				rev: this.position.rev
			})
		}, "Redo")] : [], ...thinking ? [html("button", {
			class: "main",
			id: "now",
			click: () => this.now()
		}, "Move now")] : [], ...result ? [html("button", {
			class: "main",
			id: "review",
			click: () => this.connection.send({ kind: "review" })
		}, "Review")] : [], ...this.ends(view).map((choice) => html("button", {
			class: "plain end",
			"data-action": choice.action,
			click: () => this.take(choice)
		}, choice.words || choice.notation)));
	}
	ends(view) {
		const bare = view.choices.filter((choice) => choice.from < 0 && choice.to < 0 && choice.counters.length === 0);
		return bare.length <= 2 ? bare : [];
	}
	offered(view) {
		if (this.chosen < 0) return view.choices;
		const here = view.choices.filter((choice) => this.touches(view, choice, this.chosen));
		return here.length ? here : view.choices;
	}
	touches(view, choice, place) {
		return choice.from === place || choice.to === place || choice.counters.some((counter) => view.counters[counter]?.place === place);
	}
	lit(view) {
		const places = /* @__PURE__ */ new Set();
		for (const choice of view.choices) {
			if (choice.to >= 0) places.add(choice.to);
			else if (choice.from >= 0) places.add(choice.from);
			for (const counter of choice.counters) {
				const place = view.counters[counter]?.place ?? -1;
				if (place >= 0 && choice.to < 0) places.add(place);
			}
		}
		return [...places].map((place) => ({
			place,
			risk: ""
		}));
	}
	say(words, rule) {
		clear(this.prompt);
		this.prompt.append(words, rule ? html("span", { class: "rule" }, ` ${rule}`) : "");
	}
	tell(words) {
		this.notice.textContent = words;
		this.notice.hidden = !words;
	}
	connected(yes) {
		this.tell(yes ? "" : "The server does not answer. Nothing that was acknowledged is lost; the page goes on when it is back.");
	}
	opponent() {
		return `The ${this.sides[this.seat === "a" ? 1 : 0] ?? "enemy"}`;
	}
	click(place) {
		if (!this.position) return;
		this.tell("");
		const { view } = this.position;
		const here = view.choices.filter((choice) => this.touches(view, choice, place));
		if (here.length === 1) return this.take(here[0]);
		if (here.length === 0 && view.actor === this.seat && this.chosen >= 0) return this.ask(place);
		this.chosen = place;
		this.draw();
	}
	ask(place) {
		if (this.position) this.connection.send({
			kind: "why",
			rev: this.position.rev,
			from: this.chosen,
			to: place
		});
	}
	take(choice) {
		if (!this.position || this.waiting) return;
		this.waits(true);
		this.lastOwn = this.events.length;
		this.connection.send({
			kind: "act",
			rev: this.position.rev,
			action: choice.action
		});
	}
	waits(yes) {
		this.waiting = yes;
		document.body.classList.toggle("waits", yes);
	}
	undo() {
		if (!this.position) return;
		if (this.position.undo.can) this.connection.send({
			kind: "undo",
			rev: this.position.rev
		});
		else this.tell(this.position.undo.why);
	}
	now() {
		if (this.position) this.connection.send({
			kind: "now",
			rev: this.position.rev
		});
	}
	go(place) {
		this.map?.centreOn(place);
		this.map?.focusOn(place);
	}
	follow(steps) {
		const operations = steps.filter((event) => event.text && (event.weight === "operation" || event.face > 0 || event.modifiers.length > 0));
		if (operations.length === 0) return;
		this.following = {
			steps: operations,
			at: 0,
			timer: 0
		};
		this.tell_step();
	}
	tell_step() {
		const f = this.following;
		if (!f) return;
		const step = f.steps[f.at];
		this.map?.route(step.places);
		if (step.places[0] !== void 0) this.map?.centreOn(step.places[0]);
		const bar = html("div", { class: "steps" }, told(step), html("p", { class: "count" }, `${f.at + 1} of ${f.steps.length}`), html("button", {
			class: "plain",
			disabled: f.at === 0,
			click: () => this.move_step(-1)
		}, "Previous"), html("button", {
			class: "plain",
			click: () => this.play_steps()
		}, f.timer ? "Pause" : "Play"), html("button", {
			class: "plain",
			click: () => this.move_step(1)
		}, "Next"), html("button", {
			class: "main",
			id: "skip",
			click: () => this.end_following()
		}, "Skip"));
		this.stage.querySelector(".steps")?.remove();
		this.stage.append(bar);
	}
	move_step(by) {
		const f = this.following;
		if (!f) return;
		f.at += by;
		if (f.at >= f.steps.length || f.at < 0) this.end_following();
		else this.tell_step();
	}
	play_steps() {
		const f = this.following;
		if (!f) return;
		if (f.timer) {
			clearInterval(f.timer);
			f.timer = 0;
		} else f.timer = window.setInterval(() => this.move_step(1), kToldSeconds * 1e3);
		this.tell_step();
	}
	end_following() {
		if (this.following?.timer) clearInterval(this.following.timer);
		this.following = null;
		this.map?.route([]);
		this.stage.querySelector(".steps")?.remove();
	}
	show_review(message) {
		if (message.done < message.total) return this.say(`The campaign is looked at again: ${message.done} of ${message.total}.`, "");
		this.dialog.show("The campaign again", "Back to the map", () => {}, ...review(message.lines, message.sums, () => this.dialog.close()));
	}
	key(event) {
		const target = event.target;
		if (event.ctrlKey || event.metaKey || event.altKey || [
			"INPUT",
			"SELECT",
			"TEXTAREA"
		].includes(target.tagName)) return;
		if (this.dialog.open) {
			if (event.key === "Escape" || event.key === "Enter" && target.tagName !== "BUTTON") this.dialog.close();
			return;
		}
		if (!this.position || !this.map) return;
		if (this.press(event.key, target)) event.preventDefault();
	}
	press(key, target) {
		const map = this.map;
		const position = this.position;
		const arrow = {
			ArrowUp: [0, -1],
			ArrowDown: [0, 1],
			ArrowLeft: [-1, 0],
			ArrowRight: [1, 0]
		}[key];
		if (arrow && target.getAttribute("role") !== "tab") return map.walk(arrow[0], arrow[1]), true;
		if (/^[1-9]$/.test(key)) {
			const choice = this.offered(position.view)[Number(key) - 1];
			if (choice) this.take(choice);
			return true;
		}
		switch (key) {
			case "Enter":
				if (target.tagName === "BUTTON") return false;
				if (map.focused >= 0) this.click(map.focused);
				return true;
			case "Escape":
				this.end_following();
				this.tell("");
				this.chosen = -1;
				this.draw();
				return true;
			case "?": return this.ask(map.focused), true;
			case "u": return this.undo(), true;
			case "h": return this.connection.send({
				kind: "hint",
				rev: position.rev,
				step: 1
			}), true;
			case "c": return this.connection.send({
				kind: "chance",
				rev: position.rev
			}), true;
			case "r": return this.follow(this.events.slice(this.lastOwn)), true;
			case "+": return map.zoomBy(1.25), true;
			case "-": return map.zoomBy(.8), true;
			case "0": return map.whole(), true;
			default: return false;
		}
	}
};
function kept() {
	return new URLSearchParams(location.hash.slice(1)).get("c") ?? "";
}
new Page();
