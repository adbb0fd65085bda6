/**
 * The HTML that Outlook has wrapped in RTF (MS-OXRTFEX): what the sender wrote, which is nowhere else in the message.
 */
import { decoderOf } from '../charsets/code-pages.ts'

/** The HTML (or, of a text message, the text) as it was before; null where the RTF was made from neither. */
export function unwrapRtf(rtf: Buffer): { readonly kind: 'html' | 'text'; readonly content: string } | null {
  // Said among the first control words, or not at all.
  const made = /\\from(html1|text)\b/.exec(rtf.toString('latin1', 0, 1024))
  if (made === null) return null
  const isHtml = made[1] !== 'text'
  return { kind: isHtml ? 'html' : 'text', content: new Unwrapping(rtf, isHtml).read() }
}

/** What the text of a group is. */
type Destination = 'body' | 'tag' | 'fonts' | 'skipped'

type Decode = (bytes: Buffer) => string

interface Group {
  readonly destination: Destination
  /** RTF that stands for a piece of HTML beside it, for readers that know RTF only. */
  readonly rendering: boolean
  /** How many characters follow a Unicode character for those that do not know it. */
  readonly fallback: number
  readonly decode: Decode
}

/** Groups in groups; what is deeper is made to be. */
const deepest = 1000

/** Code pages by the character set of a font (RTF 1.9.1, \fcharset). */
const ofCharset: ReadonlyMap<number, number> = new Map([
  [0, 1252],
  [77, 10000],
  [128, 932],
  [129, 949],
  [134, 936],
  [136, 950],
  [161, 1253],
  [162, 1254],
  [163, 1258],
  [177, 1255],
  [178, 1256],
  [186, 1257],
  [204, 1251],
  [222, 874],
  [238, 1250],
])

const symbols: ReadonlyMap<string, string> = new Map([
  ['par', '\r\n'],
  ['line', '\r\n'],
  ['tab', '\t'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
  ['bullet', '•'],
  ['endash', '–'],
  ['emdash', '—'],
])

const token = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/giy

class Unwrapping {
  readonly #isHtml: boolean
  readonly #rtf: string
  readonly #out: string[] = []
  readonly #fonts = new Map<number, Decode>()
  readonly #outer: Group[] = []
  #group: Group = {
    destination: 'body',
    rendering: false,
    fallback: 1,
    decode: decoderOf(1252),
  }
  #page = decoderOf(1252)
  /** Bytes of characters that are not whole yet. */
  #bytes: number[] = []
  /** The font that is described, in the table of fonts. */
  #font = 0
  /** Characters still to be passed over: they stand for the Unicode character before them. */
  #passed = 0
  #starred = false

  constructor(rtf: Buffer, isHtml: boolean) {
    this.#isHtml = isHtml
    this.#rtf = rtf.toString('latin1')
  }

  read(): string {
    token.lastIndex = 0
    for (let m = token.exec(this.#rtf); m !== null; m = token.exec(this.#rtf)) {
      const [whole, word, parameter, hex, sign, brace, text] = m
      if (word !== undefined) {
        // Bytes that are in the RTF as they are: never text.
        if (word === 'bin') token.lastIndex += Math.max(0, Number(parameter ?? 0))
        else this.#word(word, parameter === undefined ? null : Number(parameter))
      } else if (hex !== undefined) this.#byte(Number.parseInt(hex, 16))
      else if (sign !== undefined) this.#sign(sign)
      else if (brace === '{') this.#open()
      else if (brace === '}') this.#close()
      else if (text !== undefined) for (const char of text) this.#byte(char.charCodeAt(0))
      if (whole === '') break
    }
    this.#flush()
    return this.#out.join('')
  }

  #open(): void {
    this.#flush()
    this.#passed = 0
    this.#outer.push(this.#group)
    if (this.#outer.length > deepest) this.#group = { ...this.#group, destination: 'skipped' }
  }

  #close(): void {
    this.#flush()
    this.#passed = 0
    this.#starred = false
    this.#group = this.#outer.pop() ?? this.#group
  }

  #word(word: string, parameter: number | null): void {
    const starred = this.#starred
    this.#starred = false
    if (word === 'u' && parameter !== null) {
      this.#flush()
      this.#put(String.fromCharCode(parameter & 0xffff))
      this.#passed = this.#group.fallback
      return
    }
    this.#flush()
    const symbol = symbols.get(word)
    if (symbol !== undefined) this.#put(symbol)
    else if (word === 'uc') this.#group = { ...this.#group, fallback: Math.max(0, parameter ?? 1) }
    else if (word === 'htmlrtf') this.#group = { ...this.#group, rendering: parameter !== 0 }
    else if (word === 'ansicpg') this.#setPage(parameter ?? 1252)
    else if (word === 'f') this.#setFont(parameter ?? 0)
    else if (word === 'fcharset') this.#describeFont(parameter ?? 0)
    else if (word === 'htmltag') this.#goTo('tag')
    else if (word === 'fonttbl') this.#goTo('fonts')
    else if (starred || /^(colortbl|stylesheet|info|pict|object|mhtmltag|header|footer)$/.test(word))
      this.#goTo('skipped')
  }

  /** What a group in a skipped one says is skipped as well. */
  #goTo(destination: Destination): void {
    if (this.#group.destination !== 'skipped') this.#group = { ...this.#group, destination }
  }

  #setPage(codePage: number): void {
    this.#page = decoderOf(codePage)
    this.#group = { ...this.#group, decode: this.#page }
  }

  #setFont(font: number): void {
    this.#font = font
    if (this.#group.destination === 'fonts') return
    this.#group = { ...this.#group, decode: this.#fonts.get(font) ?? this.#page }
  }

  #describeFont(charset: number): void {
    const codePage = ofCharset.get(charset)
    if (this.#group.destination === 'fonts' && codePage !== undefined)
      this.#fonts.set(this.#font, decoderOf(codePage))
  }

  #sign(sign: string): void {
    if (sign === '*') this.#starred = true
    else if (sign === '~') this.#put(this.#isHtml && this.#group.destination !== 'tag' ? '&nbsp;' : '\u00a0')
    else if (sign === '_') this.#put('\u2011')
    else if (sign === '-') this.#put('\u00ad')
    else if (sign === '\r' || sign === '\n') this.#put('\r\n')
    else if (sign === '{' || sign === '}' || sign === '\\') this.#byte(sign.charCodeAt(0))
  }

  #byte(byte: number): void {
    if (this.#passed > 0) this.#passed--
    else this.#bytes.push(byte)
  }

  #flush(): void {
    if (this.#bytes.length === 0) return
    const { decode, destination } = this.#group
    // Tags are written in the page of the whole document, whatever the font around them is.
    const text = (destination === 'tag' ? this.#page : decode)(Buffer.from(this.#bytes))
    this.#bytes = []
    this.#put(text)
  }

  #put(text: string): void {
    const { destination, rendering } = this.#group
    if (this.#bytes.length > 0) this.#flush()
    if (rendering || destination === 'skipped' || destination === 'fonts') return
    this.#out.push(text)
  }
}
