import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { RedisAddress } from "../../cluster/redis-address.ts";
import { REDIS_VARIABLE } from "../../cluster/task-variables.ts";
import { OptionError } from "../../errors.ts";
import type { Terminal } from "../terminal.ts";

// Where the address of Redis comes from. A command line is visible to all users of a machine, so a password should be in the
// environment, or in a file that only its owner may read.

const NAMES = ["url", "username", "password", "ca", "cert", "key", "servername"] as const;
const FILES: readonly string[] = ["ca", "cert", "key"];

/** `address` is what the command line says, if anything; `file` a JSON file with any of NAMES. */
export async function readRedisOptions(
  address: string | undefined,
  file: string | undefined,
  { env }: Terminal,
): Promise<RedisAddress> {
  const options = file === undefined ? {} : await readOptionFile(file);
  const { url = env[REDIS_VARIABLE], username, password, ca, cert, key, servername } = options;
  const chosen = address ?? url;
  if (chosen === undefined)
    throw new OptionError(
      `the address of Redis is missing: redis://host:port, or ${REDIS_VARIABLE} in the environment`,
    );
  const tls = {
    ...(ca && { ca }),
    ...(cert && { cert }),
    ...(key && { key }),
    ...(servername && { servername }),
  };
  return { url: chosen, username, password, tls: Object.keys(tls).length > 0 ? tls : undefined };
}

async function readOptionFile(path: string): Promise<Partial<Record<(typeof NAMES)[number], string>>> {
  const options: unknown = await readJson(path);
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw new OptionError(`${path}: expected an object with any of ${NAMES.join(", ")}`);
  const entries = Object.entries(options);
  for (const [name, value] of entries) {
    if (!NAMES.some((known) => known === name))
      throw new OptionError(`${path}: "${name}" is not one of ${NAMES.join(", ")}`);
    if (typeof value !== "string") throw new OptionError(`${path}: ${name} is not a string`);
  }
  const read = entries.map(async ([name, value]) => [
    name,
    FILES.includes(name) ? await readText(resolve(dirname(path), value)) : value,
  ]);
  return Object.fromEntries(await Promise.all(read));
}

async function readJson(path: string): Promise<unknown> {
  const text = await readText(path);
  try {
    return JSON.parse(text);
  } catch {
    throw new OptionError(`${path}: not JSON`); // the parser's message would quote the text, and a password in it
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new OptionError(`${path}: ${(error as Error).message}`);
  }
}
