import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { FormatError, OptionError } from "../../errors.ts";
import { type LiveState, livePage, type PageDecision } from "../../reports/live-page.ts";

export interface PageServer {
  /** The page, with the token. */
  readonly address: string;
  /** Tells all open pages where the watch stands. */
  tell(state: LiveState): void;
  /** Tells pages that the watch has ended, and ends every connection. */
  close(): Promise<void>;
}

export interface PageServerOptions {
  /** The page of the HTML report without data. */
  template: string;
  /** What the page shows, as `livePayload` packs it. Called when a page asks for it. */
  payload: () => Uint8Array;
  /** Saves decisions of a page. Null if they are not saved here. Errors for people are `OptionError` and `FormatError`. */
  onDecisions: ((decisions: readonly PageDecision[]) => Promise<void>) | null;
  /** Default: a free port. */
  port?: number;
  /** Every address begins with it. Default: random. */
  token?: string;
}

/** 192 bits, in letters of addresses. */
const TOKEN_BYTES = 24;
const MOST_DECISION_BYTES = 2 ** 20;
/** Browsers open a few; files that the watch has to read must not run out of descriptors. */
const MOST_CONNECTIONS = 64;
/** Proxies and browsers drop connections on which nothing happens. */
const KEEP_ALIVE_MS = 15_000;
const EVENT_STREAM = { "Content-Type": "text/event-stream; charset=utf-8" };

/**
 * Nothing is kept by browsers and proxies; no other page may read, frame or embed an answer, nor learn the token from a referrer.
 * The page itself carries the policy for its script and style.
 */
const HEADERS = {
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Content-Security-Policy": "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
};

/** Serves the page of a watch to browsers of this machine that know the token. */
export async function startPageServer(options: PageServerOptions): Promise<PageServer> {
  const { template, payload, onDecisions, port = 0 } = options;
  const token = options.token ?? randomBytes(TOKEN_BYTES).toString("base64url");
  const page = livePage(template, { saves: onDecisions !== null });
  const listeners = new Set<ServerResponse>();
  let state: LiveState = { run: 0, activity: "checking", trouble: null };
  let hosts: readonly string[] = [];

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else send(response, statusOf(error), `${(error as Error).message}\n`);
    });
  });

  server.maxConnections = MOST_CONNECTIONS;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A name that a stranger's DNS points here, so that the stranger's page counts as of one origin with this server.
    if (!hosts.includes(request.headers.host ?? "")) return send(response, 403, "wrong host\n");
    const [, given = "", ...rest] = (request.url ?? "").replace(/\?.*/, "").split("/");
    if (!isToken(given, token)) return send(response, 403, "wrong token\n");
    // The page asks for what lies beside it, so its address must end with the slash that is easily lost in copying.
    if (rest.length === 0) return send(response, 308, "", { Location: `/${token}/` });
    const place = `${request.method} ${rest.join("/")}`;
    if (place === "GET ") send(response, 200, page, { "Content-Type": "text/html; charset=utf-8" });
    else if (place === "GET report")
      send(response, 200, payload(), { "Content-Type": "application/octet-stream" });
    else if (place === "GET events") listen(response);
    else if (place === "POST decisions" && onDecisions !== null) {
      if (!isOwnPage(request)) return send(response, 403, "not from the page\n");
      await onDecisions(await readDecisions(request));
      send(response, 204, "");
    } else send(response, 404, "not here\n");
  }

  function listen(response: ServerResponse): void {
    response.writeHead(200, { ...HEADERS, ...EVENT_STREAM });
    response.write(eventOf(state));
    listeners.add(response);
    response.on("close", () => listeners.delete(response));
  }

  /** Browsers say where a request comes from; a form or a script of another page cannot change it. */
  function isOwnPage({ headers }: IncomingMessage): boolean {
    const isJson = headers["content-type"]?.startsWith("application/json") === true;
    return isJson && hosts.some((host) => headers.origin === `http://${host}`);
  }

  const alive = setInterval(() => {
    for (const response of listeners) response.write(": still here\n\n");
  }, KEEP_ALIVE_MS);
  alive.unref();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const own = (server.address() as AddressInfo).port;
  hosts = [`127.0.0.1:${own}`, `localhost:${own}`];
  return {
    address: `http://127.0.0.1:${own}/${token}/`,
    tell(next) {
      state = next;
      for (const response of listeners) response.write(eventOf(state));
    },
    async close() {
      clearInterval(alive);
      for (const response of listeners) response.end(eventOf({ ...state, activity: "ended" }));
      const closed = new Promise((resolve) => server.close(resolve));
      // A moment for the last event; what is still open then is cut.
      setTimeout(() => server.closeAllConnections(), 100).unref();
      server.closeIdleConnections();
      await closed;
    },
  };
}

/** Takes one time for all wrong tokens of the right length. */
function isToken(given: string, token: string): boolean {
  const [p, q] = [Buffer.from(given), Buffer.from(token)];
  return p.length === q.length && timingSafeEqual(p, q);
}

function eventOf(state: LiveState): string {
  return `data: ${JSON.stringify(state)}\n\n`;
}

async function readDecisions(request: IncomingMessage): Promise<PageDecision[]> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request) {
    size += piece.length;
    if (size > MOST_DECISION_BYTES) throw new OptionError("decisions: too many at once");
    pieces.push(piece);
  }
  let found: unknown;
  try {
    found = JSON.parse(Buffer.concat(pieces).toString());
  } catch (error) {
    throw new OptionError(`decisions: not JSON: ${(error as Error).message}`);
  }
  const isDecision = (entry: PageDecision | null) =>
    Array.isArray(entry?.ids) && typeof entry.decision === "object" && entry.decision !== null;
  if (!Array.isArray(found) || !found.every(isDecision))
    throw new OptionError("decisions: expected a list of { ids, decision }");
  return found;
}

function statusOf(error: unknown): number {
  return error instanceof OptionError || error instanceof FormatError ? 400 : 500;
}

function send(
  response: ServerResponse,
  status: number,
  body: string | Uint8Array,
  headers: Record<string, string> = { "Content-Type": "text/plain; charset=utf-8" },
): void {
  response.writeHead(status, { ...HEADERS, ...headers, "Content-Length": Buffer.byteLength(body) });
  response.end(body);
}
