/** Lets others be served between two pages of a long reading: the embedded database answers at once. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
