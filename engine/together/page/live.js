// The live page of a shared game: nats.ws says when the log has grown, then the page is read again.

(async () => {
  const SETTLE = 120; // milliseconds in which further lines are waited for
  const live = JSON.parse(document.getElementById("live").textContent);
  const state = document.getElementById("live-state");
  const say = (word) => {
    state.textContent = live.words[word];
    state.dataset.state = word;
  };
  let waiting = 0;
  // Who comes late sees the game as it is now.
  if (window.replay.game.at <= 1) window.replay.show(window.replay.game.last);

  async function refresh() {
    const answer = await fetch(location.pathname, { cache: "no-store" });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const symbols = [...document.querySelectorAll("svg.stock")];
    [...page.querySelectorAll("svg.stock")].forEach((fresh, i) => symbols[i]?.replaceWith(document.importNode(fresh, true)));
    window.replay.extend(JSON.parse(page.getElementById("data").textContent));
  }

  for (;;) {
    try {
      const client = await nats.connect({
        servers: `ws://${location.hostname}:${live.port}`,
        authenticator: nats.nkeyAuthenticator(new TextEncoder().encode(live.seed)),
        inboxPrefix: live.inbox,
        maxReconnectAttempts: 0,
      });
      say("connected");
      const lines = client.subscribe(live.subject);
      await client.flush();
      await refresh();
      (async () => {
        for await (const _ of lines) {
          clearTimeout(waiting);
          waiting = setTimeout(refresh, SETTLE);
        }
      })();
      await client.closed();
    } catch {
      // The server is away: tried again below.
    }
    say("offline");
    await new Promise((done) => setTimeout(done, 2000));
  }
})();
