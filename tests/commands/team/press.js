"use strict";
// What a person does with a page, and what a screen reader is told: written into an element at its end.
addEventListener("load", () => setTimeout(() => {
  const lines = [], faults = [];
  const text = (node) => (node ? node.textContent.trim() : "-");
  const all = (what) => [...document.querySelectorAll(what)];
  lines.push(text(document.querySelector("h1")), text(document.getElementById("summary")));
  for (const entry of all("#results li > p:first-child")) lines.push(`result: ${text(entry)}`);
  for (const row of all("#files tbody tr")) lines.push(`file: ${[...row.children].map(text).join(" | ")}`);
  for (const option of all("nav option")) lines.push(`choice: ${option.selected ? "*" : " "} ${text(option)}`);
  for (const head of all("h3")) lines.push(`part: ${text(head)}`);
  for (const part of all("#systems > p")) lines.push(`system: ${text(part)}`);
  const player = document.getElementById("player");
  if (!player.hidden) {
    all("#player button").find((node) => text(node) === "« Start").click();
    for (let n = 0; n < 6; n++) {
      lines.push(`${text(document.getElementById("status"))} | line ${text(document.querySelector(".line.lit"))}`);
      const lit = all("#diagram .lit text").map(text), states = all("#systems .lit text").map(text);
      lines.push(`   diagram: ${lit.join(" ") || "-"} | system: ${states.join(" ") || "-"} | chart: ${all("#player .message.lit").map(text).join(" ") || "-"}`);
      player.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    }
  }
  const search = document.querySelector("input[type=search]");
  if (search) {
    search.value = "0";
    search.dispatchEvent(new Event("input"));
  }
  setTimeout(() => {
    if (search) lines.push(`search: ${text(document.querySelector(".search [aria-live] p"))}`);
    const first = document.querySelector(".search [aria-live] button");
    if (first) { first.click(); lines.push(`focus: ${text(document.activeElement)}`); }
    // What has a role has a name; what is pointed at is there, once.
    const name = (node) => node.getAttribute("aria-label") || text(document.getElementById(node.getAttribute("aria-labelledby"))).replace("-", "")
      || text(node.labels && node.labels[0]).replace("-", "") || text(node);
    for (const node of all("button, select, input, [role=img], [role=group], section:not([hidden]):not([aria-hidden]), aside:not([hidden])")) if (!name(node)) faults.push(`no name: ${node.outerHTML.slice(0, 80)}`);
    const ids = all("[id]").map((node) => node.id);
    for (const id of new Set(ids)) if (ids.filter((other) => other === id).length > 1) faults.push(`twice: ${id}`);
    if (all("img, iframe, object, script[src], link[href^=http]").length) faults.push("something foreign");
    if (!document.getElementById("fault").hidden) faults.push(text(document.getElementById("fault")));
    const seen = document.createElement("pre");
    seen.id = "seen";
    seen.textContent = `${lines.join("\n")}\nfaults: ${faults.join("; ") || "none"}\n`;
    document.body.append(seen);
  }, 1500);
}, 1500));
