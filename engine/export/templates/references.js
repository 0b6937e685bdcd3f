// What a comment speaks of: pointing at it lights its hexes, a click goes there.

class ReferenceView {
  constructor(game, camera, board, go) {
    this.game = game;
    this.camera = camera;
    this.board = board;
    this.go = go;
    const named = (event) => event.target.closest?.(".ref") ?? null;
    document.addEventListener("pointerover", (event) => this.light(named(event)));
    document.addEventListener("focusin", (event) => this.light(named(event)));
    document.addEventListener("click", (event) => {
      const ref = named(event);
      if (ref) this.follow(ref);
    });
  }

  /** The places that a reference names: of a unit, where it stands now. */
  #places(ref) {
    if (ref.dataset.hexes) return ref.dataset.hexes.split(" ");
    const [kind, ...rest] = ref.dataset.ref.split("/");
    if (kind !== "unit") return [];
    const unit = rest.join("/");
    return [...this.game.stacks].filter(([, units]) => units.includes(unit)).map(([place]) => place);
  }

  light(ref) {
    if (ref === this.lit) return;
    this.lit = ref;
    const centers = ref ? this.#places(ref).map(hexCenter).filter(Boolean) : [];
    byId("hover").replaceChildren(...centers.map((center) => svg("polygon", { class: "named", points: hexOutline(center) })));
  }

  follow(ref) {
    const [kind, target] = ref.dataset.ref.split("/");
    if (kind === "entry") {
      const at = this.game.byEntry.get(Number(target));
      if (at !== undefined) this.go(at);
      return;
    }
    const places = this.#places(ref);
    this.camera.show(places.map(hexCenter).filter(Boolean), { force: true });
    if (kind === "unit" && places.length) this.board.openStack(places[0]);
    this.lit = null;
    this.light(ref);
  }
}
