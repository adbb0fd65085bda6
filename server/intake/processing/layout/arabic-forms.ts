/**
 * The forms in which Arabic letters are joined, as Unicode has them as letters of their own (its presentation forms): a font has
 * them without any shaping. Which letter has which follows from what each of them stands for, and from their order there:
 * alone, at the end, at the beginning, in the middle.
 */

type Forms = readonly string[]

const mark = /\p{Mn}/u
/** The stroke that letters are stretched by: it joins both sides, and has one form. */
const stroke = '\u0640'
const lam = '\u0644'

const standsFor = (form: string): string => form.normalize('NFKC')

const forms: ReadonlyMap<string, Forms> = (() => {
  const found = new Map<string, string[]>()
  // Those of Arabic come first: some letters of other languages borrow a form of theirs.
  for (const [first, last] of [
    [0xfe80, 0xfefc],
    [0xfb50, 0xfbb1],
    [0xfbd3, 0xfbff],
  ] as const) {
    const own = new Map<string, string[]>()
    for (let code = first; code <= last; code++) {
      const form = String.fromCodePoint(code)
      const meant = standsFor(form)
      if (meant === form || /\s/.test(meant)) continue
      own.set(meant, [...(own.get(meant) ?? []), form])
    }
    for (const [meant, all] of own) if (!found.has(meant)) found.set(meant, all)
  }
  return found
})()

const isForm = /[\ufb50-\ufdff\ufe70-\ufeff]/

/** What a form stands for, from left to right as all letters stand on a page; any other letter for itself. */
export const meaningOfForm = (letter: string): string =>
  isForm.test(letter) ? [...standsFor(letter)].reverse().join('') : letter

/** Whether a letter joins the one before it, and the one behind it. */
const joinsBefore = (letter: string): boolean => letter === stroke || (forms.get(letter)?.length ?? 0) > 1
const joinsBehind = (letter: string): boolean => letter === stroke || forms.get(letter)?.length === 4

/**
 * Letters in the order in which they are read, each in its form; null in the place of an alef that the lam before it has taken
 * up. `has`: whether there is such a letter in the font at a place.
 */
export function joinedForms(
  letters: readonly string[],
  has: (form: string, at: number) => boolean,
): (string | null)[] {
  /** The places of letters beside each other: marks stand above them. */
  const places = letters.flatMap((letter, at) => (mark.test(letter) ? [] : at))
  const drawn: (string | null)[] = [...letters]
  for (const [nth, at] of places.entries()) {
    const letter = letters[at] ?? ''
    if (drawn[at] === null || !forms.has(letter)) continue
    const [before, behind] = [places[nth - 1], places[nth + 1]].map((place) => letters[place ?? -1] ?? '')
    const isJoined = joinsBehind(before ?? '') && joinsBefore(letter)
    const taken = letter === lam && places[nth + 1] === at + 1 ? forms.get(lam + behind) : undefined
    const both = taken?.[isJoined ? 1 : 0]
    if (both !== undefined && has(both, at)) {
      drawn[at] = both
      drawn[at + 1] = null
      continue
    }
    const goesOn = joinsBehind(letter) && joinsBefore(behind ?? '')
    const form = forms.get(letter)?.[(isJoined ? 1 : 0) + (goesOn ? 2 : 0)]
    // Alone it looks as it is.
    if (form !== undefined && (isJoined || goesOn) && has(form, at)) drawn[at] = form
  }
  return drawn
}
