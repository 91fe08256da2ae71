// mfx-deck-v1 and the check of a finished Encounter, with the browser's own cryptography.
// The same file runs under Node for the shared vectors (tests/vectors/fate_proof_v1.json).

const subtle = globalThis.crypto.subtle;
const text = new TextEncoder();
const SEATS = ["A", "B"];

export const hex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
export const unhex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const bytesOf = (part) => (part instanceof Uint8Array ? part : text.encode(String(part)));

function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) { whole.set(part, at); at += part.length; }
  return whole;
}

export function u32(number) {
  const out = new Uint8Array(4);
  new DataView(out.buffer).setUint32(0, number);
  return out;
}

function u64(number) {
  const out = new Uint8Array(8);
  new DataView(out.buffer).setBigUint64(0, BigInt(number));
  return out;
}

const sha = async (bytes) => new Uint8Array(await subtle.digest("SHA-256", bytes));
export const H = (...parts) => sha(joined(parts.map(bytesOf).flatMap((part) => [u32(part.length), part])));

async function hmac(key) {
  const held = await subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (message) => new Uint8Array(await subtle.sign("HMAC", held, message));
}

export const serverCommitment = (name, seed) => H("mfx-deck-v1/server", name, seed);
export const clientCommitment = (name, seat, seed) => H("mfx-deck-v1/client", name, seat, seed);

export async function encounterKey(server, name, a, b) {
  return (await hmac(server))(await H("mfx-deck-v1/mix", name, a, b));
}

export async function shuffleKey(key, seat, number, cards) {
  return (await hmac(key))(await H("mfx-deck-v1/shuffle", seat, u32(number), ...[...cards].sort()));
}

export async function shuffled(key, cards) {
  const M = await hmac(key);
  let words = [], block = 0;
  const word = async () => {
    if (!words.length) {
      const view = new DataView((await M(joined([text.encode("stream"), u64(block++)]))).buffer);
      words = [0, 4, 8, 12, 16, 20, 24, 28].map((at) => view.getUint32(at));
    }
    return words.shift();
  };
  const below = async (limit) => {
    const fair = 2 ** 32 - (2 ** 32 % limit);
    for (;;) {
      const found = await word();
      if (found < fair) return found % limit;
    }
  };
  const deck = [...cards].sort();
  for (let last = deck.length - 1; last > 0; last--) {
    const other = await below(last + 1);
    [deck[last], deck[other]] = [deck[other], deck[last]];
  }
  return deck;
}

export async function root(key, deck) {
  const M = await hmac(key);
  let row = await Promise.all(deck.map(async (card, at) => {
    const salt = (await M(joined([text.encode("salt"), u32(at)]))).subarray(0, 16);
    return sha(joined([Uint8Array.of(0), u32(at), salt, text.encode(card)]));
  }));
  while (row.length > 1) {
    const above = [];
    for (let at = 0; at < row.length; at += 2) {
      above.push(at + 1 < row.length ? await sha(joined([Uint8Array.of(1), row[at], row[at + 1]])) : row[at]);
    }
    row = above;
  }
  return row[0];
}

const same = (one, two) => JSON.stringify(one) === JSON.stringify(two);
function face(card) {
  if (card.suit === "black_joker") return "JB";
  if (card.suit === "red_joker") return "JR";
  return card.suit[0].toUpperCase() + String(card.value).padStart(2, "0");
}

// Whether a card lay at its place of the deck published as that root.
async function opens(one, wanted) {
  let at = one.index;
  let found = await sha(joined([Uint8Array.of(0), u32(at), unhex(one.salt), text.encode(one.card)]));
  for (const neighbour of one.path) {
    if (neighbour !== null) {
      const pair = at & 1 ? [unhex(neighbour), found] : [found, unhex(neighbour)];
      found = await sha(joined([Uint8Array.of(1), ...pair]));
    }
    at >>= 1;
  }
  return at === 0 && hex(found) === wanted;
}

// While it is played: the cards that may be opened so far, as mfcampaign/play/fate_proof.py checks them.
async function checkReveals(proof) {
  const roots = new Map(proof.decks.map((deck) => [`${deck.decision}/${deck.seat}/${deck.number}`, deck.root]));
  const seen = new Set();
  let held = 0, twice = 0;
  for (const one of proof.reveals) {
    const deck = `${one.laid}/${one.seat}/${one.number}`, place = `${deck}/${one.index}`;
    if (roots.has(deck) && (await opens(one, roots.get(deck)))) held++;
    if (seen.has(place)) twice++;
    seen.add(place);
  }
  return [
    [held === proof.reveals.length, `${held} opened cards lay in decks whose roots were published before.`],
    [twice === 0, "No place of a deck was opened twice."],
  ];
}

const BY_EFFECTS = ["Milled", "CardSetAside", "DeckArranged", "CardsTaken", "HandReturned"];

// The deck after a card's effect, and how many of its cards were not there.
function changed(deck, event) {
  const faces = (cards) => (cards ?? []).map(face);
  if (event.event === "CardsTaken" || event.event === "HandReturned") {
    const put = faces(event.cards);
    return [{ top: [...put, ...deck], bottom: [...deck, ...put], hand: deck }[event.to], 0];
  }
  const top = faces(event.top), bottom = faces(event.bottom);
  const aside = event.event === "CardSetAside" && event.source === "deck";
  const moved = [...top, ...bottom, ...(aside ? [face(event.card)] : faces(event.cards))];
  const rest = deck.filter((card) => !moved.includes(card));
  return [[...top, ...rest, ...bottom], rest.length + moved.length - deck.length];
}

// Each thing that was checked, and whether it held: the same list as mfcampaign/play/fate_proof.py makes.
export async function check(proof) {
  if (!proof.over && proof.reveals?.length) return checkReveals(proof);
  if (!proof.over) return [[false, "The Encounter is not over: its seeds are still secret."]];
  const found = [];
  const server = unhex(proof.server_seed), seeds = proof.seeds.map(unhex);
  found.push([hex(await serverCommitment(proof.name, server)) === proof.server_commitment,
    "The server's seed is the one it committed to."]);
  for (const [at, seat] of SEATS.entries()) {
    found.push([hex(await clientCommitment(proof.name, seat, seeds[at])) === proof.commitments[at],
      `The seed of seat ${seat} is the one laid down.`]);
  }
  for (const gone of proof.void_rounds) {
    found.push([hex(await serverCommitment(gone.name, unhex(gone.server_seed))) === gone.commitment,
      `The void round ${gone.name} shows the seed it would have used.`]);
  }
  const key = await encounterKey(server, proof.name, ...seeds);
  const roots = new Map(proof.decks.map((deck) => [`${deck.decision}/${deck.seat}/${deck.number}`, deck.root]));
  const taken = new Set(proof.taken_back);
  let chain = hex(await sha(text.encode("mfx-encounter-v1")));
  const decks = [[], []];
  let shuffles = 0, laid = true, published = true, drawn = 0, wrong = 0;
  for (const [decision, body] of proof.events) {
    const event = JSON.parse(body), counts = !taken.has(decision);
    if (counts) chain = hex(await sha(text.encode(chain + body)));
    if ((event.event === "Shuffled" || event.event === "Reshuffled") && event.order.length) {
      const order = event.order.map(face);
      const own = await shuffleKey(key, SEATS[event.seat], event.number, order);
      shuffles++;
      laid &&= same(await shuffled(own, order), order);
      published &&= roots.get(`${decision}/${event.seat}/${event.number}`) === hex(await root(own, order));
      if (counts) decks[event.seat] = order;
    } else if (counts && event.event === "DeckCut") {
      const deck = decks[event.seat];
      decks[event.seat] = [...deck.slice(event.at), ...deck.slice(0, event.at)];
    } else if (counts && (event.event === "Flipped" || event.event === "Drew")) {
      drawn++;
      if (decks[event.seat][0] === face(event.card)) decks[event.seat].shift();
      else wrong++;
    } else if (counts && BY_EFFECTS.includes(event.event)) {
      const [deck, missing] = changed(decks[event.seat], event);
      decks[event.seat] = deck;
      wrong += missing;
    }
  }
  found.push([shuffles > 0 && laid, `${shuffles} shuffles lie as the three seeds lay them.`]);
  found.push([published && roots.size === shuffles,
    "The root published before each shuffle's first draw binds it."]);
  found.push([drawn > 0 && wrong === 0, `${drawn} cards left their decks from the top, none was skipped.`]);
  found.push([chain === proof.hash, "The log is the one whose chain was kept."]);
  return found;
}
