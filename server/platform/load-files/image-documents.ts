/** The documents of an image list, and what is wrong with them. */
import type { ListedPage } from './images.ts'

export interface ListedDocument {
  readonly begin: string
  readonly end: string
  readonly isAttachment: boolean
  readonly pages: readonly ListedPage[]
  /** What does not fit, as sentences. */
  readonly faults: readonly string[]
}

/** Takes pages in the order of a list; a document comes when the next one begins. */
export class ImageDocuments {
  #pages: ListedPage[] = []
  readonly #keys = new Set<string>()
  #faults: string[] = []

  /** The document that ends before this page, if one does. */
  push(page: ListedPage): ListedDocument | null {
    const ended = page.begins === null ? null : this.end()
    if (page.begins === null && this.#pages.length === 0)
      this.#faults.push('No page before it begins a document.')
    if (this.#keys.has(page.key)) this.#faults.push(`Line ${page.line}: the number is there twice.`)
    this.#keys.add(page.key)
    this.#pages.push(page)
    return ended
  }

  /** The last one. */
  end(): ListedDocument | null {
    const pages = this.#pages
    const faults = this.#faults
    this.#pages = []
    this.#faults = []
    const [first] = pages
    const last = pages.at(-1)
    if (first === undefined || last === undefined) return null
    // A PDF of several pages has one line.
    const inOneFile = pages.length === 1 && /\.(?:pdf|tiff?)$/i.test(first.path)
    if (first.pages !== null && first.pages !== pages.length && !inOneFile)
      faults.push(`Line ${first.line} says ${first.pages} pages, and ${pages.length} follow.`)
    return { begin: first.key, end: last.key, isAttachment: first.begins === 'attachment', pages, faults }
  }
}
