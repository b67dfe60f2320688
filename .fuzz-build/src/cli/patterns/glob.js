/**
* Whether whole texts match: `*` stands for any letters, none or `/` included, `?` for one, `\` takes the meaning from the one behind
* it. Nothing else is special, for names of parts are full of brackets and dots.
*
* Two cursors and one place to come back to: no pattern takes more than its length times the text's.
*/
export function createGlob(pattern) {
	const symbols = parse(pattern);
	return (text) => matches(symbols, Array.from(text));
}
const ANY_TEXT = Symbol("*");
const ANY_LETTER = Symbol("?");
function parse(pattern) {
	const symbols = [];
	const letters = Array.from(pattern);
	for (let i = 0; i < letters.length; i++) {
		const letter = letters[i];
		if (letter === "*") symbols.push(ANY_TEXT);
		else if (letter === "?") symbols.push(ANY_LETTER);
		else if (letter === "\\" && i + 1 < letters.length) symbols.push(letters[++i]);
		else symbols.push(letter);
	}
	return symbols;
}
function matches(symbols, letters) {
	let s = 0;
	let t = 0;
	let star = -1;
	let behind = 0;
	while (t < letters.length) {
		if (symbols[s] === ANY_TEXT) {
			star = s++;
			behind = t;
		} else if (s < symbols.length && (symbols[s] === ANY_LETTER || symbols[s] === letters[t])) {
			s++;
			t++;
		} else if (star >= 0) {
			s = star + 1;
			t = ++behind;
		} else return false;
	}
	while (symbols[s] === ANY_TEXT) s++;
	return s === symbols.length;
}
