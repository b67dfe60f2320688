import { buildTrees, checkJobs } from "./clash-work.js";
const post = (message) => self.postMessage(message);
self.onmessage = ({ data }) => {
	const task = data;
	self.onmessage = ({ data: all }) => checkJobs(task, all.trees, post);
	buildTrees(task, post);
};
