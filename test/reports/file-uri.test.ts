import { describe, expect, it } from "vitest";
import { fileUri } from "../../src/reports/file-uri.ts";
import { NAMES } from "./reports.ts";

describe("fileUri", () => {
  it("keeps relative paths relative and gives absolute paths the file scheme", () => {
    expect(fileUri("models/gear.glb")).toBe("models/gear.glb");
    expect(fileUri("../gear.glb")).toBe("../gear.glb");
    expect(fileUri("/home/me/gear.glb")).toBe("file:///home/me/gear.glb");
    expect(fileUri("C:/models/gear.glb")).toBe("file:///C:/models/gear.glb");
    expect(fileUri("//server/models/gear.glb")).toBe("file://server/models/gear.glb");
  });

  it("encodes characters that a URI forbids, and a colon that would make a scheme", () => {
    expect(fileUri("my gear #1?.glb")).toBe("my%20gear%20%231%3F.glb");
    expect(fileUri("a:b/c")).toBe("a%3Ab/c");
    expect(fileUri("größe/✓")).toBe("gr%C3%B6%C3%9Fe/%E2%9C%93");
    for (const name of NAMES) expect(fileUri(name)).toMatch(/^[\w\-.~!*'()%/:]*$/);
  });

  it("is decoded by URL to the path", () => {
    for (const path of ["/a b/c%20d/#.stl", "/ü/?x=1&y", "/semi;colon,comma+plus"])
      expect(decodeURIComponent(new URL(fileUri(path)).pathname)).toBe(path);
  });
});
