/** What somebody is typing, and where: it must survive that the page is made anew. */
export interface Typing {
  /** The element with the focus. */
  focus: string;
  /** Start and end of the selected text in it. */
  selection: [number, number] | null;
  /** Texts that differ from those the page was made with, by the id of their field. */
  texts: [id: string, text: string][];
}

/** Fields whose text is not part of the page's state until it is entered. */
const FIELDS = ["review-comment", "review-assignee"];

export function readTyping(): Typing {
  const active = document.activeElement;
  const isText = active instanceof HTMLTextAreaElement || active instanceof HTMLInputElement;
  return {
    focus: active?.id ?? "",
    selection:
      isText && active.selectionStart !== null ? [active.selectionStart, active.selectionEnd!] : null,
    texts: FIELDS.flatMap((id): [string, string][] => {
      const field = fieldOf(id);
      return field === null || field.value === field.defaultValue ? [] : [[id, field.value]];
    }),
  };
}

/** Texts belong to the selected clash: without `keepsTexts` they are dropped. */
export function restoreTyping({ focus, selection, texts }: Typing, keepsTexts: boolean): void {
  if (keepsTexts)
    for (const [id, text] of texts) {
      const field = fieldOf(id);
      if (field !== null) field.value = text;
    }
  if (focus === "") return;
  const active = document.getElementById(focus);
  active?.focus({ preventScroll: true });
  const isText = active instanceof HTMLTextAreaElement || active instanceof HTMLInputElement;
  if (isText && selection !== null) active.setSelectionRange(...selection);
}

function fieldOf(id: string): HTMLTextAreaElement | HTMLInputElement | null {
  const found = document.getElementById(id);
  return found instanceof HTMLTextAreaElement || found instanceof HTMLInputElement ? found : null;
}
