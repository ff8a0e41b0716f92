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
function words$2(text, x, y, size, name) {
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
		words$2("?", size / 2, size * .68, size * .5, "unknown"),
		...counter.count > 1 ? [words$2(String(counter.count), size * .84, size * .26, size * .24, "count")] : []
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
		words$2(name, size / 2, 36 * s, Math.min(9 * s, 60 * s / Math.max(name.length, 1)), "plate-name"),
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
	}), words$2(String(value), 0, 3.4 * s, 9.5 * s, "rating-figure"));
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
	if (!printed) parts.push(words$2(counter.label, size / 2, size * .29, Math.min(size * .25, size * 1.3 / Math.max(counter.label.length, 1)), "corps"));
	const arm = armSign(counter.kind, size * .5, size * .28);
	arm.setAttribute("transform", `translate(${size * .25} ${size * (printed ? .2 : .37)})`);
	parts.push(arm);
	if (printed) parts.push(words$2(counter.label, size / 2, size * .82, size * .27, "corps"));
	else if (counter.strength > kMostBars) parts.push(words$2(String(counter.strength), size / 2, size * .92, size * .24, "corps"));
	else parts.push(...bars(counter.strength, size));
	if (counter.count > 1) parts.push(words$2(`${counter.count}×`, size * .83, size * .27, size * .22, "count"));
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
	if (hidden) front.append(weave(side, width, height), words$2(counters.some((counter) => counter.states.includes("counted")) ? `${number}?` : "?", width / 2, height * .78, 16 * scale, "unknown"));
	else if (!alone) front.append(words$2(String(number), width * .27, height * .77, 16 * scale, "figure"), ...arms(units, width, height));
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
	}), words$2(text, width / 2 - letters * .5, height * .73, letters, "tab-name"), ...best > 0 ? [rating(side, best, width - letters * .8, height / 2, letters / 12)] : []);
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
	}), words$2((counter.known ? counter.label || counter.kind : "?").slice(0, 2), 0, 3 * s, 8 * s, "small-letter"));
	if (counter.count > 1) group.append(words$2(String(counter.count), 12 * s, 6 * s, 9 * s, "small-count"));
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
var words$1 = (value) => Array.isArray(value) ? value.map(String) : [];
var numbers = (value) => Array.isArray(value) ? value.map(Number) : [];
var point = (value) => {
	const [x, y] = numbers(value);
	return {
		x: x ?? 0,
		y: y ?? 0
	};
};
var points$1 = (value) => Array.isArray(value) ? value.map(point) : [];
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
			polygon: points$1(space.polygon),
			points: number(space.points, 0),
			region: text(space.region),
			reconstructed: space.reconstructed === true,
			source: text(space.source)
		})),
		edges: list(raw.edges).map((edge) => ({
			kind: text(edge.kind),
			a: number(edge.a, -1),
			b: number(edge.b, -1),
			line: points$1(edge.line),
			name: text(edge.name)
		}))
	};
}
function country(raw) {
	return {
		features: list(raw.features).map((feature) => ({
			kind: text(feature.kind),
			name: text(feature.name),
			line: points$1(feature.line)
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
		space.marks = words$1(state.marks);
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
			states: words$1(counter.states)
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
			units: words$1(arrival.units),
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
		sides: words$1(raw.sides).map(capital),
		board: board(raw.board),
		country: country(raw.country ?? {})
	};
	if (raw.kind === "position" || raw.kind === "past") return {
		...raw,
		view: view(raw.view, places)
	};
	return raw;
}
// src/rules.ts
var kNumber = /\b\d{1,2}(?:\.\d+)+[a-z]?(?![\d.%-])|\b[A-Z]-\d+\b/g;
var kLongestName = 40;
function link(number) {
	return html("button", {
		class: "rule-link",
		type: "button",
		"data-rule": number,
		"aria-label": `Rule ${number}`
	}, number);
}
function linked(text) {
	const parts = [];
	let end = 0;
	for (const found of text.matchAll(kNumber)) {
		parts.push(text.slice(end, found.index), link(found[0]));
		end = found.index + found[0].length;
	}
	return [...parts, text.slice(end)];
}
function with_rules(sentence) {
	return sentence.split(/(\([^()]*\))/).flatMap((part) => part.startsWith("(") ? linked(part) : [part]).filter(Boolean);
}
function cited(rule) {
	if (!rule) return [];
	return /\d\.\d|[A-Z]-\d/.test(rule) || rule.length > kLongestName ? linked(rule) : [link(rule)];
}
function before_rule(sentence) {
	const found = /^(.*\S)( \([^()]*\d[^()]*\))$/.exec(sentence);
	return found ? [found[1], found[2]] : [sentence, ""];
}
var RuleCard = class {
	ask;
	root = html("section", {
		class: "rule-card",
		role: "region",
		"aria-label": "The rule",
		hidden: true
	});
	applied = "";
	before = null;
	constructor(ask) {
		this.ask = ask;
		document.addEventListener("click", (event) => {
			const pressed = event.target.closest("[data-rule]");
			if (pressed) this.open(pressed);
		});
	}
	open(pressed) {
		this.before = pressed;
		const sentence = pressed.closest("p, li, tr, .notice")?.textContent?.trim() ?? "";
		if (!this.root.contains(pressed)) this.applied = sentence;
		this.ask(pressed.dataset.rule);
	}
	came_in({ number, lines }) {
		clear(this.root);
		const rulings = lines.filter((line) => line.name);
		const values = lines.filter((line) => !line.name);
		const close = html("button", {
			class: "plain",
			id: "rule-close",
			click: () => this.close()
		}, "Close", html("kbd", {}, "Esc"));
		this.root.append(html("header", {}, html("h2", {}, /\d/.test(number) ? `Rule ${number}` : capital(number)), close), this.applied ? html("p", { class: "applied" }, "Here: ", this.applied) : "", values.length ? html("table", {}, html("caption", {}, "In this game"), html("tbody", {}, ...values.map((line) => html("tr", {}, html("td", {}, capital(line.words)), html("td", { class: "number" }, line.value))))) : "", rulings.length ? html("h3", {}, "How its doubtful places are read") : "", ...rulings.map((line) => html("p", {}, html("b", {}, `${line.name} `), line.words)), lines.length ? "" : html("p", {}, "Nothing is noted on it beyond what the page asks and tells: your copy of the rules has it."));
		this.root.hidden = false;
		close.focus({ preventScroll: true });
	}
	close() {
		if (this.root.hidden) return false;
		this.root.hidden = true;
		if (this.before instanceof HTMLElement && this.before.isConnected) this.before.focus({ preventScroll: true });
		return true;
	}
};
// src/battle.ts
var kRollMilliseconds = 600;
var kFlickerMilliseconds = 70;
var kFaces = 6;
var kCountersShown = 14;
var kDeciding = /* @__PURE__ */ new Set([
	"plans-revealed",
	"combat-resolved",
	"combat-result",
	"battle-over"
]);
var kWithin = /* @__PURE__ */ new Set([
	"round",
	"fires",
	"retreats",
	"battle-over"
]);
function operations(events) {
	const all = [];
	for (const event of events) {
		if (event.weight !== "detail" || all.length === 0) all.push([]);
		all[all.length - 1].push(event);
	}
	return all;
}
function is_battle(operation) {
	const reckoned = operation.filter((event) => event.modifiers.length > 0);
	return reckoned.length >= 3 && reckoned.some((event) => event.side === 0) && reckoned.some((event) => event.side === 1);
}
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
function show_face(picture, face) {
	for (const old of picture.querySelectorAll("circle, text")) old.remove();
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
}
function die(face, side) {
	const picture = svg("svg", {
		viewBox: "0 0 40 40",
		class: `die side-${side === 1 ? "b" : "a"}`,
		role: "img",
		"aria-label": `die ${face}`
	});
	picture.append(svg("path", { d: side === 1 ? "M11 1H29L39 11V29L29 39H11L1 29V11Z" : "M1 1H39V39H1Z" }));
	show_face(picture, face);
	return picture;
}
var Roll = class {
	dice;
	timer = 0;
	constructor(dice) {
		this.dice = dice;
		if (dice.length === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
		let left = kRollMilliseconds / kFlickerMilliseconds;
		for (const { picture } of dice) picture.classList.add("rolling");
		this.timer = window.setInterval(() => {
			if (--left <= 0) return this.skip();
			for (const { picture } of this.dice) show_face(picture, 1 + Math.floor(Math.random() * kFaces));
		}, kFlickerMilliseconds);
	}
	get rolling() {
		return this.timer !== 0;
	}
	skip() {
		clearInterval(this.timer);
		this.timer = 0;
		for (const { picture, face } of this.dice) {
			show_face(picture, face);
			picture.classList.remove("rolling");
		}
	}
};
var signed = (value) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value)}`;
function modifier_rows(modifiers) {
	return modifiers.map((modifier) => html("tr", {}, html("td", {}, ...with_rules(modifier.reason), modifier.rule && !modifier.reason.includes(modifier.rule) ? html("span", { class: "rule" }, " ", ...cited(modifier.rule)) : null), html("td", { class: "number" }, signed(modifier.value))));
}
function reckoning(caption, modifiers, together) {
	const sum = modifiers.reduce((all, modifier) => all + modifier.value, 0);
	return html("table", { class: "reckoning" }, html("caption", {}, capital(caption)), html("tbody", {}, ...modifier_rows(modifiers)), html("tfoot", {}, html("tr", {}, html("td", {}, together), html("td", { class: "number" }, signed(sum)))));
}
function counter_row(counters) {
	const size = 44;
	const row = html("div", { class: "counter-row" });
	for (const counter of counters.slice(0, kCountersShown)) {
		const name = `${counter.count > 1 ? `${counter.count} ` : ""}${counter.known ? counter.name || counter.kind : "face down"}`;
		row.append(html("figure", {}, svg("svg", {
			viewBox: `-2 -2 48 48`,
			class: "unit",
			role: "img",
			"aria-label": name
		}, sign(counter, size)), html("figcaption", {}, name)));
	}
	if (counters.length > kCountersShown) row.append(html("span", {}, `and ${counters.length - kCountersShown} more`));
	return row;
}
function sign(counter, size) {
	if (isUnit(counter) || isCommander(counter)) return unitCounter(counter, size);
	return svg("g", { transform: `translate(${size / 2} ${size / 2})` }, smallSign({
		...counter,
		count: 1
	}, 1.6));
}
var fights = (counter) => isUnit(counter) || isCommander(counter);
function standing(view, side, places) {
	return view.counters.filter((counter) => counter.side === side && places.includes(counter.place) && fights(counter));
}
function last_battle(events, since) {
	const start = events.map((event) => event.kind).lastIndexOf("battle");
	if (start < 0) return last_reckoned(events.filter((event) => event.step >= since));
	const after = events.findIndex((event, i) => i > start && event.weight !== "detail" && !kWithin.has(event.kind));
	const battle = events.slice(start, after < 0 ? void 0 : after);
	return battle.some((event) => event.step >= since && kDeciding.has(event.kind)) ? battle : null;
}
function last_reckoned(events) {
	const all = operations(events);
	let at = all.length - 1;
	while (at >= 0 && !is_battle(all[at])) --at;
	if (at < 0) return null;
	let first = at;
	while (first > 0 && all[first - 1].some((event) => event.modifiers.length > 0)) --first;
	return all.slice(first, at + 1).flat();
}
function field(operation, board) {
	const places = operation.flatMap((event) => event.places);
	const count = (place) => places.filter((other) => other === place).length;
	const most = [...places].sort((a, b) => count(b) - count(a))[0];
	const space = most === void 0 ? void 0 : board.spaces[most];
	if (!space) return "";
	if (space.name) return `of ${space.name}`;
	const away = (other) => Math.hypot(other.centre.x - space.centre.x, other.centre.y - space.centre.y);
	const nearest = board.spaces.filter((other) => other.name).sort((a, b) => away(a) - away(b))[0];
	return nearest ? `near ${nearest.name}` : `of ${space.id.replace(/^h/, "")}`;
}
var reckoned = (event) => event.modifiers.length > 1;
function battle_told(operation, before, board, sides) {
	const begins = operation[0].kind === "battle" && operation[0].places.length > 0;
	const places = begins ? operation[0].places : [...new Set(operation.flatMap((event) => event.places))];
	const columns = sides.map((name, side) => {
		const stack = standing(before, side, places);
		return html("section", {
			class: `host side-${side === 1 ? "b" : "a"}`,
			"aria-label": name
		}, html("h3", {}, capital(people(name))), stack.length ? counter_row(stack) : null, ...operation.filter((event) => event.side === side && reckoned(event)).map((event) => reckoning(event.text, event.modifiers, "together")));
	});
	const dice = operation.filter((event) => event.face > 0).map(({ face, side }) => ({
		face,
		picture: die(face, side)
	}));
	const sentences = operation.slice(begins ? 1 : 0).filter((event) => event.text && !reckoned(event)).map((event) => html("p", {}, ...with_rules(capital(event.text))));
	const told = html("div", { class: "battle" }, html("div", { class: "hosts" }, ...columns), html("div", { class: "outcome" }, dice.length ? html("div", { class: "dice" }, ...dice.map(({ picture }) => picture)) : null, html("div", {}, ...sentences)));
	const where = field(operation, board);
	return {
		title: where ? `The battle ${where}` : capital(operation[0].text),
		content: told,
		roll: new Roll(dice)
	};
}
function told(event) {
	return html("div", { class: "event" }, event.face ? die(event.face, event.side) : null, html("div", {}, html("p", {}, ...with_rules(capital(event.text))), event.modifiers.length ? html("table", {}, html("tbody", {}, ...modifier_rows(event.modifiers))) : null));
}
function battle_ahead(view, sides, places, values, known) {
	const hosts = html("div", { class: "hosts" }, ...sides.map((name, side) => html("section", {
		class: `host side-${side === 1 ? "b" : "a"}`,
		"aria-label": name
	}, html("h3", {}, capital(people(name))), counter_row(standing(view, side, places)), ...values.filter((value) => value.side === side).map((value) => reckoning(value.name.replaceAll("-", " "), value.modifiers, "before the die")))));
	const box = html("div", { class: "battle" });
	clear(box);
	box.append(hosts, ...known);
	return box;
}
// src/chances.ts
var kFewSamples = 20;
var kResultsShown = 8;
var percent = (share) => `${Math.round(100 * share)} %`;
function points(change) {
	const value = Math.round(1e3 * Math.abs(change)) / 10;
	return `${change > 0 ? "+" : change < 0 ? "−" : ""}${value.toFixed(1)}`;
}
function chance_words(chance) {
	const few = chance.samples < kFewSamples ? `, only ${chance.samples} samples` : "";
	return `${percent(chance.win)} (${Math.round(100 * chance.low)} to ${Math.round(100 * chance.high)}${few})`;
}
function interval$1(chance) {
	const x = (share) => 2 + 196 * share;
	return svg("svg", {
		viewBox: "0 0 200 14",
		class: "interval",
		"aria-hidden": "true"
	}, svg("path", {
		d: "M2 7H198",
		class: "interval-line"
	}), svg("path", {
		d: "M100 2V12",
		class: "interval-half"
	}), svg("path", {
		d: `M${x(chance.low)} 7H${x(chance.high)}`,
		class: "interval-band"
	}), svg("circle", {
		cx: x(chance.win),
		cy: 7,
		r: 4,
		class: "interval-dot"
	}));
}
function shareBar(share, kind) {
	return svg("svg", {
		viewBox: "0 0 100 6",
		class: `share ${kind}`,
		preserveAspectRatio: "none",
		"aria-hidden": "true"
	}, svg("rect", {
		width: 100,
		height: 6,
		class: "share-ground"
	}), svg("rect", {
		width: 100 * share,
		height: 6,
		class: "share-bar"
	}));
}
function distribution(odds) {
	const shown = odds.results.slice(0, kResultsShown);
	const rest = odds.results.slice(kResultsShown).reduce((sum, result) => sum + result.share, 0);
	const most = Math.max(...shown.map((result) => result.share), rest, .01);
	const row = (share, words) => {
		const hurts = /\byou lose\b/.test(words);
		const kind = words === "no losses" || odds.results.length === 1 ? "safe" : hurts ? "hurts" : "gains";
		return html("tr", {}, html("td", {}, words, shareBar(share / most, kind)), html("td", { class: "number" }, share < .005 ? "under 1 %" : percent(share)));
	};
	const how = odds.exact ? "Exact: every die was counted." : `From ${odds.trials} trials, ${(100 * odds.widest).toFixed(0)} points at most either way${odds.hidden ? "; what you cannot see was dealt by lot" : ""}.`;
	const always = odds.always.length ? html("p", { class: "rule" }, `In any case: ${odds.always.join(", ")}.`) : null;
	return html("div", {}, odds.attack ? html("p", { class: "attack-odds" }, `${capital(odds.attack)}.`) : null, always, html("table", { class: "distribution" }, html("caption", {}, "What may come of it"), html("tbody", {}, ...shown.map((result) => row(result.share, result.words)), rest > 0 ? row(rest, `${odds.results.length - kResultsShown} other results`) : null), html("tfoot", {}, html("tr", {}, html("td", { colspan: 2 }, how)))));
}
function outlook_table(outlook, order_words) {
	const row = (words, chance, kind) => html("tr", { class: kind }, html("td", {}, words, interval$1(chance)), html("td", { class: "number" }, percent(chance.win), html("span", { class: "rule" }, `${Math.round(100 * chance.low)} to ${Math.round(100 * chance.high)}`)));
	const { change } = outlook;
	const known = change.low > -1 || change.high < 1;
	return html("table", { class: "outlook" }, html("caption", {}, "Your chance of winning the campaign"), html("tbody", {}, row(order_words, outlook.order, "ordered"), row(`Instead: ${outlook.instead_words}`, outlook.instead, ""), html("tr", { class: "change-of-chance" }, html("td", {}, known ? "The order changes it by" : "No difference can be told yet"), html("td", { class: "number" }, known ? points(change.win) : "", known ? html("span", { class: "rule" }, `${points(change.low)} to ${points(change.high)}`) : null))), html("tfoot", {}, html("tr", {}, html("td", { colspan: 2 }, `${outlook.order.samples} of ${outlook.total} pairs of campaigns played on, on the same dice.`))));
}
// src/ahead.ts
var kPlacesShown = 12;
var kUnitsShown = 8;
var kStacksShown = 8;
var kArmyPlaces = 3;
var kSure = 950;
var kRarest = 50;
var kLeastLost = .5;
var Ahead = class {
	listener;
	answer = null;
	asked = false;
	at = 0;
	laid = false;
	constructor(listener) {
		this.listener = listener;
	}
	forget() {
		if (this.asked) this.listener.stop();
		this.answer = null;
		this.asked = false;
		this.at = 0;
		this.hide();
	}
	hide() {
		if (this.laid) this.listener.lay(null);
		this.laid = false;
	}
	came_in(answer) {
		if (!this.asked) return;
		this.answer = answer;
		this.at = Math.min(this.at, answer.turns.length - 1);
		if (this.laid) this.lay();
	}
	content(board, sides, seat, now) {
		if (!this.asked) {
			this.asked = true;
			this.listener.ask();
		}
		const { answer } = this;
		if (!answer) return [html("p", { class: "pending" }, "Campaigns are played on from what you know.")];
		if (!this.laid) this.lay();
		const turn = answer.turns[this.at];
		const own = seat === "b" ? 1 : 0;
		return [
			html("p", { class: "told" }, `An estimate: ${answer.campaigns} campaigns, ${answer.players}, from what you know.${answer.campaigns < answer.total ? " More come in." : ""}`),
			this.slider(answer, now),
			...this.armies(turn, board, own),
			...this.places(turn, board, sides),
			...this.units(turn, sides, own),
			...this.stacks(answer, board, own)
		];
	}
	lay() {
		this.laid = true;
		this.listener.lay(this.answer.turns[this.at]);
	}
	slider(answer, now) {
		const words = (turn) => turn.end ? "At the end" : turn.turn === now + 1 ? "When the next turn begins" : `When turn ${turn.turn} begins`;
		const input = html("input", {
			type: "range",
			id: "ahead-turn",
			min: 0,
			max: answer.turns.length - 1,
			value: this.at,
			"aria-label": "How far ahead",
			"aria-valuetext": words(answer.turns[this.at])
		});
		input.addEventListener("input", () => {
			this.at = Number(input.value);
			this.lay();
			this.listener.redraw();
		});
		return html("label", { class: "ahead-turn" }, html("b", {}, words(answer.turns[this.at])), input);
	}
	armies(turn, board, own) {
		const line = (whose, army) => {
			const likely = army.slice(0, kArmyPlaces).filter((where, i) => i === 0 || where.share >= kRarest);
			return html("p", {}, html("b", {}, whose), " ", likely.length === 0 ? "nowhere on the map" : likely.map((where) => `${place_name(board, where.place)} ${percent(where.share / 1e3)}`).join(", "));
		};
		return [
			html("h2", {}, "Where the main armies stand"),
			line("Yours", turn.armies[own]),
			line("Theirs", turn.armies[1 - own])
		];
	}
	places(turn, board, sides) {
		const open = turn.places.filter(({ place, held }) => {
			const surest = Math.max(held[0][0], held[1][0]);
			const space = board.spaces[place];
			return (space.points > 0 || space.name !== "") && surest < kSure && surest > kRarest;
		});
		const counts = (place) => board.spaces[place].points > 0 ? 0 : 1;
		const openness = (held) => Math.abs(held[0][0] - held[1][0]);
		open.sort((a, b) => counts(a.place) - counts(b.place) || openness(a.held) - openness(b.held));
		if (open.length === 0) return [html("h2", {}, "Who holds which place"), html("p", {}, "That is as good as sure.")];
		const row = ({ place, held }) => html("tr", {}, html("td", {}, html("button", {
			class: "told-place",
			click: () => this.listener.go(place)
		}, place_name(board, place)), shareBar(held[0][0] / 1e3, "gains")), html("td", { class: "number" }, interval(held[0])), html("td", { class: "number" }, interval(held[1])));
		return [html("h2", {}, "Who holds what is open"), html("table", {}, html("thead", {}, html("tr", {}, html("th", {}, "Place"), ...sides.map((name) => html("th", { class: "number" }, capital(people(name)))))), html("tbody", {}, ...open.slice(0, kPlacesShown).map(row)))];
	}
	units(turn, sides, own) {
		return [own, 1 - own].flatMap((side) => {
			const all = turn.units.filter((unit) => unit.side === side);
			if (all.length === 0) return [];
			const live = all.reduce((sum, unit) => sum + unit.lives[0] / 1e3, 0);
			const open = all.filter((unit) => unit.lives[0] < kSure && unit.lives[0] > 50).sort((a, b) => Math.abs(a.lives[0] - 500) - Math.abs(b.lives[0] - 500)).slice(0, kUnitsShown);
			return [html("h2", {}, `${side === own ? "Yours" : capital(people(sides[side]))}: ${Math.round(live)} of ${all.length} live on`), html("table", {}, html("tbody", {}, ...open.map((unit) => html("tr", {}, html("td", {}, unit.name, shareBar(unit.lives[0] / 1e3, "gains")), html("td", { class: "number" }, interval(unit.lives))))))];
		});
	}
	stacks(answer, board, own) {
		const list = answer.stacks.filter((stack) => stack.side === own && stack.lost >= kLeastLost).sort((a, b) => b.lost - a.lost).slice(0, kStacksShown);
		if (list.length === 0) return [];
		return [html("h2", {}, "Lost before the next turn begins"), html("table", {}, html("tbody", {}, ...list.map((stack) => html("tr", {}, html("td", {}, html("button", {
			class: "told-place",
			click: () => this.listener.go(stack.place)
		}, place_name(board, stack.place)), shareBar(stack.lost / stack.strength, "hurts")), html("td", { class: "number" }, `${stack.lost.toFixed(1)} of ${stack.strength}`, html("span", { class: "rule" }, ` ${stack.low} to ${stack.high} in nine of ten`))))))];
	}
};
var interval = ([value, low, high]) => `${percent(value / 1e3)} (${Math.round(low / 10)} to ${Math.round(high / 10)})`;
// src/belief.ts
var kPossibilitiesShown = 8;
var Beliefs = class {
	listener;
	answer = null;
	asked = -1;
	constructor(listener) {
		this.listener = listener;
	}
	forget() {
		this.answer = null;
		this.asked = -1;
	}
	came_in(answer) {
		if (answer.step === this.asked) this.answer = answer;
	}
	content(step, board, sides) {
		if (this.asked !== step) {
			this.asked = step;
			this.answer = null;
			this.listener.ask(step);
		}
		const { answer } = this;
		if (!answer) return [html("p", { class: "pending" }, "Worlds are dealt that agree with what you know.")];
		if (answer.places.length === 0) return [html("p", {}, "Nothing lies face down: all that stands on the map is seen.")];
		return [html("p", { class: "told" }, answer.truth ? `What you could believe, and what was there (✓). On average what was there had ${percent(answer.share_of_truth)} of your belief.` : "How often each may stand there, in worlds dealt from what you know. The truth is opened when the campaign is over."), ...answer.places.map((place) => this.place(place, answer.truth, board, sides))];
	}
	place(belief, truth, board, sides) {
		const name = place_title(board, belief.place);
		const there = belief.possibilities.filter((one) => one.there);
		const likely = belief.possibilities.filter((one, i) => i < kPossibilitiesShown || one.there);
		const left = belief.possibilities.length - likely.length;
		return html("section", { class: "believed" }, html("h2", {}, html("button", {
			class: "told-place",
			click: () => this.listener.go(belief.place)
		}, name), html("span", {}, ` ${belief.side >= 0 ? `${sides[belief.side]}, ` : ""}${belief.face_down} face down`)), html("table", {}, html("tbody", {}, ...likely.map((one) => row$1(one, truth)))), left > 0 ? html("p", { class: "rule" }, `and ${left} that are less likely`) : null, truth && there.length === 0 ? html("p", { class: "rule" }, "None of these was there: the counters were empty of troops.") : null);
	}
};
function row$1(one, truth) {
	const strength = one.strength > 0 ? `, strength ${one.strength.toFixed(1).replace(/\.0$/, "")}` : "";
	return html("tr", { class: one.there ? "there" : "" }, html("td", {}, `${one.name}${strength}${truth && one.there ? " ✓" : ""}`, shareBar(one.share, "gains")), html("td", { class: "number" }, one.share > 0 && one.share < .005 ? "under 1 %" : percent(one.share)));
}
// src/connection.ts
var kRetryMilliseconds = 1e3;
var kRefused = 1008;
var kDecisions = [
	"act",
	"order",
	"say",
	"staff",
	"undo",
	"redo"
];
var kKept = [
	"begin",
	"open",
	"row",
	"branch",
	...kDecisions
];
function decision(message) {
	return kDecisions.some((kind) => kind === message.kind) ? message : null;
}
var Connection = class {
	heard;
	state;
	socket = null;
	waiting = [];
	unanswered = null;
	doubtful = null;
	greeted = false;
	places = 0;
	constructor(heard, state) {
		this.heard = heard;
		this.state = state;
		this.connect();
	}
	send(message) {
		if (this.greeted && this.socket?.readyState === WebSocket.OPEN) {
			this.unanswered = decision(message) ?? this.unanswered;
			this.socket.send(JSON.stringify(message));
		} else if (kKept.includes(message.kind)) this.waiting.push(message);
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
			if (message$1.kind === "welcome") return this.greet(message$1);
			this.heard(message$1);
			if (message$1.kind === "position" || message$1.kind === "error") this.answered(message$1);
		});
		socket.addEventListener("close", (event) => {
			this.greeted = false;
			this.doubtful ??= this.unanswered;
			if (event.code === kRefused) return this.state("refused");
			this.state("lost");
			setTimeout(() => this.connect(), kRetryMilliseconds);
		});
	}
	answered(message) {
		const again = this.doubtful;
		this.unanswered = this.doubtful = null;
		if (again && message.kind === "position" && message.rev === again.rev) this.send(again);
	}
	greet(welcome) {
		this.greeted = true;
		this.state("open");
		this.heard(welcome);
		const waited = this.waiting;
		this.waiting = [];
		for (const message of waited) this.send(message);
	}
};
// src/dialog.ts
var Dialog = class {
	root = html("div", {
		class: "veil",
		hidden: true
	});
	opened = () => {};
	closed = () => {};
	body = html("div", { class: "dialog-body" });
	buttons = [];
	before = null;
	show(title, buttons, ...content) {
		if (this.root.hidden) this.before = document.activeElement;
		this.buttons = buttons;
		clear(this.root);
		clear(this.body);
		for (const part of content) if (part) this.body.append(part);
		const row = buttons.map((button, i) => html("button", {
			class: i + 1 === buttons.length ? "main" : "plain",
			click: () => this.press(button)
		}, button.words, html("kbd", {}, button.key)));
		this.root.append(html("div", {
			class: "dialog",
			role: "dialog",
			"aria-modal": "true",
			"aria-label": title
		}, html("h2", {}, title), this.body, html("footer", {}, ...row)));
		this.root.hidden = false;
		this.opened();
		row[row.length - 1].focus({ preventScroll: true });
		this.root.scrollTop = 0;
	}
	update(...content) {
		if (!this.open) return;
		this.body.replaceChildren(...content);
	}
	leave() {
		return this.open && this.key("Escape");
	}
	close() {
		if (this.root.hidden) return;
		this.root.hidden = true;
		if (this.before instanceof HTMLElement) this.before.focus();
		this.closed();
	}
	key(key) {
		const name = key === " " ? "Space" : key === "Escape" ? "Esc" : key;
		const button = this.buttons.find((one) => one.key === name) ?? (name === "Esc" ? this.buttons[this.buttons.length - 1] : void 0);
		if (button) this.press(button);
		return button !== void 0;
	}
	get open() {
		return !this.root.hidden;
	}
	press(button) {
		if (!button.stays) this.close();
		button.act();
	}
};
// src/following.ts
var kUsualSeconds = 1.6;
function summary$1(passage) {
	const [first, ...rest] = passage.lines;
	if (rest.length === 0) return capital(first.text);
	if (rest.every((line) => line.kind === first.kind)) return `${capital(first.text)}; ${rest.length} more`;
	return `${capital(first.text)}; ${rest.length > 1 ? "… " : ""}${rest.at(-1).text}`;
}
var Following = class {
	passages;
	reason;
	show;
	ended;
	root = html("div", {
		class: "steps",
		role: "region",
		"aria-label": "What happened, step by step"
	});
	list = html("ol", {});
	at = 0;
	timer = 0;
	seconds = kUsualSeconds;
	constructor(passages, reason, show, ended) {
		this.passages = passages;
		this.reason = reason;
		this.show = show;
		this.ended = ended;
		this.draw();
	}
	get passage() {
		return this.passages[this.at];
	}
	move(by) {
		this.go(this.at + by);
	}
	play() {
		if (this.timer) this.pause();
		else this.timer = window.setInterval(() => this.move(1), this.seconds * 1e3);
		this.draw();
	}
	end() {
		this.pause();
		this.root.remove();
		this.ended();
	}
	go(to) {
		this.at = Math.max(0, to);
		if (this.at >= this.passages.length) this.end();
		else this.draw();
	}
	pause() {
		clearInterval(this.timer);
		this.timer = 0;
	}
	hold(seconds) {
		this.seconds = seconds;
		if (!this.timer) return;
		this.pause();
		this.play();
	}
	draw() {
		this.show(this.passage);
		const held = document.activeElement?.id ?? "";
		clear(this.list);
		this.list.append(...this.passages.map((passage, i) => this.item(passage, i)));
		this.root.replaceChildren(html("h2", {}, "Since your last orders", html("span", { class: "count" }, `${this.at + 1} of ${this.passages.length}`)), this.controls(), html("label", { class: "speed" }, "Seconds each ", html("input", {
			type: "range",
			id: "speed",
			min: .4,
			max: 4,
			step: .2,
			value: this.seconds,
			change: (event) => this.hold(Number(event.target.value))
		})), this.list);
		if (held) document.getElementById(held)?.focus();
		const now = this.list.querySelector("[aria-current]");
		if (now) this.list.scrollTop = now.offsetTop - this.list.offsetTop - this.list.clientHeight / 3;
	}
	item(passage, i) {
		const headings = passage.headings.map((heading) => html("p", { class: "phase" }, heading));
		if (i !== this.at) return html("li", {}, ...headings, html("button", {
			class: "link",
			click: () => this.go(i)
		}, summary$1(passage)));
		const why = this.reason(passage);
		return html("li", { "aria-current": "step" }, ...headings, ...passage.lines.map(told), why ? html("p", { class: "reason" }, html("b", {}, "Why "), why) : null);
	}
	controls() {
		const last = this.at === this.passages.length - 1;
		return html("div", { class: "controls" }, html("button", {
			class: "plain",
			id: "step-back",
			"aria-label": "Previous",
			disabled: this.at === 0,
			click: () => this.move(-1)
		}, html("b", {}, "‹"), html("kbd", {}, ",")), html("button", {
			class: "main",
			id: "step-play",
			click: () => this.play()
		}, this.timer ? "Pause" : "Play", html("kbd", {}, "Space")), html("button", {
			class: "plain",
			id: "step-next",
			"aria-label": last ? "Close" : "Next",
			click: () => this.move(1)
		}, html("b", {}, last ? "✓" : "›"), html("kbd", {}, ".")), html("button", {
			class: "plain",
			id: "skip",
			click: () => this.end()
		}, "Skip", html("kbd", {}, "Esc")));
	}
};
// src/gesture.ts
var kDoubleClick = 500;
var kSlack$1 = 8;
var Gesture = class {
	used = false;
	x = 0;
	y = 0;
	began = -Infinity;
	constructor() {
		document.addEventListener("pointerdown", (event) => this.pressed(event), true);
		document.addEventListener("keydown", (event) => event.repeat || this.renew(), true);
		document.addEventListener("click", (event) => event.detail > 0 || this.renew(), true);
	}
	once() {
		if (this.used) return false;
		this.used = true;
		return true;
	}
	pressed(event) {
		if (Math.hypot(event.clientX - this.x, event.clientY - this.y) <= kSlack$1 && event.timeStamp - this.began < kDoubleClick) return;
		this.renew();
		this.x = event.clientX;
		this.y = event.clientY;
		this.began = event.timeStamp;
	}
	renew() {
		this.used = false;
		this.began = -Infinity;
	}
};
// src/guide.ts
var kDeeds = [
	["choose", "a stack chosen"],
	["order", "an order given"],
	["end", "your moves ended"],
	["enemy", "the enemy's turn followed"],
	["battle", "a battle seen"]
];
var kLessons = [
	[(now) => now.over, "The campaign is over. Review says what it turned on."],
	[(now) => now.battle, "A battle: who stood there, what both values were made of, each part with its rule, and the dice. Enter goes on."],
	[(now) => now.course && now.refused, "It cannot go all the way; the reason stands beside the map with its rule. Choose another place, or Esc."],
	[(now) => now.course, "Nothing has happened yet: the way, its risk and what may come of it stand beside the map. Enter orders it, Esc lets it be."],
	[(now) => now.told, "This is what the enemy did, step by step. The full stop shows the next step on the map, Esc leaves it; R tells it again."],
	[(now) => !now.mine, "The other side decides. What it does will be told to you step by step."],
	[(now) => now.chosen && now.reach, "Every lit place can be reached. Its tag says how many hexes and what may happen; hatched it would be out of supply. Click the place to weigh the march."],
	[(now) => now.chosen && now.places, "This place is in hand: what can be done there is listed beside the map. Who can go somewhere is sent by a click on the place; a click where he cannot go tells why."],
	[(now, done) => now.places && now.can_end && done.has("order"), "U takes an order back until a die is cast or the enemy decides. Give more orders, or end this with the button at the top right."],
	[(now) => now.places, "The line at the top is all that is asked of you now. What is lit on the map can act: click a lit place, or choose from the list beside the map."],
	[() => true, "The line at the top is all that is asked of you now. It is not answered on the map: choose from the list, or a button at the top right. H is a hint."]
];
var Guide = class {
	root = html("aside", {
		class: "guide",
		"aria-label": "Guide to the first turn"
	});
	done = /* @__PURE__ */ new Set();
	left = false;
	drawn = "";
	did(deed) {
		this.done.add(deed);
	}
	get over() {
		return this.left;
	}
	show(now) {
		if (this.left) return;
		const [, words] = kLessons.find(([fits]) => fits(now, this.done));
		const finished = this.done.has("battle") && !now.battle;
		const lesson = finished ? "You have seen a battle: that is the whole game. H is a hint, C your chance of winning, ? asks why, L explains the signs. The campaign is yours." : words;
		const state = lesson + [...this.done].join();
		if (state === this.drawn) return;
		this.drawn = state;
		this.root.replaceChildren(html("p", { role: "status" }, lesson), html("ul", { class: "guide-deeds" }, ...kDeeds.map(([deed, what]) => html("li", { class: this.done.has(deed) ? "done" : "" }, html("span", { "aria-hidden": "true" }, this.done.has(deed) ? "✓ " : "· "), what))), html("div", {}, html("button", {
			class: "plain",
			id: "guide-leave",
			click: () => this.leave()
		}, finished ? "Play on" : "Leave the guide")));
	}
	leave() {
		this.left = true;
		this.root.remove();
	}
};
// src/head.ts
var kEnds = 2;
var Head = class {
	listener;
	title = html("h1", { class: "title" }, html("b", {}, "Niemen"));
	prompt = html("p", {
		class: "prompt",
		role: "status",
		"aria-live": "polite"
	});
	buttons = html("nav", {
		class: "commands",
		"aria-label": "Commands"
	});
	root = html("header", { class: "head" }, this.title, this.prompt, this.buttons);
	constructor(listener) {
		this.listener = listener;
	}
	name(title) {
		clear(this.title);
		this.title.append(html("button", {
			class: "home",
			id: "home",
			title: "To the first screen; the campaign is kept",
			click: () => this.listener.home()
		}, "Niemen"), html("i", {}, title));
	}
	say(words, rule) {
		clear(this.prompt);
		this.prompt.append(...with_rules(words), rule ? html("span", { class: "rule" }, " ", ...cited(rule)) : "");
	}
	show_past(view) {
		clear(this.buttons);
		this.say(`${view.turn_name || `Turn ${view.turn}`}: you are looking back. Nothing can be ordered here.`, "");
	}
	show(position, mine, opponent, latest) {
		const { view, thinking, result } = position;
		if (result) this.say(result, "");
		else if (mine) this.say(view.prompt || view.step.prompt, view.step.rule);
		else this.say(thinking ? `${opponent} decide. ${latest}` : view.prompt || "The dice are cast.", view.step.rule);
		clear(this.buttons);
		this.buttons.append(this.undo(position.undo), ...position.redo ? [html("button", {
			class: "plain",
			id: "redo",
			click: () => this.listener.redo()
		}, "Redo")] : [], ...thinking ? [html("button", {
			class: "main",
			id: "now",
			click: () => this.listener.now()
		}, "Move now")] : [], ...result ? this.looking_back() : [], ...mine && view.choices.length > kEnds ? [this.staff(view)] : [], ...ends(view).map((choice) => html("button", {
			class: "plain end",
			"data-action": choice.action,
			click: () => this.listener.take(choice)
		}, capital(choice.words || choice.notation))));
	}
	staff(view) {
		return html("button", {
			class: "plain",
			id: "staff",
			title: "Your staff decides this for you as often as it is asked this turn; the record says so",
			click: () => this.listener.staff()
		}, view.turn === 0 ? "The rest by your staff" : "As your staff proposes");
	}
	undo(undo) {
		const words = undo.can || !undo.why ? "Undo" : `Undo: ${undo.why}`;
		return html("button", {
			class: "plain",
			id: "undo",
			disabled: !undo.can,
			title: undo.why,
			click: () => this.listener.undo()
		}, words, html("kbd", {}, "U"));
	}
	looking_back() {
		return [html("button", {
			class: "plain",
			id: "picture",
			click: () => this.listener.picture()
		}, "The campaign as a picture"), html("button", {
			class: "main",
			id: "review",
			click: () => this.listener.review()
		}, "Review")];
	}
};
function ends(view) {
	const bare = view.choices.filter((choice) => choice.from < 0 && choice.to < 0 && choice.counters.length === 0);
	return bare.length <= kEnds ? bare : [];
}
// src/lab.ts
var kCampaigns = 1e4;
var kPairs = 2e3;
var kWarned = 5;
var apart = (less, i) => i === 0 ? "his choice" : less.low > 0 || less.high < 0 ? points(-less.value) : "equal, as far as that tells";
var Lab = class {
	listener;
	live = false;
	warns = false;
	answer = [];
	running = false;
	picked = [0, 1];
	constructor(listener) {
		this.listener = listener;
	}
	forget() {
		this.answer = [];
		this.running = false;
	}
	came_in(chance) {
		this.running = chance.samples < chance.total;
		this.answer = [
			html("p", {}, html("b", {}, `You win ${chance_words(chance)}`), `, expected margin ${chance.margin.toFixed(1)}.`),
			interval$1(chance),
			this.progress(chance.samples, chance.total)
		];
	}
	compared(answer) {
		this.running = answer.first.samples < answer.total;
		const { difference } = answer;
		const verdict = difference.low > 0 ? "The second is better." : difference.high < 0 ? "The first is better." : "No difference can be told yet.";
		this.answer = [
			html("p", {}, `The first: ${chance_words(answer.first)}`),
			interval$1(answer.first),
			html("p", {}, `The second: ${chance_words(answer.second)}`),
			interval$1(answer.second),
			html("p", {}, html("b", {}, verdict), ` Second less first ${points(difference.win)} points (${points(difference.low)} to ${points(difference.high)}), on the same dice.`),
			this.progress(answer.first.samples, answer.total)
		];
	}
	pondered(answer, choices) {
		this.running = !answer.done;
		const told = (notation) => choices.find((choice) => choice.notation === notation)?.words || notation;
		const row = (way, i) => html("tr", { class: i === 0 ? "ordered" : "" }, html("td", {}, capital(told(way.words)), way.chance ? interval$1(way.chance) : null), html("td", { class: "number" }, way.chance ? chance_words(way.chance) : ""), html("td", { class: "number" }, way.less ? apart(way.less, i) : ""));
		this.answer = answer.forced ? [html("p", {}, "There is only one thing to do.")] : [
			html("table", { class: "outlook" }, html("caption", {}, answer.done ? "What the general would do" : "The general weighs his plans"), html("tbody", {}, ...answer.ways.map(row))),
			html("p", { class: "rule" }, answer.done ? "He names the ways; the chances are those of campaigns played on from each by rules of thumb on both sides, on the same dice." : ""),
			html("p", { class: "rule" }, answer.line.length ? `He expects: ${answer.line.join(", ")}.` : "")
		];
	}
	content(choices, mine, set_up) {
		const pick = (which, label) => html("label", {}, `${label} `, html("select", {
			id: `order-${which}`,
			change: (event) => this.picked[which] = event.target.selectedIndex
		}, ...choices.map((choice, i) => html("option", { selected: i === this.picked[which] }, choice.words || choice.notation))));
		return [
			html("p", { class: "told" }, "Campaigns are played on from here by rules of thumb on both sides, from what you know alone."),
			html("div", {
				class: "answer",
				"aria-live": "polite"
			}, ...this.answer),
			html("label", { class: "live" }, html("input", {
				type: "checkbox",
				id: "live",
				checked: this.live,
				change: (event) => this.go_live(event.target.checked)
			}), " My chance of winning at each decision"),
			html("label", { class: "live" }, html("input", {
				type: "checkbox",
				id: "warn",
				checked: this.warns,
				change: (event) => this.warns = event.target.checked
			}), ` A warning before an order that costs more than ${kWarned} points of it`),
			html("button", {
				class: "plain",
				id: "lab-run",
				disabled: this.running,
				click: () => this.run()
			}, `Play ${kCampaigns.toLocaleString("en")} campaigns from here`),
			...mine && choices.length > 1 ? [html("button", {
				class: "plain",
				id: "ponder",
				disabled: this.running,
				click: () => this.ask_general()
			}, "What would the general do?"), html("div", { class: "compare" }, html("p", {}, "Which of these two orders?"), pick(0, "First"), pick(1, "Second"), html("button", {
				class: "plain",
				id: "lab-compare",
				disabled: this.running,
				click: () => this.weigh(choices)
			}, "Compare"))] : [],
			...this.running ? [html("button", {
				class: "plain",
				id: "lab-stop",
				click: () => this.halt()
			}, "Stop")] : [],
			...set_up ? [html("button", {
				class: "plain",
				id: "save-set-up",
				click: () => this.listener.save_set_up()
			}, "Keep my set-up as an opening")] : []
		];
	}
	warning({ change }) {
		if (!this.warns || 100 * change.win > -5 || change.high >= 0) return "";
		return `this costs about ${Math.round(-100 * change.win)} points of your chance of winning (${Math.round(-100 * change.high)} to ${Math.round(-100 * change.low)})`;
	}
	progress(done, total) {
		return html("p", { class: "rule" }, html("progress", {
			max: total,
			value: done,
			"aria-label": "Campaigns played"
		}), ` ${done.toLocaleString("en")} of ${total.toLocaleString("en")}`);
	}
	go_live(yes) {
		this.live = yes;
		this.listener.live(yes);
	}
	run() {
		this.running = true;
		this.listener.play_on(kCampaigns);
	}
	weigh(choices) {
		const [first, second] = this.picked.map((i) => choices[Math.min(i, choices.length - 1)].action);
		this.running = true;
		this.listener.compare(first, second, kPairs);
	}
	ask_general() {
		this.running = true;
		this.listener.ponder();
	}
	halt() {
		this.running = false;
		this.listener.stop();
	}
};
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
				class: `mark ${state.marks.map(plain$1).join(" ")}`
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
var plain$1 = (word) => word.replace(/[^a-z]+/gi, "-").toLowerCase();
// src/course.ts
var Course = class {
	from;
	to;
	choice;
	plan = null;
	odds = null;
	outlook = null;
	answers = [];
	ordered = false;
	warned = "";
	prospect = [];
	constructor(from, to, choice) {
		this.from = from;
		this.to = to;
		this.choice = choice;
	}
	get ready() {
		return this.choice !== null || this.plan !== null && this.plan.words.length > 0;
	}
	get short() {
		return this.plan !== null && !this.plan.arrives;
	}
	button(board) {
		const last = this.plan?.route.at(-1);
		return this.short && last !== void 0 ? `Go as far as ${place_name(board, last)}` : "Order it";
	}
	get caution() {
		return this.choice?.caution || this.plan?.caution || "";
	}
	get route() {
		if (this.plan) return this.plan.route.length ? [this.plan.from, ...this.plan.route] : [];
		return this.from >= 0 && this.to >= 0 ? [this.from, this.to] : [];
	}
	title(board) {
		if (this.choice) return capital(this.choice.words || this.choice.notation);
		const road = this.route.map((place) => place_name(board, place));
		return road.length ? road.join(" – ") : `${place_name(board, this.from)} to ${place_name(board, this.to)}`;
	}
	content(answer) {
		const parts = [];
		if (!this.ready && !this.plan) parts.push(html("p", { class: "pending" }, "The road is looked for."));
		if (this.warned) parts.push(html("p", {
			class: "warning",
			role: "alert"
		}, `Look again: ${this.warned}. Order it once more to give it all the same.`));
		else if (this.ordered) parts.push(html("p", { class: "pending" }, "It is weighed before it is given."));
		if (this.caution) parts.push(html("p", { class: "warning" }, `Mind: ${this.caution}.`));
		if (this.plan && this.short) parts.push(html("p", { class: "refusal" }, ...with_rules(`${capital(this.plan.why || "it stops short of where you sent it")}.`), this.plan.instead ? ` ${capital(this.plan.instead)}.` : null));
		if (this.prospect.length && !this.short) parts.push(html("p", { class: "rule" }, `${capital(this.prospect.join("; "))}.`));
		for (const { prompt, options } of this.plan?.questions ?? []) parts.push(html("fieldset", { class: "answers" }, html("legend", {}, prompt), ...options.map((option) => html("button", {
			class: "answer",
			"aria-pressed": option.taken ? "true" : "false",
			click: () => answer(option.notation)
		}, capital(option.words || option.notation)))));
		if (this.plan && this.plan.words.length > 1) parts.push(html("p", { class: "rule" }, `All in one: ${this.plan.words.map((words) => words.charAt(0).toLowerCase() + words.slice(1)).join(", ")}.`));
		if (this.odds) parts.push(distribution(this.odds));
		else if (this.ready) parts.push(html("p", { class: "pending" }, "The dice are counted."));
		if (this.outlook) parts.push(outlook_table(this.outlook, this.choice ? this.choice.words || this.choice.notation : "This order"));
		else if (this.odds) parts.push(html("p", { class: "pending" }, "Campaigns are played on, with it and without."));
		return parts;
	}
};
// src/ordering.ts
var Ordering = class {
	table;
	dialog;
	course = null;
	constructor(table, dialog) {
		this.table = table;
		this.dialog = dialog;
	}
	plan(from, to, prospect = []) {
		const now = this.table.deciding();
		if (!now) return;
		this.course = new Course(from, to, null);
		this.course.prospect = prospect;
		this.table.send({
			kind: "plan",
			rev: now.rev,
			from,
			to,
			answers: []
		});
		this.table.draw();
	}
	answer(notation) {
		const now = this.table.deciding();
		const course = this.course;
		const question = course?.plan?.questions.find(({ options }) => options.some((option) => option.notation === notation));
		if (!now || !course || !question) return;
		course.answers = course.answers.filter((one) => !question.options.some((option) => option.notation === one)).concat(notation);
		course.odds = null;
		course.outlook = null;
		this.table.send({
			kind: "plan",
			rev: now.rev,
			from: course.from,
			to: course.to,
			answers: course.answers
		});
	}
	weigh(choice) {
		const now = this.table.deciding();
		if (!now) return;
		this.course = new Course(choice.from, choice.to, choice);
		this.table.send({
			kind: "odds",
			rev: now.rev,
			action: choice.action
		});
		this.table.draw();
		this.show_battle();
	}
	planned(message) {
		if (!this.course || this.course.to !== message.to || message.rev !== this.table.deciding()?.rev) return;
		if (message.words.length === 0) {
			this.drop();
			return this.table.refused(message.to, message.why, message.instead);
		}
		const again = this.course.plan !== null;
		this.course.plan = message;
		this.table.draw();
		if (again) this.draw_battle();
		else this.show_battle();
	}
	weighed(message) {
		const now = this.table.deciding();
		if (!this.course || !now || message.rev !== now.rev) return;
		if (message.kind === "odds") this.course.odds = message;
		else this.course.outlook = message;
		this.table.draw_soon();
		if (this.course.ordered && this.weighed_out(this.course)) this.pass(this.course, now.rev);
	}
	draw_battle() {
		if (this.course && this.dialog.open) this.dialog.update(this.ahead(this.course));
	}
	give() {
		const now = this.table.deciding();
		const course = this.course;
		if (!now || !course?.ready || course.ordered) return;
		if (this.table.warns() && !course.warned) {
			course.ordered = true;
			if (this.weighed_out(course)) return this.pass(course, now.rev);
			return this.table.draw();
		}
		this.order(course, now.rev);
	}
	weighed_out(course) {
		return course.outlook !== null && course.outlook.order.samples >= course.outlook.total;
	}
	pass(course, rev) {
		course.ordered = false;
		course.warned = this.table.warning(course.outlook);
		if (course.warned) this.table.draw();
		else this.order(course, rev, true);
	}
	order(course, rev, late = false) {
		if (!this.table.decided(late)) return;
		if (course.choice) this.table.send({
			kind: "act",
			rev,
			action: course.choice.action
		});
		else this.table.send({
			kind: "order",
			rev,
			from: course.from,
			to: course.to,
			answers: course.answers
		});
	}
	cancel() {
		this.drop();
		this.table.draw();
	}
	drop() {
		if (!this.course) return;
		this.course = null;
		this.table.send({
			kind: "stop",
			what: "order"
		});
	}
	show_battle() {
		const course = this.course;
		const now = this.table.deciding();
		const enemy = this.table.seat() === "b" ? 0 : 1;
		if (!course || course.to < 0 || !now?.view.counters.some((counter) => counter.place === course.to && counter.side === enemy)) return;
		this.dialog.show(course.title(this.table.board()), [{
			words: "Not now",
			key: "Esc",
			act: () => this.cancel()
		}, {
			words: "Order it",
			key: "Enter",
			act: () => this.give()
		}], this.ahead(course));
	}
	ahead(course) {
		const places = [course.from, course.to].filter((place) => place >= 0);
		return battle_ahead(this.table.deciding().view, this.table.sides(), places, course.odds?.values ?? [], course.content((notation) => this.answer(notation)));
	}
};
// src/reach.ts
var Reach = class {
	send;
	from = -1;
	rev = -1;
	places = null;
	constructor(send) {
		this.send = send;
	}
	ask(rev, from) {
		if (this.from === from && this.rev === rev) return;
		this.forget();
		this.from = from;
		this.rev = rev;
		this.send({
			kind: "reach",
			rev,
			from
		});
	}
	forget() {
		this.from = -1;
		this.places = null;
	}
	came_in(message) {
		if (message.from !== this.from || message.rev !== this.rev) return false;
		this.places = new Map(message.places.map((place) => [place.place, place]));
		return true;
	}
	at(place) {
		return this.places?.get(place);
	}
	get shown() {
		return this.places !== null && this.places.size > 0;
	}
	lit() {
		return [...this.places?.values() ?? []].map((one) => ({
			place: one.place,
			risk: "",
			strained: one.strained,
			unsupplied: !one.supplied,
			attack: one.attack,
			tag: {
				length: String(one.route.length),
				risk: one.attack ? "battle" : !one.counted ? "?" : one.hurt > 0 ? percent(one.hurt) : "safe"
			}
		}));
	}
};
// src/picture.ts
var kElements = /* @__PURE__ */ new Set([
	"svg",
	"g",
	"path",
	"rect",
	"circle",
	"text",
	"defs",
	"pattern",
	"clipPath",
	"title"
]);
var kAttributes = /* @__PURE__ */ new Set([
	"viewBox",
	"d",
	"x",
	"y",
	"cx",
	"cy",
	"r",
	"width",
	"height",
	"fill",
	"stroke",
	"stroke-width",
	"stroke-linejoin",
	"stroke-dasharray",
	"transform",
	"font-size",
	"font-family",
	"font-weight",
	"font-style",
	"text-anchor",
	"paint-order",
	"id",
	"patternUnits",
	"clip-path"
]);
function copy(from) {
	if (!kElements.has(from.nodeName)) return null;
	const made = svg(from.nodeName);
	for (const { name, value } of from.attributes) if (kAttributes.has(name)) made.setAttribute(name, value);
	for (const child of from.childNodes) {
		const twin = child instanceof Element ? copy(child) : document.createTextNode(child.textContent ?? "");
		if (twin) made.append(twin);
	}
	return made;
}
function picture(text, label) {
	const made = copy(new DOMParser().parseFromString(text, "image/svg+xml").documentElement);
	if (!made) return null;
	made.removeAttribute("width");
	made.removeAttribute("height");
	made.setAttribute("class", "campaign-picture");
	made.setAttribute("role", "img");
	made.setAttribute("aria-label", label);
	return made;
}
// src/review.ts
var kWidth = 780;
var kHeight = 190;
var kBarPoints = .25;
var kRoom = 18;
var kMark = 8;
var x = (lines, i) => lines.length > 1 ? i / (lines.length - 1) * kWidth : 0;
var y = (share) => kHeight - share * kHeight;
var place_of = (lines, point) => Math.max(0, lines.findIndex((line) => line.event >= point.to));
function heights(lines, marked) {
	const placed = [];
	for (const i of marked) {
		const at = {
			x: x(lines, i),
			y: y(lines[i].win)
		};
		const away = at.y > kHeight / 2 ? -1 : 1;
		at.y += away * 2.5 * kMark;
		while (placed.some((other) => Math.hypot(other.x - at.x, other.y - at.y) < 2.2 * kMark)) at.y += away * kMark;
		placed.push(at);
	}
	return placed.map((at) => at.y);
}
function graph(lines, marked) {
	const line = (share, order = lines.map((_, i) => i)) => order.map((i) => `${x(lines, i).toFixed(1)} ${y(share(lines[i])).toFixed(1)}`).join("L");
	const back = lines.map((_, i) => lines.length - 1 - i);
	const picture = svg("svg", {
		viewBox: `-30 -12 824 226`,
		class: "chance-graph",
		role: "img",
		"aria-label": "Your chance of winning over the campaign; the table below holds its turning points"
	});
	for (const share of [
		0,
		.25,
		.5,
		.75,
		1
	]) picture.append(svg("path", {
		d: `M0 ${y(share)}H${kWidth}`,
		class: share === .5 ? "half" : "gridline"
	}), svg("text", {
		x: -6,
		y: y(share) + 4,
		"text-anchor": "end",
		class: "axis"
	}, String(100 * share)));
	let turn = -1;
	let written = -18;
	lines.forEach((one, i) => {
		if (one.turn === turn) return;
		turn = one.turn;
		const at = x(lines, i);
		if (turn > 0) picture.append(svg("path", {
			d: `M${at.toFixed(1)} 0V${kHeight}`,
			class: "gridline"
		}));
		if (turn < 1 || at - written < kRoom) return;
		picture.append(svg("text", {
			x: at + 3,
			y: 206,
			class: "axis"
		}, String(turn)));
		written = at;
	});
	picture.append(svg("path", {
		d: `M${line((one) => one.high)}L${line((one) => one.low, back)}Z`,
		class: "band"
	}), svg("path", {
		d: `M${line((one) => one.win)}`,
		class: "curve"
	}));
	const high = heights(lines, marked);
	marked.forEach((i, number) => picture.append(svg("path", {
		d: `M${x(lines, i)} ${y(lines[i].win)}V${high[number]}`,
		class: "turning-line"
	}), svg("circle", {
		cx: x(lines, i),
		cy: high[number],
		r: kMark,
		class: "turning-mark"
	}), svg("text", {
		x: x(lines, i),
		y: high[number] + 4,
		"text-anchor": "middle",
		class: "turning-figure"
	}, String(number + 1))));
	return picture;
}
function whole_points(change) {
	const value = Math.round(100 * Math.abs(change));
	return `${value === 0 ? "" : change > 0 ? "+" : "−"}${value}`;
}
var from_to = (change) => ` (${whole_points(change.low)} to ${whole_points(change.high)})`;
function share_cell(change, column) {
	if (!change) return html("td", {
		class: "number share-of none",
		"data-column": column
	});
	const width = Math.min(1, Math.abs(change.value) / kBarPoints) * 30;
	const bar = svg("svg", {
		viewBox: "0 0 62 10",
		class: `change ${change.value < 0 ? "loss" : "gain"}`,
		"aria-hidden": "true"
	}, svg("path", {
		d: "M31 0V10",
		class: "interval-half"
	}), svg("rect", {
		x: change.value < 0 ? 31 - width : 31,
		y: 1,
		width,
		height: 8
	}));
	return html("td", {
		class: "number share-of",
		"data-column": column
	}, change.value !== 0 ? bar : null, ` ${points(change.value)}`, html("span", { class: "rule" }, from_to(change)));
}
function columns(of) {
	return [
		share_cell(of("mine"), "my decision"),
		share_cell(of("theirs"), "his decision"),
		share_cell(of("dice"), "dice"),
		share_cell(of("reveal"), "hidden")
	];
}
function review(found, listener) {
	const { lines, sums } = found;
	const turned = [...found.points].sort((a, b) => a.event - b.event);
	const rows = turned.map((point, number) => {
		const mine = point.credit === "mine" && point.event < point.to;
		return html("tr", {}, html("td", { class: point.turn > 0 ? "turn" : "set-up" }, point.turn > 0 ? String(point.turn) : "set-up"), html("td", { class: "what" }, html("b", { class: "turning-number" }, String(number + 1)), ` ${point.words}`, point.mark ? html("b", { class: "mark-word" }, ` ${point.mark}`) : null, html("span", { class: "rule" }, ` then ${percent(point.win)}`)), ...columns((credit) => credit === point.credit ? {
			value: point.change,
			low: point.low,
			high: point.high
		} : null), html("td", { class: "again" }, html("button", {
			class: "plain",
			click: () => listener.look(point.event)
		}, "Look"), mine ? html("button", {
			class: "plain retry",
			click: () => listener.retry(point.event, false)
		}, "Same dice") : null, mine ? html("button", {
			class: "plain",
			click: () => listener.retry(point.event, true)
		}, "Fresh dice") : null));
	});
	const how = `${found.campaigns} campaigns were played on by rules of thumb on both sides` + (found.looked_at > 0 ? `, from ${found.looked_at} stretches; the intervals of the turning points allow for that many.` : ".");
	return [
		html("p", { class: "summary" }, found.words),
		graph(lines, turned.map((point) => place_of(lines, point))),
		html("table", { class: "turning" }, html("caption", {}, found.done < 1 ? `Turning points so far, in points of winning; ${Math.floor(100 * found.done)} of 100 is done` : "Turning points, in points of winning"), html("thead", {}, html("tr", {}, html("th", {}, "turn"), html("th", {}, "what happened"), html("th", { class: "number" }, "my decision"), html("th", { class: "number" }, "his decision"), html("th", { class: "number" }, "dice"), html("th", { class: "number" }, "hidden"), html("th", {}, "try again"))), html("tbody", {}, ...rows), html("tfoot", {}, html("tr", {}, html("td", {}), html("td", {}, `All: ${(100 * sums.start.value).toFixed(1)} at the start, ${(100 * sums.result).toFixed(1)} at the end`), ...columns((credit) => sums[credit]), html("td", {})))),
		html("p", { class: "rule" }, how)
	];
}
// src/retrospect.ts
function show_review(message, dialog, table) {
	dialog.show("The campaign again", [{
		words: "Back to the map",
		key: "Enter",
		act: () => {}
	}], ...review(message, {
		retry: (step, fresh) => table.send({
			kind: "branch",
			step,
			fresh
		}),
		look: (step) => {
			dialog.close();
			table.look_at(step);
		}
	}));
}
function show_picture(message, dialog, table) {
	const drawn = picture(message.svg, `The road of the army of ${people(table.sides()[message.side])}, and its strength turn by turn`);
	if (!drawn) return table.tell("This game has no map to draw the road on.");
	const other = 1 - message.side;
	dialog.show("The campaign as a picture", [{
		words: capital(people(table.sides()[other])),
		key: "Space",
		act: () => table.send({
			kind: "picture",
			side: other
		}),
		stays: true
	}, {
		words: "Back to the map",
		key: "Enter",
		act: () => {}
	}], drawn);
}
// src/run.ts
var kRowsShown = 100;
var words = (name) => name.replace(/^factor_/, "").replaceAll("_", " ");
var RunScreen = class {
	run;
	open;
	set_up;
	root = html("main", { class: "start run" });
	by;
	falling = false;
	shown = kRowsShown;
	numbers;
	constructor(run, open, set_up) {
		this.run = run;
		this.open = open;
		this.set_up = set_up;
		this.by = Math.max(0, run.columns.indexOf("campaign_id"));
		this.numbers = run.columns.map((_, i) => run.rows.every((row) => row[i] === "" || !Number.isNaN(Number(row[i]))));
		this.draw();
	}
	sorted() {
		const sign = this.falling ? -1 : 1;
		const { by } = this;
		const order = this.numbers[by] ? (a, b) => sign * (Number(a) - Number(b)) : (a, b) => sign * a.localeCompare(b);
		return [...this.run.rows].sort((a, b) => Number(a[by] === "") - Number(b[by] === "") || order(a[by], b[by]));
	}
	sort(column) {
		this.falling = this.by === column && !this.falling;
		this.by = column;
		this.shown = kRowsShown;
		this.draw();
	}
	draw() {
		const { run } = this;
		const held = document.activeElement?.id ?? "";
		const rows = this.sorted();
		const id = run.columns.indexOf("campaign_id");
		this.root.replaceChildren(html("header", { class: "start-head" }, html("h1", {}, "Niemen"), html("p", {}, `campaigns of the lab: ${run.title}`)), html("p", { class: "run-common" }, `${run.campaigns.toLocaleString("en")} campaigns in ${run.folder}${run.campaigns > rows.length ? `, of which the first ${rows.length.toLocaleString("en")} are listed` : ""}. ${run.common.map(([column, value]) => `${words(column)} ${value}`).join(", ")}.`), html("div", {
			class: "run-table",
			tabindex: 0,
			role: "region",
			"aria-label": "Campaigns of the run"
		}, html("table", {}, html("thead", {}, html("tr", {}, ...run.columns.map((column, i) => this.heading(column, i)))), html("tbody", {}, ...rows.slice(0, this.shown).map((row) => html("tr", {}, ...row.map((cell, i) => html("td", { class: this.numbers[i] ? "number" : "" }, i === id ? this.opener(cell) : words(cell)))))))), html("footer", {}, rows.length > this.shown ? html("button", {
			class: "plain",
			id: "more",
			click: () => this.more()
		}, `${kRowsShown} more of ${rows.length.toLocaleString("en")}`) : html("span", {}), html("button", {
			class: "plain",
			id: "set-up",
			click: () => this.set_up()
		}, "Play a campaign of your own")));
		if (held) document.getElementById(held)?.focus();
	}
	opener(id) {
		return html("button", {
			class: "plain",
			"data-campaign": id,
			click: () => this.open(Number(id))
		}, `Open ${id}`);
	}
	heading(column, i) {
		const sorted = i === this.by ? this.falling ? "descending" : "ascending" : "none";
		return html("th", {
			scope: "col",
			"aria-sort": sorted,
			class: this.numbers[i] ? "number" : ""
		}, html("button", {
			id: `sort-${column}`,
			click: () => this.sort(i)
		}, words(column), sorted === "none" ? "" : this.falling ? " ▾" : " ▴"));
	}
	more() {
		this.shown += kRowsShown;
		this.draw();
	}
};
// src/scrub.ts
var Scrub = class {
	listener;
	root = html("section", {
		class: "scrub",
		"aria-label": "Earlier positions"
	});
	slider = html("input", {
		type: "range",
		id: "scrub",
		min: 0,
		max: 0,
		value: 0,
		"aria-label": "Position of the campaign"
	});
	ticks = html("div", {
		class: "ticks",
		"aria-hidden": "true"
	});
	words = html("span", { class: "scrub-words" });
	controls = html("span", { class: "scrub-controls" });
	stops = [];
	over = false;
	whole = false;
	constructor(listener) {
		this.listener = listener;
		this.slider.addEventListener("input", () => this.moved());
		this.root.append(html("div", { class: "scrub-line" }, this.slider, this.ticks), this.words, this.controls);
	}
	show(events, turns, steps, over) {
		const at_now = this.past === null;
		this.over = over;
		this.stops = turns.map(({ turn, step }) => ({
			step,
			turn,
			words: turn === 0 ? "The set-up" : `Turn ${turn} begins`
		}));
		for (const event of events) if (event.weight === "operation" && event.text) this.stops.push({
			step: event.step,
			turn: event.turn,
			words: `Turn ${event.turn}: ${capital(event.text)}`
		});
		this.stops.sort((a, b) => a.step - b.step);
		this.stops = this.stops.filter((stop, i) => i === 0 || stop.step !== this.stops[i - 1].step);
		this.stops.push({
			step: steps,
			turn: -1,
			words: "Now"
		});
		this.slider.max = String(this.stops.length - 1);
		if (at_now) this.slider.value = this.slider.max;
		this.mark_turns(turns);
		this.draw();
	}
	get past() {
		const at = Number(this.slider.value);
		return at >= this.stops.length - 1 ? null : this.stops[at].step;
	}
	move(by) {
		this.slider.value = String(Number(this.slider.value) + by);
		this.moved();
	}
	back() {
		this.slider.value = this.slider.max;
		this.moved();
	}
	go(step) {
		const at = this.stops.filter((stop) => stop.step <= step).length - 1;
		this.slider.value = String(Math.max(0, at));
		this.moved();
	}
	turn_over() {
		this.whole = !this.whole;
		this.moved();
	}
	moved() {
		this.listener.look(this.past, this.whole && this.over);
		this.draw();
	}
	mark_turns(turns) {
		const last = Math.max(1, this.stops.length - 1);
		this.ticks.replaceChildren(...turns.map(({ turn, step }) => {
			const at = this.stops.findIndex((stop) => stop.step === step);
			const tick = html("span", {}, turn === 0 ? "" : String(turn));
			tick.style.left = `${100 * at / last}%`;
			return tick;
		}));
	}
	draw() {
		const stop = this.stops[Number(this.slider.value)];
		this.words.textContent = stop?.words ?? "";
		this.slider.setAttribute("aria-valuetext", stop?.words ?? "");
		const past = this.past;
		this.controls.replaceChildren(...past === null ? [] : [
			...this.over ? [html("button", {
				class: "plain",
				id: "whole",
				"aria-pressed": this.whole ? "true" : "false",
				click: () => this.turn_over()
			}, this.whole ? "As you saw it" : "As it was", html("kbd", {}, "T"))] : [],
			html("button", {
				class: "plain",
				id: "branch",
				click: () => this.listener.branch(past)
			}, "Play on from here", html("kbd", {}, "B")),
			html("button", {
				class: "main",
				id: "now-again",
				click: () => this.back()
			}, "Back to now", html("kbd", {}, "Esc"))
		]);
	}
};
// src/account.ts
var kSudden = "sudden death:";
var of_side = (lines, side) => lines.filter((line) => line.side === side && line.points !== 0);
var sum = (lines) => lines.reduce((all, line) => all + line.points, 0);
function turning(account, board, side, behind) {
	const names = board.spaces.filter((space) => space.points !== 0 && space.name).map((space) => space.name);
	const open = account.filter((line) => line.side !== side && line.points > 0 && names.some((name) => line.words.includes(name))).sort((a, b) => b.points - a.points);
	const needed = [];
	for (const line of open) {
		if (behind < 0) break;
		needed.push(line.words);
		behind -= line.side >= 0 ? 2 * line.points : line.points;
	}
	return behind < 0 ? needed : [];
}
function column(name, side, lines) {
	return html("table", { class: `account side-${side === 1 ? "b" : "a"}` }, html("thead", {}, html("tr", {}, html("th", {}, name), html("th", { class: "number" }, String(sum(lines))))), html("tbody", {}, ...lines.map((line) => html("tr", {}, html("td", {}, line.words, line.rule ? html("span", { class: "rule" }, " ", ...cited(line.rule)) : null), html("td", { class: "number" }, String(line.points))))));
}
function account(view, board, sides, seat) {
	const mine = of_side(view.account, seat);
	const theirs = of_side(view.account, 1 - seat);
	const lead = sum(mine) - sum(theirs);
	const sudden = view.account.filter((line) => line.words.startsWith(kSudden));
	const open = view.account.filter((line) => (line.side < 0 || line.points === 0) && !sudden.includes(line));
	const needed = turning(view.account, board, seat, -lead);
	const lost = turning(view.account, board, 1 - seat, lead);
	const words = lead === 0 ? "Nobody leads." : lead > 0 ? `You lead by ${lead}.` : `You are ${-lead} behind.`;
	return [
		html("h2", {}, "If play ended now"),
		html("div", { class: "accounts" }, ...sides.map((name, side) => column(name, side, side === seat ? mine : theirs))),
		html("p", { class: "verdict" }, html("b", {}, words), lead <= 0 && needed.length ? ` Enough to lead: ${needed.join(", ")}.` : "", lead > 0 && lost.length ? ` Lost if the enemy takes ${lost.join(", ")}.` : ""),
		...sudden.map((line) => html("p", { class: "sudden" }, html("b", {}, "Sudden death:"), line.words.slice(13), line.rule ? html("span", { class: "rule" }, " ", ...cited(line.rule)) : null)),
		...open.length ? [html("p", { class: "rule" }, `Nobody's yet: ${open.map((line) => line.words).join("; ")}.`)] : []
	];
}
// src/arrivals.ts
function arrivals(due, turn, board, sides, go) {
	return [...new Set(due.map((arrival) => arrival.turn))].sort((a, b) => a - b).map((at) => html("section", { class: "due" }, html("h2", {}, `Turn ${at}`, html("span", {}, at <= turn ? " now" : at === turn + 1 ? " next turn" : ` in ${at - turn} turns`)), ...due.filter((arrival) => arrival.turn === at).map((arrival) => html("p", { class: `side-${arrival.side === 1 ? "b" : arrival.side === 0 ? "a" : "none"}` }, html("b", {}, arrival.side >= 0 ? `${sides[arrival.side]} ` : ""), arrival.units.join(", "), ...where(arrival.where, board, go)))));
}
function where(words, board, go) {
	return words.replace(/^in /, "").split(", ").filter((part) => part !== "").flatMap((part, i) => {
		const place = board.spaces.findIndex((space) => [
			space.id,
			space.name,
			`${space.id} ${space.name}`
		].includes(part));
		const name = board.spaces[place]?.name || part.replace(/^h(?=\d)/, "");
		return [i === 0 ? " in " : ", ", place < 0 ? part : html("button", {
			class: "told-place",
			click: () => go(place)
		}, name)];
	});
}
// src/sheet.ts
var kTabs = [
	"diary",
	"account",
	"arrivals",
	"orders",
	"belief",
	"ahead",
	"lab"
];
var kOrdersShown = 60;
var kBoxesNumbered = 20;
var kNumbered = 5;
var Sheet = class {
	listener;
	lab;
	beliefs;
	ahead;
	root = html("aside", {
		class: "sheet",
		"aria-label": "What is asked, what it costs, what happened"
	});
	tab = "diary";
	said = html("input", {
		type: "text",
		id: "say",
		maxlength: 500,
		autocomplete: "off",
		spellcheck: "false",
		placeholder: "Davout to Smolensk",
		keydown: (event) => this.typed(event)
	});
	words = html("label", { class: "say" }, html("span", {}, "In words ", html("kbd", {}, "/")), this.said);
	view = null;
	drawn = null;
	beside = null;
	constructor(listener, lab, beliefs, ahead) {
		this.listener = listener;
		this.lab = lab;
		this.beliefs = beliefs;
		this.ahead = ahead;
	}
	show(view, beside) {
		this.view = view;
		this.beside = beside;
		this.draw();
	}
	open(tab) {
		this.tab = tab;
		this.draw();
	}
	speak() {
		this.said.focus();
	}
	typed(event) {
		if (event.key === "Escape") this.said.blur();
		if (event.key !== "Enter" || event.repeat || !this.said.value.trim()) return;
		this.listener.say(this.said.value);
		this.said.select();
	}
	draw() {
		if (!this.view || !this.beside) return;
		const view = this.view;
		const { last, sides, chosen, offered, chance, course, past } = this.beside;
		const held = document.activeElement?.id ?? "";
		const scrolled = this.drawn === view ? this.root.querySelector(".choices")?.scrollTop ?? 0 : 0;
		this.drawn = view;
		clear(this.root);
		this.root.append(this.turn(view, last), html("div", { class: "strengths" }, ...sides.map((name, side) => this.strength(view, name, side))), ...chance ? [html("p", { class: "chance" }, chance)] : [], ...chosen >= 0 ? [this.stack(chosen)] : [], ...course ? [this.in_hand(course)] : [], ...past ? [] : [this.orders(offered)], ...past || view.actor === "over" ? [] : [this.words], this.tabs(), this.keys());
		if (held) document.getElementById(held)?.focus({ preventScroll: true });
		const list = this.root.querySelector(".choices");
		if (list && scrolled > 0) list.scrollTop = scrolled;
	}
	in_hand(course) {
		const { board } = this.beside;
		const buttons = course.ready ? [html("button", {
			class: course.short ? "plain" : "main",
			id: "order-it",
			click: () => this.listener.order()
		}, course.button(board), html("kbd", {}, "Enter"))] : [];
		return html("section", {
			class: "course",
			"aria-label": "The order in hand"
		}, html("h2", {}, course.title(board)), html("div", { class: "course-buttons" }, ...buttons, html("button", {
			class: "plain",
			id: "cancel",
			click: () => this.listener.cancel()
		}, "Cancel", html("kbd", {}, "Esc"))), ...course.content((notation) => this.listener.answer(notation)));
	}
	turn(view, last) {
		const boxes = last > 1 && last <= 40 ? Array.from({ length: last }, (_, i) => html("span", { class: `${i + 1 === view.turn ? "now" : i + 1 < view.turn ? "past" : ""}${this.beside.winter.includes(i + 1) ? " winter" : ""}`.trim() }, last <= kBoxesNumbered || (i + 1) % kNumbered === 0 ? String(i + 1) : "")) : [];
		const months = months_of(this.beside.turn_names.slice(0, last));
		return html("section", { class: "turns" }, html("p", { class: "turn-name" }, html("b", {}, `Turn ${view.turn}${last ? ` of ${last}` : ""}`), html("span", {}, view.turn_name.replace(/^(game-)?turn \d+( of \d+)?(, )?/i, ""))), boxes.length && months.length ? html("div", {
			class: "months",
			"aria-hidden": "true"
		}, ...months.map(([month, turns]) => month_of(month, turns))) : null, boxes.length ? html("div", {
			class: "boxes",
			"aria-hidden": "true"
		}, ...boxes) : null, html("p", { class: "phase" }, view.phase));
	}
	strength(view, name, side) {
		const units = view.counters.filter((counter) => counter.side === side && counter.place >= 0 && isUnit(counter)).reduce((sum, counter) => sum + counter.count, 0);
		const tracks = view.tracks.filter((track) => track.side === side);
		const commands = tracks.find((track) => track.id === "commands");
		return html("div", { class: `strength side-${side === 1 ? "b" : "a"}` }, svg("svg", {
			viewBox: "0 0 22 14",
			class: "flag",
			"aria-hidden": "true"
		}, svg("path", { d: side === 1 ? "M4 0H18L22 4V10L18 14H4L0 10V4Z" : "M0 0H22V14H0Z" })), html("b", {}, capital(people(name))), ` ${units} units`, commands ? pips(commands.value) : null, html("span", { class: "tracks" }, tracks.map((track) => `${track.name} ${track.words || track.value}`).join(", ")));
	}
	stack(place) {
		const { board } = this.beside;
		const here = this.view.counters.filter((counter) => counter.place === place);
		const states = here.filter((counter) => counter.known && counter.states.length).map((counter) => `${counter.name}: ${counter.states.join(", ")}`);
		return html("section", {
			class: "hand",
			"aria-label": "In this place"
		}, html("h2", {}, place_title(board, place)), here.length ? counter_row(here) : html("p", { class: "rule" }, "Nobody stands here."), states.length ? html("p", { class: "rule" }, `${states.join("; ")}.`) : null);
	}
	orders(offered) {
		const list = html("ul", { class: "orders" });
		offered.slice(0, kOrdersShown).forEach((choice, i) => {
			const words = capital(choice.words || choice.notation);
			const places = choice.from >= 0 || choice.to >= 0;
			list.append(html("li", {}, html("button", {
				class: "order",
				id: `do-${choice.action}`,
				"data-action": choice.action,
				click: () => this.listener.take(choice)
			}, html("span", {}, words, choice.caution ? html("span", { class: "caution" }, choice.caution) : null), i < 9 ? html("kbd", {}, String(i + 1)) : null), places ? html("button", {
				class: "odds",
				id: `weigh-${choice.action}`,
				"aria-label": `Odds: ${words}`,
				title: "Odds",
				click: () => this.listener.weigh(choice)
			}, "%") : null));
		});
		const { no_end } = this.beside;
		if (offered.length > kOrdersShown) list.append(html("li", {}, `and ${offered.length - kOrdersShown} more: click on the map`));
		return html("section", {
			class: "choices",
			"aria-label": "What can be done"
		}, no_end ? html("p", { class: "refusal" }, ...with_rules(`${capital(no_end)}.`)) : null, list);
	}
	tabs() {
		const { board, events, sides, seat, past, set_up, step } = this.beside;
		const view = this.view;
		const bar = html("div", {
			class: "tabs",
			role: "tablist"
		});
		if (this.tab === "arrivals" && view.arrivals.length === 0) this.tab = "diary";
		for (const tab of kTabs.filter((one) => one !== "arrivals" || view.arrivals.length > 0)) bar.append(html("button", {
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
		if (this.tab === "account") panel.append(...account(view, board, sides, seat === "b" ? 1 : 0), this.dice(), html("button", {
			class: "plain",
			id: "export",
			click: () => this.listener.keep()
		}, "Save a copy of the campaign's file"));
		if (this.tab === "arrivals") panel.append(...arrivals(view.arrivals, view.turn, board, sides, (place) => this.listener.go(place)));
		if (this.tab === "orders") panel.append(...view.choices.map((choice) => html("p", {}, choice.notation)));
		if (this.tab === "belief") panel.append(...this.beliefs.content(step, board, sides));
		if (this.tab !== "ahead" || past || view.actor === "over") this.ahead.hide();
		else panel.append(...this.ahead.content(board, sides, seat, view.turn));
		if (this.tab === "ahead" && (past || view.actor === "over")) panel.append(html("p", {}, past ? "What may come is told of the position now." : "The campaign is over."));
		if (this.tab === "lab" && view.actor !== "over") panel.append(...this.lab.content(past ? [] : view.choices, view.actor === seat, set_up));
		if (this.tab === "lab" && view.actor === "over") panel.append(html("p", {}, "The campaign is over: look at an earlier position and play on from there."));
		return html("section", { class: "tab-section" }, bar, panel);
	}
	dice() {
		return html("p", { class: "rule commitment" }, "The dice were chosen before the campaign began. SHA-256 of their key: ", html("code", {}, this.beside.commitment), ". At the end the key is opened, and niemen replay --check-dice checks every die.");
	}
	diary(events) {
		const lines = [];
		const { reasons } = this.beside;
		const shown = events.slice(-120).reverse();
		shown.forEach((event, i) => {
			const why = shown[i + 1]?.step === event.step ? void 0 : reasons.get(event.step);
			const [sentence, rule] = before_rule(event.text);
			const modifiers = event.modifiers.map((modifier) => `${modifier.value > 0 ? "+" : ""}${modifier.value} ${modifier.reason}`);
			lines.push(html("p", { class: `told ${event.weight} side-${event.side === 1 ? "b" : event.side === 0 ? "a" : "none"}` }, event.places.length ? html("button", {
				class: "told-place",
				click: () => this.listener.go(event.places[0]),
				mouseenter: () => this.listener.light(event.places),
				mouseleave: () => this.listener.light([]),
				focus: () => this.listener.light(event.places),
				blur: () => this.listener.light([])
			}, capital(sentence)) : capital(sentence), ...with_rules(rule), modifiers.length ? html("span", { class: "modifiers" }, modifiers.join("; ")) : null, why ? html("span", { class: "reason" }, html("b", {}, "Why "), why) : null));
		});
		return lines;
	}
	keys() {
		const key = (letter, words) => html("span", {}, html("kbd", {}, letter), ` ${words}`);
		return html("footer", { class: "keys" }, key("U", "Undo"), key("R", "Since my last move"), key("H", "Hint"), key("C", "Chance"), key("W", "Chance at each decision"), key("?", "Why"), key("[ ]", "Earlier, later"), key("+ −", "Zoom"), key("Esc", "Take back the choice"));
	}
};
function pips(value) {
	const shown = Math.min(value, 8);
	return svg("svg", {
		viewBox: `0 0 64 12`,
		class: "pips",
		"aria-hidden": "true"
	}, ...Array.from({ length: shown }, (_, i) => svg("rect", {
		x: 8 * i + 1,
		y: 1,
		width: 5,
		height: 10,
		rx: 1
	})));
}
function months_of(names) {
	const months = [];
	for (const name of names) {
		const month = /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)/.exec(name)?.[1];
		if (!month) return [];
		const last = months.at(-1);
		if (last?.[0] === month) ++last[1];
		else months.push([month, 1]);
	}
	return months;
}
function month_of(month, turns) {
	const label = html("span", {}, month);
	label.style.flexGrow = String(turns);
	return label;
}
// src/start.ts
var kFirstGame = "russia-1812";
var kFirstLevel = "captain";
var kPartLetters = 15e3;
var kSavedShown = 3;
var kPlayedLast = "played last";
var kClocks = [
	0,
	5,
	15,
	60,
	180
];
var kMostBid = 99;
var kMostElo = 1e3;
function played_last() {
	try {
		return JSON.parse(localStorage.getItem(kPlayedLast) ?? "{}") ?? {};
	} catch {
		return {};
	}
}
function keep_last(last) {
	try {
		localStorage.setItem(kPlayedLast, JSON.stringify(last));
	} catch {}
}
function day(seconds) {
	return seconds > 0 ? (/* @__PURE__ */ new Date(1e3 * seconds)).toLocaleString("en-GB", {
		day: "numeric",
		month: "long",
		hour: "2-digit",
		minute: "2-digit"
	}).replace(" at ", ", ") : "";
}
var StartScreen = class {
	games;
	campaigns;
	send;
	guided;
	root = html("main", { class: "start" });
	settings = {
		game: 0,
		scenario: "",
		preset: "",
		side: 0,
		level: "",
		clock: 0,
		bid: 0,
		openings: ["", ""],
		practice: false,
		switched: {},
		choosing: false
	};
	map = html("div", {
		class: "start-map",
		"aria-hidden": "true"
	});
	choices = html("div", {
		class: "start-choices",
		keydown: (event) => this.key(event)
	});
	pictures = /* @__PURE__ */ new Map();
	all_saved = false;
	constructor(games, campaigns, send, guided) {
		this.games = games;
		this.campaigns = campaigns;
		this.send = send;
		this.guided = guided;
		this.root.append(this.map, this.choices);
		const last = played_last();
		const known = games.findIndex((game) => game.id === last.game);
		this.choose(Math.max(0, known >= 0 ? known : games.findIndex((game) => game.id === kFirstGame)));
		if (known >= 0) this.as_last(last);
	}
	as_last(last) {
		const { scenarios, presets, levels } = this.game;
		if (scenarios.some(({ id }) => id === last.scenario)) this.play_scenario(last.scenario);
		if (presets.some(({ id }) => id === last.preset)) this.settings.preset = last.preset;
		if (levels.some(({ name }) => name === last.level)) this.settings.level = last.level;
		if (last.side === 0 || last.side === 1) this.settings.side = last.side;
		this.draw();
	}
	shown() {
		document.getElementById("begin")?.focus({ preventScroll: true });
	}
	came_in({ game, scenario, svg }) {
		this.pictures.set(`${game} ${scenario}`, `data:image/svg+xml,${encodeURIComponent(svg)}`);
		this.draw_map();
	}
	draw_map() {
		const picture = this.pictures.get(`${this.game.id} ${this.settings.scenario}`);
		if (picture) this.map.replaceChildren(html("img", {
			src: picture,
			alt: ""
		}));
		else this.send({
			kind: "beginning",
			game: this.game.id,
			scenario: this.settings.scenario
		});
	}
	key(event) {
		const target = event.target;
		if (event.ctrlKey || event.metaKey || event.altKey || ["INPUT", "SELECT"].includes(target.tagName)) return;
		if (event.key === "g") this.begin_guided();
	}
	get game() {
		return this.games[this.settings.game];
	}
	choose(game) {
		this.settings.game = game;
		this.settings.preset = this.game.default_preset;
		this.play_scenario(this.game.default_scenario);
		this.settings.switched = {};
		this.settings.bid = this.game.bid?.value ?? 0;
		const { levels } = this.game;
		this.settings.level = levels.find((level) => level.name === kFirstLevel)?.name ?? levels[0]?.name ?? "";
		this.draw();
	}
	play_scenario(scenario) {
		this.settings.scenario = scenario;
		this.settings.openings = [0, 1].map((side) => this.scenario.openings?.[side]?.[0]?.id ?? "");
	}
	get scenario() {
		return this.game.scenarios.find((one) => one.id === this.settings.scenario);
	}
	change(change) {
		Object.assign(this.settings, change);
		this.draw();
	}
	draw() {
		const s = this.settings;
		const held = document.activeElement?.id ?? "";
		clear(this.choices);
		this.choices.append(html("header", { class: "start-head" }, html("h1", {}, "Niemen"), html("p", {}, "campaigns of Napoleon, against a general who plays fair")), this.saved() ?? "", this.group("Game", this.games.map((game, i) => this.card(`game-${game.id}`, game.title, game.time, i === s.game, () => this.choose(i)))), this.about() ?? "", this.group("You command", this.game.sides.map((side, i) => this.card(`side-${i}`, capital(people(side)), i === 0 ? "square counters" : "eight-sided counters", i === s.side, () => this.change({ side: i }))), this.scenario.balance ? `${capital(this.scenario.balance)}.` : ""), this.group("Your opponent", this.game.levels.map((level) => this.level(level)), "No level has better dice, supply or sight. What lies hidden is sealed in the campaign's file until its end; to open it before is cheating."), html("p", { class: "level-words" }, this.level_words()), this.group("Scenario", this.game.scenarios.map((scenario) => this.card(`scenario-${scenario.id}`, scenario.title, "", scenario.id === s.scenario, () => (this.play_scenario(scenario.id), this.draw())))), this.openings() ?? "", this.group("Rules", this.game.presets.map((preset) => this.card(`preset-${preset.id}`, preset.id, preset.title, preset.id === s.preset, () => this.change({
			preset: preset.id,
			switched: {}
		})))), this.switches() ?? "", this.clock() ?? "", this.bid() ?? "", this.foot());
		if (held) document.getElementById(held)?.focus({ preventScroll: true });
		this.draw_map();
	}
	saved() {
		const { campaigns } = this;
		const shown = this.all_saved ? campaigns : campaigns.slice(0, kSavedShown);
		if (shown.length === 0) return null;
		const row = (campaign) => html("li", {}, html("button", {
			class: "saved",
			id: `open-${campaign.id}`,
			click: () => this.send({
				kind: "open",
				campaign: campaign.id
			})
		}, html("strong", {}, campaign.title), html("span", {}, [campaign.words, day(campaign.saved)].filter(Boolean).join("; "))));
		return html("section", {
			class: "open",
			id: "campaigns"
		}, html("h2", {}, "Go on"), html("ul", {}, ...shown.map(row)), campaigns.length > shown.length ? html("button", {
			class: "plain",
			id: "all-saved",
			click: () => (this.all_saved = true, this.draw())
		}, `All ${campaigns.length} campaigns`) : null);
	}
	import() {
		const file = html("input", {
			type: "file",
			id: "import",
			accept: ".jsonl",
			change: () => void this.hand_over(file.files?.[0])
		});
		return html("label", { class: "import" }, "A campaign from a file ", file);
	}
	async hand_over(file) {
		const text = await file?.text() ?? "";
		for (let at = 0; at < text.length; at += kPartLetters) this.send({
			kind: "import",
			part: text.slice(at, at + kPartLetters),
			last: at + kPartLetters >= text.length
		});
	}
	about() {
		const { about, whom, turns } = this.game;
		const facts = [turns ? `${turns} turns` : "", whom ? `for ${whom}` : ""].filter(Boolean).join(", ");
		return about || facts ? html("p", { class: "about" }, about, facts ? html("span", {}, ` ${capital(facts)}.`) : null) : null;
	}
	level(level) {
		const card = this.card(`level-${level.name}`, level.name, "", level.name === this.settings.level, () => this.change({ level: level.name }));
		if (!level.elo) return card;
		const length = Math.max(0, Math.min(1, Number(level.elo) / kMostElo));
		card.append(html("b", { class: "elo" }, level.elo), svg("svg", {
			viewBox: "0 0 100 6",
			preserveAspectRatio: "none",
			class: "elo-bar",
			"aria-hidden": "true"
		}, svg("rect", {
			width: 100,
			height: 6,
			class: "elo-ground"
		}), svg("rect", {
			width: 100 * length,
			height: 6
		})), html("span", {}, level.pace));
		return card;
	}
	level_words() {
		const { levels } = this.game;
		const at = levels.findIndex(({ name }) => name === this.settings.level);
		const level = levels[at];
		if (!level) return "";
		const below = level.score && at > 0 ? ` Against ${capital(levels[at - 1].name)} it scores ${level.score}.` : "";
		return capital(level.card) + below;
	}
	clock() {
		const s = this.settings;
		if (!this.game.levels.find((level) => level.name === s.level)?.clock) return null;
		return this.group("The clock", kClocks.map((seconds) => this.card(`clock-${seconds}`, seconds ? `${seconds} seconds` : "His own pace", "", seconds === s.clock, () => this.change({ clock: seconds }))), s.clock ? "for each of his turns, all of it used: he is then stronger or weaker than his card says." : "as his card says.");
	}
	bid() {
		const { bid } = this.game;
		if (!bid) return null;
		return html("label", { class: "bid" }, "The bid ", html("input", {
			type: "number",
			id: "bid",
			min: -99,
			max: kMostBid,
			step: 1,
			value: this.settings.bid,
			change: (event) => this.change({ bid: Math.round(Number(event.target.value)) || 0 })
		}), html("span", {}, ` ${bid.words}`));
	}
	switches() {
		const { switches } = this.game;
		const s = this.settings;
		if (switches.length === 0) return null;
		const changed = Object.keys(s.switched).length;
		const toggle = html("button", {
			class: "plain",
			id: "choose-rules",
			"aria-expanded": s.choosing ? "true" : "false",
			"aria-controls": "rule-switches",
			click: () => this.change({ choosing: !s.choosing })
		}, s.choosing ? "Hide the single rules" : `Choose single rules${changed ? ` (${changed} changed)` : ""}`);
		const row = (one) => {
			const usual = one.on[s.preset] ?? false;
			const name = one.key.replace(/^.*\./, "").replaceAll("_", " ");
			const on = s.switched[one.key] ?? usual;
			return html("label", { class: `switch${on === usual ? "" : " changed"}` }, html("input", {
				type: "checkbox",
				role: "switch",
				id: `switch-${one.key}`,
				checked: on,
				change: () => this.flip(one.key, usual, !on)
			}), html("span", {}, html("b", {}, name[0].toUpperCase() + name.slice(1)), one.words ? ` ${one.words}` : "", on === usual ? "" : html("i", {}, ` the preset has it ${usual ? "on" : "off"}`)));
		};
		return html("div", { class: "single-rules" }, toggle, s.choosing ? html("div", {
			id: "rule-switches",
			class: "switches"
		}, ...switches.map(row)) : null);
	}
	flip(key, usual, on) {
		const switched = { ...this.settings.switched };
		if (on === usual) delete switched[key];
		else switched[key] = on;
		this.change({ switched });
	}
	openings() {
		const practice = html("label", {}, html("input", {
			type: "checkbox",
			id: "practice",
			checked: this.settings.practice,
			change: (event) => this.settings.practice = event.target.checked
		}), " Practice: take back anything; the record says so");
		const { openings } = this.scenario;
		if (!openings) return html("div", { class: "openings" }, practice);
		const pick = (side) => html("label", {}, `${capital(people(this.game.sides[side]))}: `, html("select", {
			id: `opening-${side}`,
			change: (event) => this.settings.openings[side] = event.target.value
		}, ...openings[side].map(({ id, title }) => html("option", {
			value: id,
			selected: this.settings.openings[side] === id
		}, title)), html("option", {
			value: "",
			selected: !this.settings.openings[side]
		}, side === this.settings.side ? "you set them up yourself" : "their general sets them up")));
		return html("div", { class: "openings" }, pick(0), pick(1), practice);
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
		return html("footer", {}, this.import(), html("span", { class: "begins" }, html("button", {
			class: "plain",
			id: "begin-guided",
			click: () => this.begin_guided()
		}, "First turn, guided", html("kbd", {}, "G")), html("button", {
			class: "main",
			id: "begin",
			click: () => this.begin()
		}, "Begin the campaign", html("kbd", {}, "Enter"))));
	}
	begin_guided() {
		this.guided();
		this.begin();
	}
	begin() {
		const s = this.settings;
		const { bid, levels } = this.game;
		const overrides = Object.entries(s.switched).map(([key, on]) => `${key}=${on}`);
		if (bid && s.bid !== bid.value) overrides.push(`${bid.key}=${s.bid}`);
		const clock = levels.find((level) => level.name === s.level)?.clock ? s.clock : 0;
		keep_last({
			game: this.game.id,
			scenario: s.scenario,
			preset: s.preset,
			side: s.side,
			level: s.level
		});
		this.send({
			kind: "begin",
			game: this.game.id,
			scenario: s.scenario,
			preset: s.preset,
			side: s.side,
			level: s.level,
			clock,
			openings: s.openings,
			overrides,
			practice: s.practice
		});
	}
};
// src/main.ts
var kBesidePixels = 8;
var kBlocks = "block_battle";
var kComesIn = 250;
var kPressedOnce = /^(Enter|[^[\]+\-,.])$/;
var page = document.getElementById("page");
var Page = class {
	connection = new Connection((message) => this.hear(message), (state) => this.connected(state));
	head = new Head({
		undo: () => this.undo(),
		redo: () => this.redo(),
		now: () => this.now(),
		picture: () => this.connection.send({
			kind: "picture",
			side: this.seat === "b" ? 1 : 0
		}),
		review: () => this.connection.send({ kind: "review" }),
		take: (choice) => this.take(choice),
		home: () => leave(),
		staff: () => this.staff()
	});
	notice = html("div", {
		class: "notice",
		role: "alert",
		hidden: true
	});
	lasting = false;
	gesture = new Gesture();
	dialog = new Dialog();
	rules = new RuleCard((number) => this.connection.send({
		kind: "rule",
		number
	}));
	stage = html("section", { class: "stage" });
	telling = html("div", { class: "telling" });
	lab = new Lab({
		play_on: (campaigns) => this.ask_lab(campaigns),
		compare: (first, second, campaigns) => this.connection.send({
			kind: "compare",
			rev: this.position.rev,
			actions: [first, second],
			campaigns
		}),
		ponder: () => this.ask_general(),
		stop: () => this.stop_lab(),
		live: () => this.judge(),
		save_set_up: () => this.connection.send({
			kind: "opening",
			title: this.campaign
		})
	});
	ahead = new Ahead({
		ask: () => this.connection.send({
			kind: "ahead",
			rev: this.position.rev
		}),
		stop: () => this.connection.send({
			kind: "stop",
			what: "ahead"
		}),
		lay: (turn) => this.map?.ahead(turn),
		go: (place) => this.go(place),
		redraw: () => this.draw_soon()
	});
	beliefs = new Beliefs({
		ask: (step) => this.connection.send({
			kind: "belief",
			step
		}),
		go: (place) => this.go(place)
	});
	ordering = new Ordering({
		send: (message) => this.send_order(message),
		deciding: () => this.deciding(),
		board: () => this.board,
		sides: () => this.sides,
		seat: () => this.seat,
		decided: (late) => this.decided(late),
		warns: () => this.lab.warns,
		warning: (outlook) => this.lab.warning(outlook),
		refused: (place, reason, instead) => this.refused(place, reason, instead),
		draw: () => this.draw(),
		draw_soon: () => this.draw_soon()
	}, this.dialog);
	reach = new Reach((message) => this.connection.send(message));
	retrospect = {
		send: (message) => this.connection.send(message),
		sides: () => this.sides,
		look_at: (step) => this.scrub.go(step),
		tell: (words) => this.tell(words)
	};
	sheet = new Sheet({
		take: (choice) => this.take(choice),
		weigh: (choice) => this.weigh(choice),
		order: () => this.ordering.give(),
		answer: (notation) => this.ordering.answer(notation),
		cancel: () => this.ordering.cancel(),
		say: (text) => this.say(text),
		go: (place) => this.go(place),
		light: (places) => this.map?.route(places),
		keep: () => this.connection.send({ kind: "export" })
	}, this.lab, this.beliefs, this.ahead);
	scrub = new Scrub({
		look: (step, whole) => this.look(step, whole),
		branch: (step) => this.branch(step, false)
	});
	start = null;
	map = null;
	board = null;
	position = null;
	past = null;
	events = [];
	reasons = /* @__PURE__ */ new Map();
	sides = [];
	seat = "";
	last_turn = 0;
	turn_names = [];
	winter = [];
	campaign = "";
	commitment = "";
	chosen = -1;
	chance = "";
	waiting = false;
	first = () => location.reload();
	review_begun = false;
	drawing = 0;
	following = null;
	guide = null;
	guided = false;
	guarded = entry().over === true;
	constructor() {
		window.addEventListener("popstate", () => this.went());
		this.dialog.opened = () => {
			this.gesture.once();
			this.guard();
		};
		document.addEventListener("keydown", (event) => this.key(event));
		clear(page);
		page.append(html("p", { class: "loading" }, "Opening the map room."), this.notice);
	}
	hear(message) {
		switch (message.kind) {
			case "welcome": return this.welcome(message);
			case "beginning": return this.start?.came_in(message);
			case "campaign": return this.enter(message);
			case "position": return this.take_position(message);
			case "past": return this.take_past(message);
			case "plan": return this.ordering.planned(message);
			case "reach":
				if (!this.reach.came_in(message)) return;
				this.draw_lit();
				return this.guide_on();
			case "odds":
			case "outlook": return this.ordering.weighed(message);
			case "chance":
				this.chance = `Chance of winning ${chance_words(message)}, margin ${message.margin.toFixed(1)}`;
				return this.draw_soon();
			case "lab":
				this.lab.came_in(message);
				return this.draw_soon();
			case "compare":
				this.lab.compared(message);
				return this.draw_soon();
			case "ponder":
				this.lab.pondered(message, this.position?.view.choices ?? []);
				return this.draw_soon();
			case "belief":
				this.beliefs.came_in(message);
				return this.draw_soon();
			case "ahead":
				if (message.rev === this.position?.rev) this.ahead.came_in(message);
				return this.draw_soon();
			case "again": return this.tell(`Campaign ${message.id} is played again as the lab played it: turn ${message.turn}.`);
			case "why":
				if (message.place >= 0) this.map?.focusOn(message.place);
				return this.tell(refusal(message.reason, message.instead), false, message.place);
			case "hint":
				this.tell(message.words);
				this.map?.light(message.places.map((place) => ({
					place,
					risk: ""
				})), -1);
				return;
			case "review": return this.reviewed(message);
			case "picture": return show_picture(message, this.dialog, this.retrospect);
			case "rule": return this.rules.came_in(message);
			case "opening": return download(message.toml, `${this.campaign}.toml`, "application/toml");
			case "file": return download(message.text, message.name, "application/jsonl");
			case "error":
				this.waits(false);
				this.tell(message.text, true);
		}
	}
	welcome(message) {
		const open = this.campaign || campaign_here();
		if (open) this.connection.send({
			kind: "open",
			campaign: open
		});
		if (this.map) return;
		const start = new StartScreen(message.games, message.campaigns, (out) => this.connection.send(out), () => this.guided = true);
		this.start = start;
		const screen = (root) => {
			page.replaceChildren(root, this.notice);
			if (root === start.root && !open) start.shown();
		};
		const { run } = message;
		if (!run) return screen(start.root);
		const table = new RunScreen(run, (id) => this.connection.send({
			kind: "row",
			id
		}), () => {
			go_to("", { set_up: true });
			this.first();
		});
		this.first = () => screen(entry().set_up ? start.root : table.root);
		this.first();
	}
	enter(message) {
		message.colours.forEach(colourCounters);
		const battlefield = message.mechanism === kBlocks;
		stand_blocks(battlefield, message.seat === "b" ? 1 : 0);
		this.dialog.close();
		this.sides = message.sides;
		this.seat = message.seat;
		this.last_turn = message.last_turn;
		this.turn_names = message.turn_names;
		this.winter = message.winter;
		this.campaign = message.campaign;
		this.commitment = message.commitment;
		this.board = message.board;
		this.events = [];
		this.reasons.clear();
		this.beliefs.forget();
		this.ahead.forget();
		this.position = null;
		this.past = null;
		this.chance = "";
		this.ordering.drop();
		this.map = new MapView(message.board, {
			title: message.title,
			of: battlefield ? "Map of the Battlefield" : "Map of the Theatre of War",
			sides: message.sides,
			seat: message.seat === "b" ? 1 : 0,
			country: message.country,
			ground: message.ground,
			legend: message.legend
		}, {
			chosen: (place) => this.click(place),
			asked: (place) => this.ask(place),
			picked: (counter) => this.pick(counter),
			dragged: (from, to) => this.drag(from, to),
			looked: (place) => this.look_at(place)
		});
		clear(this.stage);
		this.stage.append(this.map.root);
		this.guide = this.guided ? new Guide() : null;
		this.guided = false;
		this.telling.replaceChildren(...this.guide ? [this.guide.root] : []);
		this.dialog.closed = () => this.guide_on();
		this.head.name(message.title);
		clear(page);
		page.append(this.head.root, html("main", { class: "table" }, html("div", { class: "field" }, this.stage, this.scrub.root), html("div", { class: "side" }, this.telling, this.sheet.root)), this.dialog.root, this.rules.root, this.notice);
		if (campaign_here() !== message.campaign) {
			go_to(message.campaign);
			this.guarded = false;
		}
	}
	take_position(message) {
		this.events = this.events.filter((event) => event.step < message.first_step).concat(message.events);
		for (const step of this.reasons.keys()) if (step >= message.first_step) this.reasons.delete(step);
		for (const { step, words } of message.reasons) this.reasons.set(step, words);
		const fresh = this.events.filter((event) => event.step >= (this.position?.steps ?? 0));
		const before = this.position?.view ?? null;
		this.position = message;
		this.waits(false);
		if (!this.lasting) this.tell("");
		this.choose_none();
		this.chance = "";
		this.lab.forget();
		this.beliefs.forget();
		this.ahead.forget();
		this.scrub.show(this.events, message.turns, message.steps, message.result !== "");
		this.scrub.back();
		if (message.view.actor === this.seat && before?.actor !== this.seat && message.since.is_news) this.follow(message.since.passages);
		else if (message.view.actor !== this.seat) this.following?.end();
		if (before && before.actor === this.seat) this.show_battle(fresh, before);
		this.judge();
		this.draw();
	}
	draw() {
		if (!this.position || !this.map) return;
		const view = this.past ?? this.position.view;
		const mine = !this.past && view.actor === this.seat;
		document.body.classList.toggle("theirs", !mine && !this.past && view.actor !== "over");
		document.body.classList.toggle("past", this.past !== null);
		this.map.show(view);
		this.draw_lit();
		this.mark(this.ordering.course?.route ?? null);
		this.draw_sheet();
		if (this.past) this.head.show_past(view);
		else this.head.show(this.position, mine, capital(people(this.sides[this.seat === "a" ? 1 : 0])), mine || !this.latest ? "" : summary$1(this.latest));
		this.guide_on();
	}
	guide_on() {
		if (!this.guide || !this.position || this.guide.over) return;
		const { view, result } = this.position;
		const { course } = this.ordering;
		const now = this.deciding();
		if (this.dialog.open && !course) this.guide.did("battle");
		this.guide.show({
			mine: now !== null,
			over: result !== "",
			places: view.choices.some(touches_map),
			chosen: this.chosen >= 0,
			reach: this.reach.shown,
			course: course !== null,
			refused: course?.short ?? false,
			told: this.following !== null,
			battle: this.dialog.open && !course,
			can_end: document.querySelector(".commands .end") !== null
		});
	}
	draw_soon() {
		this.drawing ||= window.setTimeout(() => {
			this.drawing = 0;
			this.draw_sheet();
			this.ordering.draw_battle();
		}, kComesIn);
	}
	draw_sheet() {
		if (!this.position) return;
		const view = this.past ?? this.position.view;
		this.sheet.show(view, {
			board: this.board,
			last: this.last_turn,
			turn_names: this.turn_names,
			winter: this.winter,
			events: this.told_until(),
			reasons: this.reasons,
			step: this.scrub.past ?? this.position.steps,
			sides: this.sides,
			seat: this.seat,
			chosen: this.chosen,
			offered: this.past ? [] : this.offered(view),
			chance: this.past ? "" : this.chance,
			course: this.ordering.course,
			past: this.past !== null,
			no_end: this.past ? "" : this.position.no_end,
			commitment: this.commitment,
			set_up: (this.position.turns[0]?.turn ?? 1) === 0 && this.position.turns.length > 1
		});
	}
	told_until() {
		const past = this.past ? this.scrub.past : null;
		return past === null ? this.events : this.events.filter((event) => event.step < past);
	}
	offered(view) {
		if (this.chosen < 0) return view.choices;
		const here = view.choices.filter((choice) => touches(view, choice, this.chosen));
		return here.length ? here : view.choices;
	}
	draw_lit() {
		this.map?.light(this.past ? [] : this.lit(this.position.view), this.chosen);
	}
	look_at(place) {
		const one = this.past || this.ordering.course ? void 0 : this.reach.at(place);
		if (!one && this.following) return this.call_passage(this.following.passage);
		this.map?.call(place, one?.title ?? "", one?.words ?? []);
		if (one) this.map?.route([this.reach.from, ...one.route]);
		else if (this.reach.shown) this.mark(this.ordering.course?.route ?? null);
	}
	choose_none() {
		this.chosen = -1;
		this.ordering.drop();
		this.reach.forget();
		this.map?.call(-1, "", []);
	}
	lit(view) {
		if (this.reach.shown && this.chosen === this.reach.from) return this.reach.lit();
		const places = /* @__PURE__ */ new Map();
		const add = (place, caution = "") => place >= 0 && places.set(place, places.get(place) === "" ? "" : caution.split(",")[0]);
		for (const choice of view.choices) if (choice.to >= 0) add(choice.to, choice.caution);
		else {
			add(choice.from);
			for (const counter of choice.counters) add(view.counters[counter]?.place ?? -1);
		}
		return [...places].map(([place, risk]) => ({
			place,
			risk
		}));
	}
	tell(words, lasting = false, place = -1) {
		const at = words ? this.map?.whereIs(place) : void 0;
		this.lasting = lasting && words !== "";
		this.notice.replaceChildren(...with_rules(words));
		this.notice.hidden = !words;
		this.notice.classList.toggle("beside", at !== void 0);
		for (const edge of ["left", "top"]) this.notice.style.removeProperty(edge);
		if (!at) return;
		const { offsetWidth: width, offsetHeight: height } = this.notice;
		const above = at.y - at.half - height - kBesidePixels;
		this.notice.style.left = `${Math.max(0, Math.min(at.x - width / 2, innerWidth - width))}px`;
		this.notice.style.top = `${above > 0 ? above : Math.min(at.y + at.half + kBesidePixels, innerHeight - height)}px`;
	}
	connected(state) {
		if (state === "open") return this.tell("");
		if (state === "lost") return this.tell("The server does not answer. Nothing that was acknowledged is lost; the page goes on when it is back.", true);
		this.refused_by_server();
	}
	refused_by_server() {
		this.first = () => location.reload();
		const words = html("main", { class: "turned-away" }, html("h1", {}, "Niemen"), html("p", { role: "alert" }, "This address is not that of the server which runs now: each start of niemen serve has an address of its own, and lets no other in."), html("p", {}, "Open the address that niemen serve has printed last. No campaign is lost: those that were begun here are listed there."));
		this.tell("");
		page.replaceChildren(words, this.notice);
	}
	deciding() {
		return this.position && !this.past && this.position.view.actor === this.seat ? this.position : null;
	}
	meant() {
		return this.gesture.once();
	}
	click(place) {
		if (!this.position) return;
		this.tell("");
		const now = this.deciding();
		if (!now) return this.choose(place);
		const { course } = this.ordering;
		if (course?.ready && course.to === place && place !== this.chosen) return this.ordering.give();
		const { view } = now;
		const here = view.choices.filter((choice) => touches(view, choice, place));
		if (this.chosen >= 0 && place !== this.chosen && this.own(view, this.chosen) && view.choices.some((choice) => touches(view, choice, this.chosen))) return void (this.meant() && this.plan(this.chosen, place));
		if (here.length === 1 && here[0].to === place && this.enemy(view, place)) return this.weigh(here[0]);
		if (here.length === 1 && (place === this.chosen || plain(view))) return this.take(here[0]);
		if (here.length === 0 && !this.own(view, place)) return this.ask(place);
		this.choose(place);
	}
	choose(place) {
		const view = this.past ?? this.position.view;
		const again = this.chosen === place || !view.choices.some((choice) => touches(view, choice, place));
		this.choose_none();
		this.chosen = place;
		if (this.deciding()) {
			this.guide?.did("choose");
			this.map?.bringNear(place);
		}
		this.light_reach();
		this.draw();
		if (again) this.map?.fanOut(place);
	}
	light_reach() {
		const now = this.deciding();
		if (now && this.own(now.view, this.chosen) && now.view.choices.some((choice) => touches(now.view, choice, this.chosen))) this.reach.ask(now.rev, this.chosen);
	}
	plan(from, to) {
		const known = this.reach.from === from ? this.reach.at(to) : void 0;
		this.map?.call(-1, "", []);
		this.ordering.plan(from, to, known?.words ?? []);
	}
	pick(counter) {
		const now = this.deciding();
		if (!now) return;
		const here = now.view.choices.filter((choice) => choice.counters.includes(counter));
		if (here.length === 1) return this.take(here[0]);
		this.chosen = now.view.counters[counter]?.place ?? -1;
		this.draw();
		if (here.length === 0) this.tell(`${now.view.counters[counter]?.name || "This counter"} has nothing to do now.`);
	}
	drag(from, to) {
		this.tell("");
		this.chosen = from;
		this.plan(from, to);
	}
	own(view, place) {
		return view.counters.some((counter) => counter.place === place && counter.side === (this.seat === "b" ? 1 : 0));
	}
	enemy(view, place) {
		return view.counters.some((counter) => counter.place === place && counter.side === (this.seat === "b" ? 0 : 1));
	}
	ask(place) {
		const now = this.deciding();
		if (now) this.connection.send({
			kind: "why",
			rev: now.rev,
			from: this.chosen,
			to: place
		});
	}
	take(choice) {
		if (!this.deciding()) return;
		if (choice.caution) return this.weigh(choice);
		if (this.lab.warns && touches_map(choice)) {
			this.weigh(choice);
			return this.ordering.give();
		}
		if (!this.decided()) return;
		this.guide?.did(touches_map(choice) ? "order" : "end");
		this.connection.send({
			kind: "act",
			rev: this.position.rev,
			action: choice.action
		});
	}
	weigh(choice) {
		if (this.meant()) this.ordering.weigh(choice);
	}
	say(text) {
		if (!this.deciding() || this.waiting) return this.tell("The other side decides: press Enter again when you are asked.");
		if (this.decided()) this.connection.send({
			kind: "say",
			rev: this.position.rev,
			text
		});
	}
	send_order(message) {
		if (message.kind === "act" || message.kind === "order") this.guide?.did("order");
		this.connection.send(message);
	}
	decided(late = false) {
		if (this.waiting || !late && !this.meant()) return false;
		this.tell("");
		this.waits(true);
		return true;
	}
	staff() {
		if (this.deciding() && this.decided()) this.connection.send({
			kind: "staff",
			rev: this.position.rev
		});
	}
	refused(place, reason, instead) {
		const { view } = this.position;
		if (view.choices.some((choice) => touches(view, choice, place))) return this.choose(place);
		this.draw();
		this.map?.focusOn(place);
		this.tell(refusal(reason, instead), false, place);
	}
	waits(yes) {
		this.waiting = yes;
		document.body.classList.toggle("waits", yes);
	}
	undo() {
		const { undo, rev } = this.position;
		if (!undo.can) return this.tell(undo.why);
		if (this.meant()) this.connection.send({
			kind: "undo",
			rev
		});
	}
	redo() {
		if (this.meant()) this.connection.send({
			kind: "redo",
			rev: this.position.rev
		});
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
	judge() {
		const now = this.deciding();
		if (this.lab.live && now) this.connection.send({
			kind: "chance",
			rev: now.rev
		});
	}
	ask_lab(campaigns) {
		this.connection.send({
			kind: "lab",
			rev: this.position.rev,
			campaigns
		});
		this.draw();
	}
	ask_general() {
		this.connection.send({
			kind: "ponder",
			rev: this.position.rev
		});
		this.draw();
	}
	stop_lab() {
		this.connection.send({
			kind: "stop",
			what: "lab"
		});
		this.draw();
	}
	show_battle(fresh, before) {
		const battle = fresh.length ? last_battle(this.events, fresh[0].step) : null;
		if (!battle) return;
		const { title, content, roll } = battle_told(battle, before, this.board, this.sides);
		this.dialog.show(title, [...roll.rolling ? [{
			words: "Skip the dice",
			key: "Space",
			act: () => roll.skip(),
			stays: true
		}] : [], {
			words: "Go on",
			key: "Enter",
			act: () => roll.skip()
		}], content);
	}
	follow(passages) {
		this.following?.end();
		if (passages.length === 0) return false;
		this.following = new Following(passages, (passage) => this.reason_of(passage), (passage) => this.show_passage(passage), () => this.end_following());
		this.telling.append(this.following.root);
		this.guide?.did("enemy");
		return true;
	}
	reason_of(passage) {
		return passage.lines.map((line) => this.reasons.get(line.step) ?? "").find(Boolean) ?? "";
	}
	get latest() {
		const position = this.position;
		return position.result || this.past ? null : position.since.passages.at(-1) ?? null;
	}
	show_passage(passage) {
		this.mark(null, passage);
		if (passage.places[0] !== void 0) this.map?.centreOn(passage.places[0]);
		this.call_passage(passage);
	}
	call_passage(passage) {
		this.map?.call(passage.places.at(-1) ?? -1, summary$1(passage), []);
	}
	mark(course, passage = this.following?.passage ?? (this.deciding() ? null : this.latest)) {
		if (course) return this.map?.route(course);
		if (!passage) return this.map?.route([]);
		if (passage.is_way) this.map?.route(passage.places);
		else this.map?.ring(passage.places);
	}
	end_following() {
		this.following = null;
		this.map?.route([]);
		this.map?.call(-1, "", []);
		this.guide_on();
	}
	look(step, whole) {
		if (step === null) {
			if (!this.past) return;
			this.past = null;
			return this.draw();
		}
		this.connection.send({
			kind: "past",
			step,
			whole
		});
	}
	take_past(message) {
		if (this.scrub.past !== message.step) return;
		this.past = message.view;
		this.guard();
		this.choose_none();
		this.draw();
	}
	branch(step, fresh) {
		this.connection.send({
			kind: "branch",
			step,
			fresh
		});
	}
	reviewed(message) {
		if (message.done < 1) this.head.say(`The campaign is looked at again: ${Math.floor(100 * message.done)} of 100.`, "");
		if (message.lines.length === 0) return;
		const first = !this.review_begun;
		this.review_begun = message.done < 1;
		if (message.done < 1 && !first && !document.querySelector(".chance-graph")) return;
		this.draw();
		show_review(message, this.dialog, this.retrospect);
	}
	guard() {
		if (this.guarded || !this.campaign || campaign_here() !== this.campaign) return;
		go_to(this.campaign, { over: true });
		this.guarded = entry().over === true;
	}
	went() {
		const was_guarded = this.guarded;
		this.guarded = entry().over === true;
		const campaign = campaign_here();
		if (campaign === "") return this.campaign ? location.reload() : this.first();
		if (campaign !== this.campaign) return this.connection.send({
			kind: "open",
			campaign
		});
		if (!was_guarded || this.guarded || this.close_over_map()) return;
		history.back();
	}
	close_over_map() {
		if (this.dialog.leave()) return true;
		if (!this.past) return false;
		this.scrub.back();
		return true;
	}
	key(event) {
		const target = event.target;
		if (event.ctrlKey || event.metaKey || event.altKey || [
			"INPUT",
			"SELECT",
			"TEXTAREA"
		].includes(target.tagName)) return;
		if (event.repeat && kPressedOnce.test(event.key)) return event.preventDefault();
		if (event.key === "Escape" && this.rules.close()) return event.preventDefault();
		const pressed = target.tagName === "BUTTON" && (event.key === "Enter" || event.key === " ");
		if (this.dialog.open) {
			if (!pressed && this.dialog.key(event.key)) event.preventDefault();
			return;
		}
		if (!this.position || !this.map || pressed) return;
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
			const choice = this.past ? void 0 : this.offered(position.view)[Number(key) - 1];
			if (choice) this.take(choice);
			return true;
		}
		if (this.following && this.press_following(key)) return true;
		switch (key) {
			case "Enter":
				if (this.ordering.course?.ready) this.ordering.give();
				else if (map.focused >= 0) this.click(map.focused);
				return true;
			case "Escape": return map.fanned >= 0 ? map.fanOut(-1) : this.escape(), true;
			case "?": return this.ask(map.focused), true;
			case "/": return this.sheet.speak(), true;
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
			case "w": return this.live(), true;
			case "r": return this.follow(this.position.since.passages) || this.tell("Nothing has happened since your last decision."), true;
			case "[": return this.scrub.move(-1), true;
			case "]": return this.scrub.move(1), true;
			case "b": return this.scrub.past !== null && (this.branch(this.scrub.past, false), true);
			case "t": return this.past !== null && position.result !== "" && (this.scrub.turn_over(), true);
			case "+": return map.zoomBy(1.25), true;
			case "-": return map.zoomBy(.8), true;
			case "0": return map.whole(), true;
			default: return map.press(key);
		}
	}
	press_following(key) {
		const act = {
			",": () => this.following.move(-1),
			".": () => this.following.move(1),
			" ": () => this.following.play()
		}[key];
		act?.();
		return act !== void 0;
	}
	live() {
		this.lab.live = !this.lab.live;
		this.chance = "";
		this.judge();
		this.draw();
	}
	escape() {
		this.following?.end();
		this.tell("");
		this.choose_none();
		if (this.past) this.scrub.back();
		this.draw();
	}
};
function refusal(reason, instead) {
	return [reason, instead].filter(Boolean).map((words) => `${capital(words)}.`).join(" ");
}
function touches_map(choice) {
	return choice.from >= 0 || choice.to >= 0 || choice.counters.length > 0;
}
function touches(view, choice, place) {
	return choice.from === place || choice.to === place || choice.counters.some((counter) => view.counters[counter]?.place === place);
}
function leave() {
	go_to("");
	location.reload();
}
function download(text, name, type) {
	const address = URL.createObjectURL(new Blob([text], { type }));
	html("a", {
		href: address,
		download: name
	}).click();
	URL.revokeObjectURL(address);
}
function plain(view) {
	const verbs = view.choices.filter((choice) => choice.from >= 0 || choice.to >= 0).map((choice) => choice.notation.split(" ")[0]);
	return new Set(verbs).size <= 1;
}
new Page();
