/**
 * PowerPoint presentations (PresentationML): slides in their order, each with its notes and comments, then what the
 * masters show on all of them.
 */
import { Draft } from '../draft.ts'
import type { Reader } from '../reading.ts'
import type { Attributes } from '../xml.ts'
import { DrawingText } from './drawing.ts'
import { embedFiles } from './embedded.ts'
import { type OfficeFile, openOfficeFile } from './office-file.ts'
import { readProperties } from './properties.ts'
import { readRest } from './rest.ts'

export const readPresentation: Reader = async (bytes, _kind, options) => {
  const draft = new Draft(options)
  const file = await openOfficeFile(bytes, draft)
  await draft.attempt('Its properties', () => readProperties(file))
  const main = file.related('', 'officeDocument').at(0) ?? 'ppt/presentation.xml'
  let went = true
  const slides = slidesOf(file, main)
  if (slides.length === 0) draft.flaw('textFailed', 'It has no slide that could be read.', 'text')
  const authors = readAuthors(file)
  for (const [index, part] of slides.entries())
    went &&= await draft.attempt('A slide', () => readSlide(file, part, index + 1, authors))
  if (went)
    went = await draft.attempt('A master', () => {
      const told = new Set<string>()
      for (const part of file.parts.names)
        if (masters.test(part)) file.walk(part, new MasterText(draft, told))
    })
  if (went) await draft.attempt('What it refers to', () => readRest(file))
  await embedFiles(file)
  return draft.reading()
}

const masters = /(^|\/)(slideMasters|slideLayouts|notesMasters|handoutMasters)\/[^/]+\.xml$/i

/** In the order of the show; those that no list names any more come last. */
function slidesOf(file: OfficeFile, main: string): string[] {
  const listed: string[] = []
  file.walk(main, {
    open(name, attributes) {
      if (name !== 'sldId') return
      const part = file.byId(main, attributes.relation())
      if (part !== undefined) listed.push(part)
    },
  })
  const known = new Set(listed.map((part) => part.toLowerCase()))
  const lost = file.parts.names.filter(
    (part) => /(^|\/)slides\/[^/]+\.xml$/i.test(part) && !known.has(part.toLowerCase()),
  )
  return [...listed, ...lost]
}

function readSlide(
  file: OfficeFile,
  part: string,
  number: number,
  authors: ReadonlyMap<string, string>,
): void {
  const { text } = file.draft
  text.wholeLine(`[Slide ${number}]`)
  file.walk(part, new SlideText(file.draft))
  text.line()
  for (const { type, target, external } of file.relations(part)) {
    if (external) continue
    if (type === 'notesSlide') file.walk(target, new NotesText(file.draft))
    else if (type === 'comments') file.walk(target, new CommentText(file.draft, authors))
    // What a slide shows stands with it, and not behind the last one.
    else if (type === 'diagramData') file.walk(target, new DrawingText(file.draft))
    text.line()
  }
}

class SlideText extends DrawingText {
  protected override begin(name: string, attributes: Attributes): void {
    if (name === 'sld' && /^(0|false)$/.test(attributes.get('show') ?? ''))
      this.draft.fields.hides('Hidden slides')
    super.begin(name, attributes)
  }
}

/** Notes of a speaker; a page of notes without any has the slide's number and a date all the same. */
class NotesText extends DrawingText {
  #titled = false
  #placeholder = ''
  protected override begin(name: string, attributes: Attributes): void {
    if (name === 'ph') this.#placeholder = attributes.get('type') ?? ''
    if (name === 'sp') this.#placeholder = ''
    super.begin(name, attributes)
  }
  protected override take(text: string): void {
    if (this.#placeholder === 'sldNum') return
    if (!this.#titled && this.#placeholder !== 'dt' && text.trim() !== '') {
      this.draft.text.wholeLine('[Speaker notes]')
      this.draft.fields.hides('Speaker notes')
      this.#titled = true
    }
    super.take(text)
  }
}

/** What a master shows by itself: not the words that ask for a title. Layouts repeat what their master says. */
class MasterText extends DrawingText {
  readonly #told: Set<string>
  #asks = false
  #words = ''
  constructor(draft: Draft, told: Set<string>) {
    super(draft)
    this.#told = told
  }
  protected override begin(name: string, attributes: Attributes): void {
    if (name === 'sp' || name === 'pic' || name === 'graphicFrame') this.#asks = false
    if (name === 'ph') this.#asks = !/^(ftr|hdr)$/.test(attributes.get('type') ?? '')
    super.begin(name, attributes)
  }
  protected override end(name: string): void {
    if (name === 'p') {
      if (!this.#told.has(this.#words)) this.draft.text.wholeLine(this.#words)
      this.#told.add(this.#words)
      this.#words = ''
    }
    super.end(name)
  }
  protected override take(text: string): void {
    if (!this.#asks) this.#words += text
  }
}

/** Comments of both kinds: the older have their text bare, the newer as paragraphs. */
class CommentText extends DrawingText {
  readonly #authors: ReadonlyMap<string, string>
  constructor(draft: Draft, authors: ReadonlyMap<string, string>) {
    super(draft)
    this.#authors = authors
  }
  protected override begin(name: string, attributes: Attributes): void {
    const { text, fields } = this.draft
    if (name === 'cm' || name === 'reply') {
      fields.hides('Comments')
      text.line()
      const author = this.#authors.get(attributes.get('authorId') ?? '')
      text.text(`[Comment] ${author === undefined ? '' : `${author}: `}`)
    }
    super.begin(name === 'text' ? 't' : name, attributes)
  }
  protected override end(name: string): void {
    super.end(name === 'text' ? 't' : name)
    if (name === 'text') this.draft.text.line()
  }
}

/** People who comment, by id, of both kinds of comments. */
function readAuthors(file: OfficeFile): ReadonlyMap<string, string> {
  const authors = new Map<string, string>()
  for (const part of ['ppt/commentAuthors.xml', 'ppt/authors.xml'])
    file.walk(part, {
      open(name, attributes) {
        if (name === 'cmAuthor' || name === 'author')
          authors.set(attributes.get('id') ?? '', attributes.get('name') ?? '')
      },
    })
  return authors
}
