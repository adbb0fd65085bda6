/**
 * Whether a text stands whole in another: all its words with their signs, in their order, from the beginning of a line to
 * the end of one. Where lines are broken, and how they are marked as quoted, is different in every mail program.
 */
import { unspaced } from './words.ts'

/** What is shorter is said twice by chance: “Yes.” above a quotation that is not there. */
const minWords = 5
/** UTF-16 units; a longer text is read in any case. */
const maxChars = 4_000_000

/**
 * Asks of one text whether it stands in another that has so many words more at least; the time is that of their lengths,
 * whatever they are.
 */
export function isRepeated(text: string): (other: string, more: number) => boolean {
  if (text.length > maxChars) return () => false
  const words = new Map<string, number>()
  const { numbers: sought } = lineUp(text, (word) => {
    const number = words.get(word) ?? words.size + 1
    words.set(word, number)
    return number
  })
  if (sought.length < minWords) return () => false
  const borders = bordersOf(sought)
  return (other, more) => {
    if (other.length > maxChars) return false
    const { numbers, breaks } = lineUp(other, (word) => words.get(word) ?? 0)
    if (numbers.length < sought.length + more) return false
    let matched = 0
    for (let at = 0; at < numbers.length; at++) {
      while (matched > 0 && (matched === sought.length || sought[matched] !== numbers[at]))
        matched = borders[matched - 1] ?? 0
      if (sought[matched] === numbers[at]) matched++
      if (matched === sought.length && breaks[at + 1 - matched] === 1 && breaks[at + 1] === 1) return true
    }
    return false
  }
}

interface LinedUp {
  readonly numbers: Int32Array
  /** By how many words stand before: 1 where a line ends there or none has begun. */
  readonly breaks: Uint8Array
}

const quotation = /^[\s>|]+/
const word = new RegExp(`[${unspaced}]\\p{M}*|[^\\s${unspaced}]+`, 'gv')

function lineUp(text: string, numberOf: (word: string) => number): LinedUp {
  const numbers: number[] = []
  const breaks = new Uint8Array(text.length + 1)
  breaks[0] = 1
  for (const line of text.split(/[\r\n]+/)) {
    const said = line
      .normalize('NFC')
      .replace(/[\u200b\ufeff]+/g, '')
      .replace(quotation, '')
    for (const one of said.match(word) ?? []) numbers.push(numberOf(one))
    breaks[numbers.length] = 1
  }
  return { numbers: Int32Array.from(numbers), breaks }
}

/** Of each beginning how long the longest other beginning is that it ends with (Knuth, Morris and Pratt). */
function bordersOf(sought: Int32Array): Int32Array {
  const borders = new Int32Array(sought.length)
  let border = 0
  for (let at = 1; at < sought.length; at++) {
    while (border > 0 && sought[border] !== sought[at]) border = borders[border - 1] ?? 0
    if (sought[border] === sought[at]) border++
    borders[at] = border
  }
  return borders
}
