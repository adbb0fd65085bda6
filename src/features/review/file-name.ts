/** Queries that are the name of a file and nothing else. */

/** One name with an ending, as it stands or in quotes; nothing of the query language. */
const nameAlone = /^"?([^"():*?\s][^"():*?]*\.(?=\d*[a-z])[a-z0-9]{1,5})"?$/i

/** The same asked of the names of files; null where the query is no such name. */
export function byFileName(query: string): string | null {
  const [, name] = nameAlone.exec(query.trim()) ?? []
  return name === undefined ? null : `File_Name:"${name}"`
}
