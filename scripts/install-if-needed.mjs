// Installs the dependencies when they are missing or older than the lock file, so that `npm start` and
// `npm test` are the only steps a fresh clone needs.
import { execSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";

const installed = "node_modules/.package-lock.json";
const lock = "package-lock.json";
const fresh = existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs;
if (!fresh) {
  console.error("installing dependencies …");
  execSync("npm ci --no-audit --no-fund", { stdio: ["ignore", "ignore", "inherit"] });
}
