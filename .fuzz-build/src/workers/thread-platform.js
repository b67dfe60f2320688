export function describeFailure(thread, count, message) {
	return `thread ${thread + 1} of ${count} failed: ${message}`;
}
