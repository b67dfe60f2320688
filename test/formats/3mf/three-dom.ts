import { XMLParser } from "fast-xml-parser";

// three's ThreeMFLoader asks for a DOM, which Node lacks. This is the part of one that it uses.

type Node = Record<string, unknown>;

class TinyElement {
  readonly nodeName: string;
  readonly localName: string;
  readonly children: TinyElement[];
  readonly attributes: { name: string; value: string }[];
  readonly textContent: string;

  constructor(node: Node) {
    this.nodeName = Object.keys(node).find((key) => key !== ":@") ?? "";
    this.localName = this.nodeName.replace(/^.*:/, "");
    const content = node[this.nodeName] as Node[];
    this.children = content.filter((child) => !("#text" in child)).map((child) => new TinyElement(child));
    this.textContent = content.map((child) => child["#text"] ?? "").join("");
    this.attributes = Object.entries((node[":@"] as Record<string, string>) ?? {}).map(([name, value]) => ({
      name,
      value,
    }));
  }

  getAttribute(name: string): string | null {
    return this.attributes.find((attribute) => attribute.name === name)?.value ?? null;
  }

  /** "a b" finds every b below an a; names are compared without their prefix, as in a browser. */
  querySelectorAll(selector: string): TinyElement[] {
    const [first, ...rest] = selector.split(" ");
    const found = this.#descendants().filter(({ localName }) => localName === first);
    return rest.length === 0 ? found : found.flatMap((element) => element.querySelectorAll(rest.join(" ")));
  }

  querySelector(selector: string): TinyElement | null {
    return this.querySelectorAll(selector)[0] ?? null;
  }

  getElementsByTagNameNS(): TinyElement[] {
    return [];
  }

  #descendants(into: TinyElement[] = []): TinyElement[] {
    for (const child of this.children) {
      into.push(child);
      child.#descendants(into);
    }
    return into;
  }
}

/** `DOMParser` for the loader. */
export class TinyDomParser {
  parseFromString(text: string): { documentElement: TinyElement } & TinyElement {
    const parser = new XMLParser({
      preserveOrder: true,
      ignoreAttributes: false,
      attributeNamePrefix: "",
      parseAttributeValue: false,
      parseTagValue: false,
      ignoreDeclaration: true,
    });
    const document = new TinyElement({ document: parser.parse(text) });
    return Object.assign(document, { documentElement: document.children[0] });
  }
}
