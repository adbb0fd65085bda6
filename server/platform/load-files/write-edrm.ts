/** Writes load files in the XML of the EDRM (1.2): a beginning, documents, and an end with how they belong together. */
import type { EdrmDocument, EdrmRelationship } from './edrm.ts'
import {
  control,
  halfCharacter,
  isPlain,
  noReplacements,
  type Replacements,
  replaced,
} from './written-text.ts'

/** Two that XML does not have, beside control characters. */
const noCharacter = /[\ufffe\uffff]/g
const needsReference = /[&<>"\t\r\n]/g
/** Of what is plain otherwise. */
const noPlainXml = /[&<>"\ufffe\uffff]/
const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\r': '&#13;',
  '\n': '&#10;',
}

/** Text in UTF-8. Its parts are written in turn: begin, document by document, end. */
export class EdrmWriter {
  /** Of all that was written so far. */
  readonly replacements: Replacements = noReplacements()

  begin(batch: string): string {
    return `<?xml version="1.0" encoding="UTF-8"?>\n<Root MajorVersion="1" MinorVersion="2" DataInterchangeType="Update">\n<Batch${this.#attributes({ Name: batch })}>\n<Documents>\n`
  }

  document({ id, type, tags, files, custodians }: EdrmDocument): string {
    const tagLines = tags.map(({ name, type: dataType, value }) =>
      this.#empty('Tag', { TagName: name, TagDataType: dataType, TagValue: value }),
    )
    const fileLines = files.map(({ type: fileType, folder, name, bytes, hash }) => {
      const file = this.#empty('ExternalFile', {
        FilePath: folder,
        FileName: name,
        ...(bytes === null ? {} : { FileSize: String(bytes) }),
        ...(hash === '' ? {} : { Hash: hash }),
      })
      return `<File${this.#attributes({ FileType: fileType })}>${file}</File>`
    })
    const locations = custodians.map(
      (name) => `<Location><Custodian>${this.#escaped(name)}</Custodian></Location>`,
    )
    return `<Document${this.#attributes({ DocID: id, DocType: type })}>${group('Tags', tagLines)}${group('Files', fileLines)}${group('Locations', locations)}</Document>\n`
  }

  *end(relationships: Iterable<EdrmRelationship>): Generator<string> {
    yield '</Documents>\n<Relationships>\n'
    for (const { type, parent, child } of relationships)
      yield `${this.#empty('Relationship', { Type: type, ParentDocId: parent, ChildDocId: child })}\n`
    yield '</Relationships>\n</Batch>\n</Root>\n'
  }

  #empty(name: string, attributes: Readonly<Record<string, string>>): string {
    return `<${name}${this.#attributes(attributes)}/>`
  }

  #attributes(attributes: Readonly<Record<string, string>>): string {
    return Object.entries(attributes)
      .map(([name, value]) => ` ${name}="${this.#escaped(value)}"`)
      .join('')
  }

  #escaped(text: string): string {
    // Most values are.
    if (isPlain(text) && !noPlainXml.test(text)) return text
    const counts = this.replacements
    const whole = replaced(text, halfCharacter, '\ufffd', () => counts.halfCharacters++)
    const plain = replaced(whole, control, '', () => counts.controls++)
    return replaced(plain, noCharacter, '', () => counts.controls++).replace(
      needsReference,
      (char) => references[char] ?? '',
    )
  }
}

const group = (name: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `<${name}>${lines.join('')}</${name}>`
