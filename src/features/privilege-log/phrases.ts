/** Which of the standard phrases go on from what is typed. */

/** So many are offered at once. */
const most = 30

export function phrasesLike(phrases: readonly string[], typed: string): readonly string[] {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return phrases
    .filter((phrase) => {
      const text = phrase.toLowerCase()
      return phrase !== typed && words.every((word) => text.includes(word))
    })
    .slice(0, most)
}
