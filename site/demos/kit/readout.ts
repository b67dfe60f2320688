/** Rows of names and values; rows stay in place while their values change. */
export interface Readout {
  show(rows: ReadonlyMap<string, string>): void;
}

export function createReadout(list: HTMLElement): Readout {
  const cells = new Map<string, HTMLElement>();
  return {
    show(rows) {
      for (const [name, cell] of cells)
        if (!rows.has(name)) {
          cell.parentElement!.remove();
          cells.delete(name);
        }
      for (const [name, value] of rows) {
        let cell = cells.get(name);
        if (cell === undefined) {
          const row = document.createElement("div");
          const term = document.createElement("dt");
          cell = document.createElement("dd");
          term.textContent = name;
          row.append(term, cell);
          list.append(row);
          cells.set(name, cell);
        }
        if (cell.textContent !== value) cell.textContent = value;
      }
    },
  };
}

export function countText(value: number | string | boolean): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "number" ? value.toLocaleString("en") : value;
}

export function millisecondsText(ms: number): string {
  return `${ms < 0.1 ? ms.toFixed(3) : ms < 10 ? ms.toFixed(2) : ms.toFixed(0)} ms`;
}
