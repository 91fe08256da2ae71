// What was written down and waits for the portal: the whole of its rules, without a page, a clock or a database,
// so that tests can drive it through any order of events (tests/browser/outbox_schedules.mjs).
//
// A box is {device, next, entries}: entries in the order in which this device wrote them. Each function takes a box
// and gives another, or asks something of it. Whoever keeps the box runs one function in one transaction.
//
// An entry is {id, device, n, user, game, base, body, words, on, made, tried, drop, held}. `base` is the version of the
// Encounter that was on the screen, `words` and `on` say what it is and where it shows. It leaves the box only by an answer that names its id, or by its writer's hand
// before it was ever sent.

export const MOST = 50; // entries of one request
export const FORM = 1; // the form of an entry, told to the server
const STANDS = new Set(["done", "repeat", "same", "dropped"]);
const ASKS = new Set(["conflict", "refused"]);

export const empty = (device) => ({ device, next: 1, entries: [] });

/** The box with one more entry, and that entry. `random` makes its id one of a kind on a device that was restored. */
export function write(box, { user, game, base, body, words, on, made, random }) {
  const n = box.next;
  const id = `${box.device}.${n}.${random}`;
  const entry = { id, device: box.device, n, user, game, base, body, words, on, made, tried: false, drop: false, held: null };
  return [{ ...box, next: n + 1, entries: [...box.entries, entry] }, entry];
}

/** What goes out next for that person, marked as tried. Of each Encounter nothing overtakes an entry that is held. */
export function batch(box, user) {
  const stopped = new Set();
  const out = [];
  for (const entry of box.entries) {
    if (entry.user !== user || stopped.has(entry.game)) continue;
    if (entry.held) stopped.add(entry.game);
    else if (out.length < MOST) out.push(entry);
  }
  const ids = new Set(out.map(({ id }) => id));
  const entries = box.entries.map((entry) => (ids.has(entry.id) && !entry.tried ? { ...entry, tried: true } : entry));
  return [{ ...box, entries }, out];
}

/** As they are sent: words, clock and state of the box stay here. */
export const sent = (entries) =>
  entries.map(({ id, device, n, game, base, body, drop }) => ({ id, device, n, game, base, body, drop }));

/** The box after these answers: what stands leaves it, what needs a person is held, what was not named stays. */
export function settle(box, answers) {
  const by = new Map(answers.map((answer) => [answer.id, answer]));
  const entries = [];
  for (const entry of box.entries) {
    const answer = by.get(entry.id);
    if (answer && STANDS.has(answer.is)) continue;
    entries.push(answer && ASKS.has(answer.is) && !entry.drop ? { ...entry, held: answer } : entry);
  }
  return { ...box, entries };
}

/** Its writer decides: `again` enters it beside what was shown, `drop` gives it up. One that may have reached the
 * portal is given up there, too: a copy of it may still be on its way. */
export function decide(box, id, choice) {
  const entries = [];
  for (const entry of box.entries) {
    if (entry.id !== id) entries.push(entry);
    else if (choice === "again") entries.push({ ...entry, base: entry.held?.version ?? entry.base, held: null });
    else if (entry.tried) entries.push({ ...entry, drop: true, held: null });
  }
  return { ...box, entries };
}

/** The last entry of an Encounter that is not given up already: what “Take back” means while something waits. */
export const lastOf = (box, user, game) =>
  box.entries.findLast((entry) => entry.user === user && entry.game === game && !entry.drop) ?? null;

/** Entries of a file that was saved from a box, which this box has not. */
export function join(box, entries) {
  const known = new Set(box.entries.map(({ id }) => id));
  const ours = entries.filter(({ device }) => device === box.device).map(({ n }) => n);
  const all = [...box.entries, ...entries.filter(({ id }) => !known.has(id))];
  all.sort((a, b) => (a.device === b.device ? a.n - b.n : a.device < b.device ? -1 : 1));
  return { ...box, next: Math.max(box.next, ...ours.map((n) => n + 1)), entries: all };
}

/** What the chip says: entries that wait, those that need a person, those of somebody else on this device; and how
 * many of one's own are acts of pages. */
export function count(box, user) {
  const own = box.entries.filter((entry) => entry.user === user);
  const held = own.filter((entry) => entry.held).length;
  return { waiting: own.length - held, held, others: box.entries.length - own.length, acts: own.filter(isAct).length };
}

const isAct = ({ body }) => body?.to === "act";

/** The box without that person's acts: they were a person's on their pages, and go with those at sign-out. */
export function forget(box, user) {
  return { ...box, entries: box.entries.filter((entry) => entry.user !== user || !isAct(entry)) };
}

/** What came back means: `answers` only if the portal itself says so. A shop's own network answers 200, too. */
export function read({ status, body }) {
  if (status === 200 && Array.isArray(body?.answers)) return { is: "answers", answers: body.answers, body };
  if (status === 401 && body?.sign_in) return { is: "sign_in" };
  if (status === 403 && body?.other_user) return { is: "other_user" };
  return { is: "later" };
}

/** Milliseconds until the next attempt, after so many that came to nothing. */
export const pause = (failures) => Math.min(30_000, 1000 * 2 ** Math.min(failures, 5));

/** Send until nothing is left to send, or somebody or something has to come first. `change` runs a function on the
 * box in one transaction and gives what that gave beside the box; `post` gives {status, body} or throws. */
export async function drain({ change, post, user }) {
  for (;;) {
    const out = await change((box) => batch(box, user));
    if (!out.length) return { is: "empty" };
    let answer;
    try {
      answer = read(await post(sent(out)));
    } catch {
      return { is: "later" };
    }
    if (answer.is !== "answers") return answer;
    const ids = new Set(out.map(({ id }) => id));
    const named = answer.answers.filter(({ id }) => ids.has(id));
    if (!named.length) return { is: "later" };
    await change((box) => [settle(box, named), null]);
  }
}
