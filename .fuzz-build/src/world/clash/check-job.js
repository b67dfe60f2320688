import { isRefusal } from "../../errors.js";
import { checkPair } from "./check-pair.js";
import { checkSelf } from "./check-self.js";
/**
* One job: two parts, or one against itself. A query that refuses the pair by a typed error leaves it unchecked, and the run goes on.
* Any other error is a mistake of abut, and ends the run.
*/
export function checkJob(a, b, settings, sum) {
	try {
		return a.part === b.part ? checkSelf(a, sum) : checkPair(a, b, settings, sum);
	} catch (error) {
		if (isRefusal(error)) return {
			kind: "unchecked",
			a: a.part,
			b: b.part,
			reason: error.message
		};
		throw error;
	}
}
