import { afterAll, expect, it } from "vitest";
import { startPageServer } from "../../src/cli/watch/page-server.ts";
import { DATA_MARK } from "../../src/reports/packed-scene.ts";
import { ask } from "../cli/watch/watching.ts";

// The page of a watch asks for "report" and "events" beside itself. At its address without the last slash it came, too, and then asked for
// these without the token: a page that never showed anything.

const template = `<meta content="default-src 'none';">${DATA_MARK}`;
const server = await startPageServer({
  template,
  payload: () => new Uint8Array(0),
  onDecisions: null,
  token: "t0ken",
});
afterAll(() => server.close());

it("an address without its slash leads to the address with it", async () => {
  const { status, headers } = await ask(server.address.replace(/\/$/, ""));
  expect(status).toBe(308);
  expect(new URL(headers.location as string, server.address).href).toBe(server.address);
  expect((await ask(server.address)).status).toBe(200);
});

it("an address without its slash is redirected for the right token only", async () => {
  const { status, headers } = await ask(new URL("/wrong", server.address).href);
  expect(status).toBe(403);
  expect(headers.location).toBeUndefined();
});
