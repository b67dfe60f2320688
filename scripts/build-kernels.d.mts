export function hashSources(): string;
export function isRecordCurrent(): boolean;
