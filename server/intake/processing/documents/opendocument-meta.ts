/** The properties of an OpenDocument file (`office:meta`, ISO/IEC 26300-3 4.3). */
import type { Fields } from './fields.ts'
import type { Attributes, XmlHandler } from './xml.ts'

const properties: ReadonlyMap<string, string> = new Map([
  ['title', 'Doc_Title'],
  ['subject', 'Doc_Subject'],
  ['description', 'Comments'],
  ['initial-creator', 'Author'],
  ['creator', 'Last_Author'],
  ['printed-by', 'Printed_By'],
  ['keyword', 'Keywords'],
  ['generator', 'Application'],
  ['editing-cycles', 'Revision'],
  ['language', 'Doc_Language'],
])
const dates: ReadonlyMap<string, string> = new Map([
  ['creation-date', 'Created_Date'],
  ['date', 'Modified_Date'],
  ['print-date', 'Printed_Date'],
])

export class OpenDocumentMeta implements XmlHandler {
  readonly #fields: Fields
  #value = ''
  #custom = ''
  constructor(fields: Fields) {
    this.#fields = fields
  }

  open(name: string, attributes: Attributes): void {
    this.#value = ''
    if (name === 'user-defined') this.#custom = attributes.get('name') ?? ''
    if (name === 'template') this.#fields.add('Template', attributes.get('title'))
    if (name !== 'document-statistic') return
    this.#fields.add('Page_Count', attributes.get('page-count'))
    this.#fields.add('Word_Count', attributes.get('word-count'))
  }

  text(text: string): void {
    this.#value += text
  }

  close(name: string): void {
    const field = properties.get(name)
    const date = dates.get(name)
    if (field !== undefined) this.#fields.add(field, this.#value)
    if (date !== undefined) this.#fields.addDate(date, this.#value)
    if (name === 'user-defined') this.#fields.addCustom(this.#custom, this.#value)
    this.#value = ''
  }
}
