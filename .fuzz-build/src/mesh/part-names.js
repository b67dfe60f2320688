/**
* What is in a part of a model or of a clash. Parts go from readers to clashes, reports, obstacles and files, and each of these
* reads only some of it.
*/
export const PART_NAMES = {
	key: true,
	name: true,
	group: true,
	mesh: true,
	toWorld: true,
	guid: true,
	type: true
};
