// The outbox of static/js/outbox.mjs against a model of the portal, by random schedules: taps, requests that are
// lost or come late, answers that are lost, tabs that are closed and opened, two tabs and two devices, retries,
// restarts of the portal in the middle of a request, expired sign-ins, networks that answer for the portal.
import * as outbox from "../../static/js/outbox.mjs";

const { count, decide, drain, empty, lastOf, write } = outbox;

function chance(seed) {
  let a = Math.imul(seed, 0x9e3779b1) >>> 0;
  const next = () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return { next, below: (n) => Math.floor(next() * n), one: (list) => list[Math.floor(next() * list.length)] };
}

const KILLED = Symbol("the tab was closed");
const GAMES = ["game-1", "game-2"];

/** What the server of mfcampaign/play/operations/outbox.py does: each entry in a transaction of its own. */
class Portal {
  constructor(random, control) {
    this.random = random;
    this.control = control;
    this.known = new Map();
    this.log = [];
    this.calm = false;
  }

  take(entries) {
    const answers = [];
    const stopped = new Set();
    for (const entry of entries) {
      if (!this.calm && this.random.next() < 0.04) return null; // restarted: what was done is done, nobody is told
      if (stopped.has(entry.game)) continue;
      const is = this.one(entry);
      if (is === "conflict" || is === "refused") stopped.add(entry.game);
      answers.push({ id: entry.id, is, version: this.log.length });
    }
    return { status: 200, body: { answers } };
  }

  one(entry) {
    const before = this.known.get(entry.id);
    if (before && this.control !== "a portal that knows no ids") return before === "dropped" ? "dropped" : "repeat";
    if (entry.drop) {
      this.known.set(entry.id, "dropped");
      return "dropped";
    }
    if (!this.calm && this.random.next() < 0.06) return this.random.one(["conflict", "refused"]);
    this.known.set(entry.id, "done");
    this.log.push(entry);
    return "done";
  }
}

/** One run. `control` names a fault that is built in, which the checks have to find. */
async function run(seed, control = "") {
  const random = chance(seed);
  const portal = new Portal(random, control);
  const devices = [0, 1].map((number) => ({ box: empty(`device-${number}`), tabs: [], lock: null, told: new Map() }));
  const pending = []; // everything that may happen next
  let tabs = 0;

  const later = (tab, act) => new Promise((resolve, reject) => pending.push({ tab, act, resolve, reject }));
  const change = (device, tab) => (work) =>
    later(tab, () => {
      const [box, given] = work(device.box);
      device.box = box;
      return given;
    });
  const post = (tab) => (entries) => {
    const asked = structuredClone(entries);
    if (control === "a new id for each attempt") for (const entry of asked) entry.id += `.${random.below(1e9)}`;
    if (portal.calm) return later(tab, () => portal.take(asked));
    const fate = random.next();
    if (fate < 0.15) return later(tab, () => { throw new Error("the request was lost"); });
    if (fate < 0.22) return later(tab, () => ({ status: 401, body: { sign_in: "/account/login/" } }));
    if (fate < 0.27) return later(tab, () => ({ status: random.one([200, 502, 403]), body: null }));
    if (fate < 0.40) {
      pending.push({ tab: null, act: () => portal.take(asked), resolve() {}, reject() {} }); // arrives some time
      return later(tab, () => { throw new Error("nobody waited any longer"); });
    }
    return later(tab, () => {
      const answer = portal.take(asked);
      if (!answer || random.next() < 0.2) throw new Error("the answer was lost");
      return answer;
    });
  };

  function forgetful(device, tab) {
    const whole = change(device, tab);
    return async (work) => {
      const given = await whole(work);
      if (Array.isArray(given)) await whole((box) => [{ ...box, entries: box.entries.filter(({ id }) => !given.some((one) => one.id === id)) }, null]);
      return given;
    };
  }
  function impatient(device, tab) {
    const whole = change(device, tab);
    return (work) => whole((box) => {
      const [after, given] = work(box);
      return [after, Array.isArray(given) ? [...given].reverse() : given];
    });
  }

  async function send(device, tab) {
    if (device.lock && control !== "no lock") return;
    device.lock = tab;
    const how = { "taken out before it is sent": forgetful, "the newest first": impatient }[control] ?? change;
    try {
      await drain({ change: how(device, tab), post: post(tab), user: "mara" });
    } finally {
      if (device.lock === tab) device.lock = null;
    }
  }

  async function tap(device, tab) {
    const draft = { user: "mara", game: random.one(GAMES), base: 0, body: random.below(9), words: "", made: 0, random: random.below(1e9) };
    const entry = await change(device, tab)((box) => write(box, draft));
    device.told.set(entry.id, "written"); // the screen says so only now
  }

  async function choose(device, tab, id, choice) {
    if (choice === "drop") device.told.set(id, "given up"); // pressed; the tab may be closed before it is done
    await change(device, tab)((box) => [decide(box, id, choice), null]);
  }

  const begin = (work) => work.catch((reason) => { if (reason !== KILLED) throw reason; });
  const open = (device) => device.tabs.push((tabs += 1));
  function close(device, tab) {
    device.tabs = device.tabs.filter((one) => one !== tab);
    if (device.lock === tab) device.lock = null;
    for (let at = pending.length - 1; at >= 0; at -= 1) {
      if (pending[at].tab !== tab) continue;
      const [gone] = pending.splice(at, 1);
      // Closed before it was done, or after: what reached the disk or the portal stays there.
      if (random.next() < 0.5) try { gone.act(); } catch { /* lost either way */ }
      gone.reject(KILLED);
    }
  }
  const breathe = async () => { for (let turn = 0; turn < 6; turn += 1) await null; };
  async function happen() {
    const [next] = pending.splice(random.below(pending.length), 1);
    try {
      next.resolve(next.act());
    } catch (reason) {
      next.reject(reason);
    }
    await breathe();
  }

  for (const device of devices) open(device);
  for (let step = 0; step < 60; step += 1) {
    const device = random.one(devices);
    if (!device.tabs.length) open(device);
    const tab = random.one(device.tabs);
    const fate = random.next();
    if (fate < 0.22) begin(tap(device, tab));
    else if (fate < 0.42) begin(send(device, tab));
    else if (fate < 0.46 && device.tabs.length < 2) open(device);
    else if (fate < 0.51) close(device, tab);
    else if (fate < 0.55) {
      const held = device.box.entries.find((entry) => entry.held);
      if (held) begin(choose(device, tab, held.id, random.one(["again", "drop"])));
    } else if (fate < 0.57) {
      const last = lastOf(device.box, "mara", random.one(GAMES));
      if (last) begin(choose(device, tab, last.id, "drop"));
    } else if (pending.length) await happen();
    await breathe();
  }
  portal.calm = true;
  while (pending.length) await happen();
  for (const device of devices) {
    for (let round = 0; round < 40 && device.box.entries.length; round += 1) {
      const tab = device.tabs[0] ?? (open(device), device.tabs[0]);
      const held = device.box.entries.find((entry) => entry.held);
      if (held) begin(choose(device, tab, held.id, random.one(["again", "drop"])));
      begin(send(device, tab));
      while (pending.length) await happen();
    }
  }
  return faults(devices, portal);
}

// An entry is the same by whatever id it arrives: its device and its number there.
const nameOf = (id) => id.split(".").slice(0, 2).join(".");

function faults(devices, portal) {
  const found = [];
  const times = new Map();
  const dropped = new Set([...portal.known].filter(([, is]) => is === "dropped").map(([id]) => nameOf(id)));
  for (const { id } of portal.log) times.set(nameOf(id), (times.get(nameOf(id)) ?? 0) + 1);
  for (const [id, often] of times) if (often > 1) found.push(`doubled: ${id} stands ${often} times`);
  const written = new Set();
  for (const device of devices) {
    if (device.box.entries.length) found.push(`stuck: ${JSON.stringify(count(device.box, "mara"))}`);
    for (const [id, told] of device.told) {
      written.add(id);
      if (told === "written" && !times.has(nameOf(id)) && !dropped.has(nameOf(id))) found.push(`lost: ${id}`);
    }
  }
  const last = new Map();
  const seen = new Set();
  for (const { id, device, n, game } of portal.log) {
    if (seen.has(nameOf(id))) continue;
    seen.add(nameOf(id));
    const line = `${device} ${game}`;
    if (n < (last.get(line) ?? 0)) found.push(`order: ${id} after ${last.get(line)}`);
    last.set(line, n);
  }
  return { found, entered: portal.log.length, written: written.size };
}

/** So many schedules from `first` on: the faults of each, with its seed, and how much was done. */
export async function schedules(first, many, control = "") {
  const all = { schedules: 0, written: 0, entered: 0, faults: [] };
  for (let seed = first; seed < first + many; seed += 1) {
    const { found, entered, written } = await run(seed, control);
    all.schedules += 1;
    all.written += written;
    all.entered += entered;
    for (const fault of found) all.faults.push(`schedule ${seed}: ${fault}`);
  }
  return all;
}
