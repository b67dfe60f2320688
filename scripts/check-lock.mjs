// The lock file serves every platform: each optional dependency of a locked package (native parts of Biome, rolldown,
// lightningcss) is locked too, with a checksum, and no package names a registry. Otherwise `npm ci` fails on the
// machines that the lock file was not written on. Prints each offence and exits with 1.
import { readFileSync } from "node:fs";

// What contributors use; each native tool has a package for each of these, by whatever spelling.
const PLATFORMS = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64", "win32-arm64", "win32-x64"];

// Native parts that their package does without, and that are not published for every platform.
const DISPENSABLE = new Set(["node_modules/msgpackr-extract"]);

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
const offences = [];
for (const [path, locked] of Object.entries(packages)) {
  if (/^[a-z+]+:\/\//.test(locked.resolved ?? "")) offences.push(`${path}: names a registry`);
  const isRemote = path.includes("node_modules/") && locked.link !== true;
  if (isRemote && locked.integrity === undefined) offences.push(`${path}: no checksum`);
  if (DISPENSABLE.has(path)) continue;
  const optional = Object.keys(locked.optionalDependencies ?? {});
  for (const name of optional) if (!find(path, name)) offences.push(`${path}: ${name} is not locked`);
  const platforms = new Set(optional.flatMap((name) => platformsOf(find(path, name))));
  if (platforms.size > 1)
    for (const platform of PLATFORMS)
      if (!platforms.has(platform)) offences.push(`${path}: nothing for ${platform}`);
}
for (const offence of offences) console.error(`package-lock.json, ${offence}`);
if (offences.length > 0) process.exit(1);

/** As Node looks for it: in the package's own folder, then in those around it. */
function find(path, name) {
  for (let folder = path; ; ) {
    const locked = packages[`${folder === "" ? "" : `${folder}/`}node_modules/${name}`];
    if (locked !== undefined || folder === "") return locked;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")));
  }
}

function platformsOf(locked) {
  return (locked?.os ?? []).flatMap((os) => (locked.cpu ?? []).map((cpu) => `${os}-${cpu}`));
}
