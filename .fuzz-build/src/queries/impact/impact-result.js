export function createImpactStats() {
	return {
		boxTests: 0,
		triangleTests: 0,
		featureTests: 0,
		exactTests: 0
	};
}
