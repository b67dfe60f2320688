/** Native form elements with labels: keyboards, screen readers and phones know them. */
export interface Controls {
  range(name: string, options: RangeOptions): Value<number>;
  choice<T extends string>(name: string, options: ChoiceOptions<T>): Value<T>;
  toggle(name: string, options: { label: string; value: boolean; onChange?: () => void }): Value<boolean>;
  button(label: string, onClick: () => void): HTMLButtonElement;
  /** Sets a control by its name, as a user would. */
  set(name: string, value: string): void;
}

interface Value<T> {
  value: T;
}

interface RangeOptions {
  label: string;
  min: number;
  max: number;
  step?: number;
  value: number;
  /** How the value is written beside the label. */
  text?: (value: number) => string;
  onChange?: () => void;
}

interface ChoiceOptions<T extends string> {
  label: string;
  /** Values and their names. */
  options: Record<T, string>;
  value: T;
  onChange?: () => void;
}

/** Controls in `parent`; a parameter of the address with a control's name sets its first value. */
export function createControls(parent: HTMLElement, address: URLSearchParams, changed: () => void): Controls {
  const setters = new Map<string, (value: string) => void>();

  function addRow(name: string, label: string, input: HTMLElement, output?: HTMLElement): void {
    const row = document.createElement("div");
    row.className = "control";
    const text = document.createElement("label");
    input.id = `control-${name}`;
    text.htmlFor = input.id;
    text.textContent = label;
    row.append(text, ...(output ? [output] : []), input);
    parent.append(row);
  }

  return {
    range(name, { label, min, max, step = 1, value, text = String, onChange }) {
      const input = document.createElement("input");
      input.type = "range";
      Object.assign(input, { min: String(min), max: String(max), step: String(step) });
      const output = document.createElement("output");
      output.htmlFor.add(`control-${name}`);
      const state = { value };
      const set = (raw: string) => {
        input.value = raw;
        state.value = Number(input.value);
        output.textContent = text(state.value);
        input.setAttribute("aria-valuetext", text(state.value));
      };
      set(address.get(name) ?? String(value));
      const update = (raw: string) => {
        set(raw);
        onChange?.();
        changed();
      };
      input.addEventListener("input", () => update(input.value));
      setters.set(name, update);
      addRow(name, label, input, output);
      return state;
    },
    choice(name, { label, options, value, onChange }) {
      const input = document.createElement("select");
      for (const [key, title] of Object.entries(options) as [string, string][])
        input.append(new Option(title, key));
      const state = { value };
      const set = (raw: string) => {
        if (!(raw in options)) throw new Error(`${name}: there is no choice ${raw}`);
        input.value = raw;
        state.value = raw as typeof value;
      };
      set(address.get(name) ?? value);
      const update = (raw: string) => {
        set(raw);
        onChange?.();
        changed();
      };
      input.addEventListener("change", () => update(input.value));
      setters.set(name, update);
      addRow(name, label, input);
      return state;
    },
    toggle(name, { label, value, onChange }) {
      const input = document.createElement("input");
      input.type = "checkbox";
      const state = { value };
      const set = (raw: string) => {
        state.value = raw === "true";
        input.checked = state.value;
      };
      set(address.get(name) ?? String(value));
      const update = (raw: string) => {
        set(raw);
        onChange?.();
        changed();
      };
      input.addEventListener("change", () => update(String(input.checked)));
      setters.set(name, update);
      addRow(name, label, input);
      return state;
    },
    button(label, onClick) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = label;
      button.addEventListener("click", () => {
        onClick();
        changed();
      });
      parent.append(button);
      return button;
    },
    set(name, value) {
      const setter = setters.get(name);
      if (setter === undefined) throw new Error(`there is no control ${name}`);
      setter(value);
    },
  };
}
