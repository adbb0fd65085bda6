/**
 * Personal data in a text. Likely: its form and a check sum or a word beside it say so. Potential: only its form does. What
 * is found is told by its kind and its place; the value itself stays in the text.
 */
import type { Confidence } from '#contracts/analysis.ts'
import type { PersonalDataKind } from '#contracts/personal-data-kinds.ts'
import { type Rule, rules } from './personal-data-rules.ts'
import { wordsOf } from './words.ts'

export interface PersonalData {
  readonly kind: PersonalDataKind
  readonly confidence: Confidence
  /** UTF-16 units from the beginning of the text. */
  readonly start: number
  readonly end: number
}

export interface PersonalDataFound {
  /** In the order of the text; of each kind the first 10,000: a list of everybody has millions. */
  readonly places: readonly PersonalData[]
  /** How often each kind is there in all, also where its places are not told: the likely ones, and the potential ones. */
  readonly counts: Readonly<Record<Confidence, ReadonlyMap<PersonalDataKind, number>>>
}

/** Words on each side that count as beside. */
const near = 5
const nearChars = 80
const maxOfKind = 10_000

/** A place that one rule has taken is not another's: rules stand in the order of their strength. */
export function personalDataIn(text: string): PersonalDataFound {
  const places: PersonalData[] = []
  const counts = {
    likely: new Map<PersonalDataKind, number>(),
    potential: new Map<PersonalDataKind, number>(),
  }
  const plain = plainly(text)
  const taken = new Uint8Array(plain.length)
  for (const rule of rules) {
    const { kind } = rule
    for (const place of placesOf(rule, plain, taken)) {
      const own = counts[place.confidence]
      own.set(kind, (own.get(kind) ?? 0) + 1)
      if ((counts.likely.get(kind) ?? 0) + (counts.potential.get(kind) ?? 0) <= maxOfKind) places.push(place)
    }
  }
  return { places: places.sort((a, b) => a.start - b.start), counts }
}

function* placesOf(rule: Rule, text: string, taken: Uint8Array): Iterable<PersonalData> {
  const { kind, fits, part, proves, beside, onlyBeside } = rule
  const form = new RegExp(rule.form)
  for (let match = form.exec(text); match !== null; match = form.exec(text)) {
    const start = match.index
    const value = part === undefined ? match[0] : part(match[0])
    const end = start + value.length
    if (value === '' || fits?.(value) === false || taken.subarray(start, end).includes(1)) {
      // What is none may have one in it that begins later.
      form.lastIndex = start + 1
      continue
    }
    form.lastIndex = end
    const isBeside = beside !== undefined && wordsBeside(text, start, end).some((word) => beside.test(word))
    if (onlyBeside === true && !isBeside) continue
    taken.fill(1, start, end)
    const likely = isBeside || proves?.(value) === true
    yield { kind, confidence: likely ? 'likely' : 'potential', start, end }
  }
}

/** With the spaces, hyphens and figures that programs put for the plain ones. Every place stays where it is. */
const plainly = (text: string): string =>
  text
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replace(/[\u2010-\u2013\u2212\ufe58\ufe63\uff0d]/g, '-')
    .replace(/[\uff10-\uff19]/g, (figure) => String(figure.charCodeAt(0) - 0xff10))

function wordsBeside(text: string, start: number, end: number): readonly string[] {
  return [
    ...wordsOf(text.slice(Math.max(0, start - nearChars), start)).slice(-near),
    ...wordsOf(text.slice(end, end + nearChars)).slice(0, near),
  ]
}
