#include "tools/serve/run_page.h"

#include <algorithm>
#include <array>

namespace niemen::serve {

namespace {

constexpr std::string_view kPage = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>A run of the lab</title>
<link rel="stylesheet" href="/run.css">
<script src="/run.js" defer></script>
</head>
<body>
<main>
<h1 id="name">A run of the lab</h1>
<p id="purpose"></p>
<p id="state" role="status">Waiting for the run...</p>
<progress id="bar" max="1" value="0" aria-label="Campaigns played"></progress>
<p id="numbers"></p>
<section id="balance" hidden>
<h2 id="question">How sure it is by now</h2>
<p id="share"></p>
<svg id="chart" viewBox="0 0 720 260" role="img" aria-labelledby="share"></svg>
<p id="decided"></p>
</section>
<section id="parts" hidden>
<h2>By combination</h2>
<table><thead><tr><th scope="col">combination</th><th scope="col">campaigns</th>
<th scope="col">score</th><th scope="col">interval of 95 %</th></tr></thead><tbody id="cells"></tbody></table>
<p id="rest"></p>
</section>
<section id="verdict" hidden><h2>Verdict</h2><div id="sentences"></div></section>
<section id="pictures" hidden><h2>Pictures</h2><div id="figures"></div></section>
</main>
</body>
</html>
)";

constexpr std::string_view kStyle = R"(:root { color-scheme: light; }
body { margin: 0; background: #f7f3e8; color: #22201b; font: 17px/1.5 Georgia, serif; }
main { max-width: 52rem; margin: 0 auto; padding: 1.5rem; }
h1, h2 { font-weight: 600; line-height: 1.2; }
h1 { margin-bottom: .2rem; } h2 { margin-top: 2rem; font-size: 1.2rem; }
#purpose { font-style: italic; margin-top: 0; }
progress { width: 100%; height: 1.1rem; accent-color: #1f3a5f; }
svg { width: 100%; height: auto; background: #fffdf6; border: 1px solid #cfc6b0; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .2rem .6rem .2rem 0; border-bottom: 1px solid #ddd4bf; }
td:nth-child(2), td:nth-child(3) { font-variant-numeric: tabular-nums; white-space: nowrap; }
td svg { width: 14rem; height: 1.2rem; border: 0; background: none; vertical-align: middle; }
img { max-width: 100%; border: 1px solid #cfc6b0; background: #fff; }
figure { margin: 1rem 0 2rem; } figcaption { font-style: italic; }
)";

constexpr std::string_view kScript = R"('use strict';
const at = (id) => document.getElementById(id);
const say = (id, text) => { if (at(id).textContent !== text) at(id).textContent = text; };
const percent = (share) => (100 * share).toFixed(1) + ' %';
const plain = new Intl.NumberFormat('en');
function draw(parent, name, attributes, text) {
  const one = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  if (text !== undefined) one.textContent = text;
  parent.append(one);
  return one;
}
function duration(seconds) {
  const whole = Math.round(seconds);
  if (whole < 60) return whole + ' s';
  if (whole < 3600) return Math.floor(whole / 60) + ' min ' + whole % 60 + ' s';
  return Math.floor(whole / 3600) + ' h ' + Math.floor(whole % 3600 / 60) + ' min';
}
function chart(run) {
  const svg = at('chart');
  svg.replaceChildren();
  const left = 62, right = 706, top = 14, bottom = 222;
  // What was very wide at the start would hide what is narrow now.
  const told = run.series.filter((row) => row[0] >= Math.min(20, run.done));
  let low = Math.min(run.band[0], ...told.map((row) => row[2]));
  let high = Math.max(run.band[1], ...told.map((row) => row[3]));
  const step = high - low > 0.4 ? 0.1 : 0.05;
  low = Math.max(0, Math.floor(low / step) * step);
  high = Math.min(1, Math.ceil(high / step) * step);
  const most = Math.max(run.planned, run.done, 1);
  const x = (count) => left + (right - left) * count / most;
  const y = (share) => bottom - (bottom - top) * (Math.min(high, Math.max(low, share)) - low) / (high - low || 1);
  draw(svg, 'rect', {x: left, y: y(run.band[1]), width: right - left,
    height: Math.max(0, y(run.band[0]) - y(run.band[1])), fill: '#e4ead8'});
  for (let share = low; share <= high + 1e-9; share += step) {
    draw(svg, 'line', {x1: left, x2: right, y1: y(share), y2: y(share), stroke: '#d9d0bb'});
    draw(svg, 'text', {x: left - 8, y: y(share) + 5, 'text-anchor': 'end', 'font-size': 14},
      Math.round(100 * share) + ' %');
  }
  for (const part of [0, 0.25, 0.5, 0.75, 1])
    draw(svg, 'text', {x: x(part * most), y: bottom + 20, 'text-anchor': part === 1 ? 'end' : 'middle', 'font-size': 14},
      plain.format(Math.round(part * most)));
  draw(svg, 'text', {x: (left + right) / 2, y: bottom + 36, 'text-anchor': 'middle', 'font-size': 13}, 'campaigns');
  if (told.length > 0) {
    const edge = [...told.map((row) => [x(row[0]), y(row[3])]), ...told.slice().reverse().map((row) => [x(row[0]), y(row[2])])];
    draw(svg, 'polygon', {points: edge.map((point) => point.join()).join(' '), fill: '#1f3a5f', 'fill-opacity': 0.25});
    draw(svg, 'polyline', {points: told.map((row) => x(row[0]) + ',' + y(row[1])).join(' '), fill: 'none', stroke: '#1f3a5f', 'stroke-width': 2});
  }
}
function cells(run) {
  at('parts').hidden = run.cells.length < 2;
  at('cells').replaceChildren(...run.cells.map((cell) => {
    const row = document.createElement('tr');
    for (const text of [cell.id, plain.format(cell.n), percent(cell.share)]) {
      const one = document.createElement('td');
      one.textContent = text;
      row.append(one);
    }
    const last = document.createElement('td');
    const words = percent(cell.low) + ' to ' + percent(cell.high);
    const svg = draw(last, 'svg', {viewBox: '0 0 224 19', role: 'img', 'aria-label': words});
    draw(svg, 'line', {x1: 0, x2: 224, y1: 10, y2: 10, stroke: '#d9d0bb'});
    draw(svg, 'line', {x1: 112, x2: 112, y1: 2, y2: 18, stroke: '#b8ad94'});
    draw(svg, 'line', {x1: 224 * cell.low, x2: 224 * cell.high, y1: 10, y2: 10, stroke: '#1f3a5f', 'stroke-width': 5});
    draw(svg, 'circle', {cx: 224 * cell.share, cy: 10, r: 4, fill: '#8c2f1b'});
    row.append(last);
    return row;
  }));
  say('rest', run.cells_left > 0 ? 'and ' + run.cells_left + ' more' : '');
}
function show(run) {
  document.title = run.name + ': ' + (run.over ? 'over' : Math.floor(100 * run.done / Math.max(1, run.planned)) + ' %');
  say('name', run.name);
  say('purpose', run.purpose);
  say('state', run.over ? run.ended : 'Playing.');
  at('bar').value = run.over && run.complete ? 1 : run.done / Math.max(1, run.planned);
  let numbers = plain.format(run.done) + ' of ' + plain.format(run.planned) + ' campaigns';
  if (run.rate > 0 && !run.over) numbers += ', ' + run.rate.toFixed(1) + ' a second, ' + duration(run.left) + ' left';
  if (run.failed > 0) numbers += ', ' + run.failed + ' failed';
  if (run.forfeited > 0) numbers += ', ' + run.forfeited + ' forfeited';
  say('numbers', numbers);
  at('balance').hidden = run.series.length === 0;
  if (run.series.length > 0) {
    say('share', 'The ' + run.side + ' side scores ' + percent(run.share) + ' (' + percent(run.low) + ' to ' + percent(run.high) + ').');
    say('decided', run.over ? '' : run.decided);
    chart(run);
  }
  cells(run);
  at('verdict').hidden = run.sentences.length === 0;
  at('sentences').replaceChildren(...run.sentences.map((text) => {
    const one = document.createElement('p');
    one.textContent = text;
    return one;
  }));
  at('pictures').hidden = run.pictures.length === 0;
  if (at('figures').childElementCount !== run.pictures.length)
    at('figures').replaceChildren(...run.pictures.map((name) => {
      const figure = document.createElement('figure');
      const picture = document.createElement('img');
      picture.src = '/pictures/' + name;
      picture.alt = name.replace(/\.png$/, '').replace(/_/g, ' ');
      figure.append(picture);
      return figure;
    }));
}
const token = new URLSearchParams(location.hash.slice(1)).get('t') || '';
function join() {
  const socket = new WebSocket('ws://' + location.host + '/socket');
  let last = null;
  socket.onopen = () => socket.send(JSON.stringify({kind: 'hello', token}));
  socket.onmessage = (message) => { last = JSON.parse(message.data); show(last); };
  socket.onclose = (event) => {
    if (event.code === 1008) return say('state', 'This is not the address that niemen lab run has printed.');
    if (last && last.over) return;
    say('state', 'The run has ended, or its page has: see the terminal.');
    setTimeout(join, 2000);
  };
}
join();
)";

constexpr std::array kFiles{Asset{"/", "text/html; charset=utf-8", kPage},
                            Asset{"/run.css", "text/css; charset=utf-8", kStyle},
                            Asset{"/run.js", "text/javascript; charset=utf-8", kScript}};

}  // namespace

const Asset* find_run_page(std::string_view path) {
  const auto* found = std::find_if(kFiles.begin(), kFiles.end(),
                                   [&](const Asset& asset) { return asset.path == path; });
  return found == kFiles.end() ? nullptr : found;
}

}  // namespace niemen::serve
