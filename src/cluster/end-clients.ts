// How connections to Redis end although Redis is away.

/** A client of Redis, as far as ending it goes. */
interface Client {
  readonly status: string;
  connect(): Promise<unknown>;
  disconnect(): void;
}

/** A queue, or a worker, of BullMQ with its clients. A promise never resolves while Redis has been away from the start. */
interface Opened {
  readonly backend: {
    readonly client: Promise<Client>;
    readonly blockingClient?: Promise<Client> | undefined;
  };
}

/**
 * Makes sure that a client ends once it is told to. One that waits to connect again would not: `disconnect` cancels its next attempt, and
 * nothing is left to say that it has ended (https://github.com/redis/ioredis/pull/2169). One that is connecting ends.
 */
export function makeEndable(client: Client): void {
  if (client.status === "reconnecting") client.connect().catch(() => {});
}

/** Ends all connections at once: what has not been sent, or has no answer yet, fails. */
export function endClients(opened: readonly Opened[]): void {
  const end = (client: Client) => {
    makeEndable(client);
    client.disconnect();
  };
  for (const { backend } of opened)
    for (const client of [backend.client, backend.blockingClient]) client?.then(end, () => {});
}

/** Whether the promise resolves within `time` milliseconds. */
export async function isWithin(promise: Promise<unknown>, time: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), time);
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
