import { describe, expect, it } from "vitest";
import { createBudget } from "../../../src/formats/budget.ts";
import { checkStep } from "../../../src/formats/ifc/step-syntax.ts";
import { readIfc } from "../../../src/formats/index.ts";
import { openText } from "../../../src/formats/text/text-cursor.ts";
import { utf8 } from "../write-models.ts";
import { element, ifcFile } from "./write-ifc.ts";

const check = (data: string) =>
  checkStep(
    openText(
      utf8(`ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\n${data}\nENDSEC;\nEND-ISO-10303-21;\nrest ( '`),
      "a.ifc",
    ),
    createBudget(),
  );

describe("checkStep", () => {
  it.each([
    "#1=IFCA();",
    "#1 = IFCA($,*,.T.,.UNSET.,#2,-1,+1.,1.5E-3,1.e+05,'a''b',\"0AF\",(),((1,2),(3)),IFCLABEL('x'));",
    "/* a ( ' comment **/ #1=IFCA('/* no comment');",
    "#1=IFCA('',''\n,'''');",
  ])("takes %s", (data) => {
    expect(() => check(data)).not.toThrow();
  });

  it.each([
    ["#1=IFCA((1,2);", /line 5: expected "," or "\)", got ";"/],
    ["#1=IFCA(1));", /line 5: expected ";", got "\)"/],
    ["#1=IFCA(1,,2);", /line 5: expected a value or "\(", got ","/],
    ["#1=IFCA(1,);", /line 5: expected a value or "\(", got "\)"/],
    ["#1=IFCA(1 2);", /line 5: expected ",", "\)" or "\(", got "2"/],
    ["#1=IFCA('a' 'b');", /line 5: expected "," or "\)", got "'"/],
    ["#1=;", /line 5: expected the name of an entity, got ";"/],
    ["#1=IFCA;", /line 5: expected "\(", got ";"/],
    ["#1=IFC.A();", /line 5: "IFC.A" is neither a name nor a value/],
    ["#1=IFCA(#1a);", /line 5: "#1a" is neither/],
    ["#1=IFCA(1.2.3);", /line 5: "1.2.3" is neither/],
    ["#1=IFCA(1E);", /line 5: "1E" is neither/],
    ["#1=IFCA(.T);", /line 5: ".T" is neither/],
    ["#1=IFCA($$);", /line 5: "\$\$" is neither/],
    ["#1=IFCA(%);", /line 5: expected a value, "\(" or "\)", got "%"/],
    ["IFCA=#1();", /line 5: expected "=", "\(" or ";", got "="/],
    ["#1=IFCA(/* );", /line 5: a comment without an end/],
  ])("refuses %s", (data, complaint) => {
    expect(() => check(data)).toThrow(complaint);
  });

  it("refuses a string without an end, and a file cut off at any place", async () => {
    const whole = ifcFile(element(1));
    for (let length = 0; length < whole.length - 3; length += 7)
      await expect(readIfc(whole.subarray(0, length), "cut.ifc"), String(length)).rejects.toThrow(
        /^cut\.ifc, (?:line \d+|byte 0): /,
      );
  });
});
