import { describe, expect, it } from "vitest";
import { createMesh } from "../../src/mesh/triangle-mesh.ts";
import { distance } from "../../src/queries/distance/distance.ts";
import { findPairs } from "../../src/queries/pairs/find-pairs.ts";
import { buildObbTree } from "../../src/queries/pairs/obb-trees.ts";
import { buildRTree } from "../../src/queries/pairs/r-trees.ts";
import { restoreTree } from "../../src/queries/pairs/restore-tree.ts";
import { type AabbTreeOptions, buildAabbTree } from "../../src/trees/build-aabb.ts";
import { HEADER } from "../../src/trees/layout.ts";
import { saveTree } from "../../src/trees/save.ts";
import { validateTree } from "../../src/trees/validate.ts";
import { rotation } from "../poses.ts";

// Trees of version 1 as commit cfbbfe91 saved them, before there were frames: users have such files.

/** Two tetrahedra on a common base, times a power of two. */
function pyramids(scale: number) {
  const positions = [0, 0, 0, 2, 0, 0, 0, 1.5, 0, 0.5, 0.25, 1, 1, 1, -0.5];
  return createMesh({
    positions: Float64Array.from(positions, (x) => scale * x),
    indices: Uint16Array.of(0, 1, 3, 1, 2, 3, 2, 0, 3, 1, 0, 4, 2, 1, 4, 0, 2, 4),
  });
}

const SAVED = {
  aabb: [
    "YWJ1dAEAAAABAAAACwAAAAYAAAAFAAAABAAAAGsV6pcAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABH5dM2QkICQAAAAAAAAAAAAAAA",
    "vwAAAEAAAMA/AACAPwEAAAAAAKBAAAAAAAAAAAAAAAC/AAAAQAAAwD8AAAAAAwAAAAAAgEAAAAAAAAAAAAAAAAAAAABAAADAPwAA",
    "gD8HAAAAAACQQAAAAAAAAAAAAAAAvwAAAEAAAMA/AAAAAAUAAAAAAIBAAAAAAAAAAAAAAAC/AACAPwAAwD8AAAAA/f///wEAAAAA",
    "AAAAAAAAAAAAAL8AAABAAACAPwAAAAD/////AQAAAAAAAAAAAAAAAAAAvwAAAEAAAMA/AAAAAP7///8BAAAAAAAAAAAAAAAAAAAA",
    "AAAAQAAAwD8AAIA/CQAAAAAAkEAAAAAAAAAAAAAAAAAAAABAAACAPgAAgD/6////AQAAAAAAAAAAAAAAAAAAAAAAAEAAAMA/AACA",
    "P/z///8BAAAAAAAAAAAAAAAAAAAAAAAAPwAAwD8AAIA/+////wEAAAABAAAAAAAAAAQAAAACAAAAAQAAAAQAAAAAAAAAAgAAAAQA",
    "AAABAAAAAgAAAAMAAAACAAAAAAAAAAMAAAAAAAAAAQAAAAMAAAADAAAABAAAAAUAAAABAAAAAgAAAAAAAAA=",
  ].join(""),
  obb: [
    "YWJ1dAEAAAACAAAABQAAAAYAAAAFAAAAAwAAANjp4F8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABH5dM2AAAAAECXztxIM+k/vxIn",
    "LbGW1z+Mjvd6tPKgP7M7dpwE0fM/bj/A57H86j/SigqmS7zgP9bIQkDw6us/wyFv7Jc9379I8p7zsuyYvyCAJmv8i9U/QHG1KM5c",
    "5D9l2ckO3DXmv4/J89qwrNY/CFBgzWAd4z90CwDiEgbnPwEAAAAAAAAA3VFU3kPx0z+qweYWj87lPz4l/dW6Ack/8Ysb8WSg6T9E",
    "CwOkpVfgP5QOmXR27ds/rm2WvumFxj8f4lvZnSnoPxnplC/kNeS/+KgqmmIz17/NfAQStq3kP2sB3eN9feU/208dK3ZJ7T+lYOR9",
    "Vly8P2OBNlaxy9g//////wIAAACQzKXIIaroP6YZxhHgeNY/SNhgb9/DV79ARcJDBa3zP8b4pKz54eo/MCCrUS744D9dCJYYzoHr",
    "P2urJn32ld+/iNayBwPywL/XdR3AsG/RP9sHmqPrLeU/UFxf9A5Z5r97eATbkqrbP2asCLtUDuI/bvPSvSKC5j8DAAAAAAAAAMdi",
    "i8OHyOs/YzkUZuEv4j9WyQohkfDQP5wUOy+6//M/yQrJOK386z90vazbLM6pP9T9h3wjvOk/Rzfo12sE478Gd69zGLF+v/QRdPNz",
    "B9Q/VpBNUSzJ2z8O+s+OCAjrv2rFoI4nK+A/5UeZBv6p5T+MapNN3B/hP/3///8CAAAAufExi7oc7j8UfGBVAzzXP6jV0rCwb4C/",
    "RcyS9N5b7T+WMT9ca3TlP127BUT+Btg/osqS9N5b7T9wJqeOwwfCP+6BFNWPz9e/DvdzBIoP2b8IUROODwffP9oUOJi3Bum/Qlk6",
    "RfX4sT/dgf/wXZ/rPxZk5OYu/98/+////wIAAAAAAAAAAgAAAAQAAAACAAAAAAAAAAMAAAABAAAAAgAAAAMAAAACAAAAAQAAAAQA",
    "AAAAAAAAAQAAAAMAAAABAAAAAAAAAAQAAAAFAAAAAgAAAAEAAAAEAAAAAAAAAAMAAAA=",
  ].join(""),
  "r-tree": [
    "YWJ1dAEAAAADAAAADQAAAAYAAAAFAAAAAwAAAA4bG6oAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABH5dM2AgAEAAAAAAAAAAAAAAAA",
    "vwAAAEAAAMA/AACAPwEAAAACAAAAAAAAAAAAAAAAAAC/AAAAQAAAwD8AAAAABQAAAAMAAAAAAAAAAAAAAAAAAAAAAABAAADAPwAA",
    "gD8JAAAAAwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "AAAAAAAAAAAAAL8AAABAAACAPwAAAAD6////AQAAAAAAAAAAAAAAAAAAvwAAAEAAAMA/AAAAAPn///8BAAAAAAAAAAAAAAAAAAC/",
    "AACAPwAAwD8AAAAA+P///wEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAAAMA/AACA",
    "P/b///8BAAAAAAAAAAAAAAAAAAAAAAAAPwAAwD8AAIA/9f///wEAAAAAAAAAAAAAAAAAAAAAAABAAACAPgAAgD/0////AQAAAAAA",
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "AAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAEAAAAAgAAAAEAAAAEAAAAAAAAAAIAAAAEAAAAAAAAAAAAAAAAAAAAAQAAAAIAAAADAAAA",
    "AgAAAAAAAAADAAAAAAAAAAEAAAADAAAAAAAAAAAAAAAAAAAA//////////////////////////8DAAAABAAAAAUAAAD/////AQAA",
    "AAIAAAAAAAAA/////wAAAAABAAAAAgAAAAsAAAAJAAAACgAAAAUAAAAGAAAABwAAAA==",
  ].join(""),
  "tiny aabb": [
    "YWJ1dAEAAAABADsACwAAAAYAAAAFAAAABAAAAABZ7ikAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADA3pZSQkICQAAAAAAAAAAAAACA",
    "vgAAgD8AAEA/AAAAPwEAAAAAACBAAAAAAAAAAAAAAIC+AACAPwAAQD8AAAAAAwAAAAAAAEAAAAAAAAAAAAAAAAAAAIA/AABAPwAA",
    "AD8HAAAAAAAQQAAAAAAAAAAAAACAvgAAgD8AAEA/AAAAAAUAAAAAAABAAAAAAAAAAAAAAIC+AAAAPwAAQD8AAAAA/f///wEAAAAA",
    "AAAAAAAAAAAAgL4AAIA/AAAAPwAAAAD/////AQAAAAAAAAAAAAAAAACAvgAAgD8AAEA/AAAAAP7///8BAAAAAAAAAAAAAAAAAAAA",
    "AACAPwAAQD8AAAA/CQAAAAAAEEAAAAAAAAAAAAAAAAAAAIA/AAAAPgAAAD/6////AQAAAAAAAAAAAAAAAAAAAAAAgD8AAEA/AAAA",
    "P/z///8BAAAAAAAAAAAAAAAAAAAAAACAPgAAQD8AAAA/+////wEAAAABAAAAAAAAAAQAAAACAAAAAQAAAAQAAAAAAAAAAgAAAAQA",
    "AAABAAAAAgAAAAMAAAACAAAAAAAAAAMAAAAAAAAAAQAAAAMAAAADAAAABAAAAAUAAAABAAAAAgAAAAAAAAA=",
  ].join(""),
};
const AABB: AabbTreeOptions = { leafSize: 1 };
const FRESH = {
  aabb: () => buildAabbTree(pyramids(1), AABB),
  obb: () => buildObbTree(pyramids(1), { leafSize: 2 }),
  "r-tree": () => buildRTree(pyramids(1), { minChildren: 2, maxChildren: 4 }),
  "tiny aabb": () => buildAabbTree(pyramids(2 ** -60), AABB),
};

describe("a tree that version 1 saved", () => {
  for (const name of Object.keys(SAVED) as (keyof typeof SAVED)[])
    it(`restores, validates and answers like a fresh one, and is saved as it was (${name})`, () => {
      const buffer = new Uint8Array(Buffer.from(SAVED[name], "base64")).buffer;
      expect(new Uint32Array(buffer)[HEADER.version]).toBe(1);
      const fresh = FRESH[name]();
      const restored = restoreTree(buffer.slice(0), fresh.mesh) as typeof fresh;
      expect(restored.kind).toBe(fresh.kind);
      expect(validateTree(restored)).toEqual([]);
      if (restored.kind === "aabb") expect(restored.frame).toBeNull();
      const size = name === "tiny aabb" ? 2 ** -60 : 1;
      let pairs = 0;
      for (const offset of [
        [0.4, 0.3, 0.1],
        [0, 0, 0.5],
        [3, 0.2, 0.1],
      ]) {
        const bToWorld = rotation(
          [0.9, 0.1, 0.3, 0.2],
          offset.map((x) => size * x) as [number, number, number],
        );
        const found = findPairs(restored as never, restored as never, { bToWorld });
        expect(found.pairs).toEqual(findPairs(fresh as never, fresh as never, { bToWorld }).pairs);
        pairs += found.count;
        expect(distance(restored as never, restored as never, { bToWorld })?.distance).toBe(
          distance(fresh as never, fresh as never, { bToWorld })?.distance,
        );
      }
      expect(pairs).toBeGreaterThan(10);
      expect(new Uint8Array(saveTree(restored))).toEqual(new Uint8Array(buffer));
    });
});
