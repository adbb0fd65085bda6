/** Visio drawings (VSDX): the text of the shapes of each page, and the data that shapes carry. */
import { Draft } from '../draft.ts'
import type { Reader } from '../reading.ts'
import { embedFiles } from './embedded.ts'
import { type OfficeFile, openOfficeFile } from './office-file.ts'
import { readProperties } from './properties.ts'
import { readRest } from './rest.ts'

export const readVisio: Reader = async (bytes, _kind, options) => {
  const draft = new Draft(options)
  const file = await openOfficeFile(bytes, draft)
  await draft.attempt('Its properties', () => readProperties(file))
  const went = await draft.attempt('A page', () => {
    for (const { name, part } of pagesOf(file)) {
      draft.text.wholeLine(name)
      readShapes(file, part)
    }
    for (const part of file.parts.names) if (aside.test(part)) readShapes(file, part)
  })
  if (went) await draft.attempt('What it refers to', () => readRest(file))
  await embedFiles(file)
  return draft.reading()
}

const aside = /(^|\/)visio\/(masters\/master\d+|comments)\.xml$/i
const index = 'visio/pages/pages.xml'

function pagesOf(file: OfficeFile): { name: string; part: string }[] {
  const pages: { name: string; part: string }[] = []
  let name = ''
  file.walk(index, {
    open(element, attributes) {
      if (element === 'Page') name = attributes.get('Name') ?? ''
      if (element !== 'Rel') return
      const part = file.byId(index, attributes.relation())
      if (part !== undefined) pages.push({ name, part })
    },
  })
  return pages
}

function readShapes(file: OfficeFile, part: string): void {
  const { text } = file.draft
  let depth = 0
  let section = ''
  file.walk(part, {
    open(name, attributes) {
      if (name === 'Text' || name === 'CommentEntry') depth++
      if (name === 'Section') section = attributes.get('N') ?? ''
      if (name !== 'Cell') return
      const cell = attributes.get('N')
      const value = attributes.get('V')
      if (section === 'Property' && (cell === 'Label' || cell === 'Value') && value !== undefined)
        text.wholeLine(value)
      if (section === 'Hyperlink' && cell === 'Address') file.draft.link(value)
    },
    text(words) {
      if (depth > 0) text.text(words)
    },
    close(name) {
      if (name === 'Section') section = ''
      if (name !== 'Text' && name !== 'CommentEntry') return
      depth = Math.max(0, depth - 1)
      text.line()
    },
  })
}
