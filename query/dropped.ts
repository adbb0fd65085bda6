/** What is written in a query and not looked for: said each time, so that nothing is left out in silence. */
import type { Note } from './fault.ts'
import { quoted } from './lex.ts'
import { isRange, standsFor } from './pattern.ts'
import { print } from './print.ts'
import type { Node } from './tree.ts'
import { holdsUnspaced } from './unspaced.ts'

const ofWord = '\\p{L}\\p{N}\\p{M}_'
const holdsWord = new RegExp(`[${ofWord}*?]`, 'u')
const wildcardAtSign = new RegExp(`[*?][^${ofWord}*?%~]+[${ofWord}]|[${ofWord}][^${ofWord}*?%~]+[*?]`, 'u')
const beginningOfAddress = new RegExp(`^([${ofWord}]+\\*)@([^*?%~]+)$`, 'u')
/** Those that begin with one digit hold a noise word, which is said already. */
const longNumber = /^\D?\d{2,3}(?:,\d{3})+(?!\d)/

/** What words without quotes hold besides words: `chunks` stand in `text`, and were read as `node`. */
export function droppedNotes(text: string, chunks: readonly string[], node: Node): Note[] {
  const notes: Note[] = []
  const isPlain = !/[*?%~]/.test(text.replaceAll(/\s[%~]+\s/g, ' ')) && !holdsUnspaced(text)
  const signs = chunks.length > 1 ? chunks.filter((chunk) => !holdsWord.test(chunk)) : []
  if (signs.length > 0) {
    const exactly = isPlain && signs.every((sign) => /^[!-~]+$/.test(sign))
    notes.push({
      code: 'loneSign',
      message: `${listed(signs)} between words is not looked for: the words are, one after the other.${
        exactly ? ` For exactly this write ${quoted(`=${text}`)}.` : ''
      }`,
    })
  }
  const ends = chunks.slice(0, -1).filter((chunk) => holdsWord.test(chunk) && /[,;]$/.test(chunk))
  if (ends.length > 0) {
    notes.push({
      code: 'comma',
      message: `“${ends[0]}”: commas and semicolons join nothing, so the words are looked for one after the other. For any of them write OR instead.`,
    })
  }
  for (const chunk of chunks) {
    const [number] = longNumber.exec(chunk) ?? []
    if (number !== undefined) {
      notes.push({
        code: 'numberParts',
        message: `“${number}” is looked for as the words ${number.replace(/^\D/, '').split(',').join(' and ')}, also inside a longer number. For this number alone write ${quoted(`=${number}`)}.`,
      })
    }
    if (!wildcardAtSign.test(chunk)) continue
    const [, begins = '', domain = ''] = beginningOfAddress.exec(chunk) ?? []
    const advice =
      begins === '' ? '' : ` For addresses with more before the sign write ${begins} pre/3 ${quoted(domain)}.`
    notes.push({
      code: 'wildcardAtSign',
      message: `“${chunk}”: a wildcard stands for letters and digits of one word, and for no sign. It is looked for as ${print(node)}.${advice}`,
    })
  }
  return notes
}

const listed = (signs: readonly string[]): string => [...new Set(signs)].map((sign) => `“${sign}”`).join(', ')

/** Single characters, each of which is noise. */
const single = [...'abcdefghijklmnopqrstuvwxyz0123456789']
/** Words that one note names. */
const named = 3

/** The words too common to look for that a pattern would stand for; `null` where there are none. */
export function noiseNote(token: string, noise: ReadonlySet<string>): Note | null {
  if (isRange(token)) return null
  const matches = standsFor(token)
  const words = [...new Set([...noise, ...single])].filter(matches)
  if (words.length === 0) return null
  const more = words.length > named ? ` and ${words.length - named} more` : ''
  return {
    code: 'patternNoise',
    message: `“${token}” does not find words that are too common to look for: ${listed(words.slice(0, named))}${more}.`,
  }
}
