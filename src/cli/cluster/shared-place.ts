/** The store of a cluster: plain files, because the folder may be on a network file system. */
export function sharedPlace(folder: string): string {
  return folder.startsWith("files:") ? folder : `files:${folder}`;
}
