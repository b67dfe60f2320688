export function createBroadPhaseStats() {
	return {
		comparisons: 0,
		swaps: 0,
		overlapChecks: 0
	};
}
export const BROAD_PHASE_OPTIONS = { dimensions: true };
