import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { openStore } from "../../src/store/open-store.ts";

// Messages about an endpoint that is none were those of Amazon's client: one quotes it, whatever it holds, the other says "Invalid URL" and not of
// what.

const before = { ...process.env };
const folder = mkdtempSync(join(tmpdir(), "abut-endpoint-"));
afterEach(() => {
  process.env = { ...before };
  rmSync(folder, { recursive: true, force: true });
});

it.each(["ftp://ann:pa55word@storage.example", "pa55word", "http://ann:pa55word@storage.example:99999"])(
  "an endpoint %s is named by its variable",
  async (endpoint) => {
    Object.assign(process.env, {
      AWS_ENDPOINT_URL_S3: endpoint,
      AWS_ACCESS_KEY_ID: "id",
      AWS_SECRET_ACCESS_KEY: "secret",
      ABUT_CACHE: folder,
    });
    const error = await openStore("s3://bucket/prefix").catch((reason) => reason);
    expect(error.name).toBe("StoreError");
    expect(error.message).toMatch(
      /^store s3:\/\/bucket\/prefix: AWS_ENDPOINT_URL_S3 is not the address of a server/,
    );
    expect(`${error.message} ${error.cause} ${error.stack}`).not.toContain("pa55word");
  },
);
