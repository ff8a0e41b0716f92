// src/address.ts
var kToken = "token";
var held = "";
function part(name) {
	return new URLSearchParams(location.hash.slice(1)).get(name) ?? "";
}
function stored() {
	try {
		return sessionStorage.getItem(kToken) ?? "";
	} catch {
		return "";
	}
}
function token() {
	held = part("t") || held || stored();
	try {
		sessionStorage.setItem(kToken, held);
	} catch {}
	return held;
}
function campaign_here() {
	return part("c");
}
function entry() {
	return history.state ?? {};
}
function address_of(campaign) {
	const parts = [...campaign ? [`c=${encodeURIComponent(campaign)}`] : [], ...stored() === held ? [] : [`t=${held}`]];
	return location.pathname + (parts.length ? `#${parts.join("&")}` : "");
}
function go_to(campaign, what = {}) {
	try {
		history.pushState(what, "", address_of(campaign));
	} catch {}
}
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
// src/counters.ts
var kSmallKinds = /* @__PURE__ */ new Set([
	"depot",
	"train",
	"dummy",
	"supply",
	"blank"
]);
var kCommanders = /* @__PURE__ */ new Set([
	"commander",
	"leader",
	"headquarters"
]);
var kMostBars = 4;
var isCommander = (counter) => kCommanders.has(counter.kind);
var isUnit = (counter) => !isCommander(counter) && !kSmallKinds.has(counter.kind);
function colourCounters(colours, side) {
	const name = side === 1 ? "--b" : "--a";
	const style = document.documentElement.style;
	style.setProperty(name, colours.fill);
	style.setProperty(`${name}-sign`, colours.sign);
	style.setProperty(`${name}-edge`, colours.edge);
	style.setProperty(`${name}-weave`, colours.weave);
}
var sideClass = (side) => side === 1 ? "side-b" : "side-a";
function shape(side, width, height, cut = .26) {
	if (side !== 1) return `M0 0H${width}V${height}H0Z`;
	const c = Math.min(width, height) * cut;
	return `M${c} 0H${width - c}L${width} ${c}V${height - c}L${width - c} ${height}H${c}L0 ${height - c}V${c}Z`;
}
function words$1(text, x, y, size, name) {
	return svg("text", {
		x,
		y,
		"font-size": size,
		class: name,
		"text-anchor": "middle"
	}, text);
}
function armSign(kind, width, height) {
	const box = {
		width,
		height
	};
	const line = height * .14;
	switch (kind) {
		case "cavalry": return svg("g", {}, svg("rect", {
			...box,
			class: "arm-frame",
			"stroke-width": line
		}), svg("path", {
			d: `M0 0H${width}L0 ${height}Z`,
			class: "arm"
		}));
		case "artillery": return svg("g", {}, svg("circle", {
			cx: width * .32,
			cy: height * .68,
			r: height * .28,
			class: "arm-frame",
			"stroke-width": line
		}), svg("path", {
			d: `M0 ${height * .95}L${width * .32} ${height * .68}M${width * .12} ${height * .78}L${width} ${height * .05}`,
			class: "arm-line",
			"stroke-width": line * 1.7
		}));
		default: return svg("rect", {
			...box,
			class: "arm"
		});
	}
}
function ground(side, width, height) {
	const line = height * (side === 1 ? .05 : .035);
	const group = svg("g", {}, svg("path", {
		d: shape(side, width, height),
		class: "ground",
		"stroke-width": line
	}));
	if (side !== 1) {
		const inset = height * .055;
		group.append(svg("path", {
			d: `M${inset} ${inset}H${width - inset}V${height - inset}H${inset}Z`,
			class: "inner-edge",
			"stroke-width": height * .025
		}));
	}
	return group;
}
function states(names, width, height, s) {
	const has = (...words) => words.some((word) => names.has(word));
	const signs = [];
	const sign = (x, y, ...parts) => {
		signs.push(svg("g", {
			transform: `translate(${x} ${y}) scale(${s})`,
			class: "state"
		}, ...parts));
	};
	if (has("disrupted")) sign(0, height, svg("path", {
		d: "M-5 -5H5V5H-5Z",
		class: "state-ground"
	}), svg("path", {
		d: "M1.5 -4L-2.5 0.4H2.5L-1.5 4",
		class: "state-line"
	}));
	if (has("out of supply", "unsupplied")) sign(width, height, svg("circle", {
		r: 5,
		class: "state-plate"
	}), svg("circle", {
		r: 2.6,
		class: "state-line"
	}), svg("path", {
		d: "M-4 4L4 -4",
		class: "state-line"
	}));
	if (has("forced march")) sign(0, 0, svg("path", {
		d: "M-5 -5H5V5H-5Z",
		class: "state-ground"
	}), svg("path", {
		d: "M-3.5 -3L-0.5 0L-3.5 3M0.5 -3L3.5 0L0.5 3",
		class: "state-line"
	}));
	else if (has("moved")) sign(0, 0, svg("path", {
		d: "M-4.5 0.5L-1.5 3.5L4.5 -4",
		class: "state-casing"
	}), svg("path", {
		d: "M-4.5 0.5L-1.5 3.5L4.5 -4",
		class: "state-tick"
	}));
	return signs;
}
function face_down(counter, size) {
	return [
		ground(counter.side, size, size),
		weave(counter.side, size, size),
		words$1("?", size / 2, size * .68, size * .5, "unknown"),
		...counter.count > 1 ? [words$1(String(counter.count), size * .84, size * .26, size * .24, "count")] : []
	];
}
function weave(side, width, height) {
	let d = "";
	const step = height / 5;
	const c = side === 1 ? height * .2 : height * .06;
	for (let x = c; x < width - c; x += step) for (let y = c; y < height - c; y += step) d += `M${x} ${y}l${step / 2} ${step / 2}M${x + step / 2} ${y}l${-step / 2} ${step / 2}`;
	return svg("path", {
		d,
		class: "weave",
		"stroke-width": height * .02
	});
}
function commander(counter, size) {
	const s = size / 40;
	const hat = counter.side === 1 ? `M${11 * s} ${18 * s}Q${20 * s} ${22 * s} ${29 * s} ${18 * s}L${26 * s} ${8 * s}Q${20 * s} ${5 * s} ${14 * s} ${8 * s}Z` : `M${6 * s} ${19 * s}Q${20 * s} ${1 * s} ${34 * s} ${19 * s}Q${20 * s} ${13 * s} ${6 * s} ${19 * s}Z`;
	const name = counter.name.replace(/ \(.*\)$/, "").split(" ").pop();
	return [
		svg("path", {
			d: shape(counter.side, size, size),
			class: "portrait",
			"stroke-width": 1.6 * s
		}),
		svg("path", {
			d: hat,
			class: "hat"
		}),
		svg("path", {
			d: counter.side === 1 ? `M0 ${27 * s}H${size}V${size * .74}L${size * .74} ${size}H${size * .26}L0 ${size * .74}Z` : `M0 ${27 * s}H${size}V${size}H0Z`,
			class: "name-plate"
		}),
		words$1(name, size / 2, 36 * s, Math.min(9 * s, 60 * s / Math.max(name.length, 1)), "plate-name"),
		...counter.strength ? [rating(counter.side, counter.strength, size, 0, s)] : []
	];
}
function rating(side, value, x, y, s) {
	const r = 6 * s;
	return svg("g", { transform: `translate(${x} ${y})` }, side === 1 ? svg("rect", {
		x: -r,
		y: -r,
		width: 2 * r,
		height: 2 * r,
		class: "rating",
		transform: "rotate(45)",
		"stroke-width": 1.2 * s
	}) : svg("circle", {
		r: r * 1.15,
		class: "rating",
		"stroke-width": 1.2 * s
	}), words$1(String(value), 0, 3.4 * s, 9.5 * s, "rating-figure"));
}
var blocks = null;
function stand_blocks(stand, seat) {
	blocks = stand ? { seat } : null;
}
function depth(side, size, seat) {
	const t = size * .13;
	const lean = side === seat ? t : -t;
	const edge = side === seat ? size : 0;
	return [svg("path", {
		d: `M0 0L${lean} ${-t}H${size + lean}L${size} 0Z`,
		class: "block-top"
	}), svg("path", {
		d: `M${edge} 0L${edge + lean} ${-t}V${size - t}L${edge} ${size}Z`,
		class: "block-side"
	})];
}
function unitCounter(counter, size) {
	const group = svg("g", { class: `counter ${sideClass(counter.side)}${counter.known ? "" : " face-down"}` });
	const names = new Set(counter.states);
	if (blocks && !isCommander(counter)) group.append(...depth(counter.side, size, blocks.seat));
	if (!counter.known) group.append(...face_down(counter, size));
	else if (isCommander(counter)) group.append(...commander(counter, size));
	else {
		const body = svg("g", names.has("disrupted") ? { transform: `rotate(-9 ${size / 2} ${size / 2})` } : {}, ...face(counter, size));
		if (names.has("disrupted")) body.append(svg("path", {
			d: `M${size * .62} 0L${size * .44} ${size * .36}L${size * .6} ${size * .5}L${size * .4} ${size}`,
			class: "crack",
			"stroke-width": size * .045
		}));
		group.append(body);
	}
	group.append(...states(names, size, size, size / 44));
	return group;
}
function face(counter, size) {
	const printed = /\d/.test(counter.label) && /[-/]/.test(counter.label);
	const parts = [ground(counter.side, size, size)];
	if (!printed) parts.push(words$1(counter.label, size / 2, size * .29, Math.min(size * .25, size * 1.3 / Math.max(counter.label.length, 1)), "corps"));
	const arm = armSign(counter.kind, size * .5, size * .28);
	arm.setAttribute("transform", `translate(${size * .25} ${size * (printed ? .2 : .37)})`);
	parts.push(arm);
	if (printed) parts.push(words$1(counter.label, size / 2, size * .82, size * .27, "corps"));
	else if (counter.strength > kMostBars) parts.push(words$1(String(counter.strength), size / 2, size * .92, size * .24, "corps"));
	else parts.push(...bars(counter.strength, size));
	if (counter.count > 1) parts.push(words$1(`${counter.count}×`, size * .83, size * .27, size * .22, "count"));
	return parts;
}
function bars(strength, size) {
	const width = size * .11;
	const left = size / 2 - (strength * size * .15 - size * .04) / 2;
	return Array.from({ length: strength }, (_, bar) => svg("rect", {
		x: left + bar * size * .15,
		y: size * .74,
		width,
		height: size * .12,
		class: "arm"
	}));
}
function stackSign(counters, scale) {
	const units = counters.filter(isUnit);
	const commanders = counters.filter((counter) => isCommander(counter) && counter.known);
	const side = counters[0].side;
	const alone = units.length === 0;
	const width = (alone ? 22 : 33) * scale;
	const height = 21 * scale;
	const group = svg("g", { class: `stack ${sideClass(side)}` });
	const number = units.reduce((sum, unit) => sum + unit.count, 0);
	const hidden = units.some((unit) => !unit.known) || alone && commanders.length === 0;
	const shadows = hidden || number <= 1 ? 0 : number <= 3 ? 1 : 2;
	for (let i = shadows; i > 0; --i) group.append(svg("path", {
		d: shape(side, width, height),
		class: "ground",
		"stroke-width": 1.2 * scale,
		transform: `translate(${-width / 2 + i * 2.1 * scale} ${-height / 2 - i * 2.1 * scale})`
	}));
	const front = svg("g", {
		class: "front",
		transform: `translate(${-width / 2} ${-height / 2})`
	}, svg("path", {
		d: shape(side, width, height),
		class: "ground",
		"stroke-width": (side === 1 ? 1.7 : 1) * scale
	}));
	if (hidden) front.append(weave(side, width, height), words$1(counters.some((counter) => counter.states.includes("counted")) ? `${number}?` : "?", width / 2, height * .78, 16 * scale, "unknown"));
	else if (!alone) front.append(words$1(String(number), width * .27, height * .77, 16 * scale, "figure"), ...arms(units, width, height));
	group.append(front);
	const best = commanders.reduce((most, one) => Math.max(most, one.strength), 0);
	if (best > 0) group.append(rating(side, best, alone ? 0 : width / 2, 0, scale));
	const all = new Set(units.flatMap((unit) => unit.states));
	group.append(svg("g", { transform: `translate(${-width / 2} ${-height / 2})` }, ...states(all, width, height, scale * .8)));
	return group;
}
function arms(units, width, height) {
	return [
		"infantry",
		"cavalry",
		"artillery"
	].filter((arm) => units.some((unit) => unit.kind === arm)).map((arm, i, all) => {
		const sign = armSign(arm, width * .28, height * (all.length > 2 ? .2 : .26));
		const step = height / all.length;
		sign.setAttribute("transform", `translate(${width * .56} ${step * (i + .5) - height * (all.length > 2 ? .1 : .13)})`);
		return sign;
	});
}
function spreadStack(counters, hex) {
	const commanders = counters.filter((counter) => isCommander(counter) && counter.known);
	const units = counters.filter((counter) => isUnit(counter) || !counter.known);
	const shown = units.length ? units : commanders;
	const wide = shown.length <= 2 ? shown.length : shown.length <= 4 ? 2 : shown.length <= 9 ? 3 : 4;
	const rows = Math.ceil(shown.length / wide);
	const cell = hex * Math.min(rows === 1 ? .42 : .36, .82 / rows, 1.1 / wide);
	const size = cell * .94;
	const group = svg("g", { class: `spread ${sideClass(counters[0].side)}` });
	shown.forEach((counter, i) => {
		const row = Math.floor(i / wide);
		const inRow = Math.min(wide, shown.length - row * wide);
		const sign = unitCounter(counter, size);
		sign.setAttribute("transform", `translate(${(i % wide - inRow / 2) * cell} ${(row - rows / 2) * cell})`);
		group.append(sign);
	});
	if (units.length && commanders.length) group.append(tab(commanders, -rows / 2 * cell, hex * .13));
	return group;
}
function tab(commanders, bottom, letters) {
	const side = commanders[0].side;
	const sorted = [...commanders].sort((a, b) => b.strength - a.strength).map((one) => one.name.replace(/ \(.*\)$/, ""));
	const text = sorted.slice(0, 2).join(" · ") + (sorted.length > 2 ? ` +${sorted.length - 2}` : "");
	const width = text.length * letters * .54 + letters * 2;
	const height = letters * 1.35;
	const best = Math.max(...commanders.map((one) => one.strength));
	return svg("g", {
		class: "tab",
		transform: `translate(${-width / 2} ${bottom - height - letters * .15})`
	}, svg("path", {
		d: shape(side, width, height),
		class: "tab-ground",
		"stroke-width": letters * .1
	}), words$1(text, width / 2 - letters * .5, height * .73, letters, "tab-name"), ...best > 0 ? [rating(side, best, width - letters * .8, height / 2, letters / 12)] : []);
}
function smallSign(counter, scale) {
	const group = svg("g", { class: `small ${sideClass(counter.side)}` });
	const s = scale;
	if (counter.kind === "depot") group.append(svg("path", {
		d: `M${-7 * s} ${7 * s}V${-1 * s}H${-9 * s}L0 ${-9 * s}L${9 * s} ${-1 * s}H${7 * s}V${7 * s}Z`,
		class: "house",
		"stroke-width": 1.3 * s
	}), svg("rect", {
		x: -2 * s,
		y: 1 * s,
		width: 4 * s,
		height: 6 * s,
		class: "door"
	}));
	else if ((counter.kind === "train" || counter.kind === "supply") && counter.known) group.append(svg("path", {
		d: `M${-9 * s} ${3 * s}Q${-9 * s} ${-7 * s} 0 ${-7 * s}Q${9 * s} ${-7 * s} ${9 * s} ${3 * s}Z`,
		class: "house",
		"stroke-width": 1.3 * s
	}), svg("circle", {
		cx: -5 * s,
		cy: 4 * s,
		r: 3 * s,
		class: "wheel",
		"stroke-width": s
	}), svg("circle", {
		cx: 5 * s,
		cy: 4 * s,
		r: 3 * s,
		class: "wheel",
		"stroke-width": s
	}));
	else group.append(svg("circle", {
		r: 7 * s,
		class: "house",
		"stroke-width": 1.3 * s
	}), words$1((counter.known ? counter.label || counter.kind : "?").slice(0, 2), 0, 3 * s, 8 * s, "small-letter"));
	if (counter.count > 1) group.append(words$1(String(counter.count), 12 * s, 6 * s, 9 * s, "small-count"));
	return group;
}
function smallCounter(counter, size) {
	return svg("g", { transform: `translate(${size / 2} ${size / 2})` }, smallSign(counter, size / 24));
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
var capital = (name) => name.charAt(0).toUpperCase() + name.slice(1);
var people = (side) => `the ${capital(side)}${side.endsWith("an") ? "s" : ""}`;
var is_number = (id) => /^h?\d/.test(id);
var plain_id = (id) => id.replace(/^h(?=\d)/, "");
function place_name(board, place) {
	const space = board.spaces[place];
	return space ? space.name || plain_id(space.id) : "";
}
function place_title(board, place) {
	const space = board.spaces[place];
	if (!space) return "";
	return [space.name, is_number(space.id) || !space.name ? plain_id(space.id) : ""].filter(Boolean).join(", ");
}
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
function country(raw) {
	return {
		features: list(raw.features).map((feature) => ({
			kind: text(feature.kind),
			name: text(feature.name),
			line: points(feature.line)
		})),
		kilometre: number(raw.kilometre, 0)
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
		arrivals: list(raw.arrivals).map((arrival) => ({
			turn: number(arrival.turn, 0),
			side: side(arrival.side),
			units: words(arrival.units),
			where: text(arrival.where)
		})),
		choices: list(raw.choices).map((choice) => ({
			action: number(choice.action, 0),
			notation: text(choice.notation),
			words: text(choice.words),
			caution: text(choice.caution),
			counters: numbers(choice.counters),
			from: number(choice.from, -1),
			to: number(choice.to, -1)
		}))
	};
}
function message(raw, places) {
	if (raw.kind === "campaign") return {
		...raw,
		sides: words(raw.sides).map(capital),
		board: board(raw.board),
		country: country(raw.country ?? {})
	};
	if (raw.kind === "position" || raw.kind === "past") return {
		...raw,
		view: view(raw.view, places)
	};
	return raw;
}
// src/camera.ts
var kSmallest = .8;
var kLargest = 4;
var kSameSize = 1e-6;
var kRestMilliseconds$1 = 180;
var kSharpMilliseconds = 400;
var kLongestGesture = 36e5;
var Camera = class {
	plane;
	picture;
	ground;
	width;
	height;
	settled;
	zoom = 1;
	frame;
	drawn;
	timer = 0;
	sharpening = 0;
	motion = null;
	constructor(plane, picture, ground, width, height, settled) {
		this.plane = plane;
		this.picture = picture;
		this.ground = ground;
		this.width = width;
		this.height = height;
		this.settled = settled;
		this.frame = this.drawn = {
			x: 0,
			y: 0,
			width,
			height
		};
		this.settle();
		window.addEventListener("beforeprint", () => this.whole());
		new ResizeObserver(() => this.settle()).observe(plane);
	}
	get scale() {
		return this.scaleOf(this.frame);
	}
	box() {
		return (this.plane.parentElement ?? this.plane).getBoundingClientRect();
	}
	scaleOf(frame, box = this.box()) {
		return Math.min(box.width / frame.width, box.height / frame.height) || 1;
	}
	toWindow(at) {
		const box = this.box();
		const k = this.scaleOf(this.frame, box);
		return {
			x: box.left + (box.width - k * this.frame.width) / 2 + (at.x - this.frame.x) * k,
			y: box.top + (box.height - k * this.frame.height) / 2 + (at.y - this.frame.y) * k
		};
	}
	toBoard(x, y) {
		const zero = this.toWindow({
			x: 0,
			y: 0
		});
		return {
			x: (x - zero.x) / this.scale,
			y: (y - zero.y) / this.scale
		};
	}
	pan(dx, dy) {
		const k = this.scale;
		this.frame = {
			...this.frame,
			x: this.frame.x - dx / k,
			y: this.frame.y - dy / k
		};
		this.move();
	}
	zoomBy(factor, about) {
		const before = this.zoom;
		this.zoom = Math.min(kLargest, Math.max(kSmallest, this.zoom * factor));
		const share = before / this.zoom;
		const at = about ?? {
			x: this.frame.x + this.frame.width / 2,
			y: this.frame.y + this.frame.height / 2
		};
		this.frame = {
			x: at.x - (at.x - this.frame.x) * share,
			y: at.y - (at.y - this.frame.y) * share,
			width: this.width / this.zoom,
			height: this.height / this.zoom
		};
		this.move();
	}
	get seen() {
		return {
			zoom: this.zoom,
			x: this.frame.x / this.width,
			y: this.frame.y / this.height
		};
	}
	look_at({ zoom, x, y }) {
		this.zoom = zoom;
		this.frame = {
			x: x * this.width,
			y: y * this.height,
			width: this.width / zoom,
			height: this.height / zoom
		};
		this.settle();
	}
	whole() {
		this.zoom = 1;
		this.frame = {
			x: 0,
			y: 0,
			width: this.width,
			height: this.height
		};
		this.settle();
	}
	centreOn(at) {
		if (this.zoom <= 1) return;
		this.frame = {
			...this.frame,
			x: at.x - this.frame.width / 2,
			y: at.y - this.frame.height / 2
		};
		this.move();
	}
	reveal(at) {
		const { x, y, width, height } = this.frame;
		if (at.x < x || at.x > x + width || at.y < y || at.y > y + height) this.centreOn(at);
	}
	cornerOf({ x, y, width, height }, box) {
		const scale = this.scaleOf({
			x,
			y,
			width,
			height
		}, box);
		return {
			x: (box.width - scale * width) / 2 - scale * x,
			y: (box.height - scale * height) / 2 - scale * y,
			scale
		};
	}
	move() {
		const box = this.box();
		const from = this.cornerOf(this.drawn, box);
		const to = this.cornerOf(this.frame, box);
		const grown = to.scale / from.scale;
		const transform = `translate(${to.x - grown * from.x}px, ${to.y - grown * from.y}px) scale(${grown})`;
		this.plane.classList.add("moves");
		this.hold(transform);
		clearTimeout(this.timer);
		this.timer = window.setTimeout(() => Math.abs(grown - 1) > kSameSize ? this.settle() : this.rest(transform), kRestMilliseconds$1);
	}
	hold(transform) {
		const still = [{ transform }, { transform }];
		if (this.motion) this.motion.effect.setKeyframes(still);
		else this.motion = this.plane.animate(still, {
			duration: kLongestGesture,
			fill: "both"
		});
	}
	rest(transform) {
		this.plane.style.transform = transform;
		this.motion?.cancel();
		this.motion = null;
		clearTimeout(this.sharpening);
		this.sharpening = window.setTimeout(() => this.motion || this.plane.classList.remove("moves"), kSharpMilliseconds);
	}
	settle() {
		clearTimeout(this.timer);
		this.drawn = this.frame;
		this.rest("");
		for (const one of [this.picture, this.ground.lines]) one.setAttribute("viewBox", `${this.frame.x} ${this.frame.y} ${this.frame.width} ${this.frame.height}`);
		const { x, y, scale } = this.cornerOf(this.frame, this.box());
		this.ground.place(x, y, scale);
		this.ground.prepare(scale / this.zoom);
		this.settled();
	}
};
// src/commanders.ts
var kLetters = 9.8;
var kLetterWidth = .5;
var kRaised = 4.2;
var kBadge = 8;
function commanderNames(armies, scale) {
	const taken = armies.map((army) => signBox(army, scale));
	const led = armies.map((army) => ({
		army,
		best: greatest(army)
	})).filter((one) => one.best !== void 0);
	led.sort((a, b) => b.best.strength - a.best.strength);
	const names = [];
	for (const { army, best } of led) {
		const others = army.counters.filter(known).length - 1;
		const name = best.name.replace(/ \(.*\)$/, "") + (others > 0 ? ` +${others}` : "");
		const spot = spots(army, name, scale).find(({ box }) => !taken.some((other) => meet$1(box, other)));
		if (!spot) continue;
		taken.push(spot.box);
		names.push(svg("text", {
			x: spot.x,
			y: spot.y,
			"text-anchor": spot.anchor,
			"font-size": kLetters * scale,
			class: "commander-name"
		}, name));
	}
	return names;
}
var known = (counter) => isCommander(counter) && counter.known;
function greatest(army) {
	return army.counters.filter(known).sort((a, b) => b.strength - a.strength)[0];
}
function halfWidth(army, scale) {
	return (army.counters.some(isUnit) ? 33 : 22) * scale / 2;
}
function signBox(army, scale) {
	const half = halfWidth(army, scale);
	const badge = army.counters.some(known) ? kBadge : kRaised;
	return {
		left: army.at.x - half,
		right: army.at.x + half + badge * scale,
		top: army.at.y - (21 / 2 + kRaised) * scale,
		bottom: army.at.y + 21 / 2 * scale
	};
}
function spots(army, name, scale) {
	const { x, y } = army.at;
	const sign = signBox(army, scale);
	const width = name.length * kLetterWidth * kLetters * scale;
	const gap = 2 * scale;
	const spot = (left, baseline, anchor, from) => ({
		x: from,
		y: baseline,
		anchor,
		box: {
			left,
			right: left + width,
			top: baseline - kLetters * .75 * scale,
			bottom: baseline
		}
	});
	const middle = y + kLetters * .35 * scale;
	return [
		spot(x - width / 2, sign.top - gap, "middle", x),
		spot(sign.right + gap, middle, "start", sign.right + gap),
		spot(sign.left - gap - width, middle, "end", sign.left - gap),
		spot(x - width / 2, sign.bottom + gap + kLetters * .75 * scale, "middle", x)
	];
}
function meet$1(a, b) {
	return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
// src/fan.ts
var kSize$1 = 44;
var kGap = 8;
var Fan = class {
	picked;
	root = html("section", {
		class: "fan",
		hidden: true
	});
	place = -1;
	constructor(picked) {
		this.picked = picked;
	}
	get shown() {
		return this.place;
	}
	close() {
		this.place = -1;
		this.root.hidden = true;
	}
	open(place, title, view, acting, at, stage) {
		const here = view.counters.map((counter, i) => ({
			counter,
			i
		})).filter(({ counter }) => counter.place === place);
		if (here.length === 0) return this.close();
		this.place = place;
		clear(this.root);
		this.root.setAttribute("aria-label", `Stack at ${title}`);
		this.root.append(html("h2", {}, title, html("span", {}, summary(here.map(({ counter }) => counter)))), html("ul", {}, ...here.map(({ counter, i }) => html("li", {}, this.button(counter, i, acting.has(i))))));
		this.root.hidden = false;
		const { offsetWidth: width, offsetHeight: height } = this.root;
		const above = at.y - at.half - kGap - height;
		const top = above >= 0 ? above : Math.min(at.y + at.half + kGap, stage.height - height);
		this.root.style.left = `${Math.max(0, Math.min(at.x - width / 2, stage.width - width))}px`;
		this.root.style.top = `${Math.max(0, top)}px`;
	}
	button(counter, i, acts) {
		const picture = svg("svg", {
			viewBox: `-8 -8 60 60`,
			class: "unit",
			"aria-hidden": "true"
		}, isUnit(counter) || isCommander(counter) ? unitCounter(counter, kSize$1) : smallCounter(counter, kSize$1));
		const name = counter.known ? counter.name || counter.kind : "face down";
		return html("button", {
			class: `fan-counter${acts ? " acts" : ""}`,
			type: "button",
			click: () => this.picked(i)
		}, picture, html("span", {}, counter.count > 1 ? `${counter.count} ${name}` : name), ...counter.states.length ? [html("i", {}, counter.states.join(", "))] : []);
	}
};
function summary(counters) {
	const sum = (list) => list.reduce((number, counter) => number + counter.count, 0);
	return [
		[sum(counters.filter((counter) => isUnit(counter))), "unit"],
		[sum(counters.filter((counter) => isCommander(counter))), "commander"],
		[sum(counters.filter((counter) => !isUnit(counter) && !isCommander(counter))), "marker"]
	].filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}${number > 1 ? "s" : ""}`).join(", ");
}
// src/geometry.ts
function path(points, closed = false) {
	if (points.length === 0) return "";
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
function inside(point, polygon) {
	let odd = false;
	polygon.forEach((a, i) => {
		const b = polygon[(i + 1) % polygon.length];
		if (a.y > point.y !== b.y > point.y && point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x) odd = !odd;
	});
	return odd;
}
// src/gestures.ts
var kSlack = 6;
var kWheel = .0015;
var kRestMilliseconds = 600;
var Gestures = class {
	camera;
	listener;
	pointers = /* @__PURE__ */ new Map();
	walked = 0;
	pressed = -1;
	drags = false;
	rest = 0;
	over = -1;
	constructor(root, camera, listener) {
		this.camera = camera;
		this.listener = listener;
		root.addEventListener("wheel", (event) => {
			event.preventDefault();
			camera.zoomBy(Math.exp(-event.deltaY * kWheel), this.at(event));
		}, { passive: false });
		root.addEventListener("pointerdown", (event) => this.down(event));
		root.addEventListener("pointermove", (event) => this.move(event));
		root.addEventListener("pointerup", (event) => this.up(event));
		root.addEventListener("pointercancel", (event) => this.up(event));
		root.addEventListener("pointerleave", () => this.rests(-1));
		root.addEventListener("contextmenu", (event) => event.preventDefault());
	}
	at(event) {
		return this.camera.toBoard(event.clientX, event.clientY);
	}
	down(event) {
		this.pointers.set(event.pointerId, event);
		this.walked = 0;
		this.pressed = this.listener.placeAt(this.at(event));
		this.drags = this.pointers.size === 1 && event.button === 0 && this.listener.movable(this.pressed);
		this.rests(-1);
	}
	move(event) {
		const before = this.pointers.get(event.pointerId);
		if (!before) return this.rests(this.listener.placeAt(this.at(event)));
		this.pointers.set(event.pointerId, event);
		if (this.pointers.size === 2) return this.pinch(before, event);
		this.walked += Math.abs(event.clientX - before.clientX) + Math.abs(event.clientY - before.clientY);
		if (this.walked <= kSlack) return;
		event.currentTarget.setPointerCapture(event.pointerId);
		if (this.drags) this.listener.dragging(this.pressed, this.at(event));
		else this.camera.pan(event.clientX - before.clientX, event.clientY - before.clientY);
	}
	pinch(before, event) {
		const [, other] = [...this.pointers.entries()].find(([id]) => id !== event.pointerId);
		const was = Math.hypot(before.clientX - other.clientX, before.clientY - other.clientY);
		const is = Math.hypot(event.clientX - other.clientX, event.clientY - other.clientY);
		if (was > 0) this.camera.zoomBy(is / was, this.camera.toBoard((event.clientX + other.clientX) / 2, (event.clientY + other.clientY) / 2));
		this.walked = Infinity;
		this.drags = false;
	}
	up(event) {
		this.pointers.delete(event.pointerId);
		const place = this.listener.placeAt(this.at(event));
		const moved = this.walked > kSlack;
		if (this.drags && moved) this.listener.dropped(this.pressed, event.type === "pointerup" ? place : -1);
		else if (event.type === "pointerup" && !moved && place >= 0) this.listener.clicked(place, event.button === 2);
		this.drags = false;
	}
	rests(place) {
		if (place === this.over) return;
		this.over = place;
		this.listener.over(place);
		clearTimeout(this.rest);
		this.rest = window.setTimeout(() => this.listener.rested(place), kRestMilliseconds);
	}
};
// src/ground.ts
var kMostPixels = 8e6;
var kSharpness = 2;
var kWorthwhile = 1.1;
var Ground = class {
	width;
	height;
	bitmap = html("canvas", {
		class: "ground-bitmap",
		"aria-hidden": "true"
	});
	lines;
	source = new Image();
	ready = false;
	drawn = 0;
	wanted = 0;
	constructor(address, width, height) {
		this.width = width;
		this.height = height;
		this.lines = svg("svg", {
			class: "ground-lines",
			"aria-hidden": "true"
		}, svg("image", {
			width,
			height,
			href: address
		}));
		this.source.src = address;
		this.source.decode().then(() => {
			this.ready = true;
			this.draw();
		}, () => void 0);
	}
	place(x, y, scale) {
		const { style } = this.bitmap;
		style.width = `${scale * this.width}px`;
		style.height = `${scale * this.height}px`;
		style.transform = `translate(${x}px, ${y}px)`;
	}
	prepare(scale) {
		const most = Math.sqrt(kMostPixels / (this.width * this.height));
		this.wanted = Math.min(most, kSharpness * scale * window.devicePixelRatio);
		if (this.ready && this.wanted > this.drawn * kWorthwhile) this.draw();
	}
	draw() {
		this.drawn = this.wanted;
		this.bitmap.width = Math.round(this.drawn * this.width);
		this.bitmap.height = Math.round(this.drawn * this.height);
		this.bitmap.getContext("2d")?.drawImage(this.source, 0, 0, this.bitmap.width, this.bitmap.height);
		this.bitmap.parentElement?.classList.add("drawn");
	}
};
// src/legend.ts
var kSize = 36;
var kWithSigns = [
	"disrupted",
	"out of supply",
	"forced march",
	"moved"
];
var sample = (sign) => svg("svg", {
	viewBox: `-6 -6 48 48`,
	"aria-hidden": "true"
}, sign);
var row = (sign, words) => html("li", {}, sample(sign), html("span", {}, words));
function first_of_each(counters) {
	return counters.filter((counter, i) => counters.findIndex((other) => other.kind === counter.kind) === i);
}
var Legend = class {
	root = html("section", {
		class: "legend",
		hidden: true,
		"aria-label": "The signs of the map"
	});
	counters = html("ul", {});
	constructor(ground) {
		this.root.append(this.counters, html("img", {
			alt: "Victory points, terrain, rivers, bridges, roads, frontiers",
			src: ground
		}));
	}
	toggle() {
		this.root.hidden = !this.root.hidden;
	}
	show(view) {
		clear(this.counters);
		const known = view.counters.filter((counter) => counter.known);
		const units = first_of_each(known.filter(isUnit));
		for (const unit of units) this.counters.append(row(unitCounter({
			...unit,
			states: [],
			count: 1
		}, kSize), `${unit.kind}; the bars or the figure are its strength`));
		const commander = known.find(isCommander);
		if (commander) this.counters.append(row(unitCounter({
			...commander,
			states: [],
			count: 1
		}, kSize), `${commander.kind} with his rating`));
		const hidden = view.counters.find((counter) => !counter.known && isUnit(counter));
		if (hidden) this.counters.append(row(unitCounter({
			...hidden,
			count: 1
		}, kSize), "face down: not known to you"));
		for (const one of first_of_each(known.filter((counter) => !isUnit(counter) && !isCommander(counter)))) this.counters.append(row(smallCounter({
			...one,
			count: 1
		}, kSize), one.kind === "train" ? "supply train" : one.kind));
		const unit = units[0];
		if (!unit) return;
		for (const state of kWithSigns) this.counters.append(row(unitCounter({
			...unit,
			states: [state],
			count: 1
		}, kSize), state));
		const stack = stackSign([{
			...unit,
			states: [],
			count: 4
		}, ...commander ? [{
			...commander,
			side: unit.side
		}] : []], kSize / 33);
		stack.setAttribute("transform", `translate(${kSize / 2} ${kSize / 2})`);
		this.counters.append(row(stack, `seen from afar: how many ${units.some((one) => one.kind === "infantry") ? "units, of which arms" : "units"}${commander ? ", and the best rating" : ""}`));
	}
};
// src/lettering.ts
var kVerst = 1.0668;
var kGermanMile = 7.42;
var kMostCoarse = 1.6;
var kBelowSign = .5;
var kBelowUnits = .85;
var meet = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
function linesOf(name) {
	return name.replace(/ *\(.*\)/, "").split(/ - |: | \/ /);
}
function lengths_of(spaces) {
	const size = 40;
	const lines = spaces.flatMap((space) => linesOf(written(space)).map((line) => ({
		line,
		text: svg("text", {
			"font-size": size,
			class: kind_of(space)
		}, line)
	})));
	const sheet = svg("svg", {
		class: "measuring",
		"aria-hidden": "true"
	}, ...lines.map(({ text }) => text));
	document.body.append(sheet);
	const lengths = new Map(lines.map(({ line, text }) => [line, text.getComputedTextLength() / size]));
	sheet.remove();
	return lengths;
}
var kGreat = 3;
var kind_of = (space) => `name${space.points >= kGreat ? " great" : space.points ? " scored" : ""}`;
var written = (space) => space.points >= kGreat ? space.name.toUpperCase() : space.name;
function starFort(at, radius) {
	let d = "";
	for (let i = 0; i < 16; ++i) {
		const r = i % 2 ? radius * .62 : radius;
		const angle = i * Math.PI / 8;
		d += `${i ? "L" : "M"}${(at.x + r * Math.sin(angle)).toFixed(1)} ${(at.y - r * Math.cos(angle)).toFixed(1)}`;
	}
	return `${d}Z`;
}
function lengthened(line, by) {
	const beyond = (end, before) => {
		const share = by / (Math.hypot(end.x - before.x, end.y - before.y) || 1);
		return {
			x: end.x + (end.x - before.x) * share,
			y: end.y + (end.y - before.y) * share
		};
	};
	if (line.length < 2) return line;
	return [
		beyond(line[0], line[1]),
		...line,
		beyond(line.at(-1), line.at(-2))
	];
}
var Lettering = class {
	board;
	land;
	hexUnit;
	hexes;
	coarse;
	taken = [];
	lengths = /* @__PURE__ */ new Map();
	size;
	measured = false;
	constructor(board, land, hexUnit, hexes, coarse) {
		this.board = board;
		this.land = land;
		this.hexUnit = hexUnit;
		this.hexes = hexes;
		this.coarse = coarse;
		this.size = coarse;
	}
	get unit() {
		return this.hexUnit * this.size;
	}
	towns(layer, occupied, size) {
		clear(layer);
		if (this.lengths.size === 0 || !this.measured) {
			this.measured = document.fonts.check("700 12px Playfair");
			this.lengths = lengths_of(this.board.spaces.filter((space) => space.name));
		}
		this.size = this.coarse * size;
		this.taken = [];
		const named = this.board.spaces.map((space, place) => ({
			space,
			place
		})).filter(({ space }) => space.name);
		for (const { space, place } of named) if (!occupied.has(place) && this.hexes) this.taken.push(this.around(space.centre, this.unit * .16));
		for (const here of [true, false]) for (const { space, place } of named) if (occupied.has(place) === here) layer.append(this.town(space, here));
	}
	around(at, half) {
		return {
			x: at.x - half,
			y: at.y - half,
			width: 2 * half,
			height: 2 * half
		};
	}
	town(space, occupied) {
		const letters = this.unit * (space.points >= kGreat ? .305 : space.points ? .283 : .251);
		const parts = linesOf(written(space));
		const width = Math.max(...parts.map((line) => this.lengths.get(line) ?? 0)) * letters;
		const at = this.spot(space, occupied, width, letters, parts.length);
		const group = svg("g", { class: "town" });
		if (!occupied && this.hexes) group.append(...this.sign(space));
		const text = svg("text", {
			"font-size": letters,
			class: kind_of(space),
			"text-anchor": at.anchor,
			"stroke-width": letters * .26
		});
		parts.forEach((line, i) => text.append(svg("tspan", {
			x: at.x,
			y: at.y + i * letters * 1.02
		}, line)));
		group.append(text);
		if (space.points) group.append(...this.points(space, at, width, letters));
		return group;
	}
	sign(space) {
		const at = space.centre;
		const line = this.unit * .024;
		if (space.terrain.includes("fort")) return [svg("path", {
			d: starFort(at, this.unit * .13),
			class: "fort",
			"stroke-width": line
		}), svg("circle", {
			cx: at.x,
			cy: at.y,
			r: this.unit * .03,
			class: "town-dot"
		})];
		const sign = svg("circle", {
			cx: at.x,
			cy: at.y,
			r: this.unit * (space.points ? .09 : .05),
			class: "town-sign",
			"stroke-width": line
		});
		return space.points ? [sign, svg("circle", {
			cx: at.x,
			cy: at.y,
			r: this.unit * (space.points >= 3 ? .055 : .03),
			class: "town-dot"
		})] : [sign];
	}
	spot(space, occupied, width, letters, rows) {
		const { x, y } = space.centre;
		const far = this.unit * .16;
		const low = y + letters * .34;
		if (!this.hexes) return this.under(space, occupied, width, letters, rows);
		const box = (at) => ({
			x: at.x - (at.anchor === "end" ? width : at.anchor === "middle" ? width / 2 : 0),
			y: at.y - letters * .8,
			width,
			height: letters * rows
		});
		if (occupied) {
			const foot = {
				x,
				y: y + this.hexUnit * .46 * Math.min(this.coarse, kMostCoarse),
				anchor: "middle"
			};
			this.taken.push(box(foot));
			return foot;
		}
		const tries = [
			{
				x: x + far,
				y: low,
				anchor: "start"
			},
			{
				x: x - far,
				y: low,
				anchor: "end"
			},
			{
				x,
				y: y + far + letters * .75,
				anchor: "middle"
			},
			{
				x,
				y: y - far,
				anchor: "middle"
			},
			{
				x: x + far * .7,
				y: y - far * .7,
				anchor: "start"
			},
			{
				x: x - far * .7,
				y: y - far * .7,
				anchor: "end"
			},
			{
				x: x + far * .7,
				y: y + far + letters * .5,
				anchor: "start"
			},
			{
				x: x - far * .7,
				y: y + far + letters * .5,
				anchor: "end"
			}
		];
		const free = tries.find((at) => {
			const mine = box(at);
			return mine.x > 0 && mine.x + mine.width < this.board.width && mine.y > 0 && !this.taken.some((other) => meet(mine, other) && !meet(other, this.around(space.centre, this.unit * .02)));
		}) ?? tries[0];
		this.taken.push(box(free));
		return free;
	}
	under(space, occupied, width, letters, rows) {
		const most = (width + letters) / 2;
		const x = Math.min(Math.max(space.centre.x, most), this.board.width - most);
		const foot = this.hexUnit * (occupied && this.size < this.coarse ? kBelowUnits : kBelowSign);
		const mine = {
			x: x - width / 2,
			y: space.centre.y + foot - letters * .8,
			width,
			height: letters * rows
		};
		const kMostLower = 3;
		for (let lower = 0; lower < kMostLower && this.taken.some((other) => meet(mine, other)); ++lower) mine.y += letters * 1.1;
		this.taken.push(mine);
		return {
			x,
			y: mine.y + letters * .8,
			anchor: "middle"
		};
	}
	points(space, at, width, letters) {
		const r = this.unit * .137;
		const x = (at.anchor === "start" ? at.x + width : at.anchor === "end" ? at.x - width - 2.8 * r : at.x + width / 2) + r * 1.4;
		const y = at.y - letters * .32;
		return [svg("circle", {
			cx: x,
			cy: y,
			r,
			class: "points"
		}), svg("text", {
			x,
			y: y + r * .55,
			"font-size": r * 1.6,
			class: "points-figure",
			"text-anchor": "middle"
		}, String(space.points))];
	}
	country(layer) {
		this.land.features.filter((feature) => feature.kind.endsWith(" name")).forEach((feature, i) => layer.append(...this.along(feature, i)));
		if (!this.hexes) return;
		for (const space of this.board.spaces) {
			const number = space.id.replace(/^\D+/, "");
			if (number) layer.append(svg("text", {
				x: space.centre.x,
				y: space.centre.y - this.hexUnit * .4,
				"font-size": this.hexUnit * .1,
				class: "hex-number",
				"text-anchor": "middle"
			}, number));
		}
	}
	along(feature, i) {
		const kind = feature.kind.split(" ")[0];
		const letters = this.unit * ({
			sea: .3,
			country: .27,
			river: .23
		}[kind] ?? .25);
		const id = `name-line-${i}`;
		const text = svg("text", {
			class: `${kind}-name`,
			"font-size": letters,
			"text-anchor": "middle"
		});
		const follow = svg("textPath", {
			href: `#${id}`,
			startOffset: "50%"
		}, kind === "country" ? feature.name.toUpperCase() : feature.name);
		text.append(follow);
		return [svg("path", {
			id,
			d: path(lengthened(feature.line, letters * feature.name.length)),
			fill: "none"
		}), text];
	}
	frame(layer) {
		const { width, height, spaces } = this.board;
		layer.append(svg("rect", {
			width,
			height,
			class: "neat-line",
			"stroke-width": this.unit * .025
		}));
		if (!this.hexes) return;
		const columns = /* @__PURE__ */ new Map();
		const rows = /* @__PURE__ */ new Map();
		for (const space of spaces) {
			const found = /(\d\d)(\d\d)$/.exec(space.id);
			if (!found) continue;
			columns.set(found[1], space.centre.x);
			if (!rows.has(found[2]) || rows.get(found[2]) > space.centre.y) rows.set(found[2], space.centre.y);
		}
		const size = this.unit * .19;
		const put = (text, x, y) => layer.append(svg("text", {
			x,
			y,
			"font-size": size,
			class: "index",
			"text-anchor": "middle"
		}, text));
		for (const [column, x] of columns) for (const y of [size, height - size * .4]) put(column, x, y);
		for (const [row, y] of rows) for (const x of [size * .7, width - size * .7]) put(row, x, y + size * .4);
	}
	cartouche(layer, title, of) {
		const u = this.unit;
		const box = {
			width: u * 4.1,
			height: u * (this.land.kilometre ? 2 : 1.2)
		};
		const corner = this.emptiest(box);
		const middle = corner.x + box.width / 2;
		const words = (text, y, size, name) => svg("text", {
			x: middle,
			y: corner.y + y * u,
			"font-size": size * u,
			class: name,
			"text-anchor": "middle"
		}, text);
		layer.append(svg("rect", {
			...corner,
			...box,
			class: "card-paper",
			"stroke-width": u * .045
		}), svg("rect", {
			x: corner.x + u * .08,
			y: corner.y + u * .08,
			width: box.width - u * .16,
			height: box.height - u * .16,
			class: "card-line",
			"stroke-width": u * .02
		}), words(of, .46, .23, "card-small"), words(title, .92, Math.min(.44, 6.6 / title.length), "card-title"));
		if (this.land.kilometre) layer.append(...this.bar(corner.x + u * .5, corner.y + u * 1.36, words));
	}
	bar(x, y, words) {
		const verst = this.land.kilometre * kVerst;
		const step = [
			500,
			200,
			100,
			50,
			20,
			10,
			5,
			2,
			1
		].find((versts) => versts * verst <= this.unit * 3) ?? 1;
		const half = step * verst / 2;
		const width = this.unit * .05;
		const km = Math.round(step * kVerst);
		const mark = (text, at) => svg("text", {
			x: x + at,
			y: y - width * 1.5,
			"font-size": this.unit * .18,
			class: "index",
			"text-anchor": "middle"
		}, text);
		return [
			svg("path", {
				d: `M${x} ${y}h${half}`,
				class: "scale-dark",
				"stroke-width": width * 1.6
			}),
			svg("path", {
				d: `M${x + half} ${y}h${half}`,
				class: "scale-dark",
				"stroke-width": width * .5
			}),
			mark("0", 0),
			mark(String(step / 2), half),
			mark(`${step} versts`, 2 * half),
			words(`${step} versts are ${km} km, ${(km / kGermanMile).toFixed(0)} German miles`, 1.76, .17, "card-small")
		];
	}
	emptiest(box) {
		const gap = this.unit * .35;
		const right = this.board.width - box.width - gap;
		const low = this.board.height - box.height - gap;
		const covers = (corner) => this.board.spaces.filter((space) => !/sea|lake|water|off limits/.test(space.terrain) && space.id !== "" && meet({
			...corner,
			...box
		}, this.around(space.centre, this.unit * .3))).reduce((sum, space) => sum + 1 + (space.points ? 3 : 0) + (space.name ? 1 : 0), 0);
		return [
			{
				x: gap,
				y: gap
			},
			{
				x: right,
				y: gap
			},
			{
				x: gap,
				y: low
			},
			{
				x: right,
				y: low
			}
		].reduce((best, corner) => covers(corner) < covers(best) ? corner : best);
	}
};
// src/overlays.ts
var kKinds = [
	{
		key: "s",
		name: "supply",
		words: "Supply",
		first: "own"
	},
	{
		key: "z",
		name: "zones",
		words: "Zones",
		first: "enemy"
	},
	{
		key: "v",
		name: "victory",
		words: "Victory",
		first: "both"
	},
	{
		key: "d",
		name: "depots",
		words: "Depots",
		first: "both"
	},
	{
		key: "n",
		name: "unseen",
		words: "Not seen",
		first: "both"
	}
];
var Overlays = class {
	board;
	unit;
	sides;
	seat;
	root;
	below;
	above;
	bar = html("nav", {
		class: "overlays",
		"aria-label": "Laid over the map"
	});
	caption = html("p", {
		class: "overlay-caption",
		role: "status",
		hidden: true
	});
	shown = null;
	view = null;
	future = null;
	buttons;
	constructor(board, unit, sides, seat, root, below, above) {
		this.board = board;
		this.unit = unit;
		this.sides = sides;
		this.seat = seat;
		this.root = root;
		this.below = below;
		this.above = above;
		root.append(this.patterns());
		this.buttons = kKinds.map((kind) => html("button", {
			class: "overlay-button",
			type: "button",
			"aria-pressed": "false",
			click: () => this.press(kind.key)
		}, html("kbd", {}, kind.key.toUpperCase()), kind.words));
		this.bar.append(...this.buttons);
	}
	press(key) {
		const kind = kKinds.find((one) => one.key === key.toLowerCase());
		if (!kind) return false;
		const first = kind.first === "enemy" ? 1 - this.seat : this.seat;
		if (this.shown?.kind !== kind) this.shown = {
			kind,
			side: first
		};
		else if (kind.first !== "both" && this.shown.side === first) this.shown.side = 1 - first;
		else this.shown = null;
		this.draw();
		return true;
	}
	show(view) {
		this.view = view;
		this.draw();
	}
	ahead(turn) {
		this.future = turn;
		this.draw();
	}
	draw() {
		clear(this.below);
		clear(this.above);
		if (this.future) this.shares(this.future);
		kKinds.forEach((kind, i) => {
			const on = this.shown?.kind === kind;
			this.buttons[i].setAttribute("aria-pressed", on ? "true" : "false");
			this.root.classList.toggle(`over-${kind.name}`, on);
		});
		this.caption.hidden = !this.shown;
		if (!this.shown || !this.view) return;
		const { kind, side } = this.shown;
		const words = {
			supply: () => this.supply(side),
			zones: () => this.zones(side),
			victory: () => this.victory(),
			depots: () => this.depots(),
			unseen: () => this.unseen()
		}[kind.name]();
		this.caption.textContent = words;
	}
	shares(turn) {
		const kFullest = .4, kFaintest = .05;
		for (const { place, held } of turn.places) held.forEach(([value], side) => {
			if (value / 1e3 >= kFaintest && this.isOpen(place)) this.below.append(svg("path", {
				d: path(this.board.spaces[place].polygon, true),
				class: `ahead side-${side === 1 ? "b" : "a"}`,
				"fill-opacity": kFullest * value / 1e3
			}));
		});
	}
	placesWhere(holds) {
		return this.board.spaces.map((_, place) => place).filter((place) => this.view.spaces[place] && holds(place));
	}
	area(places, fill, edge) {
		const polygons = places.map((place) => this.board.spaces[place].polygon);
		if (fill) this.below.append(svg("path", {
			d: polygons.map((polygon) => path(polygon, true)).join(""),
			fill
		}));
		if (edge) this.below.append(svg("path", {
			d: outlines(polygons).map((line) => path(line, true)).join(""),
			class: edge,
			"stroke-width": this.unit * .078,
			"stroke-dasharray": `0 ${this.unit * .13}`
		}));
	}
	supply(side) {
		const open = this.placesWhere((place) => this.isOpen(place));
		const fed = open.filter((place) => this.reaches(place, "supplied", side));
		if (fed.length === 0) return `Nothing supplies the ${this.sides[side]} now.`;
		this.area(open.filter((place) => !fed.includes(place)), "url(#over-hatch)", "");
		this.area(fed, "", `reach side-${side === 1 ? "b" : "a"}`);
		const outside = this.view.counters.filter((counter) => counter.side === side && counter.place >= 0 && !fed.includes(counter.place)).length;
		return `Supply of ${people(this.sides[side])} reaches ${fed.length} of ${open.length} places, within the dots; ${outside ? `${outside} of their counters stand outside` : "none of their counters stands outside"}.`;
	}
	zones(side) {
		const held = this.placesWhere((place) => this.reaches(place, "zone of control", side));
		if (held.length === 0) return `${capital(people(this.sides[side]))} have no zone of control that you can see.`;
		this.area(held, `url(#over-zone-${side === 1 ? "b" : "a"})`, `reach side-${side === 1 ? "b" : "a"}`);
		return `Zones of control of ${people(this.sides[side])} that you can see: ${held.length} places.`;
	}
	victory() {
		const { account } = this.view;
		const places = this.placesWhere((place) => this.board.spaces[place].points > 0);
		for (const place of places) this.point(this.board.spaces[place], this.view.spaces[place].owner);
		const sum = (side) => account.filter((line) => line.side === side).reduce((points, line) => points + line.points, 0);
		return `${places.length} places count; each has the shape of its holder. If play ended now: ${this.sides.map((name, side) => `${name} ${sum(side)}`).join(", ")}.`;
	}
	point(space, owner) {
		const size = this.unit * .46;
		const at = {
			x: space.centre.x + this.unit * .24,
			y: space.centre.y - this.unit * .3
		};
		const group = svg("g", {
			class: `held side-${owner === 1 ? "b" : owner === 0 ? "a" : "none"}`,
			transform: `translate(${at.x - size / 2} ${at.y - size / 2})`
		});
		if (owner >= 0) group.append(svg("path", {
			d: shape(owner, size, size),
			class: "holder"
		}));
		group.append(svg("circle", {
			cx: size / 2,
			cy: size / 2,
			r: size * .36,
			class: "points"
		}), svg("text", {
			x: size / 2,
			y: size * .66,
			"font-size": size * .5,
			"text-anchor": "middle",
			class: "points-figure"
		}, String(space.points)));
		this.above.append(group);
	}
	depots() {
		const { counters, links } = this.view;
		const depots = counters.filter((counter) => counter.kind === "depot" && counter.place >= 0);
		for (const depot of depots) {
			const at = this.board.spaces[depot.place].centre;
			this.above.append(svg("circle", {
				cx: at.x,
				cy: at.y,
				r: this.unit * .42,
				class: `depot-ring side-${depot.side === 1 ? "b" : "a"}`,
				"stroke-width": this.unit * .05
			}));
		}
		const of = (side) => depots.filter((depot) => depot.side === side).reduce((sum, depot) => sum + depot.count, 0);
		return `Depots: ${this.sides.map((name, side) => `${name} ${of(side)}`).join(", ")}; ${links.length} links join them.`;
	}
	unseen() {
		const { counters } = this.view;
		const places = [...new Set(counters.filter((counter) => !counter.known && counter.place >= 0).map((counter) => counter.place))];
		this.area(places, "url(#over-unseen)", "");
		for (const place of places) {
			const at = this.board.spaces[place].centre;
			this.above.append(svg("text", {
				x: at.x + this.unit * .34,
				y: at.y - this.unit * .2,
				class: "unseen-mark",
				"font-size": this.unit * .34,
				"text-anchor": "middle"
			}, "?"));
		}
		if (places.length === 0) return "Nothing lies face down: all that stands on the map is seen.";
		return `Counters lie face down in ${places.length} places: what they are is not known.`;
	}
	reaches(place, what, side) {
		return this.view.spaces[place].marks.includes(`${what}: ${this.sides[side]}`);
	}
	isOpen(place) {
		const { terrain, id } = this.board.spaces[place];
		return id !== "" && ![
			"sea",
			"lake",
			"water",
			"mountain",
			"off limits",
			"outside"
		].includes(terrain);
	}
	patterns() {
		const u = this.unit;
		const pattern = (id, size, d, width) => svg("pattern", {
			id,
			width: size * u,
			height: size * u,
			patternUnits: "userSpaceOnUse"
		}, svg("path", {
			d: scaled(d, size * u),
			class: id,
			"stroke-width": width * u
		}));
		return svg("defs", {}, pattern("over-hatch", .26, "M0 1L1 0", .02), pattern("over-zone-a", .16, "M0 0L1 1", .035), pattern("over-zone-b", .16, "M0 1L1 0", .035), pattern("over-unseen", .12, "M0 0L1 1M0 1L1 0", .02));
	}
};
function scaled(d, size) {
	return d.replace(/[01]/g, (digit) => String(Number(digit) * size));
}
// src/map.ts
var kHexCorners = 6;
var kUnitsAcross = 24;
var kAreaRoom = 1.7;
var kArmyPixels = 60;
var kCorpsPixels = 100;
var kWide = 26;
var kHigh = 18.5;
var kLetterSizes = {
	theatre: 1,
	army: .68,
	corps: .5
};
var kZoomStep = 1.25;
var kNearPixels = 32;
var isArmy = (counter) => isUnit(counter) || isCommander(counter);
var kWater = /* @__PURE__ */ new Set([
	"sea",
	"lake",
	"water"
]);
var MapView = class {
	board;
	listener;
	root;
	picture;
	layers = /* @__PURE__ */ new Map();
	spaces = [];
	unit;
	hexes;
	coarse;
	camera;
	overlays;
	lettering;
	fan;
	legend;
	callout = html("div", {
		class: "callout",
		role: "status",
		hidden: true
	});
	focus = -1;
	stage = "";
	view = null;
	movable = /* @__PURE__ */ new Set();
	acting = /* @__PURE__ */ new Set();
	pinned = false;
	constructor(board, text, listener) {
		this.board = board;
		this.listener = listener;
		this.picture = svg("svg", {
			class: "map",
			tabindex: 0,
			role: "application",
			"aria-label": "The map. Arrow keys walk over it."
		});
		this.hexes = board.spaces.filter((space) => space.id).every((space) => space.polygon.length === kHexCorners);
		this.unit = Math.min(typicalWidth(board.spaces), board.width / kUnitsAcross);
		this.coarse = Math.max(1, board.width / kWide / this.unit, board.height / kHigh / this.unit);
		this.picture.classList.toggle("areas", !this.hexes);
		for (const name of [
			"grid",
			"country",
			"marks",
			"area",
			"overlay",
			"links",
			"names",
			"counters",
			"held",
			"frame",
			"route",
			"front"
		]) this.layers.set(name, svg("g", { class: `layer-${name}` }));
		this.picture.append(...this.layers.values());
		board.spaces.forEach((space, place) => this.drawSpace(space, place));
		this.lettering = new Lettering(board, text.country, this.unit, this.hexes, this.coarse);
		this.lettering.country(this.layer("country"));
		this.lettering.frame(this.layer("frame"));
		this.lettering.cartouche(this.layer("frame"), text.title, text.of);
		this.overlays = new Overlays(board, this.unit, text.sides, text.seat, this.picture, this.layer("area"), this.layer("held"));
		this.fan = new Fan((counter) => this.listener.picked(counter));
		this.legend = new Legend(pictureOf(text.legend));
		const ground = new Ground(pictureOf(text.ground), board.width, board.height);
		const plane = html("div", { class: "plane" }, ground.bitmap, ground.lines, this.picture);
		this.root = html("div", { class: "map-room" }, plane, this.overlays.caption, this.bar(), this.legend.root, this.fan.root, this.callout);
		this.camera = new Camera(plane, this.picture, ground, board.width, board.height, () => this.settled());
		document.fonts.ready.then(() => this.view && this.drawCounters());
		new Gestures(this.picture, this.camera, {
			placeAt: (at) => this.placeAt(at),
			movable: (place) => this.movable.has(place),
			clicked: (place, right) => this.clicked(place, right),
			dragging: (from, at) => this.drag(from, at),
			dropped: (from, to) => this.drop(from, to),
			rested: (place) => this.rested(place),
			over: (place) => this.listener.looked(place)
		});
	}
	layer(name) {
		return this.layers.get(name);
	}
	ahead(turn) {
		this.overlays.ahead(turn);
	}
	bar() {
		const button = (words, label, click) => html("button", {
			class: "overlay-button",
			type: "button",
			"aria-label": label,
			click
		}, words);
		this.overlays.bar.append(html("button", {
			class: "overlay-button",
			type: "button",
			click: () => this.explainSigns()
		}, html("kbd", {}, "L"), "Legend"), button("−", "Smaller", () => this.zoomBy(1 / kZoomStep)), button("0", "0, the whole map", () => this.whole()), button("+", "Larger", () => this.zoomBy(kZoomStep)), button("Print", "Print the map", () => window.print()));
		return this.overlays.bar;
	}
	drawSpace(space, place) {
		const closed = space.id === "" || kWater.has(space.terrain);
		const polygon = svg("path", {
			d: path(space.polygon, true),
			class: `space${closed ? " water" : ""}`,
			"data-place": place
		});
		polygon.append(svg("title", {}, this.words(place)));
		this.layer("grid").append(polygon);
		this.spaces.push(polygon);
	}
	show(view) {
		this.view = view;
		this.fanOut(-1);
		const acts = view.choices.flatMap((choice) => choice.counters);
		this.acting = new Set(acts);
		this.movable = new Set(view.choices.map((choice) => choice.from).concat(acts.map((counter) => view.counters[counter]?.place ?? -1)).filter((place) => place >= 0));
		this.drawLinks(view);
		this.spaces.forEach((space, place) => space.querySelector("title").textContent = this.words(place));
		this.drawMarks(view);
		this.drawCounters();
		this.overlays.show(view);
		this.legend.show(view);
	}
	drawLinks(view) {
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
				"stroke-width": this.unit * .085
			}), svg("path", {
				d,
				class: `link side-${link.side === 1 ? "b" : "a"}`,
				"stroke-width": this.unit * .04,
				"stroke-dasharray": `${this.unit * .12} ${this.unit * .065}`
			}));
		}
	}
	drawMarks(view) {
		const marks = this.layer("marks");
		clear(marks);
		view.spaces.forEach((state, place) => {
			const space = this.board.spaces[place];
			if (!space || !state.marks.some((mark) => /deplet|scorch/.test(mark))) return;
			marks.append(svg("path", {
				d: path(shrunk(space, .04), true),
				class: `mark ${state.marks.map(plain).join(" ")}`
			}));
		});
	}
	drawCounters() {
		if (!this.view) return;
		this.lettering.towns(this.layer("names"), new Set(this.view.counters.map((counter) => counter.place)), kLetterSizes[this.stage] ?? 1);
		const layer = this.layer("counters");
		clear(layer);
		const stacks = /* @__PURE__ */ new Map();
		for (const counter of this.view.counters) {
			if (counter.place < 0) continue;
			const here = stacks.get(counter.place) ?? [];
			const same = here.find((stack) => stack[0].side === counter.side);
			if (same) same.push(counter);
			else here.push([counter]);
			stacks.set(counter.place, here);
		}
		const armies = [];
		for (const [place, sides] of stacks) {
			const space = this.board.spaces[place];
			if (!space) continue;
			sides.forEach((counters, i) => {
				const at = {
					x: space.centre.x,
					y: space.centre.y + (i - (sides.length - 1) / 2) * .5 * this.unit
				};
				layer.append(this.stackAt(counters, at));
				if (counters.some(isArmy)) armies.push({
					at,
					counters: counters.filter(isArmy)
				});
			});
		}
		if (this.stage === "theatre") layer.append(...commanderNames(armies, this.signScale()));
	}
	signScale() {
		return this.unit / 41 * .95 * Math.min(this.coarse, kMostCoarse);
	}
	stackAt(counters, at) {
		const scale = this.unit / 41;
		const group = svg("g", {
			class: "place-stack",
			transform: `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})`
		});
		const army = counters.filter(isArmy);
		const small = counters.filter((counter) => !army.includes(counter));
		small.forEach((counter, i) => {
			const sign = smallSign(counter, scale * (army.length ? .55 : .8));
			sign.setAttribute("transform", army.length ? `translate(${(-.38 + i * .25) * this.unit} ${.3 * this.unit})` : `translate(${(i - (small.length - 1) / 2) * .5 * this.unit} 0)`);
			group.append(sign);
		});
		if (army.length) group.append(svg("g", { class: "army" }, this.stage === "theatre" ? stackSign(army, this.signScale()) : spreadStack(army, this.unit * (this.hexes ? 1 : kAreaRoom))));
		return group;
	}
	light(lit, chosen) {
		const overlay = this.layer("overlay");
		clear(overlay);
		for (const { place, risk, tag, strained, unsupplied, attack } of lit) {
			const space = this.board.spaces[place];
			if (!space) continue;
			const hard = risk !== "" || strained === true;
			const d = path(shrunk(space, .03), true);
			overlay.append(svg("path", {
				d,
				class: `lit${hard ? " strained" : ""}${attack ? " attack" : ""}`,
				"stroke-width": this.unit * .05,
				"stroke-dasharray": hard ? this.unit * .12 : "none"
			}));
			if (unsupplied) overlay.append(svg("path", {
				d,
				class: "lit-unsupplied",
				fill: "url(#over-hatch)"
			}));
			if (tag) overlay.append(this.tag(space, tag, hard || attack === true));
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
	tag(space, { length, risk }, hard) {
		const u = this.unit;
		const width = u * (.34 + .12 * risk.length);
		const at = {
			x: space.centre.x - width / 2,
			y: space.centre.y + u * (this.hexes ? .2 : .3)
		};
		return svg("g", {
			class: hard ? "reach-tag hard" : "reach-tag",
			transform: `translate(${at.x} ${at.y})`
		}, svg("rect", {
			width,
			height: u * .24,
			rx: u * .03,
			"stroke-width": u * .02
		}), svg("text", {
			x: u * .12,
			y: u * .185,
			"text-anchor": "middle",
			"font-size": u * .19,
			class: "reach-length"
		}, length), svg("text", {
			x: u * .24 + (width - u * .24) / 2,
			y: u * .185,
			"text-anchor": "middle",
			"font-size": u * .19,
			class: "reach-risk"
		}, risk));
	}
	call(place, title, words) {
		const space = this.board.spaces[place];
		this.callout.hidden = !title || !space;
		if (this.callout.hidden || !space) return;
		clear(this.callout);
		this.callout.append(html("b", {}, title), ...words.map((line) => html("span", {}, line)));
		const at = this.camera.toWindow(space.centre);
		const room = this.root.getBoundingClientRect();
		const half = this.unit * this.camera.scale / 2;
		const { offsetWidth: width, offsetHeight: height } = this.callout;
		const above = at.y - room.top - half - height - 8;
		this.callout.style.left = `${Math.max(0, Math.min(at.x - room.left - width / 2, room.width - width))}px`;
		this.callout.style.top = `${above >= 0 ? above : Math.min(at.y - room.top + half + 8, room.height - height)}px`;
	}
	route(places) {
		if (places.length < 2) return this.ring(places);
		const layer = this.layer("route");
		clear(layer);
		const points = this.centres(places);
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
	ring(places) {
		const layer = this.layer("route");
		clear(layer);
		for (const { x, y } of this.centres(places)) layer.append(svg("circle", {
			cx: x,
			cy: y,
			r: this.unit * .52,
			class: "route",
			"stroke-width": this.unit * .08
		}));
	}
	centres(places) {
		return places.map((place) => this.board.spaces[place]?.centre).filter((p) => Boolean(p));
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
	fanOut(place) {
		this.pinned = place >= 0 && this.fan.shown !== place;
		if (this.pinned) this.openFan(place);
		else this.fan.close();
	}
	get fanned() {
		return this.fan.shown;
	}
	openFan(place) {
		const space = this.board.spaces[place];
		if (!space || !this.view) return;
		const at = this.camera.toWindow(space.centre);
		const room = this.root.getBoundingClientRect();
		const title = place_title(this.board, place).replace(/ *\(.*\)/, "");
		this.fan.open(place, title, this.view, this.acting, {
			x: at.x - room.left,
			y: at.y - room.top,
			half: this.unit * this.camera.scale / 2
		}, room);
	}
	rested(place) {
		if (this.pinned || !this.callout.hidden) return;
		if (this.view ? this.view.counters.filter((counter) => counter.place === place).length > 1 : false) this.openFan(place);
		else if (!this.fan.root.matches(":hover")) this.fan.close();
	}
	press(key) {
		if (key.toLowerCase() === "f") return this.fanOut(this.focus), true;
		if (key.toLowerCase() === "l") return this.explainSigns(), true;
		return this.overlays.press(key);
	}
	explainSigns() {
		this.legend.toggle();
	}
	settled() {
		const pixels = this.unit * (this.camera?.scale ?? 1);
		const stage = pixels < kArmyPixels ? "theatre" : pixels < kCorpsPixels ? "army" : "corps";
		if (stage === this.stage) return;
		this.stage = stage;
		for (const name of [
			"theatre",
			"army",
			"corps"
		]) this.picture.classList.toggle(`zoom-${name}`, name === stage);
		this.drawCounters();
	}
	zoomBy(factor) {
		this.fan.close();
		this.camera.zoomBy(factor);
	}
	whole() {
		this.fan.close();
		this.camera.whole();
	}
	over(name) {
		const layer = svg("g", { class: `layer-${name}` });
		this.picture.append(layer);
		return layer;
	}
	pointAt(event) {
		return this.camera.toBoard(event.clientX, event.clientY);
	}
	get pixel() {
		return 1 / this.camera.scale;
	}
	get frame() {
		return this.camera.seen;
	}
	look_at(seen) {
		this.camera.look_at(seen);
	}
	centreOn(place) {
		const space = this.board.spaces[place];
		if (space) this.camera.centreOn(space.centre);
	}
	bringNear(place) {
		const space = this.board.spaces[place];
		const pixels = this.unit * this.camera.scale;
		if (!space || pixels >= kNearPixels) return;
		this.camera.zoomBy(1.05 * kNearPixels / pixels, space.centre);
		this.camera.centreOn(space.centre);
	}
	whereIs(place) {
		const space = this.board.spaces[place];
		return space && {
			...this.camera.toWindow(space.centre),
			half: this.unit * this.camera.scale / 2
		};
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
		this.picture.setAttribute("aria-label", this.words(place));
	}
	walk(dx, dy) {
		const from = this.board.spaces[this.focus]?.centre ?? {
			x: this.board.width / 2,
			y: this.board.height / 2
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
		if (best < 0) return;
		this.focusOn(best);
		this.listener.looked(best);
		this.camera.reveal(this.board.spaces[best].centre);
	}
	get focused() {
		return this.focus;
	}
	placeAt(at) {
		return this.board.spaces.findIndex((space) => inside(at, space.polygon));
	}
	clicked(place, right) {
		this.focusOn(place);
		if (right) this.listener.asked(place);
		else this.listener.chosen(place);
	}
	drag(from, at) {
		const start = this.board.spaces[from]?.centre;
		if (!start) return;
		this.fan.close();
		const layer = this.layer("route");
		clear(layer);
		const d = path([start, at]);
		layer.append(svg("path", {
			d,
			class: "route-casing",
			"stroke-width": this.unit * .14
		}), svg("path", {
			d,
			class: "route",
			"stroke-width": this.unit * .08
		}));
		const army = this.view?.counters.filter((counter) => counter.place === from && isArmy(counter)) ?? [];
		if (army.length) layer.append(svg("g", {
			class: "ghost",
			transform: `translate(${at.x} ${at.y})`
		}, stackSign(army, this.unit / 41)));
	}
	drop(from, to) {
		this.route([]);
		if (to >= 0 && to !== from) this.listener.dragged(from, to);
	}
};
function pictureOf(document) {
	return `data:image/svg+xml,${encodeURIComponent(document)}`;
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
export { token as S, html as _, message as a, entry as b, place_title as c, isCommander as d, isUnit as f, clear as g, unitCounter as h, country as i, view as l, stand_blocks as m, board as n, people as o, smallSign as p, capital as r, place_name as s, MapView as t, colourCounters as u, svg as v, go_to as x, campaign_here as y };
