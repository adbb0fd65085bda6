/** What a workbook holds beside its cells: comments, cached data of pivot tables and other workbooks, connections. */
import type { SheetWriter } from '../sheet-writer.ts'
import type { OfficeFile } from './office-file.ts'

/** Who takes comments, each with its cell's name and its author. */
export type Comments = Pick<SheetWriter, 'comment'>

/** People who take part in threads of comments, by id. */
export function readPersons(file: OfficeFile): ReadonlyMap<string, string> {
  const persons = new Map<string, string>()
  for (const part of file.parts.names.filter((name) => /(^|\/)persons\/[^/]+\.xml$/i.test(name)))
    file.walk(part, {
      open(name, attributes) {
        if (name === 'person') persons.set(attributes.get('id') ?? '', attributes.get('displayName') ?? '')
      },
    })
  return persons
}

/** Notes at cells. Those that only stand for a thread, for programs that know none, are left out. */
export function readComments(file: OfficeFile, part: string, writer: Comments): void {
  const authors: string[] = []
  let words = ''
  let inside: 'author' | 't' | null = null
  let cell = ''
  let author = ''
  file.walk(part, {
    open(name, attributes) {
      if (name === 'comment') {
        cell = attributes.get('ref') ?? ''
        author = authors[Number(attributes.get('authorId') ?? -1)] ?? ''
      }
      if (name === 'comment' || name === 'author') words = ''
      if (name === 'author' || name === 't') inside = name
    },
    text(text) {
      if (inside !== null) words += text
    },
    close(name) {
      if (name === 'author' || name === 't') inside = null
      if (name === 'author') authors.push(words)
      if (name === 'comment' && !author.startsWith('tc={')) writer.comment(cell, author, words)
    },
  })
}

export function readThreads(
  file: OfficeFile,
  part: string,
  persons: ReadonlyMap<string, string>,
  writer: Comments,
): void {
  let words = ''
  let cell = ''
  let author = ''
  let inText = false
  file.walk(part, {
    open(name, attributes) {
      if (name === 'threadedComment') {
        cell = attributes.get('ref') ?? ''
        author = persons.get(attributes.get('personId') ?? '') ?? ''
        words = ''
      }
      inText = name === 'text'
    },
    text(text) {
      if (inText) words += text
    },
    close(name) {
      if (name === 'text') inText = false
      if (name === 'threadedComment') writer.comment(cell, author, words)
    },
  })
}

const cached = /(^|\/)(pivotCache\/pivotCache(Definition|Records)|externalLinks\/externalLink)\d*\.xml$/i
const connections = /(^|\/)connections\.xml$/i

/** Data that a workbook keeps of tables elsewhere, or of sheets that may be gone; and where it takes data from. */
export function readBesideSheets(file: OfficeFile): void {
  const { text } = file.draft
  const seen = new Set<string>()
  for (const part of file.parts.names) {
    if (!cached.test(part) && !connections.test(part)) continue
    const told = connections.test(part)
      ? ['name', 'description', 'connection', 'command', 'url', 'sourceFile']
      : ['v']
    let inValue = false
    file.walk(part, {
      open(name, attributes) {
        inValue = name === 'v'
        if (!connections.test(part) && !/^(s|d|n|sheetName|cacheField)$/.test(name)) return
        const value = name === 'sheetName' ? ['val'] : name === 'cacheField' ? ['name'] : told
        for (const each of value) tell(attributes.get(each))
      },
      text(value) {
        if (inValue) tell(value)
      },
      close() {
        inValue = false
      },
    })
  }
  /** Each value once: records repeat them a thousand times. */
  function tell(value: string | undefined): void {
    if (value === undefined || seen.has(value) || seen.size > 1_000_000) return
    if (seen.size === 0) text.wholeLine('[Cached data]')
    seen.add(value)
    text.wholeLine(value)
  }
}
