export function pointAt(numbers, at) {
	return [
		numbers[at],
		numbers[at + 1],
		numbers[at + 2]
	];
}
