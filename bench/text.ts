/**
 * How fast the text of real documents comes in, as an import brings it: read by confined processes, written, and in the index.
 * Beside it the same files by programs that people use for that, where they are installed, and what each of them misses.
 */
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { broughtIn, messagesRead } from './brought-in.ts'
import type { Figure, Table } from './figure.ts'
import { pdftotext, type Readings, tika } from './other-readers.ts'
import { outlookTable } from './outlook.ts'
import { times } from './references.ts'

const corpus = new URL('../../shared/corpus/', import.meta.url).pathname
const cache = new URL('../.cache/', import.meta.url).pathname

export async function* figures(): AsyncGenerator<Figure | Table> {
  if (!existsSync(corpus)) {
    console.log('  The real documents are not here: nothing is measured.')
    return
  }
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'bench-'))
  const rows: string[][] = []
  try {
    for (const [name, unit, copies, bound, others] of [
      // How fast mail comes in is a figure of its own (import.ts): here it is what is read of it.
      ['mail/enron-cmu-inbox', 'messages', 1, null, [tika]],
      ['office', 'files', 1, 1.2, [tika]],
      // They are of a page or two: a collection of some size is made of them.
      ['pdf', 'pages', 20, 1.2, [tika, pdftotext]],
    ] as const) {
      const source = copied(join(corpus, name), copies, join(folder, `${basename(name)}-files`))
      const own = await readByUs(source, join(folder, basename(name)))
      const count = own[unit]
      const found = others.map((other) => other(source, mkdtempSync(join(folder, 'other-')), cache))
      if (bound !== null) {
        const peer = found[0] ?? null
        yield {
          group: 'text',
          name: `text of the real documents in ${name}, in the record and in the index`,
          value: count / own.seconds,
          unit: `${unit}/s`,
          reference: times(
            `${peer?.by ?? 'Tika'}, one process, the text alone, without OCR`,
            peer === null ? null : count / peer.seconds,
          ),
          bound,
          better: 'higher',
        }
      }
      rows.push([name, 'Affiant', rate(count / own.seconds, unit), without(own), '', ''])
      for (const theirs of found) {
        if (theirs === null) continue
        // Each by what it read: we keep a message once that two mailboxes have, and read it all the same.
        const read = unit === 'messages' ? (theirs.messages ?? count) : count
        rows.push([
          name,
          theirs.by,
          rate(read / theirs.seconds, unit),
          without(theirs),
          ...(unit === 'messages'
            ? missed(together(own.texts), together(theirs.texts))
            : missed(own.texts, theirs.texts)),
        ])
      }
    }
    yield {
      group: 'text',
      title: 'The same files read by other programs',
      text:
        'Affiant’s time includes the record and the index, the others’ is for the text alone, Tika’s in one process without OCR. Words are counted once in each ' +
        'file, from three letters on; those of mail in all mailboxes, since a message that two of them have is kept once.',
      head: [
        'files of',
        'read by',
        'speed',
        'without text',
        'of its words, we miss',
        'of our words, it misses',
      ],
      rows,
    }
    yield await outlookTable(join(corpus, 'mail-formats'), mkdtempSync(join(folder, 'outlook-')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The PDFs of a folder, each so many times: no two are the same, because what follows the end of a file is of no meaning. */
function copied(from: string, times: number, to: string): string {
  if (times === 1) return from
  mkdirSync(to)
  for (const name of namesIn(from).filter((one) => one.endsWith('.pdf')))
    for (let copy = 0; copy < times; copy++) {
      const file = join(to, `${copy}-${name}`)
      copyFileSync(join(from, name), file)
      appendFileSync(file, `\n%${copy}\n`)
    }
  return to
}

interface Own extends Omit<Readings, 'by'> {
  readonly files: number
  readonly messages: number
  readonly pages: number
}

/** The text of each file of a folder with all that is in it, by the file's name. */
async function readByUs(source: string, dataDir: string): Promise<Own> {
  const {
    seconds,
    found: [documents, messages],
  } = await broughtIn([source], dataDir, async (services, projectId) => {
    const kept = await services.records.read
      .selectFrom('document as d')
      .leftJoin('document_text as t', 't.document_id', 'd.document_id')
      .select(['d.source_path', 'd.metadata', 't.text'])
      .where('d.project_id', '=', projectId)
      .orderBy('d.document_id')
      .execute()
    return [kept, await messagesRead(services, projectId)] as const
  })
  const texts = new Map(namesIn(source).map((name) => [name, '']))
  let pages = 0
  for (const { source_path, metadata, text } of documents) {
    const path: string[] = JSON.parse(source_path)
    const file = path.find((name) => texts.has(name))
    if (file === undefined) throw new Error(`${path.join('/')} is in none of the files.`)
    texts.set(file, `${texts.get(file)}\n${text ?? ''}`)
    pages += Number(JSON.parse(metadata).Page_Count?.[0] ?? 0)
  }
  return { seconds, texts, files: texts.size, messages, pages }
}

const namesIn = (folder: string): string[] =>
  readdirSync(folder).filter((name) => statSync(join(folder, name)).isFile())

const rate = (perSecond: number, unit: string): string => `${perSecond.toFixed(0)} ${unit}/s`

/** The files that no word was read in. */
function without({ texts }: Pick<Readings, 'texts'>): string {
  const empty = [...texts].filter(([, text]) => wordsOf(text).size === 0)
  return `${empty.length} of ${texts.size}`
}

const together = (texts: Readings['texts']): Readings['texts'] =>
  new Map([['all of them', [...texts.values()].join('\n')]])

/** What part of the other's words is not among ours, and of ours not among the other's; the worst files are named for whoever looks. */
function missed(ours: Readings['texts'], theirs: Readings['texts']): [string, string] {
  const sides = [
    [theirs, ours],
    [ours, theirs],
  ] as const
  const [we, they] = sides.map(([has, lacks]) => {
    let all = 0
    let gone = 0
    const worst: [string, number][] = []
    for (const [name, text] of has) {
      const other = wordsOf(lacks.get(name) ?? '')
      const words = [...wordsOf(text)]
      const absent = words.filter((word) => !other.has(word)).length
      all += words.length
      gone += absent
      worst.push([basename(name), absent])
    }
    worst.sort(([, a], [, b]) => b - a)
    console.log(
      `    most missed in ${worst
        .slice(0, 5)
        .map(([name, count]) => `${name} (${count})`)
        .join(', ')}`,
    )
    return `${((100 * gone) / Math.max(1, all)).toFixed(1)} %`
  })
  return [we ?? '', they ?? '']
}

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/\p{L}{3,}/gu) ?? [],
  )
