/** Rich Text Format (RTF 1.9.1). Groups that nobody knows are passed over where the format says so (`\*`). */
import { readNative, unwrap } from '../../ole/package.ts'
import { decodeCodePage } from '../code-pages.ts'
import { Draft } from '../draft.ts'
import { linksOfField } from '../field-codes.ts'
import { type Reader, Unreadable } from '../reading.ts'
import { destinations, type Treatment } from './destinations.ts'
import { Fonts } from './fonts.ts'
import { type RtfHandler, walkRtf } from './tokens.ts'

export const readRtf: Reader = async (bytes, _kind, options) => {
  if (!bytes.subarray(0, 100).toString('latin1').includes('{\\rt'))
    throw new Unreadable('corrupt', 'It does not begin as such a document does.')
  const draft = new Draft(options)
  const reader = new RtfText(draft)
  await draft.attempt('Its text', () => walkRtf(bytes, reader))
  await draft.attempt('Its end', () => reader.finish())
  return draft.reading()
}

interface Group {
  readonly destination: string
  readonly treatment: Treatment
  readonly font: number
  readonly asianFont: number | null
  readonly asian: boolean
  /** Characters behind a `\u` that repeat it for programs without Unicode. */
  readonly fallback: number
  readonly hidden: boolean
  readonly deleted: boolean
  /** Repeated as HTML, or only there for RTF: not shown. */
  readonly unshown: boolean
  /** What holds outside of a pair that says the same twice. */
  readonly outside: Pick<Group, 'destination' | 'treatment'> | null
}

/** Deeper groups there are none that somebody wrote. */
const mostDepth = 5000
const longestCapture = 1_000_000

const marks: ReadonlyMap<string, string> = new Map([
  ['tab', '\t'],
  ['~', '\u00a0'],
  ['_', '-'],
  ['emdash', '—'],
  ['endash', '–'],
  ['emspace', ' '],
  ['enspace', ' '],
  ['qmspace', ' '],
  ['bullet', '•'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
])
const infoFields: ReadonlyMap<string, string> = new Map([
  ['title', 'Doc_Title'],
  ['subject', 'Doc_Subject'],
  ['author', 'Author'],
  ['operator', 'Last_Author'],
  ['manager', 'Manager'],
  ['company', 'Company'],
  ['category', 'Category'],
  ['keywords', 'Keywords'],
  ['doccomm', 'Comments'],
  ['comment', 'Comments'],
  ['generator', 'Application'],
  ['template', 'Template'],
])
const countFields: ReadonlyMap<string, string> = new Map([
  ['nofpages', 'Page_Count'],
  ['nofwords', 'Word_Count'],
  ['version', 'Revision'],
])
const dateFields: ReadonlyMap<string, string> = new Map([
  ['creatim', 'Created_Date'],
  ['revtim', 'Modified_Date'],
  ['printim', 'Printed_Date'],
])
/** Properties of shapes that are words of the document. */
const shapeWords = /^(wzDescription|gtextUNICODE|wzTooltip)$/

class RtfText implements RtfHandler {
  readonly #draft: Draft
  readonly #fonts = new Fonts()
  #codePage = 1252
  #group: Group = {
    destination: '',
    treatment: 'flow',
    font: -1,
    asianFont: null,
    asian: false,
    fallback: 1,
    hidden: false,
    deleted: false,
    unshown: false,
    outside: null,
  }
  readonly #outer: Group[] = []
  #tooDeep = 0
  #atGroupStart = false
  /** `\*` was read at the beginning of a group: the next word is a destination that need not be known. */
  #optional = false
  /** Bytes of text that are not decoded yet: characters may be of two. */
  #bytes: number[] = []
  #skip = 0
  #captured: string[] = []
  #objectData: Buffer[] = []
  #deleted = ''
  #author = ''
  #shapeProperty = ''
  #propertyName = ''
  #date: number[] = []
  #images = 0
  #objects = 0
  constructor(draft: Draft) {
    this.#draft = draft
  }

  beginGroup(): void {
    this.#decode()
    this.#skip = 0
    this.#optional = false
    this.#atGroupStart = true
    if (this.#outer.length >= mostDepth) this.#tooDeep++
    else this.#outer.push(this.#group)
  }

  endGroup(): void {
    this.#decode()
    this.#skip = 0
    if (this.#tooDeep > 0) {
      this.#tooDeep--
      return
    }
    const outer = this.#outer.pop()
    if (outer === undefined) return
    const { destination, treatment } = this.#group
    this.#group = outer
    if (destination !== outer.destination) this.#endDestination(destination, treatment)
  }

  control(word: string, value: number | null): void {
    if (this.#skip > 0 && word !== 'u' && word !== '*') {
      // A word may stand for the character, too.
      this.#skip--
      if (word.length === 1) return
    }
    if (word === '*') {
      this.#optional = this.#atGroupStart
      return
    }
    this.#atGroupStart = false
    if (word === 'u') {
      this.#unicode(value ?? 0)
      return
    }
    this.#decode()
    const optional = this.#optional
    this.#optional = false
    if (this.#group.treatment === 'skip' && word !== 'ud') return
    const treatment = destinations.get(word)
    if (treatment !== undefined) this.#beginDestination(word, treatment)
    else if (optional && word !== 'ud') this.#set({ destination: word, treatment: 'skip' })
    else this.#word(word, value)
  }

  byte(byte: number): void {
    this.#atGroupStart = false
    if (this.#skip > 0) {
      this.#skip--
      return
    }
    if (this.#group.treatment === 'skip' || this.#group.treatment === 'pass') return
    this.#bytes.push(byte)
    // Never in the middle of a character: a space is none's second half.
    if (this.#bytes.length >= 16_384 && byte === 0x20) this.#decode()
  }

  binary(bytes: Buffer): void {
    this.#decode()
    if (this.#group.destination === 'objdata') this.#objectData.push(bytes)
  }

  finish(): void {
    while (this.#outer.length > 0) {
      this.#tooDeep = 0
      this.endGroup()
    }
    this.#tellDeleted()
    if (this.#images > 0) this.#draft.fields.add('Embedded_Images', this.#images)
  }

  #set(change: Partial<Group>): void {
    this.#group = { ...this.#group, ...change }
  }

  #unicode(value: number): void {
    this.#decode()
    const code = value < 0 ? value + 65_536 : value
    // Characters of symbol fonts stand in the private area, by their byte.
    const char = code >= 0xf020 && code <= 0xf0ff ? code - 0xf000 : code
    if (this.#group.treatment !== 'skip' && this.#group.treatment !== 'pass')
      this.#write(String.fromCharCode(char & 0xffff))
    this.#skip = this.#group.fallback
  }

  #decode(): void {
    if (this.#bytes.length === 0) return
    const bytes = Buffer.from(this.#bytes)
    this.#bytes = []
    const { asian, asianFont, font } = this.#group
    const own = this.#fonts.codePageOf(asian && asianFont !== null ? asianFont : font)
    this.#write(decodeCodePage(bytes, own ?? this.#codePage))
  }

  #write(text: string): void {
    const { treatment, hidden, deleted, unshown } = this.#group
    if (treatment === 'capture') {
      if (this.#captured.length < longestCapture) this.#captured.push(text)
      return
    }
    if (unshown) return
    if (hidden && text.trim() !== '') this.#draft.fields.hides('Hidden text')
    if (deleted) this.#deleted += text
    else this.#draft.text.text(text)
  }

  #beginDestination(word: string, treatment: Treatment): void {
    const { text, fields } = this.#draft
    if (word === 'pict') this.#images++
    if (word === 'fonttbl') this.#fonts.define(0)
    if (treatment === 'capture') this.#captured = []
    if (treatment === 'aside' && this.#group.destination !== word) {
      text.beginAside()
      if (word === 'annotation') {
        fields.hides('Comments')
        text.text(`[Comment] ${this.#author === '' ? '' : `${this.#author}: `}`)
      }
    }
    if (dateFields.has(word)) this.#date = []
    this.#set({ destination: word, treatment })
  }

  #endDestination(destination: string, treatment: Treatment): void {
    if (treatment === 'aside') {
      this.#tellDeleted()
      this.#draft.text.endAside()
    }
    const dated = dateFields.get(destination)
    if (dated !== undefined) {
      const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = this.#date
      if (year > 1601)
        this.#draft.fields.addDate(dated, new Date(Date.UTC(year, month - 1, day, hour, minute)))
    }
    if (treatment !== 'capture') return
    const captured = this.#captured.join('')
    this.#captured = []
    this.#use(destination, captured)
  }

  #use(destination: string, captured: string): void {
    const { fields } = this.#draft
    const field = infoFields.get(destination)
    if (field !== undefined) fields.add(field, captured.replace(/;$/, ''))
    switch (destination) {
      case 'fldinst':
        for (const link of linksOfField(captured)) this.#draft.link(link)
        break
      case 'atnauthor':
        this.#author = captured.trim()
        break
      case 'sn':
        this.#shapeProperty = captured.trim()
        break
      case 'sv':
        if (shapeWords.test(this.#shapeProperty)) this.#aside(captured)
        break
      case 'propname':
        this.#propertyName = captured
        break
      case 'staticval':
        fields.addCustom(this.#propertyName, captured)
        break
      case 'objdata':
        this.#object(captured)
        break
      case 'ffl':
      case 'ffdeftext':
      case 'ffhelptext':
      case 'ffstattext':
        this.#aside(captured)
        break
    }
  }

  #word(word: string, value: number | null): void {
    const { text, fields } = this.#draft
    const { destination } = this.#group
    const mark = marks.get(word)
    if (mark !== undefined) {
      if (this.#group.treatment === 'flow' || this.#group.treatment === 'aside') this.#write(mark)
      return
    }
    if (destination === 'fonttbl') {
      if (word === 'f') this.#fonts.define(value ?? 0)
      if (word === 'fcharset') this.#fonts.charset(value ?? 0)
      if (word === 'cpg') this.#fonts.codePage(value ?? 0)
      return
    }
    if (destination === 'info') {
      const field = countFields.get(word)
      if (field !== undefined && (value ?? 0) > 0) fields.add(field, value ?? 0)
    }
    const part = ['yr', 'mo', 'dy', 'hr', 'min'].indexOf(word)
    if (part >= 0 && dateFields.has(destination)) this.#date[part] = value ?? 0
    switch (word) {
      case 'par':
      case 'line':
      case 'sect':
      case 'page':
      case 'column':
      case 'row':
      case 'nestrow':
        if (this.#group.unshown || this.#group.treatment === 'capture') break
        this.#tellDeleted()
        text.line()
        break
      case 'cell':
      case 'nestcell':
        if (!this.#group.unshown) text.cell()
        break
      case 'trowd':
        break
      case 'ansicpg':
        if (value !== null && value > 0) this.#codePage = value
        break
      case 'mac':
        this.#codePage = 10000
        break
      case 'pc':
        this.#codePage = 437
        break
      case 'pca':
        this.#codePage = 850
        break
      case 'uc':
        this.#set({ fallback: Math.max(0, Math.min(10, value ?? 1)) })
        break
      case 'upr':
        this.#set({ outside: this.#group, destination: 'upr', treatment: 'skip' })
        break
      case 'ud':
        if (this.#group.outside !== null) this.#set(this.#group.outside)
        break
      default:
        this.#style(word, value)
    }
  }

  #style(word: string, value: number | null): void {
    switch (word) {
      case 'f':
        this.#set(this.#group.asian ? { asianFont: value ?? 0 } : { font: value ?? 0 })
        break
      case 'af':
        if (this.#group.asian) this.#set({ asianFont: value ?? 0 })
        break
      case 'dbch':
        this.#set({ asian: true })
        break
      case 'loch':
      case 'hich':
        this.#set({ asian: false })
        break
      case 'plain':
        this.#set({ hidden: false, deleted: false, asian: false })
        break
      case 'v':
        this.#set({ hidden: value !== 0 })
        break
      case 'deleted':
        this.#draft.fields.hides('Tracked changes')
        this.#set({ deleted: value !== 0 })
        break
      case 'revised':
        if (value !== 0) this.#draft.fields.hides('Tracked changes')
        break
      case 'htmlrtf':
        this.#set({ unshown: value !== 0 })
        break
    }
  }

  #aside(words: string): void {
    const { text } = this.#draft
    text.beginAside()
    text.text(words)
    text.endAside()
  }

  #tellDeleted(): void {
    const deleted = this.#deleted.trim()
    this.#deleted = ''
    if (deleted !== '') this.#aside(`[Deleted: ${deleted}]`)
  }

  /** An object of OLE 1 ([MS-OLEDS] 2.2.5): version, kind, class, two names, and its data. */
  #object(hex: string): void {
    const digits = hex.replace(/[^0-9a-f]/gi, '')
    const bytes = Buffer.concat([
      Buffer.from(digits.slice(0, digits.length & ~1), 'hex'),
      ...this.#objectData,
    ])
    this.#objectData = []
    const embedded = 2
    if (bytes.length < 12 || bytes.readUInt32LE(4) !== embedded) return
    let at = 8
    let className = ''
    for (let i = 0; i < 3; i++) {
      if (at + 4 > bytes.length) return
      const size = bytes.readUInt32LE(at)
      if (i === 0)
        className = bytes.toString('latin1', at + 4, Math.min(at + 4 + size, at + 200)).replace(/\0.*$/s, '')
      at += 4 + size
    }
    if (at + 4 > bytes.length) return
    const data = bytes.subarray(at + 4, at + 4 + bytes.readUInt32LE(at))
    const name = `object-${++this.#objects}`
    // The packager's data are those of its stream, which begins with its size.
    const inner =
      className === 'Package' ? readNative(Buffer.concat([Buffer.alloc(4), data])) : unwrap(data, name)
    if (inner !== null) this.#draft.embed(inner.name === '' ? name : inner.name, inner.bytes)
  }
}
