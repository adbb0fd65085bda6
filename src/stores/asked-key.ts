/** A question as a key: the same one gives the same key, in whatever order its members stand. */
export const askedKey = (question: object): string =>
  JSON.stringify(question, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
