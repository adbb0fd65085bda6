/** What one WordprocessingML part says (ECMA-376 part 1, 17). */
import type { Draft } from '../draft.ts'
import { linksOfField } from '../field-codes.ts'
import type { Attributes } from '../xml.ts'
import { DrawingText } from './drawing.ts'

export class WordText extends DrawingText {
  /** Whether any text was found. */
  said = false
  readonly #onAltChunk: (relationId: string) => void
  #title: string
  #instruction = ''
  /** What is being read is the code of a field, or was deleted. */
  #inside: 'instruction' | 'deleted' | null = null
  #deleted = ''
  #deletedBy = ''
  #moved = 0
  /** Properties of a run or paragraph are open: what stands there describes, and is not said. */
  #properties = 0

  /** `title` is written before the first text, if there is any. */
  constructor(draft: Draft, onAltChunk: (relationId: string) => void, title = '') {
    super(draft)
    this.#onAltChunk = onAltChunk
    this.#title = title
  }

  override text(text: string): void {
    if (this.#inside === null) super.text(text)
    else if (this.#inside === 'instruction') this.#instruction += text.slice(0, 4000)
    else this.#deleted += text
  }

  protected override take(text: string): void {
    if (this.#title !== '' && text.trim() !== '') {
      this.draft.text.wholeLine(this.#title)
      this.#title = ''
    }
    this.said ||= text.trim() !== ''
    super.take(text)
  }

  protected override begin(name: string, attributes: Attributes): void {
    const { text, fields } = this.draft
    switch (name) {
      case 'delText':
        this.#inside = 'deleted'
        fields.hides('Tracked changes')
        break
      case 'instrText':
      case 'delInstrText':
        this.#inside = 'instruction'
        break
      case 'fldSimple':
        linksOfField(attributes.get('instr') ?? '').forEach((link) => {
          this.draft.link(link)
        })
        break
      case 'fldChar':
        if (attributes.get('fldCharType') !== 'begin') this.#endInstruction()
        break
      case 'moveFrom':
        this.#moved++
        fields.hides('Tracked changes')
        this.#deletedBy = attributes.get('author') ?? ''
        break
      case 't':
        // Moved away: it is told where it was moved to.
        if (this.#moved > 0) this.#inside = 'deleted'
        else super.begin(name, attributes)
        break
      case 'del':
        fields.hides('Tracked changes')
        this.#deletedBy = attributes.get('author') ?? ''
        break
      case 'ins':
      case 'moveTo':
        fields.hides('Tracked changes')
        break
      case 'rPr':
      case 'pPr':
        this.#properties++
        break
      case 'vanish':
        if (this.#properties > 0 && isOn(attributes)) fields.hides('Hidden text')
        break
      case 'tab':
      case 'ptab':
        if (this.#properties === 0) this.#mark('\t')
        break
      case 'br':
      case 'cr':
        this.#mark('\n')
        break
      case 'noBreakHyphen':
        this.#mark('-')
        break
      case 'sym':
        this.#mark(symbol(attributes))
        break
      case 'txbxContent':
        text.beginAside()
        break
      // In VML: it holds a body of its own, whose text is told by itself.
      case 'textbox':
        break
      case 'comment':
        this.#comment(attributes)
        break
      case 'altChunk':
        this.#onAltChunk(attributes.relation() ?? '')
        break
      case 'tblCaption':
      case 'tblDescription':
      case 'listEntry':
      case 'helpText':
      case 'statusText':
        this.aside(attributes.get('val') ?? '')
        break
      default:
        super.begin(name, attributes)
    }
  }

  protected override end(name: string): void {
    const { text } = this.draft
    switch (name) {
      case 'delText':
      case 'instrText':
      case 'delInstrText':
        this.#inside = null
        break
      case 't':
        if (this.#moved > 0) this.#inside = null
        else super.end(name)
        break
      case 'del':
      case 'moveFrom':
        if (name === 'moveFrom') this.#moved = Math.max(0, this.#moved - 1)
        if (this.#deleted !== '') this.#deleted += ' … '
        break
      case 'rPr':
      case 'pPr':
        this.#properties = Math.max(0, this.#properties - 1)
        break
      case 'txbxContent':
        this.#tellDeleted()
        text.endAside()
        break
      case 'textbox':
        break
      case 'p':
        this.#endInstruction()
        this.#tellDeleted()
        super.end(name)
        break
      default:
        super.end(name)
    }
  }

  #mark(mark: string): void {
    if (this.#inside === null) this.take(mark)
  }

  /** A comment's author stands only here. */
  #comment(attributes: Attributes): void {
    this.draft.fields.hides('Comments')
    const date = attributes.get('date')
    this.take(`${attributes.get('author') ?? ''}${date === undefined ? '' : ` (${date.slice(0, 10)})`}: `)
  }

  #endInstruction(): void {
    for (const link of linksOfField(this.#instruction)) this.draft.link(link)
    this.#instruction = ''
  }

  #tellDeleted(): void {
    const deleted = this.#deleted.replace(/( … )+$/, '')
    this.#deleted = ''
    if (deleted.trim() !== '')
      this.aside(`[Deleted${this.#deletedBy === '' ? '' : ` by ${this.#deletedBy}`}: ${deleted}]`)
  }
}

const isOn = (attributes: Attributes): boolean => !/^(0|false|off)$/.test(attributes.get('val') ?? '')

/** A character of a symbol font, where its number means something without the font. */
function symbol(attributes: Attributes): string {
  const code = Number.parseInt(attributes.get('char') ?? '', 16)
  return code >= 0x20 && code < 0xe000 ? String.fromCharCode(code) : ' '
}
