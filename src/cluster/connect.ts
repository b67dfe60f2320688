import { ClusterError } from "../errors.ts";
import { describeRedis, type RedisTarget, withoutSecrets } from "./redis-address.ts";

/** The first version with all commands that BullMQ uses. */
const LEAST_VERSION = [6, 2] as const;
/** How long the first connection may take, in milliseconds. */
const CONNECT_MS = 5_000;
/** The longest pause between attempts to connect again, in milliseconds. */
const LONGEST_PAUSE_MS = 2_000;

/** What BullMQ connects with. It connects again, for as long as it takes: callers decide when to give up. */
export function connectionOf(target: RedisTarget) {
  const { host, port, database: db, username, password, tls } = target;
  return {
    host,
    port,
    db,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(tls !== undefined && { tls }),
    connectTimeout: CONNECT_MS,
    maxRetriesPerRequest: null,
    retryStrategy: (times: number) => Math.min(50 * 2 ** Math.min(times, 10), LONGEST_PAUSE_MS),
  };
}

export async function importBullmq(): Promise<typeof import("bullmq")> {
  return await importPeer("bullmq", () => import("bullmq"));
}

/** Throws `ClusterError` where there is no Redis, a wrong password, or a Redis that is too old. */
export async function checkRedis(target: RedisTarget): Promise<void> {
  const { Redis } = await importPeer("ioredis", () => import("ioredis"));
  const redis = new Redis({
    ...connectionOf(target),
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const failure = new Promise<never>((_, reject) => {
      redis.on("error", reject); // the first one says why; what follows says only that the connection is closed
      timer = setTimeout(() => reject(new Error(`no answer within ${CONNECT_MS / 1000} s`)), CONNECT_MS);
    });
    const info = await Promise.race([redis.connect().then(() => redis.info("server")), failure]);
    checkVersion(/^redis_version:(.*)$/m.exec(info)?.[1].trim(), target);
  } catch (error) {
    if (error instanceof ClusterError) throw error;
    throw describeFailure(error as Error, target);
  } finally {
    clearTimeout(timer);
    redis.disconnect();
  }
}

function checkVersion(version: string | undefined, target: RedisTarget): void {
  if (version === undefined) return; // servers that speak Redis's protocol need not say
  const [major, minor] = version.split(".").map(Number);
  const [leastMajor, leastMinor] = LEAST_VERSION;
  if (major < leastMajor || (major === leastMajor && minor < leastMinor))
    throw new ClusterError(
      `${describeRedis(target)}: version ${version} is too old, expected ${LEAST_VERSION.join(".")} or later`,
    );
}

function describeFailure(error: Error, target: RedisTarget): ClusterError {
  const place = describeRedis(target);
  const { message } = error;
  if (/WRONGPASS|invalid password/i.test(message))
    return new ClusterError(`${place}: wrong user or password`);
  if (/NOAUTH/.test(message)) return new ClusterError(`${place}: it asks for a password`);
  if (/NOPERM/.test(message))
    return new ClusterError(`${place}: the user lacks a permission: ${withoutSecrets(message, target)}`);
  return new ClusterError(`${place}: cannot connect: ${withoutSecrets(message, target)}`);
}

async function importPeer<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw new ClusterError(
      `a cluster needs the packages bullmq and ioredis: npm install bullmq ioredis (${name}: ${(error as Error).message})`,
    );
  }
}
