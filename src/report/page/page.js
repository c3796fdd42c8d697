"use strict";
// Shows a report: results, runs to step through, drawings, the source. All text comes from the data and is set as text.
(() => {
// The page of a folder has an item for each file; which one is shown stands in the address.
const root = JSON.parse(document.getElementById("data").textContent);
const item = root.items ? Number((/^#item=(\d+)/.exec(location.hash) || [])[1] || 0) : 0;
const data = root.items ? (root.items[item - 1] || {}).data : root;
const byId = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";

function put(node, given, parts) {
  for (const [key, value] of Object.entries(given || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "on") for (const [name, act] of Object.entries(value)) node.addEventListener(name, act);
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...parts.flat().filter((part) => part !== null && part !== undefined && part !== ""));
  return node;
}
const make = (tag, given, ...parts) => put(document.createElement(tag), given, parts);
const draw = (tag, given, ...parts) => put(document.createElementNS(SVG, tag), given, parts);
const button = (text, act, given) => make("button", { type: "button", on: { click: act }, ...given }, text);
const code = (text) => make("code", { dir: "auto" }, text);
const plural = (n, word) => `${n.toLocaleString("en")} ${word}${n === 1 ? "" : "s"}`;
const short = (text, most) => (text.length > most ? text.slice(0, most - 1) + "…" : text);

window.addEventListener("error", (event) => {
  const fault = byId("fault");
  fault.hidden = false;
  fault.textContent = `This page has a fault: ${event.message}`;
});

// Lists that may be long: a part, and a button for more.
function longList(items, most, show) {
  const list = make("ul", { class: "list" });
  let shown = 0;
  const more = button("", () => grow(true), { class: "more" });
  function grow(isAsked) {
    const first = shown;
    for (const item of items.slice(shown, shown + most)) list.append(show(item, shown++));
    more.textContent = `Show more (${(items.length - shown).toLocaleString("en")} left)`;
    more.hidden = shown >= items.length;
    if (isAsked) { const next = list.children[first]; if (next) { next.tabIndex = -1; next.focus(); } }
  }
  grow(false);
  return make("div", {}, list, more);
}

// ---- Places in the source

function placeLink(at) {
  if (!at) return null;
  const text = `${data.files[at[0]]}:${at[1]}`;
  if (!data.sources.some((source) => source.file === at[0])) return make("span", { class: "label quiet" }, text);
  return button(text, () => { showLine(at); pane.focus(); }, { class: "plain label" });
}

const pane = make("div", { class: "source", tabindex: 0, role: "group", "aria-labelledby": "source-title" });
let fileShown = -1;
let lit = null;
const chooser = make("select", { "aria-label": "File", on: { change: () => showFile(Number(chooser.value)) } });

function showFile(file) {
  if (file === fileShown) return;
  fileShown = file;
  chooser.value = String(file);
  lit = null;
  const source = data.sources.find((source) => source.file === file);
  const marks = new Map();
  for (const [of, first, last, taken] of data.clauses || []) {
    if (of !== file) continue;
    for (let line = first; line <= last; line++) {
      const old = marks.get(line);
      marks.set(line, { taken: taken && (!old || old.taken), first: line === first || (old && old.first) });
    }
  }
  const parts = [];
  let next = 1;
  for (const piece of source.pieces) {
    if (piece.first > next) parts.push(make("div", { class: "gap" }, `lines ${next} to ${piece.first - 1} are left out`));
    next = piece.first + piece.lines.length;
    for (let from = 0; from < piece.lines.length; from += 200) {
      const block = make("div", { class: piece.lines.length > 2000 ? "piece far" : "piece" });
      const lines = piece.lines.slice(from, from + 200);
      if (piece.lines.length > 2000) block.style.containIntrinsicSize = `auto ${lines.length * 18}px`;
      lines.forEach((text, at) => block.append(line(piece.first + from + at, text, marks)));
      parts.push(block);
    }
  }
  pane.replaceChildren(...parts);
}

function line(number, text, marks) {
  const mark = marks.get(number);
  const kind = mark ? (mark.taken ? " taken" : " never") : "";
  const node = make("div", { class: "line" + kind, "data-n": number, id: `line-${number}` }, text);
  if (mark && mark.first && !mark.taken) node.append(make("span", { class: "hidden-text" }, " (clause not taken)"));
  return node;
}

function showLine(at) {
  if (lit) { lit.classList.remove("lit"); lit.removeAttribute("aria-current"); }
  lit = null;
  if (!at || !data.sources.some((source) => source.file === at[0])) return;
  showFile(at[0]);
  lit = byId(`line-${at[1]}`);
  if (!lit) return;
  lit.classList.add("lit");
  lit.setAttribute("aria-current", "step");
  // The pane alone is moved, not the page.
  const above = lit.getBoundingClientRect().top - pane.getBoundingClientRect().top;
  pane.scrollTop += above - pane.clientHeight / 2;
}

function showSource() {
  if (!data.sources.length) return;
  byId("source").hidden = false;
  byId("columns").classList.add("two");
  for (const source of data.sources) chooser.append(make("option", { value: source.file }, data.files[source.file]));
  const clauses = data.clauses || [];
  const taken = clauses.filter((clause) => clause[3]).length;
  const legend = clauses.length
    ? make("p", { class: "quiet" }, make("span", { class: "key taken" }, "clause taken"), make("span", { class: "key never" }, "not taken"),
        `${taken} of ${plural(clauses.length, "clause")} of callbacks, under the commands that are given, or else those that the module suggests`)
    : null;
  const name = data.sources.length > 1 ? chooser : make("p", { class: "label" }, data.files[data.sources[0].file]);
  byId("source").append(make("div", { class: "buttons" }, name), legend || "", pane);
  const withClauses = clauses.length ? clauses[0][0] : data.sources[0].file;
  showFile(data.sources.some((source) => source.file === withClauses) ? withClauses : data.sources[0].file);
}

// ---- Graphs, laid out by dagre

// Also runs in a worker: knows nothing but its argument.
function arranged(graph) {
  const layout = new dagre.graphlib.Graph({ multigraph: true });
  layout.setGraph({ rankdir: "TB", nodesep: 36, ranksep: 34, edgesep: 14, marginx: 10, marginy: 10 });
  graph.states.forEach((size, number) => layout.setNode(String(number), { ...size }));
  graph.arrows.forEach((arrow, number) =>
    layout.setEdge(String(arrow.from), String(arrow.to), { width: arrow.width, height: arrow.height, labelpos: "c" }, String(number)));
  dagre.layout(layout);
  const states = graph.states.map((_, number) => { const { x, y } = layout.node(String(number)); return { x, y }; });
  const arrows = graph.arrows.map((arrow, number) => {
    const { points, x, y } = layout.edge(String(arrow.from), String(arrow.to), String(number));
    return { points, x, y };
  });
  const { width, height } = layout.graph();
  return { states, arrows, width, height };
}

// What is small is laid out at once; what is not, aside, and no longer than some seconds.
function arrange(graph, done) {
  if (graph.states.length <= 40 && graph.arrows.length <= 90) return done(arranged(graph));
  let worker;
  try {
    const text = `${byId("layout").textContent}\n${arranged}\nonmessage = (event) => postMessage(arranged(event.data));`;
    worker = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
  } catch (_) {
    return done(null);
  }
  const end = (result) => { clearTimeout(clock); worker.terminate(); done(result); };
  const clock = setTimeout(() => end(null), 10000);
  worker.onmessage = (event) => end(event.data);
  worker.onerror = (event) => { event.preventDefault(); end(null); };
  worker.postMessage(graph);
}

const widthOf = (text) => 7.6 * [...text].length;

// A drawing: `states` are titles, `arrows` have lines of text; the nodes by number, to be lit.
function picture(place, { states, arrows, start, name }, ready) {
  const graph = {
    states: states.map((title) => ({ width: 28 + widthOf(short(title, 48)), height: 34 })),
    arrows: arrows.map(({ from, to, lines }) => ({
      from, to, width: 12 + Math.max(0, ...lines.map((one) => widthOf(short(one.text, 60)) * 0.94)), height: 6 + 16 * lines.length,
    })),
  };
  place.replaceChildren(make("p", { class: "quiet" }, "laying it out …"));
  arrange(graph, (laid) => {
    if (!laid) {
      place.replaceChildren(make("p", {}, "This graph has too many arrows side by side to be drawn here in some seconds; the list below has all of it, and ",
        code("erl2lts graph --to dot"), " writes it for Graphviz."));
      return ready && ready(null);
    }
    const wide = Math.ceil(laid.width), high = Math.ceil(laid.height);
    const shown = { states: [], arrows: [] };
    const lines = draw("g", {}), texts = draw("g", {}), boxes = draw("g", {});
    laid.arrows.forEach(({ points, x, y }, number) => {
      const own = arrows[number].from === arrows[number].to ? laid.states[arrows[number].from] : null;
      const group = own ? around(own, graph.states[arrows[number].from].width / 2, x - graph.arrows[number].width / 2)
        : draw("g", { class: "arrow" }, draw("path", { d: curve(points) }), head(points));
      const text = draw("g", { class: "arrow" });
      const all = arrows[number].lines;
      all.forEach((one, at) => {
        const full = one.text.length > 60 ? draw("title", {}, one.text) : "";
        text.append(draw("text", { x, y: y + 16 * (at - (all.length - 1) / 2) + 4, "text-anchor": "middle", class: one.kind || null },
          full, short(one.text, 60)));
      });
      lines.append(group);
      texts.append(text);
      shown.arrows.push([group, text]);
    });
    laid.states.forEach(({ x, y }, number) => {
      const { width, height } = graph.states[number];
      const title = states[number];
      const group = draw("g", { class: number === start ? "state start" : "state" },
        title.length > 48 ? draw("title", {}, title) : "",
        draw("rect", { class: "box", x: x - width / 2, y: y - height / 2, width, height, rx: number === start ? 17 : 6 }),
        draw("text", { x, y: y + 4.5, "text-anchor": "middle" }, short(title, 48)));
      boxes.append(group);
      shown.states.push(group);
    });
    const svg = draw("svg", { role: "img", "aria-label": name, width: wide, height: high, viewBox: `0 0 ${wide} ${high}` }, lines, texts, boxes);
    place.replaceChildren(svg);
    shown.place = place;
    if (ready) ready(shown);
  });
}

function curve(points) {
  const at = ({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const between = (a, b) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  let path = `M${at(points[0])}`;
  for (let n = 1; n < points.length - 1; n++) {
    const end = n === points.length - 2 ? points[n + 1] : between(points[n], points[n + 1]);
    path += ` Q${at(points[n])} ${at(end)}`;
  }
  return points.length === 2 ? `${path} L${at(points[1])}` : path;
}

// An arrow from a state to itself, between the state and its text.
function around({ x, y }, half, text) {
  const from = x + half, far = from + Math.max(16, (text - from) * 1.3);
  const path = `M${from} ${y - 8} C${far} ${y - 18} ${far} ${y + 18} ${from} ${y + 8}`;
  return draw("g", { class: "arrow" }, draw("path", { d: path }), head([{ x: from + 9, y: y + 11 }, { x: from, y: y + 8 }]));
}

function head(points) {
  const tip = points[points.length - 1], from = points[points.length - 2];
  const turn = (Math.atan2(tip.y - from.y, tip.x - from.x) * 180) / Math.PI;
  return draw("polygon", { class: "head", points: "0,0 -10,4 -10,-4", transform: `translate(${tip.x.toFixed(1)} ${tip.y.toFixed(1)}) rotate(${turn.toFixed(1)})` });
}

function unlight(shown) {
  if (shown) for (const node of [...shown.states, ...shown.arrows.flat()]) node.classList.remove("lit", "seen");
}

// Moves what is scrolled around a node, not the page.
function intoView(box, node) {
  const outer = box.getBoundingClientRect(), inner = node.getBoundingClientRect();
  if (inner.top < outer.top || inner.bottom > outer.bottom) box.scrollTop += inner.top - outer.top - box.clientHeight / 2;
  if (inner.left < outer.left || inner.right > outer.right) box.scrollLeft += inner.left - outer.left - box.clientWidth / 2;
}

// ---- The state diagram

let diagramShown = null;

function showDiagram() {
  const { states, arrows, cut } = data.diagram || {};
  if (!states || states.length < 2) return;
  const section = byId("diagram");
  section.hidden = false;
  const place = make("div", { class: "picture", tabindex: 0, role: "group", "aria-labelledby": "diagram-title" });
  section.append(place);
  if (cut) section.append(make("p", { class: "open" }, "A limit was met: there may be more than is drawn."));
  const cells = (arrow) => make("tr", {}, make("td", {}, code(states[arrow.from])), make("td", {}, ...arrow.label.flatMap((text) => [code(text), make("br")])),
    make("td", {}, ...arrow.does.flatMap((text) => [code(text), make("br")])), make("td", {}, code(states[arrow.to])));
  section.append(make("details", {}, make("summary", {}, "As a table"),
    make("table", {}, make("thead", {}, make("tr", {}, ...["State", "Events", "Actions", "Next state"].map((text) => make("th", { scope: "col" }, text)))),
      make("tbody", {}, ...arrows.map(cells)))));
  const drawn = arrows.map(({ from, to, label, does }) => ({ from, to, lines: [
    ...label.slice(0, 6).map((text) => ({ text })), ...(label.length > 6 ? [{ text: `and ${label.length - 6} more events` }] : []),
    ...does.slice(0, 4).map((text) => ({ text: `/ ${text}`, kind: "does" })), ...(does.length > 4 ? [{ text: `/ and ${does.length - 4} more`, kind: "does" }] : []),
  ] }));
  if (states.length > 300 || arrows.length > 900) {
    place.replaceChildren(make("p", {}, `${plural(states.length, "state")} and ${plural(arrows.length, "arrow")} are too many for a drawing.`));
    return;
  }
  picture(place, { states, arrows: drawn, start: 0, name: `State diagram with ${plural(states.length, "state")} and ${plural(arrows.length, "arrow")}; the table below has the same` },
    (shown) => { diagramShown = shown; lightStep(); });
}

// ---- Transition systems

const systems = ((data && data.systems) || []).map((system) => {
  const begins = [];
  for (let at = 0; at < system.edges.length; at += 1 + 2 * system.edges[at]) begins.push(at);
  return { ...system, begins, shown: null, view: null };
});

function outOf(system, state) {
  const begin = system.begins[state], out = [];
  for (let n = 0; begin !== undefined && n < system.edges[begin]; n++) out.push({ label: system.labels[system.edges[begin + 1 + 2 * n]], to: system.edges[begin + 2 + 2 * n] });
  return out;
}
const textOf = (table, state) => table[0][(table[1][state] || 0) - 1];
const titleOf = (system, state) => [state, textOf(system.names, state)].filter((part) => part !== undefined).join(" ");

function showSystems() {
  if (!systems.length) return;
  const section = byId("systems");
  section.hidden = false;
  systems.forEach((system, number) => {
    const n = system.begins.length, m = (system.edges.length - n) / 2;
    section.append(make("h3", {}, (systems.length > 1 ? `System ${number + 1}` : "The system") + (system.paper ? ", as the paper sees it" : "")));
    if (system.left_out) {
      section.append(make("p", {}, "It is too large to stand in this page; ", code("erl2lts lts -o FILE.aut"), " writes it."));
      return;
    }
    section.append(make("p", {}, `${plural(n, "state")}, ${plural(m, "transition")}${system.complete ? "" : "; it was explored no further"}.`,
      data.hunt ? " It is the system that erl2lts lts writes, under the commands that are given, or else those that the module suggests." : ""));
    if (n <= 300 && m <= 900) {
      const place = make("div", { class: "picture", tabindex: 0, role: "group", "aria-label": `Drawing of system ${number + 1}` });
      const ask = button("Draw it", () => { ask.remove(); section.insertBefore(place, search); drawSystem(system, place, n, m); place.focus(); });
      const search = searching(system, number, n);
      if (n <= 60 && m <= 120) { section.append(place, search); drawSystem(system, place, n, m); }
      else section.append(ask, search);
    } else {
      section.append(make("p", { class: "quiet" }, "It is too large to be drawn; its states can be searched."), searching(system, number, n));
    }
  });
}

function drawSystem(system, place, n, m) {
  const between = new Map();
  for (let state = 0; state < n; state++) for (const { label, to } of outOf(system, state)) {
    const key = `${state} ${to}`;
    if (!between.has(key)) between.set(key, { from: state, to, lines: [] });
    between.get(key).lines.push({ text: label });
  }
  const keys = [...between.keys()];
  const arrows = [...between.values()].map((arrow) => (arrow.lines.length > 6
    ? { ...arrow, lines: [...arrow.lines.slice(0, 5), { text: `and ${arrow.lines.length - 5} more` }] } : arrow));
  const states = Array.from({ length: n }, (_, state) => titleOf(system, state));
  picture(place, { states, arrows, start: system.start, name: `Transition system with ${plural(n, "state")} and ${plural(m, "transition")}` },
    (shown) => { if (shown) shown.keys = new Map(keys.map((key, at) => [key, at])); system.shown = shown; lightStep(); });
}

// A search over names, data and actions, and a look at one state.
function searching(system, number, n) {
  const result = make("div", { "aria-live": "polite" });
  const look = make("div", { role: "group", "aria-label": `State of system ${number + 1}` });
  const input = make("input", { type: "search", id: `search-${number}`, autocomplete: "off", on: { input: () => { clearTimeout(clock); clock = setTimeout(find, 150); } } });
  let clock;
  system.view = (state, focus) => {
    const out = outOf(system, state), into = [];
    for (let other = 0; other < n && into.length < 100; other++) for (const { label, to } of outOf(system, other)) if (to === state) into.push({ label, to: other });
    const step = ({ label, to }) => make("li", {}, code(label), " ", button(titleOf(system, to), () => system.view(to, true), { class: "plain label" }));
    const told = textOf(system.data, state);
    look.replaceChildren(make("h4", { tabindex: -1 }, `State ${titleOf(system, state)}`), told === undefined ? "" : make("p", {}, "data ", code(told)),
      make("p", { class: "quiet" }, out.length ? "what can happen:" : "nothing can happen"), make("ul", { class: "list" }, ...out.map(step)),
      make("p", { class: "quiet" }, into.length ? "what leads here:" : "nothing leads here"), make("ul", { class: "list" }, ...into.map(step)));
    if (focus) look.querySelector("h4").focus();
  };
  function find() {
    const words = input.value.toLowerCase().split(/\s+/).filter((word) => word);
    if (!words.length) return result.replaceChildren();
    // Texts are few, states many: each text is looked at once.
    const having = (table) => words.map((word) => table.map((text) => text.toLowerCase().includes(word)));
    const [names, told, labels] = [having(system.names[0]), having(system.data[0]), having(system.labels)];
    const found = [];
    for (let state = 0; state < n; state++) {
      const fits = words.every((word, at) => {
        if (String(state) === word || names[at][(system.names[1][state] || 0) - 1] || told[at][(system.data[1][state] || 0) - 1]) return true;
        const begin = system.begins[state];
        for (let k = 0; k < system.edges[begin]; k++) if (labels[at][system.edges[begin + 1 + 2 * k]]) return true;
        return false;
      });
      if (fits) found.push(state);
    }
    const show = (state) => make("li", {}, button(titleOf(system, state), () => system.view(state, true), { class: "plain label" }), " ",
      make("span", { class: "label quiet" }, short(textOf(system.data, state) || "", 120)));
    result.replaceChildren(make("p", {}, found.length ? `${plural(found.length, "state")} found` : "no state found"), longList(found, 50, show));
  }
  return make("div", { class: "search" }, make("p", {}, make("label", { for: `search-${number}` }, "Search states, data and actions: "), input), result, look);
}

// ---- A folder

const ends = (exit, isHunt) => ({ 0: isHunt ? "nothing certain was found" : "everything is as expected", 1: isHunt ? "something certain was found" : "something is not as expected",
  2: "wrong input", 3: "inconclusive" }[exit] || "a fault");
const signs = { 0: ["good", "✔"], 3: ["open", "?"] };
const signed = (exit, text) => { const [kind, sign] = signs[exit] || ["bad", "✘"]; return make("span", { class: kind }, make("span", { "aria-hidden": "true" }, `${sign} `), text); };

function showFolder() {
  byId("title").replaceChildren("erl2lts: ", make("span", { dir: "auto" }, root.folder));
  document.title = `erl2lts: ${root.folder}`;
  byId("summary").append(make("strong", { class: (signs[root.exit] || ["bad"])[0] }, ends(root.exit, false)), `: ${root.checked}${root.summary ? `; ${root.summary}` : ""}`);
  const row = ({ name, word, exit, data: own }, number) => make("tr", {},
    make("td", {}, own ? make("a", { href: `#item=${number + 1}`, class: "label", dir: "auto" }, name) : make("span", { class: "label", dir: "auto" }, name)),
    make("td", {}, signed(exit, word), own ? "" : " (left out of this page, which is full)"));
  const head = make("thead", {}, make("tr", {}, ...["File", "What was found out"].map((text) => make("th", { scope: "col" }, text))));
  byId("results").append(make("table", { id: "files" }, head, make("tbody", {}, ...root.items.map(row))));
}

// Which file of the folder is shown, and others to choose.
function showPlace() {
  const name = ({ name: own, exit }, number) => make("option", { value: number + 1, selected: number + 1 === item }, `${(signs[exit] || [0, "✘"])[1]} ${own}`);
  const others = make("select", { "aria-label": "File of the folder", on: { change: () => { location.hash = `#item=${others.value}`; } } }, ...root.items.map(name));
  byId("title").before(make("nav", { "aria-label": "Folder", class: "buttons" }, make("a", { href: "#" }, "All of ", make("span", { dir: "auto" }, root.folder)), others));
}
if (root.items) window.addEventListener("hashchange", () => { if (Number((/^#item=(\d+)/.exec(location.hash) || [])[1] || 0) !== item) location.reload(); });

// ---- Results

const runs = [];
let playedRun = null, at = 0;
const words = { true: "good", false: "bad", null: "open" };

// A button that plays a run; the run gets a number.
function playing(name, run, given) {
  if (!run || !run.steps.length) return null;
  const number = runs.push({ name, ...given, ...run }) - 1;
  if (playedRun) offer(number);
  return make("button", { type: "button", class: "play", on: { click: () => play(number, true) } }, `Play ${plural(run.steps.length, "step")}`,
    make("span", { class: "hidden-text" }, ` of ${name}`));
}

function showProperty(property) {
  const sign = { true: "✔", false: "✘", null: "?" }[property.ok];
  const play = playing(property.name, property.run, { system: property.system });
  return make("li", {},
    make("p", {}, make("span", { class: `word ${words[property.ok]}` }, make("span", { "aria-hidden": "true" }, `${sign} `), property.verdict), " ",
      make("strong", { dir: "auto" }, property.name), property.remark, " ", placeLink(property.at), " ", play),
    make("p", {}, code(property.formula)),
    property.mu.replace(/\s/g, "") !== property.formula.replace(/\s/g, "") && property.logic !== "mu" ? make("details", {}, make("summary", {}, "in the mu-calculus"), make("p", {}, code(property.mu))) : null,
    property.false_in && property.verdict.endsWith("violated") ? make("p", { class: "quiet" }, `false in ${property.false_in[0]} of ${plural(property.false_in[1], "state")}`) : null,
    ...property.notes.map((note) => make("p", { class: "quiet" }, note)),
    property.run === null ? make("p", { class: "quiet" }, "its run is not in this page, which is full: --format json=FILE has it") : null);
}

function showFinding(finding) {
  const rank = finding.certain ? "certain" : "possible";
  const play = playing(finding.code, finding.run, { at: finding.at });
  return make("li", {},
    make("p", {}, make("span", { class: `word ${finding.certain ? "bad" : "open"}` }, make("span", { "aria-hidden": "true" }, finding.certain ? "✘ " : "? "), rank), " ",
      make("strong", {}, finding.code), " ", make("span", { dir: "auto" }, finding.message), " ", placeLink(finding.at), " ", play),
    finding.consequence ? make("p", {}, finding.consequence) : null,
    finding.also.length ? make("p", { class: "quiet" }, "also at ", ...finding.also.slice(0, 20).flatMap((at) => [placeLink(at), " "]), finding.also.length > 20 ? `and ${finding.also.length - 20} more` : "") : null,
    finding.because.length ? make("p", { class: "quiet" }, `it rests on ${finding.because.join(", ")}`) : null);
}

function showResults() {
  const section = byId("results"), add = (...nodes) => section.append(...nodes.filter((node) => node));
  byId("title").replaceChildren("erl2lts: ", make("span", { dir: "auto" }, data.input));
  document.title = `erl2lts: ${data.input}`;
  byId("summary").append(make("strong", { class: (signs[data.exit] || ["bad"])[0] }, ends(data.exit, data.hunt)), data.summary ? `: ${data.summary}` : "");
  if (data.hunt) byId("summary").append(`. ${data.hunt.line}`);
  const { properties, findings, ignored, hunt, products } = data;
  if (properties.length) add(make("h3", {}, "Properties"), longList(properties, 100, showProperty));
  if (products) add(make("h3", {}, "Products"), productTable(products));
  const certain = findings.filter((finding) => finding.certain), possible = findings.filter((finding) => !finding.certain);
  if (certain.length) add(make("h3", {}, `${plural(certain.length, "certain finding")}`), longList(certain, 100, showFinding));
  if (possible.length) add(make("h3", {}, `${plural(possible.length, "possible finding")}`), longList(possible, 100, showFinding));
  if (hunt && !findings.length) add(make("p", {}, "The built-in checks have found nothing."));
  if (hunt && hunt.unhandled.length) add(make("details", {}, make("summary", {}, "Events without a clause, if somebody sends them there"),
    longList(hunt.unhandled, 50, ([state, events]) => make("li", {}, code(state), " ", ...events.flatMap((event) => [code(event), " "])))));
  if (hunt && hunt.results.length) add(make("details", {}, make("summary", {}, `${plural(hunt.results.length, "place")} that may crash on what is not known`),
    longList(hunt.results, 50, (at) => make("li", {}, placeLink(at)))));
  if (ignored.length) add(make("details", {}, make("summary", {}, plural(ignored.length, "ignored finding")), longList(ignored, 50, showFinding)));
  for (const size of data.sizes) add(make("p", {}, code(size)));
  if (data.assumptions) add(make("p", { class: "quiet" }, data.assumptions));
  if (hunt) for (const read of hunt.modules) add(make("p", { class: "quiet" }, "read ", read));
}

function productTable({ properties, rows }) {
  const heads = ["Features", "States", "Transitions", ...properties];
  const row = (one) => make("tr", {}, make("td", {}, one.features.join(", ") || "the base"), make("td", {}, one.states), make("td", {}, one.transitions), ...one.verdicts.map((word) => make("td", {}, word)));
  return make("table", {}, make("thead", {}, make("tr", {}, ...heads.map((text) => make("th", { scope: "col" }, text)))), make("tbody", {}, ...rows.slice(0, 500).map(row)));
}

function showMessages() {
  if (!data.messages.length) return;
  byId("messages").hidden = false;
  const kinds = { error: "bad", warning: "open", note: "quiet" };
  byId("messages").append(longList(data.messages, 100, (told) => make("li", {},
    make("p", {}, make("span", { class: `word ${kinds[told.severity]}` }, `${told.severity} ${told.code}`), " ", make("span", { dir: "auto" }, told.text), " ", placeLink(told.at)),
    told.help ? make("p", { class: "quiet" }, told.help) : null)));
}

// ---- Playing a run

const list = make("ol", { class: "steps", "aria-label": "Steps" });
const status = make("p", { id: "status", role: "status", "aria-live": "polite" });
const said = make("p", { class: "label quiet", id: "said" });
const chart = make("div", { class: "picture", tabindex: 0, role: "group", "aria-label": "Sequence chart" });
const choice = make("select", { id: "run", on: { change: () => play(Number(choice.value), false) } });
const moves = {
  first: button("« Start", () => go(0)), back: button("‹ Back", () => go(at - 1)),
  next: button("Next ›", () => forward()), last: button("End »", () => go(playedRun.steps.length)),
};
let stepNodes = [], chartNodes = [];

function showPlayer() {
  if (!runs.length) return;
  const section = byId("player");
  section.hidden = false;
  runs.forEach((_, number) => offer(number));
  section.append(make("div", { class: "buttons" }, make("label", { for: "run" }, "Run of "), choice), make("div", { class: "buttons" }, ...Object.values(moves)),
    make("p", { class: "quiet" }, "Keys: arrows to the left and right, Home and End."), status, said, make("div", { class: "run" }, list, chart));
  section.addEventListener("keydown", (event) => {
    const act = { ArrowLeft: () => go(at - 1), ArrowRight: () => forward(), Home: () => go(0), End: () => go(playedRun.steps.length) }[event.key];
    if (!act || event.target === choice || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
  });
}

function offer(number) {
  choice.append(make("option", { value: number }, short(`${number + 1}. ${runs[number].name}`, 80)));
}

function play(number, focus) {
  playedRun = runs[number];
  choice.value = String(number);
  const { steps, end } = playedRun;
  stepNodes = [];
  list.replaceChildren();
  const row = (text, position, level) => {
    const node = button(text, () => go(position), { class: "label" });
    if (level) node.style.paddingInlineStart = `${0.4 + Math.min(level, 20)}rem`;
    stepNodes.push(node);
    list.append(make("li", {}, node));
  };
  row("start", 0, 0);
  steps.slice(0, 2000).forEach((step, n) => {
    if (end === "loop" && playedRun.loop === n) list.append(make("li", { class: "quiet" }, "from here, again and again:"));
    row(`${n + 1}  ${step.first ? "+ " : ""}${step.label}`, n + 1, step.level);
    if (step.again !== undefined) list.append(make("li", { class: "quiet" }, step.again ? `and on as behind step ${step.again}` : "and on as from the start"));
  });
  if (steps.length > 2000) list.append(make("li", { class: "quiet" }, `and ${plural(steps.length - 2000, "step")} more, which Next leads to`));
  if (end === "deadlock") list.append(make("li", { class: "quiet" }, "and nothing more happens"));
  drawChart();
  at = 0;
  go(steps.length ? 1 : 0, true);
  if (focus) { byId("player").scrollIntoView({ block: "nearest" }); moves.next.focus({ preventScroll: true }); }
}

function forward() {
  if (at === playedRun.steps.length && playedRun.end === "loop") go(playedRun.loop + 1);
  else go(at + 1);
}

function go(to, isFirst) {
  if (to < 0 || to > playedRun.steps.length) return;
  at = to;
  const { steps, end } = playedRun;
  moves.first.disabled = moves.back.disabled = at === 0;
  moves.last.disabled = at === steps.length;
  moves.next.disabled = at === steps.length && end !== "loop";
  stepNodes.forEach((node, n) => { if (n === at) node.setAttribute("aria-current", "step"); else node.removeAttribute("aria-current"); });
  if (stepNodes[at]) intoView(list, stepNodes[at]);
  const step = steps[at - 1];
  const place = step && step.at ? `, ${data.files[step.at[0]]} line ${step.at[1]}` : "";
  const state = step && step.state !== undefined ? `, then in state ${step.state}${step.data !== undefined ? ` with ${short(step.data, 120)}` : ""}` : "";
  status.textContent = step ? `Step ${at} of ${steps.length}: ${step.label}${place}${state}` : `Start of ${plural(steps.length, "step")}`;
  showLine(step ? step.at : null);
  said.textContent = lit ? lit.textContent.trim() : "";
  lightStep();
  if (!isFirst) try { history.replaceState(null, "", `#${root.items ? `item=${item}&` : ""}run=${runs.indexOf(playedRun) + 1}&step=${at}`); } catch (_) { /* a page without an address */ }
}

function lightStep() {
  if (!playedRun) return;
  const step = playedRun.steps[at - 1];
  unlight(diagramShown);
  if (diagramShown) {
    for (const { node, arrow } of playedRun.steps) {
      if (node !== undefined) diagramShown.states[node].classList.add("seen");
    }
    if (step && step.arrow !== undefined) for (const node of diagramShown.arrows[step.arrow]) node.classList.add("lit");
    const node = step ? step.node : 0;
    if (node !== undefined) { diagramShown.states[node].classList.add("lit"); intoView(diagramShown.place, diagramShown.states[node]); }
  }
  for (const system of systems) unlight(system.shown);
  const system = playedRun.system === undefined ? null : systems[playedRun.system];
  if (system && system.shown && (step || playedRun.steps.length)) {
    const state = step ? step.to : playedRun.steps[0].from;
    system.shown.states[state].classList.add("lit");
    const arrow = step ? system.shown.keys.get(`${step.from} ${step.to}`) : undefined;
    if (arrow !== undefined) for (const node of system.shown.arrows[arrow]) node.classList.add("lit");
    intoView(system.shown.place, system.shown.states[state]);
  }
  chartNodes.forEach((node, n) => node.classList.toggle("lit", n === at - 1));
  if (chartNodes[at - 1]) intoView(chart, chartNodes[at - 1]);
}

// Who sends what to whom, from the top to the bottom.
function drawChart() {
  const steps = playedRun.steps.slice(0, 400);
  const others = [...new Set(steps.filter((step) => step.who === "called").map((step) => step.whom))];
  const hasOuter = steps.some((step) => step.who === "sender" || step.who === "client");
  const lives = [...(hasOuter ? ["environment"] : []), "machine", ...others];
  const gap = lives.length < 4 ? 140 : 180, row = 30, top = 44, wide = gap * lives.length + 20, high = top + row * (steps.length + 1);
  const reach = wide + (lives[lives.length - 1] === "machine" ? 130 : 0);
  const x = (name) => 10 + gap * (lives.indexOf(name) + 0.5);
  const body = draw("g", {});
  for (const name of lives) {
    const width = Math.min(gap - 12, 24 + widthOf(name));
    body.append(draw("line", { class: "life", x1: x(name), x2: x(name), y1: top - 10, y2: high }), draw("g", { class: "state" },
      draw("rect", { class: "box", x: x(name) - width / 2, y: 6, width, height: 26, rx: 5 }), draw("text", { x: x(name), y: 24, "text-anchor": "middle" }, short(name, 22))));
  }
  chartNodes = steps.map((step, n) => {
    const y = top + row * (n + 0.7), own = x("machine");
    const [from, to] = { sender: [x("environment"), own], client: [own, x("environment")], called: [own, x(step.whom)] }[step.who] || [own, own];
    const text = short(step.label, 34);
    const group = draw("g", { class: "message" }, draw("rect", { class: "back", x: 0, y: y - row * 0.7, width: reach, height: row }), step.label.length > 34 ? draw("title", {}, step.label) : "");
    if (from === to) {
      group.append(draw("circle", { class: "head", cx: own, cy: y, r: 4 }), draw("text", { x: own + 10, y: y + 4 }, (step.who === "timer" ? "⏱ " : "") + text));
    } else {
      const back = to < from ? 10 : -10;
      group.append(draw("path", { d: `M${from} ${y} L${to} ${y}` }), draw("polygon", { class: "head", points: `${to},${y} ${to + back},${y - 4} ${to + back},${y + 4}` }),
        draw("text", { x: (from + to) / 2, y: y - 6, "text-anchor": "middle" }, text));
    }
    body.append(group);
    return group;
  });
  const cut = playedRun.steps.length > steps.length ? `, the first ${steps.length} of ${playedRun.steps.length}` : "";
  chart.replaceChildren(draw("svg", { role: "img", "aria-label": `Sequence chart of ${lives.join(", ")}${cut}; the list of steps has the same`, width: reach, height: high, viewBox: `0 0 ${reach} ${high}` }, body));
}

// ---- On paper all runs stand one below the other.

function print() {
  const shown = runs.slice(0, 50).map((run, n) => [make("h3", {}, `Run ${n + 1}: ${run.name}`), make("table", {}, make("tbody", {}, ...run.steps.slice(0, 500).map((step, k) =>
    make("tr", {}, make("td", {}, k + 1), make("td", {}, code(step.label)), make("td", {}, step.at ? `${data.files[step.at[0]]}:${step.at[1]}` : ""), make("td", {}, step.state === undefined ? "" : code(step.state))))))]);
  byId("printed").replaceChildren(...shown.flat());
}
window.addEventListener("beforeprint", print);

if (!data) return showFolder();
if (root.items) showPlace();
showResults();
showSource();
showPlayer();
showDiagram();
showSystems();
showMessages();
const asked = /^#(?:item=\d+&)?run=(\d+)&step=(\d+)$/.exec(location.hash);
const worst = Math.max(0, runs.findIndex((_, n) => n === (data.properties.filter((property) => property.run && property.run.steps.length).findIndex((property) => property.verdict.endsWith("violated")))));
if (asked && runs[asked[1] - 1]) { play(asked[1] - 1, false); go(Math.min(Number(asked[2]), playedRun.steps.length), true); }
else if (runs.length) play(worst, false);
})();
