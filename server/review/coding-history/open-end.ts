/** The end of a span of the past that has none yet. */
export const stands = Number.MAX_SAFE_INTEGER
