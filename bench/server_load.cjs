// Players of two-player tables, for bench/server.py: every move is awaited at both players.
// Usage: node server_load.cjs CONFIG.json: it makes its tables, says "ready", waits for a line, plays, and says
// what it found as JSON. CONFIG: {kind: "dalapapa" | "boardgame.io", bases, tables, moves, pace, helper, script}
//
// `helper` is "nobody", "page" or "server". With "page" a player does what the browser client does: it waits for the
// options of its first turn, and from then on wants none, as the page finds them by itself. With "server" it does what
// a browser does that cannot: it waits for its options before it moves, asks for those of its second tile when it has
// laid the first (here in every other turn), and when it takes up a tile in the other's turn (here in every fourth)
// asks what its tiles could do now. All tables play the same script, so nobody here has to understand the options.
const fs = require("node:fs");
const readline = require("node:readline");
const { performance } = require("node:perf_hooks");

const config = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const script = JSON.parse(fs.readFileSync(config.script, "utf8"));

const found = { moves: [], options: [], tries: [], bytes: {} };

async function request(base, path, body, cookie) {
  const headers = { "content-type": "application/json", ...(cookie ? { cookie } : {}) };
  const answer = await fetch(base + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return { json: await answer.json(), cookie: answer.headers.get("set-cookie")?.split(";")[0] };
}

/** Something that gets further and further; `reached(n)` waits until it is there. */
class Progress {
  at = -1;
  waiting = [];
  got(n) {
    if (n > this.at) this.at = n;
    this.waiting = this.waiting.filter(([wanted, resolve]) => (wanted <= this.at ? (resolve(), false) : true));
  }
  reached(n) {
    return n <= this.at ? Promise.resolve() : new Promise((resolve) => this.waiting.push([n, resolve]));
  }
}

/** What was received, by type. */
function count(type, bytes) {
  found.bytes[type] = (found.bytes[type] ?? 0) + bytes;
}

/** The beginning of a message tells all that is needed of one with options: reading them is the browsers' work. */
function read(data) {
  const head = data.toString("latin1", 0, 200);
  const type = /^\{"type":"(\w+)"/.exec(head)?.[1];
  count(type, data.length);
  if (type !== "options") return JSON.parse(data);
  const id = /"id":(null|"[\w-]+")/.exec(head)[1];
  return { type, id: JSON.parse(id), version: Number(/"version":(\d+)/.exec(head)[1]) };
}

const dalapapa = {
  async table() {
    const WebSocket = require("ws");
    const { bases } = config;
    const cookies = [];
    for (const name of ["Ana", "Bo"]) cookies.push((await request(bases[0], "/api/session", { name })).cookie);
    const nonce = "0".repeat(32);
    const seats = [{ kind: "person" }, { kind: "open" }];
    const id = (await request(bases[0], "/api/tables", { seats, begins: 0, target: 240, nonce }, cookies[0])).json.id;
    await request(bases[0], `/api/tables/${id}/join`, { nonce }, cookies[1]);
    return Promise.all(
      cookies.map(async (cookie, seat) => {
        const base = bases[seat % bases.length].replace("http", "ws"); // at different processes, if there are several
        const address = `${base}/ws/tables/${id}${config.helper === "nobody" ? "?help=no" : ""}`;
        const socket = new WebSocket(address, { headers: { cookie }, perMessageDeflate: false });
        const player = { seen: new Progress(), options: new Progress() };
        const tries = new Map();
        let ids = 0;
        const say = (message) => socket.send(JSON.stringify(message));
        const ask = (placements) => {
          const command = `t${ids++}`;
          say({ type: "try", id: command, seat, placements });
          return new Promise((resolve) => tries.set(command, resolve));
        };
        socket.on("message", (data) => {
          const message = read(data);
          if (message.type === "error") throw new Error(data);
          if (message.type === "view" || message.type === "update") {
            player.seen.got(message.state.version);
            const waits = message.type === "update" && message.state.to_move !== seat;
            if (config.helper === "server" && waits && Math.floor(message.state.version / 2) % 4 === 3) void ask([]);
          }
          if (message.type === "options") {
            if (message.id === null) player.options.got(message.version);
            else tries.get(message.id)();
            tries.delete(message.id);
            if (config.helper === "page") say({ type: "help", wanted: false });
          }
        });
        await player.seen.reached(0);
        // The client's ids are as long as this.
        player.send = (number) => {
          const command = `${number}`.padStart(32, "0");
          say({ type: "turn", id: command, version: number, seat, placements: script[number] });
        };
        player.tryFirst = (number) => ask(script[number]);
        return player;
      }),
    );
  },
};

const boardgameio = {
  async table() {
    const { io } = require("socket.io-client");
    const [base] = config.bases;
    const id = (await request(base, "/games/bench/create", { numPlayers: 2 })).json.matchID;
    const players = [];
    for (const playerID of ["0", "1"]) {
      const joined = await request(base, `/games/bench/${id}/join`, { playerID, playerName: playerID });
      const credentials = joined.json.playerCredentials;
      const player = { seen: new Progress() };
      const socket = io(`${base}/bench`, { transports: ["websocket"], forceNew: true });
      socket.on("connect", () => {
        socket.io.engine.on("packet", ({ data }) => data && count("packet", Buffer.byteLength(data)));
        socket.emit("sync", id, playerID, credentials, 2);
      });
      socket.on("sync", () => player.seen.got(0));
      socket.on("update", (_, state) => player.seen.got(state._stateID ?? 0));
      await player.seen.reached(0);
      player.send = (number) => {
        const payload = { type: "place", args: [script[number]], playerID, credentials };
        socket.emit("update", { type: "MAKE_MOVE", payload }, number, id, playerID);
      };
      players.push(player);
    }
    return players;
  },
};

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** How long something takes. */
async function timed(into, work) {
  const began = performance.now();
  await work;
  into.push(performance.now() - began);
}

async function play(players) {
  if (config.pace) await wait(Math.random() * config.pace);
  for (let number = 0; number < config.moves; number++) {
    const mover = players[number % 2];
    const began = performance.now();
    // Each player's first turn is one of the first two.
    if (config.helper === "server" || (config.helper === "page" && number < 2)) await mover.options.reached(number);
    // In set-up there is no second tile.
    if (config.helper === "server" && number >= 2 && Math.floor(number / 2) % 2) {
      await timed(found.tries, mover.tryFirst(number));
    }
    mover.send(number);
    if (config.helper === "server") void timed(found.options, players[(number + 1) % 2].options.reached(number + 1));
    await timed(found.moves, Promise.all(players.map((player) => player.seen.reached(number + 1))));
    if (config.pace) await wait(Math.max(0, config.pace - (performance.now() - began)));
  }
}

async function main() {
  const kind = { dalapapa, "boardgame.io": boardgameio }[config.kind];
  const tables = [];
  while (tables.length < config.tables) {
    const some = Math.min(20, config.tables - tables.length);
    tables.push(...(await Promise.all(Array.from({ length: some }, () => kind.table()))));
  }
  await wait(500);
  console.log("ready");
  await new Promise((resolve) => readline.createInterface({ input: process.stdin }).once("line", resolve));
  found.bytes = {};
  const used = process.cpuUsage();
  const began = performance.now();
  await Promise.all(tables.map(play));
  found.seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(used);
  found.cpu = (user + system) / 1e6;
  // A pipe takes 64 KB at a time: what is not through yet would be lost.
  process.stdout.write(JSON.stringify(found), () => process.exit(0));
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
