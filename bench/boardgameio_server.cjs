// A boardgame.io server with its FlatFile store, for bench/server.py. Usage: node boardgameio_server.cjs PORT FOLDER
const { Server, FlatFile } = require("boardgame.io/dist/cjs/server.js");

const game = {
  name: "bench",
  setup: () => ({ placed: [] }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: ({ G }, placements) => {
      G.placed.push(...placements);
    },
  },
};

const [port, dir] = process.argv.slice(2);
const server = Server({ games: [game], origins: [/127\.0\.0\.1/], db: new FlatFile({ dir }) });
server.run({ port: Number(port) }, () => console.log("ready"));
