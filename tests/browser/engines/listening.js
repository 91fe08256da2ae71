// Laid into every page before its own scripts: what breaks there is told to the test, in each engine the same.
(post) => {
  const say = (kind, words) => { try { post(`${kind}: ${words}`); } catch { /* the page is gone */ } };
  let left = false; // what was still on its way then is no fault
  addEventListener("beforeunload", () => { left = true; }, true);
  addEventListener("error", (event) => {
    const from = event.target;
    if (from && from !== window) left || say("resource", from.currentSrc || from.src || from.href || from.tagName);
    else say("uncaught", `${event.message} at ${event.filename}:${event.lineno}:${event.colno}`);
  }, true);
  addEventListener("unhandledrejection", ({ reason }) => say("uncaught", reason?.stack ? `${reason} ${reason.stack}` : String(reason)));
  addEventListener("securitypolicyviolation", (event) => say("policy", `${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`));
  for (const kind of ["error", "warn"]) {
    const told = console[kind];
    console[kind] = (...words) => { say(`console.${kind}`, words.map(String).join(" ")); told.apply(console, words); };
  }
}
