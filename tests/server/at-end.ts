/** What is to be let go at the end of each test file: files follow each other in the same process. */
export const atEnd = new Set<() => Promise<void>>()
