/** What is done with the groups of RTF that hold a value and no running text. */
import type { Draft } from '../draft.ts'
import { linksOfField } from '../field-codes.ts'
import { readObject } from './object.ts'
import { infoFields, shapeWords } from './words.ts'

export class Captured {
  readonly #draft: Draft
  #shapeProperty = ''
  #propertyName = ''
  #objects = 0
  /** Who wrote the comment that comes next. */
  author = ''
  constructor(draft: Draft) {
    this.#draft = draft
  }

  /** `binary` is what stood there as bytes. */
  use(destination: string, captured: string, binary: readonly Buffer[]): void {
    const { fields } = this.#draft
    const field = infoFields.get(destination)
    if (field !== undefined) fields.add(field, captured.replace(/;$/, ''))
    switch (destination) {
      case 'fldinst':
        for (const link of linksOfField(captured)) this.#draft.link(link)
        break
      case 'atnauthor':
        this.author = captured.trim()
        break
      case 'sn':
        this.#shapeProperty = captured.trim()
        break
      case 'sv':
        if (shapeWords.test(this.#shapeProperty)) this.#draft.text.aside(captured)
        break
      case 'propname':
        this.#propertyName = captured
        break
      case 'staticval':
        fields.addCustom(this.#propertyName, captured)
        break
      case 'objdata':
        this.#object(captured, binary)
        break
      case 'ffl':
      case 'ffdeftext':
      case 'ffhelptext':
      case 'ffstattext':
        this.#draft.text.aside(captured)
        break
    }
  }

  #object(hex: string, binary: readonly Buffer[]): void {
    const digits = /^[0-9a-f]*$/i.test(hex) ? hex : hex.replace(/[^0-9a-f]/gi, '')
    const bytes = Buffer.concat([Buffer.from(digits, 'hex'), ...binary])
    const inner = readObject(bytes, `object-${++this.#objects}`)
    if (inner !== null) this.#draft.embed(inner.name, inner.bytes)
  }
}
