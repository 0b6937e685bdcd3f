// Everything put together: keys, buttons, the address, the theme.

const game = new Game(DATA);
const camera = new Camera(byId("view"), byId("world"));
const board = new BoardView(game, camera);
const action = new ActionView(game, board);
const front = new FrontView(game);
const story = new StoryView(game, board);
const lists = new ListView(game, board, (at) => leap(at));
const narrative = new Narrative(game, board, story, (at) => show(at));
new ReferenceView(game, camera, board, (at) => leap(at));
const timeline = new Timeline(game, (at, play) => show(at, play));

/** Show a step. `play` moves counters if it is the next one; gives the time that takes. */
function show(at, play = false) {
  const target = Math.min(game.last, Math.max(game.first, Math.round(at)));
  const forward = target === game.at + 1;
  action.cancel();
  game.goTo(target);
  board.update();
  front.draw();
  const moving = action.draw(play && forward, timeline.speed);
  story.show();
  lists.show();
  timeline.show();
  narrative.show();
  if (camera.follow) look();
  remember();
  return moving;
}

/** Go somewhere else on purpose: playing stops. */
function leap(at) {
  timeline.stop();
  if (matchMedia("(max-width: 900px)").matches) document.body.classList.remove("lists-open");
  show(at);
}

/** One step on or back by hand. */
function walk(by) {
  timeline.stop();
  show(game.at + by, by === 1);
}

function look() {
  const step = game.step;
  const asked = step?.camera ?? [];
  const hexes = asked.length ? asked : (step?.focus ?? []);
  camera.show(hexes.map(hexCenter).filter(Boolean), { framed: asked.length > 0 });
}

// -- the address: #312 is entry 312 ---------------------------------------------------------------

let writing = 0;

function remember() {
  // Browsers limit how often a page may write its address.
  clearTimeout(writing);
  writing = setTimeout(() => {
    const hash = game.step ? `#${game.step.id}` : "#";
    if (location.hash !== hash) history.replaceState(null, "", hash);
  }, 400);
}

function fromAddress(address = location.href) {
  return game.byEntry.get(Number(new URL(address).hash.slice(1)));
}

// The event tells which address was asked for; by now this page may have written its own over it.
addEventListener("hashchange", (event) => {
  const at = fromAddress(event.newURL);
  if (at !== undefined && at !== game.at) leap(at);
});

// -- buttons and keys -----------------------------------------------------------------------------

function toggleFollow() {
  camera.follow = !camera.follow;
  byId("follow").setAttribute("aria-pressed", String(camera.follow));
  if (camera.follow) look();
}

function toggleFront() {
  if (!DATA.fronts.length) return;
  front.toggle();
  byId("front").setAttribute("aria-pressed", String(front.on));
}

function toggleHelp() {
  const help = byId("help");
  if (help.open) help.close();
  else help.showModal();
}

function toggleTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  timeline.paint();
}

function toggleLists(open) {
  document.body.classList.toggle("lists-open", open);
  byId("lists-toggle").setAttribute("aria-expanded", String(document.body.classList.contains("lists-open")));
}

function escape() {
  timeline.stop();
  board.openStack(null);
  if (matchMedia("(max-width: 900px)").matches) toggleLists(false);
}

const BUTTONS = {
  start: () => leap(game.first),
  end: () => leap(game.last),
  back: () => walk(-1),
  next: () => walk(1),
  play: () => timeline.toggle(),
  "chapter-back": () => leap(game.chapterBefore(game.at)),
  "chapter-next": () => leap(game.chapterAfter(game.at)),
  "zoom-in": () => camera.zoom(1.35),
  "zoom-out": () => camera.zoom(1 / 1.35),
  fit: () => camera.fit(),
  follow: toggleFollow,
  theme: toggleTheme,
  "help-open": toggleHelp,
  "lists-toggle": () => toggleLists(),
  "lists-close": () => toggleLists(false),
  "read-toggle": () => narrative.toggle(),
};
for (const [id, work] of Object.entries(BUTTONS)) byId(id).addEventListener("click", work);
byId("follow").setAttribute("aria-pressed", "true");
if (DATA.fronts.length) {
  byId("front").addEventListener("click", toggleFront);
  byId("front").setAttribute("aria-pressed", String(front.on));
}

const PAN = 90;
const KEYS = {
  ArrowLeft: BUTTONS.back,
  ArrowRight: BUTTONS.next,
  PageUp: BUTTONS["chapter-back"],
  PageDown: BUTTONS["chapter-next"],
  Home: BUTTONS.start,
  End: BUTTONS.end,
  " ": BUTTONS.play,
  f: BUTTONS.fit,
  c: toggleFollow,
  l: toggleFront,
  n: BUTTONS["read-toggle"],
  "+": BUTTONS["zoom-in"],
  "=": BUTTONS["zoom-in"],
  "-": BUTTONS["zoom-out"],
  "?": toggleHelp,
  Escape: escape,
};
const SHIFTED = {
  ArrowLeft: () => camera.pan(PAN, 0),
  ArrowRight: () => camera.pan(-PAN, 0),
  ArrowUp: () => camera.pan(0, PAN),
  ArrowDown: () => camera.pan(0, -PAN),
};

// Captured, so that the slider, when it has the focus, does not step as well.
addEventListener(
  "keydown",
  (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || byId("help").open) return;
    const { target } = event;
    const typing = target.matches("input[type=search], select");
    if (typing && event.key !== "Escape") return;
    if (target.matches("[role=tab]") && event.key.startsWith("Arrow")) return;
    if (event.key === " " && target.closest("button, summary, a")) return;
    const work = (event.shiftKey && SHIFTED[event.key]) || KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!work) return;
    event.preventDefault();
    event.stopPropagation();
    work();
  },
  true,
);

// -- beginning ------------------------------------------------------------------------------------

if (matchMedia("(min-width: 1280px)").matches) toggleLists(true);
const beginning = fromAddress() ?? game.first;
game.goTo(beginning);
story.show(); // the panels take their room before the map is fitted into what is left
camera.fit();
show(beginning);

/** Take up a log that has grown; who was at the end goes to the new end, step by step. */
function extend(fresh) {
  const atEnd = game.at === game.last;
  const known = game.steps.map((step) => step.id);
  let shared = 0;
  while (shared < game.at && fresh.steps[shared]?.id === known[shared]) shared += 1;
  game.goTo(shared); // the line before may be another one by now
  Object.assign(DATA, fresh);
  game.extend(DATA);
  lists.refresh();
  board.update();
  show(atEnd ? Math.min(shared + 1, game.last) : shared, true);
  while (atEnd && game.at < game.last) show(game.at + 1);
}

/** For tests and for live pages: the position, and ways to move. */
window.replay = { game, camera, timeline, narrative, front, show, extend };
