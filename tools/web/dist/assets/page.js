import { S as token, _ as html, a as message, b as entry, c as place_title, d as isCommander, f as isUnit, g as clear, h as unitCounter, m as stand_blocks, o as people, p as smallSign, r as capital, s as place_name, t as MapView, u as colourCounters, v as svg, x as go_to, y as campaign_here } from "./map.js";
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
function whole_points(change) {
	const value = Math.round(100 * Math.abs(change));
	return `${value === 0 ? "" : change > 0 ? "+" : "−"}${value}`;
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
	const attack = odds.attack ? html("p", { class: "attack-odds" }, `${capital(odds.attack)}.`) : null;
	return html("div", {}, attack, always, html("table", { class: "distribution" }, html("caption", {}, "What may come of it"), html("tbody", {}, ...shown.map((result) => row(result.share, result.words)), rest > 0 ? row(rest, `${odds.results.length - kResultsShown} other results`) : null), html("tfoot", {}, html("tr", {}, html("td", { colspan: 2 }, how)))));
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
		}, name), html("span", {}, ` ${belief.side >= 0 ? `${sides[belief.side]}, ` : ""}${belief.face_down} face down`)), html("table", {}, html("tbody", {}, ...likely.map((one) => row(one, truth)))), left > 0 ? html("p", { class: "rule" }, `and ${left} that are less likely`) : null, truth && there.length === 0 ? html("p", { class: "rule" }, "None of these was there: the counters were empty of troops.") : null);
	}
};
function row(one, truth) {
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
// src/command.ts
var kUnder = "under ";
var kInRange = "in range of ";
var Command = class {
	table;
	marked = /* @__PURE__ */ new Set();
	leader = "";
	place = -1;
	left_out = /* @__PURE__ */ new Set();
	constructor(table) {
		this.table = table;
	}
	forget() {
		this.leader = "";
		this.place = -1;
		this.left_out.clear();
	}
	begin() {
		this.forget();
		this.marked.clear();
	}
	get ready() {
		const now = this.table.deciding();
		if (!now) return [];
		const { view } = now;
		return view.choices.filter((choice) => choice.counters.length === 1 && choice.from >= 0 && choice.to < 0).map((choice) => ({
			choice,
			counter: view.counters[choice.counters[0]]
		})).filter(({ counter }) => counter !== void 0);
	}
	get activates() {
		const { ready } = this;
		return ready.length > 0 && ready.every(({ counter, choice }) => counter.kind === "headquarters" && choice.notation.startsWith("activate "));
	}
	group(place) {
		const now = this.table.deciding();
		const ready = this.ready.filter(({ counter }) => counter.kind !== "headquarters");
		const commanders = now?.view.counters.filter((counter) => counter.place === place && counter.kind === "headquarters" && counter.known) ?? [];
		for (const { name } of commanders) {
			const members = ready.filter(({ counter }) => counter.states.includes(kUnder + name));
			if (members.length > 0) return {
				leader: name,
				members
			};
		}
		return {
			leader: "",
			members: ready.filter(({ counter }) => counter.place === place)
		};
	}
	get members() {
		return this.place < 0 ? [] : this.group(this.place).members.filter(({ counter }) => !this.left_out.has(counter.id));
	}
	get in_hand() {
		return this.place >= 0;
	}
	click(place) {
		if (this.activates) return this.toggle_at(place);
		if (this.place >= 0 && place !== this.place) return false;
		const group = this.group(place);
		if (group.members.length === 0 || this.place === place) return false;
		this.forget();
		this.place = place;
		this.leader = group.leader;
		return true;
	}
	toggle_at(place) {
		const here = this.ready.find(({ counter }) => counter.place === place && !this.marked.has(counter.id)) ?? this.ready.find(({ counter }) => counter.place === place);
		if (here) this.toggle(here.counter.id);
		return here !== void 0;
	}
	toggle(id) {
		if (!this.marked.delete(id)) this.marked.add(id);
		this.table.draw();
	}
	range() {
		const view = this.table.deciding()?.view;
		if (!view || !this.activates) return [];
		const names = this.ready.filter(({ counter }) => this.marked.has(counter.id)).map(({ counter }) => kInRange + counter.name);
		return view.spaces.flatMap((space, place) => space.marks.some((mark) => names.includes(mark)) ? [place] : []);
	}
	ask_reach() {
		const now = this.table.deciding();
		if (now) this.table.send({
			kind: "group_reach",
			rev: now.rev,
			from: this.place,
			counters: this.members.map(({ counter }) => counter.id)
		});
	}
	go(to, who) {
		const now = this.table.deciding();
		if (!now || !this.table.decided()) return;
		this.table.send({
			kind: "group",
			rev: now.rev,
			to,
			counters: this.members.map(({ counter }) => counter.id).filter((id) => who.includes(id))
		});
	}
	activate() {
		const now = this.table.deciding();
		const chosen = this.ready.filter(({ counter }) => this.marked.has(counter.id));
		if (!now || !this.activates || chosen.length === 0) return false;
		if (this.table.decided()) this.table.send({
			kind: "several",
			rev: now.rev,
			actions: chosen.map(({ choice }) => choice.action),
			end: true
		});
		return true;
	}
	section() {
		if (this.activates) return this.activation();
		return this.place >= 0 && this.members.length + this.left_out.size > 0 ? this.march() : null;
	}
	activation() {
		const view = this.table.deciding().view;
		const commanded = (name) => view.counters.filter((counter) => counter.states.includes(kUnder + name)).length;
		const row = ({ counter }) => html("li", {}, html("label", {}, html("input", {
			type: "checkbox",
			id: `mark-${counter.id}`,
			checked: this.marked.has(counter.id),
			change: () => this.toggle(counter.id)
		}), html("span", {}, html("b", {}, counter.name), ` at ${place_title(this.table.board(), counter.place)}, strength ${counter.strength}`, commanded(counter.name) ? `, ${commanded(counter.name)} blocks in range` : "")));
		const count = this.marked.size;
		return html("section", {
			class: "command",
			"aria-label": "Headquarters"
		}, html("p", {}, "Choose the headquarters that command this turn, here or on the map. Each loses a step when it has commanded."), html("ul", {}, ...this.ready.map(row)), html("button", {
			class: "main",
			id: "activate",
			disabled: count === 0,
			click: () => void this.activate()
		}, count === 1 ? "Activate it and go on" : `Activate ${count === 0 ? "them" : `these ${count}`} and go on`, html("kbd", {}, "Enter")));
	}
	march() {
		const all = this.group(this.place).members;
		const row = ({ counter }) => html("li", {}, html("label", {}, html("input", {
			type: "checkbox",
			id: `goes-${counter.id}`,
			checked: !this.left_out.has(counter.id),
			change: () => {
				if (!this.left_out.delete(counter.id)) this.left_out.add(counter.id);
				this.ask_reach();
				this.table.draw();
			}
		}), html("span", {}, `${counter.name} from ${place_title(this.table.board(), counter.place)}`)));
		return html("section", {
			class: "command",
			"aria-label": "Who goes"
		}, html("p", {}, html("b", {}, this.leader ? `Under ${this.leader}` : "From here"), ": click a lit place, and those who can go there."), html("ul", {}, ...all.map(row)));
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
function summary(passage) {
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
		}, summary(passage)));
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
var kSlack = 8;
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
		if (Math.hypot(event.clientX - this.x, event.clientY - this.y) <= kSlack && event.timeStamp - this.began < kDoubleClick) return;
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
		}, "Move now")] : [], ...result ? this.looking_back() : [], ...mine && position.history ? [html("button", {
			class: "plain",
			id: "history",
			title: "Who is not set up yet stands where he stood; the record says so",
			click: () => this.listener.history()
		}, "The rest historically")] : [], ...mine && view.choices.length > 1 ? this.staff(view) : [], ...position.always ? [html("button", {
			class: "plain",
			id: "staff-off",
			title: "Your staff decides something for you every turn",
			click: () => this.listener.staff_off()
		}, "Decide all myself")] : [], ...ends(view).map((choice) => html("button", {
			class: "plain end",
			"data-action": choice.action,
			click: () => this.listener.take(choice)
		}, capital(choice.words || choice.notation))));
	}
	staff(view) {
		const now = html("button", {
			class: "plain",
			id: "staff",
			title: "Your staff decides this for you as often as it is asked this turn; the record says so",
			click: () => this.listener.staff(false)
		}, view.turn === 0 ? "The rest by your staff" : "As your staff proposes");
		if (view.turn === 0) return [now];
		return [now, html("button", {
			class: "plain",
			id: "staff-always",
			title: "Your staff decides this in every turn from now on, until you take it back",
			click: () => this.listener.staff(true)
		}, "always")];
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
	expect(rev, from) {
		this.forget();
		this.from = from;
		this.rev = rev;
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
			tag: one.count !== void 0 ? {
				length: String(one.count),
				risk: one.attack ? "battle" : "go"
			} : {
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
function better_row(better, listener) {
	const row = (...content) => html("tr", { class: "better" }, html("td", {}), html("td", {
		colspan: 6,
		role: "status"
	}, ...content));
	if (better.done < 1) return row(`A better order is looked for: ${Math.floor(100 * better.done)} of 100.`);
	if (!better.found) return row("No other order that was tried is better for certain.");
	const { gain, step } = better;
	const both = listener.both(step);
	const told = `${capital(better.order)}: ${Math.round(100 * gain.value)} points more (${Math.round(100 * gain.low)} to ${Math.round(100 * gain.high)}). Of ${better.playings} playings ${better.otherwise} end otherwise.`;
	return row(html("p", {}, html("b", {}, "Better: "), told), both ? both_told(both, listener) : html("button", {
		class: "main play-both",
		click: () => listener.play_both(step, better.actions)
	}, "Play both on"));
}
function both_told(both, listener) {
	const { courses } = both;
	if (courses.length === 0) return html("p", {}, both.pairs > 0 ? `Both are played on, with the same dice: the ${both.pairs} tried so far end alike.` : "Both are played on, with the same dice.");
	const names = ["As you decided", "With the better order"];
	const dice = both.pairs === 1 ? "with the dice of the campaign" : `with the ${both.pairs}th throw of dice, the first that ends otherwise`;
	return html("div", { class: "both" }, html("p", { class: "rule" }, both.otherwise ? `Both to the end by rules of thumb, ${dice}:` : "Both to the end by rules of thumb, with the dice of the campaign; they end alike:"), html("ul", {}, ...courses.map((course, i) => html("li", {}, html("b", {}, `${names[i]}: `), `${course.words}. `, html("button", {
		class: "plain",
		click: () => listener.open(course.name, both.step)
	}, "Look at it")))));
}
function review(found, listener) {
	const { lines, sums } = found;
	const turned = [...found.points].sort((a, b) => a.event - b.event);
	const rows = turned.flatMap((point, number) => {
		const mine = point.credit === "mine" && point.event < point.to;
		const better = listener.better(point);
		const row = html("tr", {}, html("td", { class: point.turn > 0 ? "turn" : "set-up" }, point.turn > 0 ? String(point.turn) : "set-up"), html("td", { class: "what" }, html("b", { class: "turning-number" }, String(number + 1)), ` ${point.words}`, point.mark ? html("b", { class: "mark-word" }, ` ${point.mark}`) : null, html("span", { class: "rule" }, ` then ${percent(point.win)}`)), ...columns((credit) => credit === point.credit ? {
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
		}, "Fresh dice") : null, mine && point.change < 0 && !better && found.done === 1 ? html("button", {
			class: "plain ask-better",
			click: () => listener.ask_better(point)
		}, "A better order") : null));
		return better ? [row, better_row(better, listener)] : [row];
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
var Retrospect = class {
	dialog;
	table;
	reviewed = null;
	better = /* @__PURE__ */ new Map();
	both = /* @__PURE__ */ new Map();
	tried = {
		positions: 0,
		better: 0,
		worse: 0
	};
	constructor(dialog, table) {
		this.dialog = dialog;
		this.table = table;
	}
	forget() {
		this.reviewed = null;
		this.better.clear();
		this.both.clear();
	}
	show_review(message) {
		this.reviewed = message;
		this.dialog.show("The campaign again", [...message.done === 1 && this.campaign ? [{
			words: "Play the worst again",
			key: "Space",
			act: () => this.table.send({
				kind: "practice",
				campaign: this.campaign
			})
		}] : [], {
			words: "Back to the map",
			key: "Enter",
			act: () => {}
		}], ...this.content(message));
	}
	campaign = "";
	better_came_in(message) {
		this.better.set(message.event, message);
		this.draw();
	}
	both_came_in(message) {
		this.both.set(message.step, message);
		this.draw();
	}
	draw() {
		if (this.reviewed && document.querySelector(".chance-graph")) this.dialog.update(...this.content(this.reviewed));
	}
	content(message) {
		const leave = (act) => {
			this.dialog.close();
			act();
		};
		return review(message, {
			retry: (step, fresh) => this.table.send({
				kind: "branch",
				step,
				fresh
			}),
			look: (step) => leave(() => this.table.look_at(step)),
			ask_better: (point) => {
				this.better.set(point.event, {
					kind: "better",
					event: point.event,
					done: 0,
					found: false
				});
				this.table.send({
					kind: "better",
					step: point.event,
					to: point.to
				});
				this.draw();
			},
			better: (point) => this.better.get(point.event),
			play_both: (step, actions) => {
				this.both.set(step, {
					kind: "both",
					step,
					pairs: 0,
					courses: []
				});
				this.table.send({
					kind: "both",
					step,
					actions
				});
				this.draw();
			},
			both: (step) => this.both.get(step),
			open: (campaign, step) => leave(() => this.table.open_at(campaign, step))
		});
	}
	exercise(position, of) {
		if (position === 1) this.tried = {
			positions: 0,
			better: 0,
			worse: 0
		};
		return html("section", {
			class: "exercise",
			role: "status"
		}, html("h2", {}, `Position ${position} of ${of}`), html("p", {}, "You have stood here before. Decide; when a die falls or the other side is to decide, your course is compared with what you did then."), position < of ? html("button", {
			class: "plain",
			id: "pass-position",
			click: () => this.table.send({ kind: "next" })
		}, "The next position") : null);
	}
	retried(message) {
		const { change, campaigns, exercise } = message;
		const words = html("p", { class: "summary" }, `Your new course against the old: ${whole_points(change.value)} points of your chance of winning (${whole_points(change.low)} to ${whole_points(change.high)}). ${campaigns} campaigns were played on from each, the same dice for both.`);
		const verdict = html("p", { class: "verdict" }, change.low > 0 ? "Better than then." : change.high < 0 ? "Worse than then." : "It is not shown that either is better.");
		if (!exercise) return this.dialog.show("Your new course against the old", [{
			words: "Play on",
			key: "Enter",
			act: () => {}
		}], verdict, words);
		++this.tried.positions;
		if (change.low > 0) ++this.tried.better;
		if (change.high < 0) ++this.tried.worse;
		const { positions, better, worse } = this.tried;
		const last = exercise.position === exercise.of;
		const all = last && positions > 0 ? html("p", { class: "summary" }, `Of ${positions} positions you decided ${better} better than then and ${worse} worse; of ${positions - better - worse} it is not shown.`) : null;
		const next = {
			words: "The next position",
			key: "Enter",
			act: () => this.table.send({ kind: "next" })
		};
		const stay = {
			words: "Play on from here",
			key: "Esc",
			act: () => {}
		};
		this.dialog.show(`Position ${exercise.position} of ${exercise.of}`, last ? [{
			...stay,
			key: "Enter"
		}] : [stay, next], verdict, words, html("p", {}, exercise.then), all);
	}
	show_picture(message) {
		const { dialog, table } = this;
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
};
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
		const { last, sides, chosen, offered, chance, course, past, command } = this.beside;
		const held = document.activeElement?.id ?? "";
		const scrolled = this.drawn === view ? this.root.querySelector(".choices")?.scrollTop ?? 0 : 0;
		this.drawn = view;
		clear(this.root);
		this.root.append(this.turn(view, last), html("div", { class: "strengths" }, ...sides.map((name, side) => this.strength(view, name, side))), ...chance ? [html("p", { class: "chance" }, chance)] : [], ...chosen >= 0 ? [this.stack(chosen)] : [], ...course ? [this.in_hand(course)] : [], ...command && !past ? [command] : [], ...past ? [] : [this.orders(offered)], ...past || view.actor === "over" ? [] : [this.words], this.tabs(), this.keys());
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
		return html("section", { class: "turns" }, html("p", { class: "turn-name" }, html("b", {}, view.turn === 0 ? "Before turn 1" : `Turn ${view.turn}${last ? ` of ${last}` : ""}`), html("span", {}, view.turn_name.replace(/^(game-)?turn \d+( of \d+)?(, )?/i, ""))), boxes.length && months.length ? html("div", {
			class: "months",
			"aria-hidden": "true"
		}, ...months.map(([month, turns]) => month_of(month, turns))) : null, boxes.length ? html("div", {
			class: "boxes",
			"aria-hidden": "true"
		}, ...boxes) : null, html("p", { class: "phase" }, view.phase === view.turn_name ? "" : view.phase));
	}
	strength(view, name, side) {
		const units = view.counters.filter((counter) => counter.side === side && counter.place >= 0 && isUnit(counter)).reduce((sum, counter) => sum + counter.count, 0);
		const tracks = view.tracks.filter((track) => track.side === side);
		const commands = tracks.find((track) => track.id === "commands");
		return html("div", { class: `strength side-${side === 1 ? "b" : "a"}` }, svg("svg", {
			viewBox: "0 0 22 14",
			class: "flag",
			"aria-hidden": "true"
		}, svg("path", { d: side === 1 ? "M4 0H18L22 4V10L18 14H4L0 10V4Z" : "M0 0H22V14H0Z" })), html("b", {}, capital(people(name))), ` ${units} units`, commands ? pips(commands.value) : null, html("span", { class: "tracks" }, tracks.map((track) => `${track.name}: ${track.words || track.value}`).join(", ")));
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
		in_order_of_use(offered).slice(0, kOrdersShown).forEach((choice, i) => {
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
			lines.push(html("p", { class: `told ${event.weight} side-${event.side === 1 ? "b" : event.side === 0 ? "a" : "none"}` }, event.places.length ? html("span", {
				class: "told-place",
				role: "button",
				tabindex: 0,
				click: () => this.listener.go(event.places[0]),
				keydown: (pressed) => this.pressed(pressed, event.places[0]),
				mouseenter: () => this.listener.light(event.places),
				mouseleave: () => this.listener.light([]),
				focus: () => this.listener.light(event.places),
				blur: () => this.listener.light([])
			}, capital(sentence)) : capital(sentence), ...with_rules(rule), modifiers.length ? html("span", { class: "modifiers" }, modifiers.join("; ")) : null, why ? html("span", { class: "reason" }, html("b", {}, "Why "), why) : null));
		});
		return lines;
	}
	pressed(event, place) {
		if (event.key !== "Enter" && event.key !== " ") return;
		event.preventDefault();
		event.stopPropagation();
		this.listener.go(place);
	}
	keys() {
		const key = (letter, words) => html("span", {}, html("kbd", {}, letter), ` ${words}`);
		return html("footer", { class: "keys" }, key("U", "Undo"), key("R", "Since my last move"), key("H", "Hint"), key("C", "Chance"), key("W", "Chance at each decision"), key("?", "Why"), key("[ ]", "Earlier, later"), key("+ −", "Zoom"), key("Esc", "Take back the choice"));
	}
};
function in_order_of_use(choices) {
	const gives_up = (choice) => /^give up\b/i.test(choice.words);
	return [...choices.filter((choice) => !gives_up(choice)), ...choices.filter(gives_up)];
}
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
var kPerson = "person";
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
		this.choices.append(html("header", { class: "start-head" }, html("h1", {}, "Niemen"), html("p", {}, "campaigns of Napoleon, against a general who plays fair")), this.saved() ?? "", this.group("Game", this.games.map((game, i) => this.card(`game-${game.id}`, game.title, game.time, i === s.game, () => this.choose(i)))), this.about() ?? "", this.group("You command", this.game.sides.map((side, i) => this.card(`side-${i}`, capital(people(side)), i === 0 ? "square counters" : "eight-sided counters", i === s.side, () => this.change({ side: i }))), this.scenario.balance ? `${capital(this.scenario.balance)}.` : ""), this.group("Your opponent", [...this.game.levels.map((level) => this.level(level)), this.card(`level-${kPerson}`, "a person", "at this table", this.settings.level === kPerson, () => this.change({ level: kPerson }))], "No level has better dice, supply or sight. What lies hidden is sealed in the campaign's file until its end; to open it before is cheating."), html("p", { class: "level-words" }, this.level_words()), this.group("Scenario", this.game.scenarios.map((scenario) => this.card(`scenario-${scenario.id}`, scenario.title, "", scenario.id === s.scenario, () => (this.play_scenario(scenario.id), this.draw())))), this.openings() ?? "", this.group("Rules", this.game.presets.map((preset) => this.card(`preset-${preset.id}`, preset.id, preset.title, preset.id === s.preset, () => this.change({
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
		}, html("h2", {}, "Go on"), html("ul", {}, ...shown.map(row)), campaigns.some(({ over }) => over) ? html("button", {
			class: "plain",
			id: "play-again",
			title: "What you decided badly in campaigns that are over, without being told which kind of mistake it was",
			click: () => this.send({
				kind: "practice",
				campaign: ""
			})
		}, "Ten positions to play again") : null, campaigns.length > shown.length ? html("button", {
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
		if (this.settings.level === kPerson) return "Two people at one table: each sees what his own side knows, and hands over when the other is to decide.";
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
		staff: (always) => this.staff(always),
		staff_off: () => this.connection.send({ kind: "staff_off" }),
		history: () => this.history()
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
	command = new Command({
		deciding: () => this.battlefield ? this.deciding() : null,
		board: () => this.board,
		decided: () => this.decided(),
		send: (message) => this.connection.send(message),
		draw: () => this.draw()
	});
	battlefield = false;
	reach = new Reach((message) => this.connection.send(message));
	retrospect = new Retrospect(this.dialog, {
		send: (message) => this.connection.send(message),
		sides: () => this.sides,
		look_at: (step) => this.scrub.go(step),
		tell: (words) => this.tell(words),
		open_at: (campaign, step) => {
			this.look_from = step;
			this.connection.send({
				kind: "open",
				campaign
			});
		}
	});
	look_from = -1;
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
			case "handover": return this.hand_over(message);
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
			case "better": return this.retrospect.better_came_in(message);
			case "both": return this.retrospect.both_came_in(message);
			case "retried": return this.once_closed(() => this.retrospect.retried(message));
			case "practice": return this.tell(`${message.campaign} is looked through for what you decided badly: ${Math.floor(100 * message.done)} of 100.`, true);
			case "picture": return this.retrospect.show_picture(message);
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
		if (this.map || document.getElementById("take-seat")) return;
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
		this.battlefield = battlefield;
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
		const { exercise } = message;
		this.tell("");
		this.retrospect.forget();
		this.retrospect.campaign = message.campaign;
		this.telling.replaceChildren(...this.guide ? [this.guide.root] : [], ...exercise ? [this.retrospect.exercise(exercise.position, exercise.of)] : []);
		this.dialog.closed = () => this.guide_on();
		this.head.name(message.title);
		clear(page);
		page.append(this.head.root, html("main", { class: "table" }, html("div", { class: "field" }, this.stage, this.scrub.root), html("div", { class: "side" }, this.telling, this.sheet.root)), this.dialog.root, this.rules.root, this.notice);
		if (campaign_here() !== message.campaign) {
			go_to(message.campaign);
			this.guarded = false;
		}
	}
	hand_over(message) {
		this.dialog.close();
		this.following?.end();
		this.following = null;
		this.map = null;
		this.position = null;
		this.past = null;
		this.campaign = message.campaign;
		document.body.classList.remove("theirs", "past", "waits");
		this.waiting = false;
		const who = capital(people(message.side));
		const sit = html("button", {
			class: "main",
			id: "take-seat",
			click: () => this.connection.send({ kind: "take_seat" })
		}, `We are ${people(message.side)}`, html("kbd", {}, "Enter"));
		this.tell("");
		page.replaceChildren(html("main", { class: "turned-away" }, html("h1", {}, message.title), html("p", { role: "status" }, `${who} are to decide. Hand the table over to them: what the other side knows is out of sight.`), sit), this.notice);
		sit.focus();
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
		this.command.begin();
		this.chance = "";
		this.lab.forget();
		this.beliefs.forget();
		this.ahead.forget();
		this.scrub.show(this.events, message.turns, message.steps, message.result !== "");
		this.scrub.back();
		const from = this.look_from;
		this.look_from = -1;
		if (from >= 0) this.scrub.go(from);
		else if (message.view.actor === this.seat && before?.actor !== this.seat && message.since.is_news) this.follow(message.since.passages);
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
		else this.head.show(this.position, mine, capital(people(this.sides[this.seat === "a" ? 1 : 0])), mine || !this.latest ? "" : summary(this.latest));
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
			command: this.past ? null : this.command.section(),
			commitment: this.commitment,
			set_up: (this.position.turns[0]?.turn ?? 1) === 0 && this.position.turns.length > 1
		});
	}
	told_until() {
		const past = this.past ? this.scrub.past : null;
		return past === null ? this.events : this.events.filter((event) => event.step < past);
	}
	offered(view) {
		if (this.battlefield && this.command.activates) return view.choices.filter((choice) => choice.counters.length === 0);
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
		this.command.forget();
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
		for (const place of this.command.range()) add(place);
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
		if (this.battlefield && this.click_command(place)) return;
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
	click_command(place) {
		const { command } = this;
		if (command.in_hand && this.reach.at(place)) return command.go(place, this.reach.at(place).who ?? []), true;
		if (!command.click(place)) return false;
		if (command.activates) return true;
		this.chosen = place;
		this.reach.expect(this.position.rev, place);
		command.ask_reach();
		this.draw();
		return true;
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
	staff(always) {
		if (this.deciding() && this.decided()) this.connection.send({
			kind: "staff",
			rev: this.position.rev,
			always
		});
	}
	history() {
		if (this.deciding() && this.decided()) this.connection.send({
			kind: "history",
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
		this.map?.call(passage.places.at(-1) ?? -1, summary(passage), []);
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
	once_closed(show) {
		if (!this.dialog.open) return show();
		const before = this.dialog.closed;
		this.dialog.closed = () => {
			this.dialog.closed = before;
			before();
			show();
		};
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
		this.retrospect.show_review(message);
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
		const ticks = target.type === "checkbox" && event.key !== " ";
		if (event.ctrlKey || event.metaKey || event.altKey || [
			"INPUT",
			"SELECT",
			"TEXTAREA"
		].includes(target.tagName) && !ticks) return;
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
			const choice = this.past ? void 0 : in_order_of_use(this.offered(position.view))[Number(key) - 1];
			if (choice) this.take(choice);
			return true;
		}
		if (this.following && this.press_following(key)) return true;
		switch (key) {
			case "Enter":
				if (this.ordering.course?.ready) this.ordering.give();
				else if (this.command.activate()) return true;
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
