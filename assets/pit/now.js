// Asks for the tables every few seconds and puts them into their place. Nothing is kept, and nothing comes from elsewhere.
"use strict";
const place = document.getElementById("tables");
const old = document.getElementById("old");
const EVERY = 3000;  // milliseconds
const PATIENCE = 9000;
let came = Date.now();

async function look() {
  try {
    const answer = await fetch(place.dataset.from, { redirect: "manual", signal: AbortSignal.timeout(PATIENCE) });
    if (answer.type === "opaqueredirect") return location.reload();  // the log-in has ended
    if (!answer.ok) throw answer.status;
    const text = await answer.text();
    const link = place.contains(document.activeElement) && document.activeElement.getAttribute("href");
    place.innerHTML = text;
    if (link) place.querySelector(`[href="${CSS.escape(link)}"]`)?.focus();
    came = Date.now();
  } catch {
    // what is there stays, and says that it is old
  }
  old.hidden = Date.now() - came < 3 * EVERY;
  place.classList.toggle("old", !old.hidden);
  setTimeout(look, document.hidden ? 10 * EVERY : EVERY);
}

document.addEventListener("visibilitychange", () => { if (!document.hidden) came = Date.now() - 2 * EVERY; });
setTimeout(look, EVERY);
