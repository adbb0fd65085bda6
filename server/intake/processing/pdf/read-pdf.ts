/**
 * Reads a PDF: the text of its pages with all that hangs on them, what it says about itself, and the files inside it.
 * Pages are separated by a form feed. What is not part of a page's content stands behind the page's text in brackets.
 */
import {
  type Embedded,
  type Reader,
  type Reading,
  type ReadOptions,
  Unreadable,
} from '../documents/reading.ts'
import type { ProcessingException } from '../member.ts'
import { type Bookmark, readBookmarks } from './bookmarks.ts'
import { type StreamFault, streamFault } from './damaged-streams.ts'
import { readEmbedded } from './embedded-files.ts'
import { copiesForOthers } from './file-copies.ts'
import { withForm, xfaValues } from './forms.ts'
import { type Metadata, readInformation } from './information.ts'
import { type PdfFile, withPdf } from './pdf-file.ts'
import { type ReadPage, readPages } from './read-pages.ts'

/** What has been found so far; it stays when the engine ends over the rest. */
interface Found {
  pageCount: number
  information: Metadata
  /** Null for a page that cannot be read. */
  readonly pages: (ReadPage | null)[]
  bookmarks: readonly Bookmark[]
  formValues: string
  embedded: readonly Embedded[]
  scripts: boolean
  readonly flaws: ProcessingException[]
}

/** Rejects with Unreadable where it is locked, or nothing in it can be read. */
export const readPdf: Reader = async (bytes, _kind, options) => {
  const found: Found = {
    pageCount: 0,
    information: {},
    pages: [],
    bookmarks: [],
    formValues: '',
    embedded: [],
    // Those of single fields and pages are not counted by PDFium.
    scripts: bytes.includes('/JavaScript'),
    flaws: [],
  }
  try {
    await withPdf(bytes, options.passwords, (pdf) => pdf.engine.run(() => find(pdf, options, found)))
  } catch (error) {
    if (!(error instanceof Unreadable) || found.pages.length === 0) throw error
    const { code, message } = error
    found.flaws.push({ code, reason: `Not all of it could be read. ${message}`, stage: 'text' })
  }
  const fault = streamFault(bytes)
  if (fault !== null)
    found.flaws.push({
      code: 'corrupt',
      reason: streamFaults[fault],
      stage: 'text',
    })
  return readingOf(found)
}

const streamFaults: Readonly<Record<StreamFault, string>> = {
  broken: 'What its pages draw is damaged: what stands behind the damage could not be read.',
  altered:
    'What its pages draw does not fit its checksum: some of it may read otherwise than it was written.',
}

function find(pdf: PdfFile, { limits }: ReadOptions, found: Found): void {
  const { engine, document, pageCount } = pdf
  found.pageCount = pageCount
  found.information = readInformation(pdf)
  if (engine.api.FPDFDoc_GetJavaScriptActionCount(document) > 0) found.scripts = true
  withForm(pdf, (form) => readPages(pdf, form, limits, found.pages, found.flaws))
  found.bookmarks = readBookmarks(pdf)
  found.formValues = xfaValues(pdf)
  const onPages = found.pages.flatMap((page) => page?.files ?? [])
  found.embedded = readEmbedded(pdf, onPages, limits, found.flaws)
  if (found.pages.every((page) => page === null) && found.embedded.length === 0)
    throw new Unreadable('corrupt', pageCount > 0 ? 'None of its pages can be read.' : 'It has no pages.')
  // Last of all: it takes most memory.
  const copies = found.embedded.length === 0 ? 0 : copiesForOthers(pdf)
  if (copies > 0)
    found.flaws.push({
      code: 'containerPartial',
      reason: `${copies} more of its files, each another system’s copy of one that was taken out, ${copies === 1 ? 'is' : 'are'} in the document only.`,
      stage: 'expand',
    })
}

function readingOf(found: Found): Reading {
  const { information, embedded, flaws } = found
  const pages = found.pages.filter((page) => page !== null)
  const images = pages.filter(({ image }) => image)
  if (images.length > 0 && pages.every(({ text, image, fault }) => (image && fault === null) || text === ''))
    flaws.push({ code: 'noTextYet', reason: reasonOf(images), stage: 'text' })
  const odd = pages.filter((page) => page.fault !== null).length
  if (odd > 0)
    flaws.push({
      code: 'noTextYet',
      reason: `The text of ${odd === 1 ? 'one of its pages' : `${odd} of its pages`} is no words: its letters stand apart or for others, or no spaces stand between them. Text recognition reads what is shown.`,
      stage: 'text',
    })
  const hidden = hiddenContent(found)
  return {
    text: textOf(found),
    html: null,
    metadata: {
      ...information,
      // A stamp over a scan is not the text of its page.
      ...(images.length === 0 ? {} : { Pages_Without_Text: [String(images.length)] }),
      ...(hidden.length === 0 ? {} : { Hidden_Content: hidden }),
    },
    embedded,
    flaws,
  }
}

function reasonOf(pages: readonly ReadPage[]): string {
  const one = pages.length === 1
  if (pages.some(({ text }) => text !== ''))
    return `Next to no text: ${one ? 'its page is an image' : `its ${pages.length} pages are images`}; text recognition is needed.`
  const what = pages.some(({ unreadable }) => unreadable)
    ? `the characters of its ${one ? 'page' : `${pages.length} pages`} stand for no letters`
    : one
      ? 'its page is an image'
      : `its ${pages.length} pages are images`
  return `No text: ${what}; text recognition is needed.`
}

function hiddenContent({ pages, formValues, embedded, scripts }: Found): string[] {
  const some = (of: (page: ReadPage) => number): boolean =>
    pages.some((page) => page !== null && of(page) > 0)
  const kinds: [string, boolean][] = [
    ['Comments', some(({ comments }) => comments)],
    ['Form fields', some(({ fields }) => fields) || formValues !== ''],
    ['Attachments', embedded.length > 0],
    ['JavaScript', scripts],
  ]
  return kinds.filter(([, present]) => present).map(([kind]) => kind)
}

/** Each page with its notes and with the titles of the bookmarks that lead to it; what belongs to no page, at the end. */
function textOf({ pages, bookmarks, formValues }: Found): string {
  const last = Math.max(0, pages.length - 1)
  const titles = Map.groupBy(bookmarks, ({ page }) => Math.min(page ?? last, last))
  const parts = Array.from({ length: last + 1 }, (_, index) => {
    const { text, notes } = pages[index] ?? { text: '', notes: [] }
    const notSaid = (titles.get(index) ?? []).filter(({ title }) => !text.includes(title))
    const lines = [...notes, ...new Set(notSaid.map(({ title }) => `[${title}]`))]
    if (index === last && formValues !== '') lines.push(formValues)
    return [text.trimEnd(), lines.join('\n')].filter((part) => part !== '').join('\n\n')
  })
  return parts.every((part) => part === '') ? '' : parts.join('\f')
}
