import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { afterEach, expect, it, vi } from "vitest";
import type * as ListModelFiles from "../../src/cli/scene/list-model-files.ts";
import { startPageServer } from "../../src/cli/watch/page-server.ts";
import { DATA_MARK } from "../../src/reports/packed-scene.ts";
import { ask } from "../cli/watch/watching.ts";
import { importFresh } from "../fresh-modules.ts";

// A folder that was removed, or could not be listed for want of file descriptors, between two looks at it was an internal error, which ended
// a watch. Pages could take all descriptors, for the server took any number of connections.

afterEach(() => vi.doUnmock("node:fs/promises"));

it.each(["ENOENT: no such file or directory", "EMFILE: too many open files"])(
  "a folder that cannot be listed is an error for people: %s",
  async (message) => {
    const folder = mkdtempSync(`${tmpdir()}/abut-went-`);
    vi.resetModules();
    vi.doMock("node:fs/promises", async (original) => ({
      ...(await original<typeof import("node:fs/promises")>()),
      readdir: () => Promise.reject(new Error(message)),
    }));
    try {
      const { listModelFiles } = await importFresh<typeof ListModelFiles>(
        "src/cli/scene/list-model-files.ts",
      );
      await expect(listModelFiles(folder)).rejects.toMatchObject({
        name: "FormatError",
        message: `${folder}: cannot read the folder: ${message}`,
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

it("the server of a watch refuses connections beyond what browsers need, and answers again afterwards", async () => {
  const server = await startPageServer({
    template: `<meta content="default-src 'none';">${DATA_MARK}`,
    payload: () => new Uint8Array(0),
    onDecisions: null,
  });
  const { port, pathname, host } = new URL(server.address);
  const sockets: Socket[] = [];
  let refused = 0;
  for (let i = 0; i < 200; i++) {
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("error", () => {});
    socket.on("close", () => refused++);
    socket.write(`GET ${pathname}events HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    sockets.push(socket);
  }
  await vi.waitFor(() => expect(refused).toBe(136), 10_000);
  for (const socket of sockets) socket.destroy();
  await vi.waitFor(async () => expect((await ask(server.address)).status).toBe(200), 10_000);
  await server.close();
});
