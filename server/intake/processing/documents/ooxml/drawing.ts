/**
 * The text of DrawingML and VML, as it stands in documents, slides, sheets, charts and diagrams: paragraphs, tables, the
 * words cached in charts, and the alternative text of what is no text.
 */
import type { Draft } from '../draft.ts'
import type { Attributes, XmlHandler } from '../xml.ts'

export class DrawingText implements XmlHandler {
  protected readonly draft: Draft
  /** Elements that are open and whose text is text of the document. */
  #shown = 0
  /** An element that is passed over with all that is in it, and how often it is open. */
  #skipped: string | null = null
  #skippedDepth = 0
  constructor(draft: Draft) {
    this.draft = draft
  }

  open(name: string, attributes: Attributes): void {
    if (this.#skipped !== null) {
      if (name === this.#skipped) this.#skippedDepth++
    } else this.begin(name, attributes)
  }

  close(name: string): void {
    if (this.#skipped === null) this.end(name)
    else if (name === this.#skipped && --this.#skippedDepth === 0) this.#skipped = null
  }

  text(text: string): void {
    if (this.#skipped !== null || this.#shown === 0) return
    this.take(text)
  }

  /** To be called in `begin`: nothing in this element is told. */
  protected skip(name: string): void {
    this.#skipped = name
    this.#skippedDepth = 1
  }

  protected take(text: string): void {
    this.draft.text.text(text)
  }

  protected begin(name: string, attributes: Attributes): void {
    const { text } = this.draft
    switch (name) {
      case 't':
        this.#shown++
        break
      case 'v':
        this.#shown++
        break
      case 'textbox':
        text.line()
        this.#shown++
        break
      case 'br':
        text.line()
        break
      case 'tr':
        text.row()
        break
      // The same once more, for programs that do not know the newer form.
      case 'Fallback':
        this.skip(name)
        break
      case 'docPr':
      case 'cNvPr':
        this.#describe(attributes.get('title'))
        this.#describe(attributes.get('descr'))
        break
      case 'shape':
        this.#describe(attributes.get('alt'))
        break
      case 'textpath':
        this.aside(attributes.get('string') ?? '')
        break
      case 'hlinkClick':
      case 'hlinkHover':
        this.aside(attributes.get('tooltip') ?? '')
        break
    }
  }

  protected end(name: string): void {
    const { text } = this.draft
    switch (name) {
      case 't':
        this.#shown = Math.max(0, this.#shown - 1)
        break
      case 'v':
        this.#shown = Math.max(0, this.#shown - 1)
        text.cell()
        break
      case 'textbox':
        this.#shown = Math.max(0, this.#shown - 1)
        text.line()
        break
      case 'p':
      case 'tr':
      case 'strCache':
      case 'numCache':
      case 'lvl':
        text.line()
        break
      case 'tc':
        text.cell()
        break
    }
  }

  protected aside(words: string): void {
    this.draft.text.aside(words)
  }

  #describe(words: string | undefined): void {
    if (words !== undefined && words.trim() !== '') this.aside(`[Image: ${words}]`)
  }
}
