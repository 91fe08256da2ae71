// A second reading of mfx-deck-v1 and mfx-league-v1, written from the protocol's text alone and
// sharing nothing with the Python. `node tests/vectors/fate_proof_v1.mjs > tests/vectors/fate_proof_v1.json`
// makes the vectors that tests/rules/fate compares with; any other implementation may use them too.
import { createHash, createHmac } from "node:crypto";

const sha = (bytes) => createHash("sha256").update(bytes).digest();
const M = (key, message) => createHmac("sha256", key).update(message).digest();
const u32 = (n) => { const b = Buffer.alloc(4); b.writeUInt32BE(n); return b; };
const u64 = (n) => { const b = Buffer.alloc(8); b.writeBigUInt64BE(BigInt(n)); return b; };
const bytes = (x) => (Buffer.isBuffer(x) ? x : Buffer.from(String(x), "utf8"));
const LP = (x) => Buffer.concat([u32(bytes(x).length), bytes(x)]);
const H = (...parts) => sha(Buffer.concat(parts.map(LP)));

function* words(key) {
  for (let block = 0; ; block++) {
    const out = M(key, Buffer.concat([Buffer.from("stream"), u64(block)]));
    for (let at = 0; at < 32; at += 4) yield out.readUInt32BE(at);
  }
}

function below(stream, m) {
  const limit = 2 ** 32 - (2 ** 32 % m);
  for (;;) {
    const v = stream.next().value;
    if (v < limit) return v % m;
  }
}

function shuffle(key, cards) {
  const deck = [...cards].sort();
  const stream = words(key);
  for (let i = deck.length - 1; i > 0; i--) {
    const j = below(stream, i + 1);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  return deck;
}

function root(key, deck) {
  let row = deck.map((card, i) => {
    const salt = M(key, Buffer.concat([Buffer.from("salt"), u32(i)])).subarray(0, 16);
    return sha(Buffer.concat([Buffer.from([0]), u32(i), salt, Buffer.from(card)]));
  });
  while (row.length > 1) {
    const above = [];
    for (let i = 0; i < row.length; i += 2) {
      above.push(i + 1 < row.length ? sha(Buffer.concat([Buffer.from([1]), row[i], row[i + 1]])) : row[i]);
    }
    row = above;
  }
  return row[0];
}

const FULL = [..."CMRT"].flatMap((suit) =>
  Array.from({ length: 13 }, (_, i) => suit + String(i + 1).padStart(2, "0"))).concat("JB", "JR").sort();
const seedOf = (label, n) => H("vector", label, u32(n));
const hex = (buffer) => buffer.toString("hex");

const decks = [];
for (let n = 0; n < 1000; n++) {
  const [s, a, b] = ["s", "a", "b"].map((who) => seedOf(who, n));
  const enc = `encounter-${n}`, seat = n % 2 ? "B" : "A";
  const pool = FULL.filter((_, i) => n < 500 || i % ((n % 5) + 2) !== 0);
  const ek = M(s, H("mfx-deck-v1/mix", enc, a, b));
  const k = M(ek, H("mfx-deck-v1/shuffle", seat, u32(n % 7), ...pool));
  const order = shuffle(k, pool);
  decks.push({
    n, cards: pool.length,
    digest: hex(H(H("mfx-deck-v1/server", enc, s), H("mfx-deck-v1/client", enc, seat, a), ...order, root(k, order))),
  });
}

const weeks = [];
for (let n = 0; n < 50; n++) {
  const seed = seedOf("week", n);
  const clients = n % 3 === 0 ? [] : n % 3 === 1 ? [seedOf("a", n)] : [seedOf("a", n), seedOf("b", n)];
  const key = M(seed, H("mfx-league-v1", "aftermath", "league-é", n, "A", ...clients));
  const lay = (number, cards) => shuffle(M(key, H("mfx-league-v1/shuffle", u32(number), ...cards)), cards);
  const first = lay(0, FULL);
  const held = first.slice(0, n % 4);
  const second = lay(1, FULL.filter((card) => !held.includes(card)));
  const third = lay(2, FULL);
  weeks.push({
    n, seed: hex(seed), clients: clients.map(hex), held,
    commitment: hex(H("mfx-league-v1/server", seed)),
    draws: [...first, ...second, ...third].join(" "),
  });
}

const line = (row) => "  " + JSON.stringify(row);
process.stdout.write(
  `{"protocols": ["mfx-deck-v1", "mfx-league-v1"],\n "decks": [\n${decks.map(line).join(",\n")}\n ],\n` +
  ` "weeks": [\n${weeks.map(line).join(",\n")}\n ]}\n`);
