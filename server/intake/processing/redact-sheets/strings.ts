/** Strings of a workbook (ECMA-376 part 1, 18.4): read with the looks of their runs, and written anew, only those that are used. */

import { escaped } from '../../../platform/workbook/package-parts.ts'
import type { Parts } from '../documents/parts.ts'
import { type Attributes, decodeXml, walkXml } from '../documents/xml.ts'
import { allowedAttributes } from './allowed.ts'
import { runElements } from './fonts.ts'

export interface Run {
  /** What stands in its properties. */
  readonly look: string
  readonly text: string
}
/** A text, or runs of letters with looks of their own. */
export type RichText = string | readonly Run[]

export const plainOf = (text: RichText): string =>
  typeof text === 'string' ? text : text.map((run) => run.text).join('')

/** Puts a rich text together, from what stands in it; how it is read aloud is left out. */
export class RichReader {
  #runs: Run[] = []
  #text = ''
  #look = ''
  #isRich = false
  #inText = false
  #inLook = false
  #inReading = false

  begin(): void {
    this.#runs = []
    this.#text = ''
    this.#look = ''
    this.#isRich = false
    this.#inText = false
    this.#inLook = false
    this.#inReading = false
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'rPh') this.#inReading = true
    else if (name === 'r') {
      this.#look = ''
      this.#text = ''
      this.#isRich = true
    } else if (name === 'rPr') this.#inLook = true
    else if (this.#inLook) {
      const allowed = runElements[name]
      if (allowed !== undefined) this.#look += `<${name}${allowedAttributes(attributes, allowed)}/>`
    } else if (name === 't') this.#inText = true
  }

  text(text: string): void {
    if (this.#inText && !this.#inReading) this.#text += text
  }

  close(name: string): void {
    if (name === 'rPh') this.#inReading = false
    else if (name === 'rPr') this.#inLook = false
    else if (name === 't') this.#inText = false
    else if (name === 'r' && this.#isRich) {
      this.#runs.push({ look: this.#look.replace('<rFont/>', ''), text: this.#text })
      this.#text = ''
    }
  }

  end(): RichText {
    if (!this.#isRich) return this.#text
    // Letters outside of runs are part of it for whoever reads it aloud from front to back.
    return this.#text === '' ? this.#runs : [...this.#runs, { look: '', text: this.#text }]
  }
}

/** By their index. */
export function readStrings(parts: Parts, part: string): readonly RichText[] {
  const bytes = parts.read(part)
  if (bytes === null) return []
  const strings: RichText[] = []
  const reader = new RichReader()
  let inside = false
  walkXml(decodeXml(bytes), {
    open(name, attributes) {
      if (name === 'si') {
        reader.begin()
        inside = true
      } else if (inside) reader.open(name, attributes)
    },
    text(text) {
      if (inside) reader.text(text)
    },
    close(name) {
      if (name === 'si') {
        strings.push(reader.end())
        inside = false
      } else if (inside) reader.close(name)
    },
  })
  return strings
}

/** Gives each string that is used its number. */
export class StringTable {
  readonly #plain = new Map<string, number>()
  readonly #rich = new Map<readonly Run[], number>()
  readonly #all: RichText[] = []

  numberOf(text: RichText): number {
    const known = typeof text === 'string' ? this.#plain.get(text) : this.#rich.get(text)
    if (known !== undefined) return known
    const number = this.#all.push(text) - 1
    if (typeof text === 'string') this.#plain.set(text, number)
    else this.#rich.set(text, number)
    return number
  }

  *items(): Generator<string> {
    for (const text of this.#all)
      yield typeof text === 'string'
        ? `<si>${textElement(text)}</si>`
        : `<si>${text.map(runElement).join('')}</si>`
  }

  get count(): number {
    return this.#all.length
  }
}

const textElement = (text: string): string => `<t xml:space="preserve">${escaped(text)}</t>`
const runElement = ({ look, text }: Run): string =>
  `<r>${look === '' ? '' : `<rPr>${look}</rPr>`}${textElement(text)}</r>`
