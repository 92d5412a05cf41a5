// Plays a game against each level in a worker of its own, without the pages: what comes first in the columns of
// options (docs/protocol.md), every turn. The first game is played with a box of one's own.
async ([folder, levels, box]) => {
  const worker = new Worker(`/along/${folder}/worker.js?pace=0`, {
    type: "module",
  });
  const asked = new Map();
  let hear = () => undefined;
  let count = 0;
  worker.onmessage = ({ data }) => {
    if (data.line !== undefined)
      return void (data.text && hear(JSON.parse(data.text), data.line));
    asked.get(data.number)?.(data);
  };
  const ask = async (method, path, body) => {
    const number = ++count;
    const answer = new Promise((resolve) => asked.set(number, resolve));
    worker.postMessage({
      kind: "ask",
      number,
      method,
      path,
      body: body && JSON.stringify(body),
    });
    const { ok, text } = await answer;
    if (!ok) throw new Error(text);
    return JSON.parse(text);
  };
  const firstOf = ({ tiles, flat, x, y, fits }) => {
    for (const [which, tile] of tiles.entries())
      for (const [place, digit] of [...fits[which]].entries())
        for (let bit = 0; bit < 4; bit++)
          if ((parseInt(digit, 16) >> bit) & 1)
            return {
              tile,
              face: bit >> 1,
              rotation: (place >= flat ? 1 : 0) + (bit % 2) * 2,
              x: x[place],
              y: y[place],
            };
    throw new Error("options without a placement");
  };
  await ask("POST", "/api/session", { name: "Ana" });
  const played = [];
  for (const level of levels) {
    const seats = [
      { kind: "person", name: "Ana" },
      { kind: "bot", bot: level },
    ];
    const { id } = await ask("POST", "/api/tables", {
      seats,
      nonce: "0".repeat(32),
      tile_set: played.length ? null : box,
    });
    await new Promise((over) => {
      const mine = ++count;
      hear = (said, line) => {
        if (line !== mine) return;
        if (said.state?.phase === "finished") over();
        if (said.type !== "options" || said.id !== null) return;
        const turn = {
          type: "turn",
          id: `t${said.version}`,
          seat: said.seat,
          version: said.version,
        };
        const text = JSON.stringify({ ...turn, placements: [firstOf(said)] });
        worker.postMessage({ kind: "say", line, text });
      };
      worker.postMessage({ kind: "open", line: mine, table: id, since: 0 });
    });
    played.push({
      level,
      record: await ask("GET", `/api/tables/${id}/record`),
    });
  }
  worker.terminate();
  return played;
};
