import type { ConnectionOptions } from "node:tls";
import { OptionError } from "../errors.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";

/** Where Redis is, and who asks. What the URL holds can be given apart from it, so that secrets are in no list of processes. */
export interface RedisAddress {
  /** redis:// or, with TLS, rediss://, then [user:password@]host[:port][/database]. */
  url: string;
  /** A user of Redis's access control lists. */
  username?: string | undefined;
  password?: string | undefined;
  /** Options of TLS, for rediss://: `ca`, `cert`, `key`, `servername`, … */
  tls?: ConnectionOptions | undefined;
}

/** A checked address. */
export interface RedisTarget {
  readonly host: string;
  readonly port: number;
  readonly database: number;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly tls: ConnectionOptions | undefined;
}

const ADDRESS_NAMES: OptionNames<RedisAddress> = { url: true, username: true, password: true, tls: true };

const DEFAULT_PORT = 6379;

/** Throws `OptionError`, which never quotes the address: it may hold a password. */
export function readRedisAddress(address: RedisAddress | string): RedisTarget {
  const options: RedisAddress = typeof address === "string" ? { url: address } : address;
  checkOptionNames(options, ADDRESS_NAMES, "the address of Redis");
  const expected = "expected redis://host:port or rediss://host:port";
  const url = URL.canParse(options.url) ? new URL(options.url) : null;
  if (url === null || !["redis:", "rediss:"].includes(url.protocol) || url.hostname === "")
    throw new OptionError(`address of Redis: ${expected}`);
  const database = url.pathname.length > 1 ? Number(url.pathname.slice(1)) : 0;
  if (!Number.isInteger(database) || database < 0)
    throw new OptionError("address of Redis: what follows the port is the number of a database");
  const hasTls = url.protocol === "rediss:";
  if (!hasTls && options.tls !== undefined)
    throw new OptionError("address of Redis: options of TLS need rediss://");
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? DEFAULT_PORT : Number(url.port),
    database,
    username: options.username ?? textOf(url.username),
    password: options.password ?? textOf(url.password),
    tls: hasTls ? { ...options.tls } : undefined,
  };
}

/** How messages name a Redis: without user and password. */
export function describeRedis({ host, port, tls }: RedisTarget): string {
  return `Redis at ${tls === undefined ? "" : "rediss://"}${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** A text of others without the password, should it be in it. */
export function withoutSecrets(text: string, { password }: RedisTarget): string {
  if (password === undefined || password === "") return text;
  return text.replaceAll(password, "***").replaceAll(encodeURIComponent(password), "***");
}

function textOf(part: string): string | undefined {
  return part === "" ? undefined : decodeURIComponent(part);
}
