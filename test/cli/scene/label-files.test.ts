import { describe, expect, it } from "vitest";
import { labelFiles } from "../../../src/cli/scene/label-files.ts";

describe("labelFiles", () => {
  it("uses the name of the file, wherever it is", () => {
    expect(labelFiles(["a/gear.stl", "/somewhere/shaft.obj"])).toEqual(["gear.stl", "shaft.obj"]);
  });

  it("adds as many folders as needed to tell files of one name apart", () => {
    expect(labelFiles(["x/a/gear.stl", "x/b/gear.stl", "y/b/gear.stl", "pin.stl"])).toEqual([
      "a/gear.stl",
      "x/b/gear.stl",
      "y/b/gear.stl",
      "pin.stl",
    ]);
  });

  it("numbers a file that is listed twice, however it is written", () => {
    expect(labelFiles(["gear.stl", "./gear.stl", "x/../gear.stl"])).toEqual([
      "gear.stl",
      "gear.stl#2",
      "gear.stl#3",
    ]);
  });

  it("terminates if one path is the end of another", () => {
    expect(labelFiles(["/a/b.stl", "/x/a/b.stl"])).toEqual(["/a/b.stl", "x/a/b.stl"]);
  });
});
