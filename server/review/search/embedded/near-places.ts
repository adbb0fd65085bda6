/**
 * Words near each other, told from the places in the postings: no text is read. It holds for whole words on both sides, in
 * documents of one text without words that lines break: there a word's place in the index is its place in the text.
 */
import { isPattern } from '#query/pattern.ts'
import type { Near, Node } from '#query/tree.ts'
import { Bits } from './bits.ts'
import { grown } from './grown.ts'
import type { Postings } from './postings.ts'
import type { Step } from './stop-mark.ts'

const documentsInStep = 10_000
/** So few are put in order faster one by one. */
const fewPlaces = 32

/** The whole words of both sides; null where there is anything else. */
export function wordsOfSides(node: Near): readonly [string[], string[]] | null {
  const [left, right] = [wordsIn(node.left), wordsIn(node.right)]
  return left === null || right === null ? null : [left, right]
}

function wordsIn(node: Node): string[] | null {
  if (node.kind === 'term') return isPattern(node.token) ? null : [node.token]
  if (node.kind !== 'or') return null
  const parts = node.parts.map(wordsIn)
  return parts.some((part) => part === null) ? null : parts.flatMap((part) => part ?? [])
}

/** Those of the candidates where it is as it is asked. */
export function nearByPlaces(
  postings: Postings,
  [left, right]: readonly [readonly string[], readonly string[]],
  { how, distance }: Pick<Near, 'how' | 'distance'>,
  candidates: Bits,
  step: Step,
): Bits {
  const own = placesOf(postings, left, candidates)
  const beside = placesOf(postings, right, candidates)
  const asked = { back: how === 'before' ? 0 : distance, ahead: distance, isNear: how !== 'not' }
  const found = Bits.empty(candidates.words.length * 32)
  let done = 0
  for (const slot of candidates.slots()) {
    if (done++ % documentsInStep === 0) step()
    if (isAnyPlace(own, beside, slot, asked)) found.add(slot)
  }
  return found
}

/** How far before and behind a place another one may stand, and whether one is to stand there, or none. */
interface Asked {
  readonly back: number
  readonly ahead: number
  readonly isNear: boolean
}

/** Places of documents, in order in each; those of a slot from its start up to the next one's. */
interface Places {
  readonly starts: Int32Array
  readonly places: Int32Array
}

/** Whether any of a document's places is as it is asked. None is near itself. */
function isAnyPlace(own: Places, beside: Places, slot: number, { back, ahead, isNear }: Asked): boolean {
  const end = own.starts[slot + 1] as number
  const last = beside.starts[slot + 1] as number
  let from = beside.starts[slot] as number
  for (let i = own.starts[slot] as number; i < end; i++) {
    const place = own.places[i] as number
    while (from < last && (beside.places[from] as number) < place - back) from++
    let at = from
    while (at < last && beside.places[at] === place) at++
    // Whatever stands before the place itself is near, too.
    const isOther = at < last && (beside.places[at] as number) <= place + ahead
    if (isOther === isNear) return true
  }
  return false
}

/** The places of some words in some documents. */
function placesOf(postings: Postings, words: readonly string[], among: Bits): Places {
  const size = among.words.length * 32
  const slots = new Numbers()
  const told = new Numbers()
  for (const word of new Set(words))
    postings.places(word, 0, (slot, place) => {
      if (!among.has(slot)) return
      slots.add(slot)
      told.add(place)
    })
  const [counted, all] = [slots.all(), told.all()]
  // First where each ends; from there they are put in their places, the last one first.
  const starts = new Int32Array(size + 1)
  for (let i = 0; i < counted.length; i++) {
    const slot = counted[i] as number
    starts[slot] = (starts[slot] as number) + 1
  }
  for (let slot = 1; slot <= size; slot++)
    starts[slot] = (starts[slot] as number) + (starts[slot - 1] as number)
  const places = new Int32Array(counted.length)
  for (let i = counted.length - 1; i >= 0; i--) {
    const slot = counted[i] as number
    const at = (starts[slot] as number) - 1
    starts[slot] = at
    places[at] = all[i] as number
  }
  if (words.length > 1)
    for (const slot of among.slots()) inOrder(places, starts[slot] ?? 0, starts[slot + 1] ?? 0)
  return { starts, places }
}

/** Each of several words comes in order by itself: mostly there is little to do. */
function inOrder(places: Int32Array, from: number, to: number): void {
  if (to - from > fewPlaces) {
    places.subarray(from, to).sort()
    return
  }
  for (let i = from + 1; i < to; i++) {
    const place = places[i] as number
    let at = i
    for (; at > from && (places[at - 1] as number) > place; at--) places[at] = places[at - 1] as number
    places[at] = place
  }
}

/** Numbers one after the other, as many as there are. */
class Numbers {
  #numbers = new Int32Array(1024)
  #count = 0

  add(number: number): void {
    if (this.#count === this.#numbers.length) this.#numbers = grown(this.#numbers, this.#count)
    this.#numbers[this.#count++] = number
  }

  all(): Int32Array {
    return this.#numbers.subarray(0, this.#count)
  }
}
