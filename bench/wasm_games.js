// Whole games on the kernel's WebAssembly module, without Python: the same in Node and in a browser.
// Given the module, the arrays of a desk and the runs to make; gives for each run its seconds and results.
(async ({ module, arrays, runs }) => {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const memory = new WebAssembly.Memory({ initial: 512 });
  const fixed = (value, mutable = false) => new WebAssembly.Global({ value: 'i32', mutable }, value);
  // The stack grows down from 1 MB, the module's own data lies above it, then come the arrays.
  const env = { memory, __memory_base: fixed(1 << 20), __stack_pointer: fixed(1 << 20, true) };
  const { instance } = await WebAssembly.instantiate(bytes(module), { env });
  let top = 2 << 20;
  const place = (content, width) => {
    const at = top;
    new Uint8Array(memory.buffer).set(content, at);
    top = (at + content.length + 63) & ~63;
    return [at, BigInt(content.length / width)];
  };
  const start = top;
  return runs.map(({ longs, bags, results, seed }) => {
    top = start;
    const given = [
      place(bytes(arrays.words), 2),
      place(bytes(longs), 8),
      place(bytes(arrays.reals), 8),
      place(bytes(bags), 2),
    ].flat();
    const [at, length] = place(new Uint8Array(8 * results), 8);
    const began = performance.now();
    instance.exports.play_games(...given, BigInt(seed), 0n, at, length);
    const seconds = (performance.now() - began) / 1000;
    return { seconds, results: Array.from(new BigInt64Array(memory.buffer, at, results), Number) };
  });
});
