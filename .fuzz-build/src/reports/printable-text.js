// Names come from files and may hold anything. XML cannot hold control characters at all, terminals obey them, and
// half a surrogate pair has no UTF-8.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNPRINTABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]|\p{Surrogate}/gu;
/**
* What is not seen but changes what is: marks that turn the direction of writing, joiners, fillers, ends of lines. Two names that
* differ only in these look alike, and a name can show its letters in another order than they have.
*/
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/gu;
/**
* For people: as `storable`, and each invisible character as its number, such as \\u202e. Keys and names in JSON are never
* changed.
*/
export function printable(text) {
	return storable(text).replace(INVISIBLE, (character) => {
		const code = character.codePointAt(0).toString(16);
		return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
	});
}
/**
* The text with each control character, except tab and line ends, as its picture (␛ for escape), and what has no picture as
* U+FFFD. Different names may become one; keys in JSON are never changed.
*/
export function storable(text) {
	return text.replace(UNPRINTABLE, (character) => {
		const code = character.charCodeAt(0);
		if (code < 32) return String.fromCharCode(9216 + code);
		return code === 127 ? "␡" : "�";
	});
}
