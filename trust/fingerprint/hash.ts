// One hash of any answer: 64 bits over every number, string and key in it. Not for secrets; it only has to tell answers apart.

/** Two multiplicative hashes of 32 bits each, with different multipliers. */
class AnswerHash {
  #left = 0x811c9dc5;
  #right = 0x2f0b4c47;
  readonly #number = new Float64Array(1);
  readonly #words = new Uint32Array(this.#number.buffer);

  /** Adds an answer. Counters (`stats`) and memory for later use (`storage`) are not part of it: they depend on the path. */
  add(value: unknown): void {
    if (value === null || value === undefined) this.#addWord(1);
    else if (typeof value === "number") this.#addNumber(value);
    else if (typeof value === "boolean") this.#addWord(value ? 3 : 2);
    else if (typeof value === "string") this.#addString(value);
    else if (ArrayBuffer.isView(value)) this.#addList(value as unknown as ArrayLike<number>);
    else if (value instanceof ArrayBuffer) this.#addList(new Uint8Array(value));
    else if (Array.isArray(value)) this.#addList(value);
    else if (typeof value === "object") this.#addRecord(value);
    else throw new TypeError(`an answer holds a ${typeof value}`);
  }

  /** 16 hex digits. */
  get digest(): string {
    return [this.#left, this.#right].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
  }

  #addWord(word: number): void {
    this.#left = Math.imul(this.#left ^ word, 0x01000193);
    this.#left ^= this.#left >>> 15;
    this.#right = Math.imul(this.#right ^ word, 0x5bd1e995);
    this.#right ^= this.#right >>> 13;
  }

  /** Every bit counts, the sign of zero included. All NaN are one. */
  #addNumber(value: number): void {
    this.#number[0] = Number.isNaN(value) ? NaN : value;
    this.#addWord(this.#words[0]);
    this.#addWord(this.#words[1]);
  }

  #addString(value: string): void {
    this.#addWord(value.length);
    for (let i = 0; i < value.length; i++) this.#addWord(value.charCodeAt(i));
  }

  #addList(list: ArrayLike<unknown>): void {
    this.#addWord(list.length);
    for (let i = 0; i < list.length; i++) this.add(list[i]);
  }

  #addRecord(record: object): void {
    for (const [key, value] of Object.entries(record)) {
      if (key === "stats" || key === "storage") continue;
      this.#addString(key);
      this.add(value);
    }
  }
}

export function hashOf(value: unknown): string {
  const hash = new AnswerHash();
  hash.add(value);
  return hash.digest;
}
