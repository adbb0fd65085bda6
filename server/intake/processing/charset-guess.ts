/**
 * In which charset a text is that does not say it and is no UTF-8. Each charset in which texts were written for long is tried on
 * it; it is the one in which letters come as often as they do in a language of it. Where none is likely, it is Windows-1252.
 */
import { guessedLatin } from './latin-guess.ts'

/** Bytes that are looked at, from the first beyond ASCII on. */
const sampleBytes = 16 * 1024

interface Candidate {
  readonly charset: string
  /** The commonest letters of the languages that are written in it. */
  readonly common: ReadonlySet<string>
  /** Which part of a text's letters these are. */
  readonly usual: number
}

const letters = (all: string): ReadonlySet<string> => new Set(all)
function range(from: number, to: number): ReadonlySet<string> {
  return new Set(Array.from({ length: to - from + 1 }, (_, n) => String.fromCharCode(from + n)))
}

const kana = range(0x3041, 0x30fa)
const cyrillic = letters('оеаинтсрвлкмдпуіяь')
const arabic = letters('الينموترهبدعة')
const hanzi = letters(
  '的一是不了在人有我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能好都然没日于起还发成事只作当想看文无开手用主行方又如前所本见经头面公同三已从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种全工己者向情部正名定问力机给等几业最间新因重被电第门相次东政使教平信关并内加化由代军产入先市体别处总场书比员通报立数件表原应期提合做系计或司利受果界及务制解各任至物记共接许特直服题建度统字请交认论科元术结指每管资院变联言权展该领传决保办运完区即求品量程告基式收钱未持取设始商容改议形委则单据导合同',
)
const hanziOfBefore = letters(
  '的一是不了在人有我他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可里後小麼心多天而能好都然沒日於起還發成事只作當想看文無開手用主行方又如前所本見經頭面公同三已從動兩長知民樣現分將外但身些與高意進把法此實回二理美點月明其種全工己者向情部正名定問力機給等幾業最間新因重被電第門相次東政使教平信關並內加化由代軍產入先市體別處總場書比員通報立數件表原應期提合做系計或司利受果界及務制解各任至物記共接許特直服題建度統字請交認論科元術結指每管資院變聯言權展該領傳決保辦運完區即求品量程告基式收錢未持取設始商容改議形委則單據導合同',
)
const hangul = letters(
  '이다는에의가을를로고하은기지도사한리서인대어자정나아해시수들일부그전제보라장있원구면주상공것여성용않으되과와거까합니습계약할때만세비관련문',
)

const hebrew = 'windows-1255'
const candidates: readonly Candidate[] = [
  { charset: 'shift_jis', common: kana, usual: 0.5 },
  { charset: 'euc-jp', common: kana, usual: 0.5 },
  { charset: 'gb18030', common: hanzi, usual: 0.5 },
  { charset: 'big5', common: hanziOfBefore, usual: 0.5 },
  { charset: 'euc-kr', common: hangul, usual: 0.5 },
  ...['windows-1251', 'koi8-u', 'ibm866', 'iso-8859-5'].map((charset) => ({
    charset,
    common: cyrillic,
    usual: 0.8,
  })),
  { charset: 'windows-1253', common: letters('αοιετσνηρκπυλμίςόάέω'), usual: 0.85 },
  { charset: hebrew, common: letters('יוהלאתרבשמנ'), usual: 0.75 },
  { charset: 'windows-1256', common: arabic, usual: 0.75 },
  { charset: 'iso-8859-6', common: arabic, usual: 0.75 },
  { charset: 'windows-874', common: letters('านรอกเงมยลวดทส่้ัี'), usual: 0.7 },
]

/**
 * What Cyrillic in capitals counts for against Hebrew, whose letters are just those in some of its charsets: few texts are
 * written in capitals, and Hebrew has none.
 */
const loud = 0.85
/** How near to what is usual letters have to come. */
const enough = 0.65

/** A name of `TextDecoder`. */
export function guessedCharset(bytes: Uint8Array): string {
  const from = bytes.findIndex((byte) => byte >= 0x80)
  if (from < 0) return 'windows-1252'
  const sample = bytes.subarray(from, from + sampleBytes)
  return scriptOf(sample)?.charset ?? guessedLatin(bytes, from)
}

/**
 * The charset of another script that the letters of a text are surely of, where they are not of the one that is declared; null
 * where they could be, and where nothing is sure. `declared`: a name of `TextDecoder`.
 */
export function contradictedBy(bytes: Uint8Array, declared: string): string | null {
  const from = bytes.findIndex((byte) => byte >= 0x80)
  if (from < 0) return null
  const sample = bytes.subarray(from, from + sampleBytes)
  const best = scriptOf(sample)
  if (best === null) return null
  const own = candidates.find(({ charset }) => charset === (like.get(declared) ?? declared))
  if (own === undefined) return best.charset
  const { quiet } = nearnessOf(sample, { ...own, charset: declared })
  return quiet > enough && quiet > best.quiet - clearly ? null : best.charset
}

/** How much nearer another charset of the same script has to come than the one that is declared. */
const clearly = 0.15

/** Charsets of the same letters, by one that is tried. */
const like: ReadonlyMap<string, string> = new Map([
  ['koi8-r', 'koi8-u'],
  ['x-mac-cyrillic', 'windows-1251'],
  ['gbk', 'gb18030'],
  ['iso-8859-7', 'windows-1253'],
  ['iso-8859-8', hebrew],
  ['iso-8859-8-i', hebrew],
])

function scriptOf(sample: Uint8Array): ({ readonly charset: string } & Nearness) | null {
  if (!comesInWords(sample)) return null
  let best: ({ readonly charset: string } & Nearness) | null = null
  for (const candidate of candidates) {
    const near = nearnessOf(sample, candidate)
    const told = candidate.charset === hebrew ? best?.quiet : best?.nearness
    if (near.nearness > Math.max(enough, told ?? 0)) best = { charset: candidate.charset, ...near }
  }
  return best
}

/** Letters with marks stand alone among others, or two of them; those of other scripts come in words. */
function comesInWords(sample: Uint8Array): boolean {
  let high = 0
  let inWords = 0
  let run = 0
  const endRun = (): void => {
    high += run
    if (run > 2) inWords += run
    run = 0
  }
  for (const byte of sample) {
    if (byte >= 0x80) run++
    // The second byte of a character may be one of ASCII; a space never is.
    else if (byte < 0x40) endRun()
  }
  endRun()
  return inWords >= 6 && inWords >= high * 0.6
}

interface Nearness {
  readonly nearness: number
  /** The same, less for capitals. */
  readonly quiet: number
}
const none: Nearness = { nearness: 0, quiet: 0 }

/** How often common letters come in the text, against how often they usually do; 0 where it is none in this charset. */
function nearnessOf(sample: Uint8Array, { charset, common, usual }: Candidate): Nearness {
  // What is cut at its end is no fault.
  const text = new TextDecoder(charset).decode(sample, { stream: true })
  const bearable = text.length / 200
  let all = 0
  let found = 0
  let odd = 0
  let mixed = 0
  let capitals = 0
  let last = ''
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    const behind = last
    last = character
    if (code < 0x80) {
      if (isAsciiLetter.test(character) && isBeyond.test(behind)) mixed++
      continue
    }
    if (isAsciiLetter.test(behind)) mixed++
    // No text has control characters of the upper half, nor characters of private use, nor what is none.
    if (code < 0xa0 || (code >= 0xe000 && code <= 0xf8ff) || code === 0xfffd) {
      if (++odd > bearable) return none
    } else if (common.has(character) || common.has(character.toLowerCase())) {
      all++
      found++
      if (!common.has(character)) capitals++
    } else if (!isPunctuation.test(character)) all++
  }
  // Letters of another script stand in words of their own, and letters with marks among those of ASCII.
  if (mixed > all * 0.4 || all === 0) return none
  const nearness = found / all / usual
  return { nearness, quiet: capitals > found / 2 ? nearness * loud : nearness }
}

const isAsciiLetter = /[A-Za-z]/
const isBeyond = /\P{ASCII}/u
const isPunctuation = /[\p{P}\p{Z}]/u

/** Whether it is of the charset of Japanese mail, which is made of ASCII alone. */
export const isEscapedJapanese = (bytes: Buffer): boolean =>
  (bytes.includes('\u001b$B') || bytes.includes('\u001b$@')) && bytes.every((byte) => byte < 0x80)
