/** Documents of Office 2003 in one XML file: WordML, and SpreadsheetML of that time. */
import { Draft } from './draft.ts'
import { linksOfField } from './field-codes.ts'
import { CellFormats } from './ooxml/excel-styles.ts'
import { WordText } from './ooxml/word-text.ts'
import type { Reader } from './reading.ts'
import { SheetWriter } from './sheet-writer.ts'
import { type Attributes, decodeXml, walkXml, type XmlHandler } from './xml.ts'

const properties: ReadonlyMap<string, string> = new Map([
  ['Title', 'Doc_Title'],
  ['Subject', 'Doc_Subject'],
  ['Author', 'Author'],
  ['LastAuthor', 'Last_Author'],
  ['Keywords', 'Keywords'],
  ['Description', 'Comments'],
  ['Company', 'Company'],
  ['Manager', 'Manager'],
  ['Category', 'Category'],
  ['Template', 'Template'],
  ['Revision', 'Revision'],
  ['Pages', 'Page_Count'],
  ['Words', 'Word_Count'],
])
const dates: ReadonlyMap<string, string> = new Map([
  ['Created', 'Created_Date'],
  ['LastSaved', 'Modified_Date'],
  ['LastPrinted', 'Printed_Date'],
])

/** `o:DocumentProperties` and `o:CustomDocumentProperties`, which both kinds have; the rest goes to another handler. */
class WithProperties implements XmlHandler {
  readonly #draft: Draft
  readonly #rest: XmlHandler
  #inside: string | null = null
  #value = ''
  constructor(draft: Draft, rest: XmlHandler) {
    this.#draft = draft
    this.#rest = rest
  }
  open(name: string, attributes: Attributes): void {
    if (this.#inside !== null) this.#value = ''
    else if (name === 'DocumentProperties' || name === 'CustomDocumentProperties') this.#inside = name
    else this.#rest.open?.(name, attributes)
  }
  text(text: string): void {
    if (this.#inside === null) this.#rest.text?.(text)
    else this.#value += text
  }
  close(name: string): void {
    if (this.#inside === null) this.#rest.close?.(name)
    else if (name === this.#inside) this.#inside = null
    else this.#put(name)
  }
  #put(name: string): void {
    const { fields } = this.#draft
    const field = properties.get(name)
    const date = dates.get(name)
    if (this.#inside === 'CustomDocumentProperties')
      fields.addCustom(name.replace(/_x([0-9A-F]{4})_/gi, unescaped), this.#value)
    else if (field !== undefined) fields.add(field, this.#value)
    else if (date !== undefined) fields.addDate(date, this.#value)
    this.#value = ''
  }
}

const unescaped = (_: string, hex: string): string => String.fromCharCode(Number.parseInt(hex, 16))

export const readWord2003: Reader = async (bytes, _kind, options) => {
  const draft = new Draft(options)
  await draft.attempt('Its text', () =>
    walkXml(decodeXml(bytes), new WithProperties(draft, new Word2003Text(draft))),
  )
  return draft.reading()
}

/** What is the same as in newer documents is read the same. Changes and comments are annotations of one kind. */
class Word2003Text extends WordText {
  #annotations: string[] = []
  constructor(draft: Draft) {
    super(draft, () => {})
  }
  protected override begin(name: string, attributes: Attributes): void {
    const { text, fields } = this.draft
    switch (name) {
      case 'annotation': {
        const type = (attributes.get('w:type') ?? attributes.get('type') ?? '').replace(/^Word\./, '')
        this.#annotations.push(type)
        if (type === 'Comment') {
          fields.hides('Comments')
          text.beginAside()
          text.text(`[Comment] ${attributes.get('author') ?? ''}: `)
        } else if (type === 'Deletion') super.begin('del', attributes)
        else if (type === 'Insertion') super.begin('ins', attributes)
        break
      }
      case 'footnote':
      case 'endnote':
        text.beginAside()
        break
      case 'hlink':
        this.draft.link(attributes.get('dest'))
        break
      case 'binData':
      case 'styles':
      case 'fonts':
      case 'lists':
      case 'docPr':
      case 'docSuppData':
        this.skip(name)
        break
      default:
        super.begin(name, attributes)
    }
  }
  protected override end(name: string): void {
    const { text } = this.draft
    if (name === 'footnote' || name === 'endnote') text.endAside()
    else if (name !== 'annotation') super.end(name)
    else {
      const type = this.#annotations.pop()
      if (type === 'Comment') text.endAside()
      else if (type === 'Deletion') super.end('del')
    }
  }
}

export const readExcel2003: Reader = async (bytes, _kind, options) => {
  const draft = new Draft(options)
  const cells = new Excel2003Cells(draft)
  await draft.attempt('Its sheets', () => walkXml(decodeXml(bytes), new WithProperties(draft, cells)))
  return draft.reading()
}

/** Numbers as they are shown without a format: they are stored with all their digits. */
const general = new CellFormats([], false)

class Excel2003Cells implements XmlHandler {
  readonly #draft: Draft
  readonly #writer: SheetWriter
  #column = -1
  #cell = ''
  #comment: { author: string } | null = null
  /** They come after the cells: a row is one line. */
  #comments: [cell: string, author: string, words: string][] = []
  #inData = false
  #inState = false
  #isNumber = false
  #value = ''
  constructor(draft: Draft) {
    this.#draft = draft
    this.#writer = new SheetWriter(draft)
  }

  open(name: string, attributes: Attributes): void {
    switch (name) {
      case 'Worksheet':
        this.#writer.sheet(attributes.get('Name') ?? '', 'visible')
        break
      case 'Row':
      case 'Column':
        if (name === 'Row') this.#column = -1
        if (attributes.get('Hidden') === '1') this.#draft.fields.hides('Hidden rows or columns')
        break
      case 'Cell':
        this.#column = Number(attributes.get('Index') ?? this.#column + 2) - 1 || 0
        this.#cell = ''
        this.#draft.link(attributes.get('HRef'))
        for (const link of linksOfField(
          attributes.get('Formula')?.replace(/^=HYPERLINK\(/i, 'HYPERLINK ') ?? '',
        ))
          this.#draft.link(link)
        break
      case 'Comment':
        this.#comment = { author: attributes.get('Author') ?? '' }
        break
      case 'Header':
      case 'Footer':
        this.#draft.text.wholeLine((attributes.get('Data') ?? '').replace(/&[LCRPNDTFA]/g, ' '))
        break
      case 'Data':
        this.#value = ''
        this.#isNumber = attributes.get('Type') === 'Number'
        this.#inData = true
        break
      case 'Visible':
        this.#value = ''
        this.#inState = true
        break
    }
  }

  text(text: string): void {
    if (this.#inData || this.#inState) this.#value += text
  }

  close(name: string): void {
    switch (name) {
      case 'Data':
        this.#inData = false
        if (this.#comment === null) this.#cell += this.#isNumber ? general.show(this.#value, 0) : this.#value
        else this.#comments.push([`column ${this.#column + 1}`, this.#comment.author, this.#value])
        break
      case 'Comment':
        this.#comment = null
        break
      case 'Visible':
        this.#inState = false
        if (/^Sheet(Very)?Hidden$/.test(this.#value.trim()))
          this.#draft.fields.hides(this.#value.includes('Very') ? 'Very hidden sheets' : 'Hidden sheets')
        break
      case 'Cell':
        this.#writer.cell(this.#column, this.#cell)
        break
      case 'Row':
        this.#writer.endRow()
        break
      case 'Worksheet':
        for (const comment of this.#comments) this.#writer.comment(...comment)
        this.#comments = []
        break
    }
  }
}
