// Players of 500 two-player tables, for bench/server.py: every move is awaited at both players.
// Usage: node server_load.cjs CONFIG.json, with {kind: "dalapapa" | "boardgame.io", base, tables, moves, pace, script}
const fs = require("node:fs");
const { performance } = require("node:perf_hooks");

const config = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const script = JSON.parse(fs.readFileSync(config.script, "utf8"));

async function request(path, body, cookie) {
  const headers = { "content-type": "application/json", ...(cookie ? { cookie } : {}) };
  const answer = await fetch(config.base + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return { json: await answer.json(), cookie: answer.headers.get("set-cookie")?.split(";")[0] };
}

// A seat tells what it has reached (a count of moves); `reached(n)` waits for that.
class Seat {
  constructor() {
    this.at = 0;
    this.waiting = [];
  }
  got(n) {
    if (n > this.at) this.at = n;
    this.waiting = this.waiting.filter(([wanted, resolve]) => (wanted <= this.at ? (resolve(), false) : true));
  }
  reached(n) {
    return n <= this.at ? Promise.resolve() : new Promise((resolve) => this.waiting.push([n, resolve]));
  }
}

const dalapapa = {
  async table() {
    const WebSocket = require("ws");
    const guests = [];
    for (const name of ["Ana", "Bo"]) guests.push((await request("/api/session", { name })).cookie);
    const nonce = "0".repeat(32);
    const seats = [{ kind: "person" }, { kind: "open" }];
    const wish = { seats, begins: 0, target: 240, nonce };
    const id = (await request("/api/tables", wish, guests[0])).json.id;
    await request(`/api/tables/${id}/join`, { nonce }, guests[1]);
    const address = `${config.base.replace("http", "ws")}/ws/tables/${id}?help=no`;
    return Promise.all(
      guests.map(async (cookie, seat) => {
        const player = new Seat();
        const socket = new WebSocket(address, { headers: { cookie }, perMessageDeflate: false });
        let first;
        const ready = new Promise((resolve) => (first = resolve));
        socket.on("message", (text) => {
          const message = JSON.parse(text);
          if (message.type === "error") throw new Error(text);
          if (message.type === "view") first();
          if (message.type === "update") player.got(message.state.version);
        });
        await ready;
        player.send = (number) =>
          socket.send(
            JSON.stringify({
              type: "turn",
              id: `c${number}`,
              version: number,
              seat,
              placements: script[number],
            }),
          );
        player.close = () => socket.terminate();
        return player;
      }),
    );
  },
};

const boardgameio = {
  async table() {
    const { io } = require("socket.io-client");
    const id = (await request("/games/bench/create", { numPlayers: 2 })).json.matchID;
    const players = [];
    for (const playerID of ["0", "1"]) {
      const joined = await request(`/games/bench/${id}/join`, { playerID, playerName: playerID });
      const credentials = joined.json.playerCredentials;
      const player = new Seat();
      const socket = io(`${config.base}/bench`, { transports: ["websocket"], forceNew: true });
      let first;
      const ready = new Promise((resolve) => (first = resolve));
      socket.on("connect", () => socket.emit("sync", id, playerID, credentials, 2));
      socket.on("sync", () => first());
      const heard = (_, state) => player.got(state._stateID ?? 0);
      socket.on("update", heard);
      await ready;
      player.send = (number) => {
        const payload = { type: "place", args: [script[number]], playerID, credentials };
        socket.emit("update", { type: "MAKE_MOVE", payload }, number, id, playerID);
      };
      player.close = () => socket.disconnect();
      players.push(player);
    }
    return players;
  },
};

async function play(players, latencies, until) {
  if (config.pace) await new Promise((resolve) => setTimeout(resolve, Math.random() * config.pace));
  for (let number = 0; number < config.moves; number++) {
    if (until && performance.now() > until) return;
    const began = performance.now();
    players[number % 2].send(number);
    await Promise.all(players.map((player) => player.reached(number + 1)));
    const took = performance.now() - began;
    latencies.push(took);
    if (config.pace) await new Promise((resolve) => setTimeout(resolve, Math.max(0, config.pace - took)));
  }
}

async function main() {
  const kind = { dalapapa, "boardgame.io": boardgameio }[config.kind];
  const tables = [];
  while (tables.length < config.tables) {
    const some = Math.min(20, config.tables - tables.length);
    tables.push(...(await Promise.all(Array.from({ length: some }, () => kind.table()))));
  }
  const latencies = [];
  const began = performance.now();
  await Promise.all(tables.map((players) => play(players, latencies)));
  const seconds = (performance.now() - began) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (part) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))];
  const result = { moves: latencies.length, seconds, p50: at(0.5), p99: at(0.99) };
  console.log(JSON.stringify(result));
  process.exit(0);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
