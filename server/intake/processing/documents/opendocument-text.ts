/** What one XML part of an OpenDocument file says. */
import type { Draft } from './draft.ts'
import { OpenDocumentCells } from './opendocument-cells.ts'
import { OpenDocumentMeta } from './opendocument-meta.ts'
import type { Attributes, XmlHandler } from './xml.ts'

/** Elements with paragraphs of their own that may stand inside of a paragraph. */
const beside =
  /^(note|annotation|text-box|custom-shape|frame|rect|ellipse|circle|line|polyline|polygon|regular-polygon|path|connector|caption|measure|g)$/
/** Elements whose text is told although they are no paragraphs; in a paragraph they are fields of it. */
const said = /^(title|desc|note-citation)$/

export class OpenDocumentText implements XmlHandler {
  readonly #draft: Draft
  readonly #cells: OpenDocumentCells
  #meta: OpenDocumentMeta | null = null
  /** Paragraphs that are open where we stand; what stands beside the flow begins anew. */
  #paragraphs = 0
  readonly #besides: { name: string; paragraphs: number; aside: boolean }[] = []
  #inStyles = false
  #inForms = false
  #style = ''
  #slide = 0
  /** The title to be written before the first text. */
  #title = ''
  /** Who commented, or changed what was deleted. */
  #author: string | null = null
  #deletion: 'info' | 'text' | null = null
  constructor(draft: Draft) {
    this.#draft = draft
    this.#cells = new OpenDocumentCells(draft)
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'meta' && this.#meta === null) this.#meta = new OpenDocumentMeta(this.#draft.fields)
    else if (this.#meta !== null) this.#meta.open(name, attributes)
    else if (name === 'automatic-styles' || name === 'styles') this.#inStyles = true
    else if (this.#inStyles) this.#openStyle(name, attributes)
    else if (beside.test(name)) this.#openBeside(name)
    else this.#openContent(name, attributes)
  }

  text(text: string): void {
    if (this.#meta !== null) this.#meta.text(text)
    else if (this.#author !== null) this.#author += text
    else if (this.#paragraphs > 0 && !this.#inStyles) this.#say(text.replace(/[ \t\r\n]+/g, ' '))
  }

  close(name: string): void {
    if (name === 'meta') this.#meta = null
    else if (this.#meta !== null) this.#meta.close(name)
    else if (name === 'automatic-styles' || name === 'styles') this.#inStyles = false
    else if (this.#inStyles) return
    else if (this.#besides.at(-1)?.name === name) this.#closeBeside()
    else this.#closeContent(name)
  }

  #openContent(name: string, attributes: Attributes): void {
    const { text, fields } = this.#draft
    switch (name) {
      case 'p':
      case 'h':
        this.#paragraphs++
        break
      case 's':
        this.#space(' '.repeat(Math.min(100, Number(attributes.get('c') ?? 1) || 1)))
        break
      case 'tab':
        this.#space('\t')
        break
      case 'line-break':
        this.#space('\n')
        break
      case 'a':
        this.#draft.link(attributes.get('href'))
        break
      case 'image':
      case 'object':
      case 'object-ole':
      case 'section-source':
        // Inside the file it is a part's name.
        if (/^([a-z][a-z0-9+.-]+:|\.\.\/)/i.test(attributes.get('href') ?? ''))
          this.#draft.link(attributes.get('href'))
        break
      case 'hidden-text':
      case 'hidden-paragraph':
        fields.hides('Hidden text')
        this.#sayAside(attributes.get('string-value'))
        break
      case 'creator':
        if (this.#deletion !== null || this.#besides.at(-1)?.name === 'annotation') this.#author = ''
        break
      case 'changed-region':
        fields.hides('Tracked changes')
        break
      case 'deletion':
        text.line()
        this.#deletion = 'info'
        break
      case 'page':
        text.wholeLine(`[Slide ${++this.#slide}]`)
        break
      case 'notes':
        this.#title = '[Speaker notes]'
        break
      case 'forms':
        this.#inForms = true
        break
      default:
        if (said.test(name)) this.#paragraphs++
        else if (this.#inForms)
          for (const words of ['label', 'current-value']) this.#sayAside(attributes.get(words))
        else this.#cells.open(name, attributes)
    }
  }

  #closeContent(name: string): void {
    const { text } = this.#draft
    switch (name) {
      case 'p':
      case 'h':
        this.#paragraphs = Math.max(0, this.#paragraphs - 1)
        this.#endLine()
        break
      case 'creator':
        this.#tellAuthor()
        break
      case 'deletion':
        if (this.#deletion === 'text') text.text(']')
        this.#deletion = null
        text.line()
        break
      case 'notes':
        this.#title = ''
        break
      case 'page':
        text.line()
        break
      case 'forms':
        this.#inForms = false
        break
      default:
        if (!said.test(name)) this.#cells.close(name)
        else {
          this.#paragraphs = Math.max(0, this.#paragraphs - 1)
          if (name === 'note-citation') text.text(' ')
          else if (this.#paragraphs === 0) text.line()
        }
    }
  }

  #openBeside(name: string): void {
    const aside = this.#paragraphs > 0 || this.#cells.inCell
    this.#besides.push({ name, paragraphs: this.#paragraphs, aside })
    this.#paragraphs = 0
    if (aside) this.#draft.text.beginAside()
    if (name !== 'annotation') return
    this.#draft.fields.hides('Comments')
    this.#draft.text.line()
    this.#draft.text.text('[Comment] ')
  }

  #closeBeside(): void {
    const { paragraphs = 0, aside = false } = this.#besides.pop() ?? {}
    this.#paragraphs = paragraphs
    if (aside) this.#draft.text.endAside()
    else this.#draft.text.line()
  }

  /** Styles say what is hidden. */
  #openStyle(name: string, attributes: Attributes): void {
    const { fields } = this.#draft
    if (name === 'style') this.#style = attributes.get('name') ?? ''
    if (name === 'table-properties' && attributes.get('display') === 'false')
      this.#cells.hiddenStyles.add(this.#style)
    if (name === 'drawing-page-properties' && attributes.get('visibility') === 'hidden')
      fields.hides('Hidden slides')
    if (name === 'text-properties' && attributes.get('display') === 'none') fields.hides('Hidden text')
  }

  #tellAuthor(): void {
    if (this.#author === null) return
    const author = this.#author.trim()
    this.#author = null
    if (this.#deletion !== null) this.#title = author
    else if (author !== '') this.#draft.text.text(`${author}: `)
  }

  #say(words: string): void {
    const { text, fields } = this.#draft
    if (this.#cells.inCell && this.#besides.every(({ aside }) => !aside)) {
      this.#cells.say(words)
      return
    }
    if (this.#deletion === 'info') {
      text.text(this.#title === '' ? '[Deleted: ' : `[Deleted by ${this.#title}: `)
      this.#title = ''
      this.#deletion = 'text'
    }
    if (this.#title !== '' && words.trim() !== '') {
      text.wholeLine(this.#title)
      fields.hides('Speaker notes')
      this.#title = ''
    }
    text.text(words)
  }

  #space(space: string): void {
    if (this.#paragraphs > 0) this.#say(space)
  }

  #endLine(): void {
    if (this.#cells.inCell && this.#besides.every(({ aside }) => !aside)) this.#cells.say('\n')
    else if (this.#deletion === 'text') this.#draft.text.text(' ')
    else this.#draft.text.line()
  }

  #sayAside(words: string | undefined): void {
    if (words !== undefined) this.#draft.text.aside(words)
  }
}
