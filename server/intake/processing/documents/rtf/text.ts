/** The running text of RTF, and what is done where its words say so. */
import { decodeCodePage } from '../../charsets/code-pages.ts'
import type { Draft } from '../draft.ts'
import { Captured } from './captured.ts'
import { destinations, type Treatment } from './destinations.ts'
import { Fonts } from './fonts.ts'
import { firstGroup, type Group } from './group.ts'
import type { RtfHandler } from './tokens.ts'
import { countFields, dateFields, marks } from './words.ts'

/** Deeper groups there are none that somebody wrote. */
const maxDepth = 5000

export class RtfText implements RtfHandler {
  readonly #draft: Draft
  readonly #fonts = new Fonts()
  readonly #values: Captured
  #codePage = 1252
  #group: Group = firstGroup
  readonly #outer: Group[] = []
  #tooDeep = 0
  #atGroupStart = false
  /** `\*` was read at the beginning of a group: the next word is a destination that need not be known. */
  #optional = false
  /** Bytes of text that are not decoded yet: characters may be of two. */
  #run: Buffer[] = []
  #skip = 0
  #captured: string[] = []
  #objectData: Buffer[] = []
  #deleted = ''
  #date: number[] = []
  #images = 0
  constructor(draft: Draft) {
    this.#draft = draft
    this.#values = new Captured(draft)
  }

  beginGroup(): void {
    this.#decode()
    this.#skip = 0
    this.#optional = false
    this.#atGroupStart = true
    if (this.#outer.length >= maxDepth) this.#tooDeep++
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

  bytes(run: Buffer): void {
    this.#atGroupStart = false
    const passed = Math.min(this.#skip, run.length)
    this.#skip -= passed
    const { treatment } = this.#group
    if (treatment === 'skip' || treatment === 'pass' || passed === run.length) return
    this.#run.push(run.subarray(passed))
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
    if (this.#run.length === 0) return
    const bytes = Buffer.concat(this.#run)
    this.#run = []
    const { asian, asianFont, font } = this.#group
    const own = this.#fonts.codePageOf(asian && asianFont !== null ? asianFont : font)
    this.#write(decodeCodePage(bytes, own ?? this.#codePage))
  }

  #write(text: string): void {
    const { treatment, hidden, deleted, unshown } = this.#group
    if (treatment === 'capture') {
      this.#captured.push(text)
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
        text.text(`[Comment] ${this.#values.author === '' ? '' : `${this.#values.author}: `}`)
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
    this.#values.use(destination, captured, this.#objectData)
    this.#objectData = []
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

  #tellDeleted(): void {
    const deleted = this.#deleted.trim()
    this.#deleted = ''
    if (deleted !== '') this.#draft.text.aside(`[Deleted: ${deleted}]`)
  }
}
