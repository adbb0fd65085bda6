/** The fields of a document, by the names under which they are shown and searched. */
import { readDate } from '../mail/dates.ts'
import { storableUpTo } from '../text.ts'

/** What of a document is not seen by who only opens it. */
export type HiddenContent =
  | 'Comments'
  | 'Formulas without values'
  | 'Hidden rows or columns'
  | 'Hidden sheets'
  | 'Hidden slides'
  | 'Hidden text'
  | 'Macros'
  | 'Speaker notes'
  | 'Text for Outlook only'
  | 'Tracked changes'
  | 'Very hidden sheets'

/** Characters of a value, values of a field, and fields: documents carry whole files in properties. */
const longestValue = 32_000
const maxValues = 1000
const maxFields = 500

export class Fields {
  readonly #fields = new Map<string, string[]>()
  readonly #hidden = new Set<HiddenContent>()

  /** Empty values are none; one that is there already is not repeated. */
  add(name: string, value: string | number | undefined): void {
    const text = storableUpTo(String(value ?? ''), longestValue).trim()
    if (text === '') return
    const values = this.#fields.get(name)
    if (values === undefined) {
      if (this.#fields.size < maxFields) this.#fields.set(name, [text])
    } else if (values.length < maxValues && !values.includes(text)) values.push(text)
  }

  /** An instant, from whatever the format writes; what is no date is left out. */
  addDate(name: string, value: Date | string | undefined): void {
    if (value === undefined) return
    if (typeof value === 'string') this.add(name, readDate(value) ?? undefined)
    else if (!Number.isNaN(value.getTime())) this.add(name, value.toISOString())
  }

  addCustom(name: string, value: string | undefined): void {
    this.add(`Custom: ${storableUpTo(name, 200)}`, value)
  }

  has(name: string): boolean {
    return this.#fields.has(name)
  }

  hides(content: HiddenContent): void {
    this.#hidden.add(content)
  }

  toRecord(): Record<string, readonly string[]> {
    const hidden = [...this.#hidden].toSorted()
    return Object.fromEntries(
      hidden.length === 0 ? this.#fields : [...this.#fields, ['Hidden_Content', hidden]],
    )
  }
}
