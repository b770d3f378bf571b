// The board: cells with their soil, lights, shade and pieces; the sun at its corner; the tap pad beside it.

import { html, mark, svg } from "./dom.js";
import { CELLS, CELL_WIDTH, PLATE_RADIUS, SUN_CORNERS, SUN_DISTANCE, hexagon, polar, sunAngle } from "./geometry.js";
import { describe, drawPiece } from "./pieces.js";

const LEAF = "M0 -5.500C4.500 -3 4.500 2.500 0 5.500C-4.500 2.500 -4.500 -3 0 -5.500Z";
const ARROW = "M13 0H-5M3 -7L-5 0L3 7";

/** A strip's colour as a page shows it: the hue at full strength, and how strong it looks (0-1) as opacity. */
function onScreen(light) {
  const channels = [1, 3, 5].map((i) => parseInt(light.slice(i, i + 2), 16));
  const most = Math.max(...channels, 1);
  // LEDs are linear, eyes and screens are not.
  return { hue: `rgb(${channels.map((c) => Math.round(255 * (c / most) ** 0.7)).join(" ")})`, strength: (most / 255) ** 0.45 };
}

function drawLeaves(soil) {
  return svg(
    "g",
    { class: "leaves" },
    ...Array.from({ length: soil }, (_, i) =>
      svg("path", { d: LEAF, transform: `translate(${(i - (soil - 1) / 2) * 11} 37)` }),
    ),
  );
}

function drawCell({ name, x, y, soil }) {
  return svg(
    "g",
    { class: `cell soil-${soil}`, "data-cell": name, transform: `translate(${x} ${y})`, role: "button", tabindex: -1 },
    svg("polygon", { class: "ground", points: hexagon(48) }),
    svg("polygon", { class: "tint", points: hexagon(48) }),
    svg("circle", { class: "glow", r: 33 }),
    svg("circle", { class: "casing", r: 33 }),
    svg("circle", { class: "ring", r: 33 }),
    drawLeaves(soil),
    svg("g", { class: "pieces" }),
    svg("text", { class: "name", x: -29, y: -18 }, name),
    svg("g", { class: "dark-mark", transform: "translate(26 17)" }, ...drawDarkMark()),
    svg("g", { class: "badge", transform: "translate(27 -22)" }, svg("circle", { r: 10 }), svg("text", { y: 4.5 })),
    svg("polygon", { class: "outline", points: hexagon(46) }),
  );
}

// A struck-out sun: the tree on this cell is blocked.
function drawDarkMark() {
  return [svg("circle", { class: "disc", r: 11 }), svg("circle", { class: "sunlet", r: 5 }), svg("path", { d: "M-8 8L8 -8" })];
}

function drawSun() {
  const rays = Array.from({ length: 12 }, (_, i) => {
    const [from, to] = [polar(30 * i, 25), polar(30 * i, i % 2 ? 30 : 33)];
    return svg("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y });
  });
  const ends = CELLS.filter((cell, i) => CELLS[i + 1]?.row !== cell.row);
  const arrows = ends.map(({ x, y }) =>
    svg("path", { class: "arrow", d: ARROW, transform: `translate(${x + CELL_WIDTH / 2 + 12} ${y})` }),
  );
  return svg(
    "g",
    { class: "sun turning" },
    ...arrows,
    svg("g", { class: "sun-disc", transform: `translate(${SUN_DISTANCE} 0)` }, ...rays, svg("circle", { r: 21 })),
  );
}

// The light on the plate turns with the sun and stays within the plate.
function drawSunshine() {
  return svg("g", { "clip-path": "url(#plate)", class: "sunlight" }, svg("circle", { class: "sunshine turning", r: PLATE_RADIUS }));
}

function drawStops() {
  return svg(
    "g",
    { class: "stops" },
    ...SUN_CORNERS.map((corner) => {
      const { x, y } = polar(sunAngle(corner), SUN_DISTANCE);
      return svg("circle", { cx: x, cy: y, r: 7 });
    }),
  );
}

function drawPad() {
  return svg(
    "g",
    { class: "pad", "data-pad": "", "data-testid": "pad", role: "button", tabindex: 0, transform: "translate(-328 288)" },
    svg("rect", { class: "mat", x: -64, y: -50, width: 128, height: 100, rx: 16 }),
    svg("path", { class: "waves", d: "M-12 6A17 17 0 0 1 12 6M-22 -3A31 31 0 0 1 22 -3M-32 -12A45 45 0 0 1 32 -12" }),
    svg("text", { class: "pad-text", y: 34 }, "tap pad"),
    svg("g", { class: "pieces" }),
  );
}

export class Board {
  constructor(host) {
    this.cells = new Map(CELLS.map((cell) => [cell.name, drawCell(cell)]));
    this.pad = drawPad();
    this.sunshine = drawSunshine();
    this.sun = drawSun();
    this.angle = null;
    this.pieces = new Map();
    this.table = null;
    this.current = "d4";
    host.append(
      svg(
        "svg",
        { viewBox: "-386 -346 772 690", class: "board-svg", role: "group", "aria-label": "Board" },
        drawDefinitions(),
        svg("polygon", { class: "plate", points: hexagon(PLATE_RADIUS, 0) }),
        this.sunshine,
        drawStops(),
        this.sun,
        svg("g", { class: "cells" }, ...this.cells.values()),
        this.pad,
      ),
    );
    this.focusable("d4");
    this.showTable(null);
    this.showHands({}, null);
  }

  /** Make one cell the board's tab stop. */
  focusable(name) {
    this.cells.get(this.current).setAttribute("tabindex", -1);
    this.cells.get(name).setAttribute("tabindex", 0);
    this.current = name;
  }

  focus(name = this.current) {
    this.focusable(name);
    this.cells.get(name).focus();
  }

  showLights(cells) {
    for (const [name, node] of this.cells) {
      const light = cells[name] ?? null;
      if (node.dataset.light === (light ?? undefined)) continue;
      mark(node, "data-light", light);
      const { hue, strength } = light === null ? { hue: "transparent", strength: 0 } : onScreen(light);
      node.style.setProperty("--light", hue);
      node.style.setProperty("--strength", strength.toFixed(3));
    }
  }

  showTable(table) {
    this.table = table;
    const blocked = new Set(table?.blocked);
    const found = new Set(table?.findings.filter((finding) => !finding.notice).map((finding) => finding.cell));
    for (const [name, node] of this.cells) {
      const shade = table?.shade[name] ?? 0;
      mark(node, "data-shade", shade || null);
      mark(node, "data-blocked", blocked.has(name));
      mark(node, "data-finding", found.has(name));
      node.querySelector(".badge text").textContent = shade || "";
    }
    mark(this.pad, "data-finding", found.has("pad"));
    this.showSun(table?.sun ?? null);
    this.label();
  }

  showSun(corner) {
    const turning = [this.sunshine.firstChild, this.sun];
    for (const node of turning) {
      node.toggleAttribute("data-up", corner !== null);
      // A sun that comes up stands where it is; only one that stands swings to its next place.
      node.toggleAttribute("data-swings", this.angle !== null);
    }
    this.angle = corner === null ? null : this.angleTo(sunAngle(corner));
    if (corner === null) return;
    this.sun.dataset.corner = corner;
    for (const node of turning) {
      node.style.transform = `rotate(${this.angle}deg)`;
      node.getBoundingClientRect(); // settles the style, so that the next change starts from here
    }
  }

  /** The shorter way round, so that an undo swings back. */
  angleTo(target) {
    return this.angle === null ? target : this.angle + ((((target - this.angle) % 360) + 540) % 360) - 180;
  }

  showHands(at, pad) {
    const places = new Map(Object.entries(at));
    if (pad !== null && !places.has(pad)) places.set(pad, "pad");
    for (const [piece, node] of this.pieces) {
      if (places.has(piece)) continue;
      node.remove();
      this.pieces.delete(piece);
    }
    for (const [piece, place] of places) this.place(piece, place);
    for (const node of [...this.cells.values(), this.pad]) spread(node.querySelector(".pieces"));
    this.label();
  }

  place(piece, place) {
    const node = this.pieces.get(piece) ?? svg("g", { class: "piece", "data-piece": piece }, drawPiece(piece));
    this.pieces.set(piece, node);
    const home = (place === "pad" ? this.pad : this.cells.get(place))?.querySelector(".pieces");
    if (home && node.parentNode !== home) home.append(node);
  }

  /** The pieces lying on a cell. */
  on(cell) {
    return [...this.cells.get(cell).querySelectorAll("[data-piece]")].map((node) => node.dataset.piece);
  }

  label() {
    for (const { name, soil } of CELLS) {
      const words = [`${name}, ${soil} ${soil === 1 ? "leaf" : "leaves"}`, this.on(name).map(describe).join(" and ") || "empty"];
      if (this.table?.shade[name]) words.push(`shade ${this.table.shade[name]}`);
      if (this.table?.blocked.includes(name)) words.push("blocked");
      words.push(...(this.table?.findings ?? []).filter((f) => f.cell === name).map((f) => f.text.replace(`${name}: `, "")));
      this.cells.get(name).setAttribute("aria-label", words.join(", "));
    }
    const tapped = this.pad.querySelector("[data-piece]")?.dataset.piece;
    this.pad.setAttribute("aria-label", tapped ? `tap pad, ${describe(tapped)}` : "tap pad");
  }
}

function spread(home) {
  const nodes = [...home.children];
  nodes.forEach((node, i) => {
    node.setAttribute("transform", `translate(${(i - (nodes.length - 1) / 2) * 26} -3)`);
  });
}

function drawDefinitions() {
  const stops = [["0", "shade-end"], ["1", "sun-end"]].map(([offset, name]) => svg("stop", { offset, class: name }));
  const plate = svg("clipPath", { id: "plate" }, svg("polygon", { points: hexagon(PLATE_RADIUS, 0) }));
  return svg("defs", {}, svg("linearGradient", { id: "sunshine" }, ...stops), plate);
}

/** A small picture that follows the pointer while a piece is dragged. */
export function ghost(piece) {
  return html("div", { class: "ghost" }, svg("svg", { viewBox: "-45 -50 90 100" }, drawPiece(piece)));
}
