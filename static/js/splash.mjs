// What iOS shows while the portal opens from a home screen. It makes nothing of the manifest's colour and icon: it wants
// a picture of exactly its screen, named by the page from which the portal is put there. So it is drawn where it is
// needed, once a session. Loaded by portal.js in browsers that say whether they stand on a home screen: those of iOS.

const SIDE = 128; // of the icon, in CSS pixels
const WAYS = ["portrait", "landscape"];

function named(pictures) {
  const capable = Object.assign(document.createElement("meta"), { name: "apple-mobile-web-app-capable", content: "yes" });
  const links = WAYS.map((orientation, number) => Object.assign(document.createElement("link"), {
    rel: "apple-touch-startup-image", media: `(orientation: ${orientation})`, href: pictures[number],
  }));
  document.head.append(capable, ...links);
}

function drawn(icon, [width, height]) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d");
  context.fillStyle = document.querySelector("meta[name=theme-color]").content;
  context.fillRect(0, 0, width, height);
  const side = SIDE * devicePixelRatio;
  context.drawImage(icon, (width - side) / 2, (height - side) / 2, side, side);
  return canvas.toDataURL();
}

async function show() {
  const kept = sessionStorage.getItem("splash");
  if (kept) return named(JSON.parse(kept));
  const icon = new Image();
  icon.src = document.querySelector("link[rel=apple-touch-icon]").href;
  await icon.decode();
  const sides = [screen.width, screen.height].map((side) => side * devicePixelRatio).sort((a, b) => a - b);
  const pictures = [drawn(icon, sides), drawn(icon, sides.slice().reverse())];
  named(pictures);
  sessionStorage.setItem("splash", JSON.stringify(pictures));
}
show().catch(() => {}); // without room or a picture it opens without one
