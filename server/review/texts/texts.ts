/** The texts of a document, in the order in which they are shown: the extracted one first, where there is any. */
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import {
  type DocumentText,
  type DocumentTextEntry,
  ownOrigins,
  sentencePlaces,
  type TextOrigin,
  textNames,
  textOrigin,
  textOrigins,
} from '#contracts/texts.ts'
import type { Reader } from '../../platform/records/records.ts'

/** What one text is, with the text itself. */
export interface Variant extends DocumentTextEntry {
  readonly text: string
  readonly madeOf: MadeOf | null
}

const madeOf = z.object({
  origin: textOrigin,
  language: z.nullable(z.string()),
  /** Of the text as it was. */
  sha256: z.string(),
  sentences: sentencePlaces,
})
/** The text that another one was made of, as `document_variant.source` keeps it. */
export type MadeOf = z.infer<typeof madeOf>

/** What stands for a language that is not known: the column is part of a key. */
export const unknownLanguage = 'und'

export const textHash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A word that the recognition is less sure of than this is marked. */
const unsureBelow = 60
/** Words that are marked in one text: more would be all of it. */
const maxUnsure = 20_000

/** All texts of a document that hold anything; null where the project has no such document. */
export async function textsOf(
  read: Reader,
  projectId: number,
  documentId: number,
): Promise<readonly Variant[] | null> {
  const document = await read
    .selectFrom('document as d')
    .leftJoin('document_text as t', 't.document_id', 'd.document_id')
    .select(['d.text_truncated', 't.text'])
    .where('d.document_id', '=', documentId)
    .where('d.project_id', '=', projectId)
    .executeTakeFirst()
  if (document === undefined) return null
  const rows = await read
    .selectFrom('document_variant')
    .selectAll()
    .where('document_id', '=', documentId)
    .orderBy('language')
    .execute()
  const extracted: Variant = {
    ...named('extracted'),
    language: null,
    truncated: document.text_truncated === 1,
    confidence: null,
    engine: null,
    at: null,
    source: null,
    madeOf: null,
    characters: document.text?.length ?? 0,
    text: document.text ?? '',
  }
  const others = rows.map(
    ({ source, ...row }): Variant => ({
      ...named(textOrigin.parse(row.origin)),
      ...sourceOf(source),
      language: row.language === unknownLanguage ? null : row.language,
      truncated: row.truncated === 1,
      confidence: row.confidence,
      engine: row.engine === '' ? null : row.engine,
      at: row.at,
      characters: row.text.length,
      text: row.text,
    }),
  )
  return [extracted, ...others]
    .filter(({ text }) => text.trim() !== '')
    .sort((a, b) => textOrigins.indexOf(a.origin) - textOrigins.indexOf(b.origin))
}

function sourceOf(json: string | null): Pick<Variant, 'source' | 'madeOf'> {
  if (json === null) return { source: null, madeOf: null }
  const made = madeOf.parse(JSON.parse(json))
  return { source: { origin: made.origin, language: made.language }, madeOf: made }
}

/** The text that says most of what the document says; the others are made of it. */
export function ownText(texts: readonly Variant[]): Variant | null {
  const own = texts.filter(({ origin }) => ownOrigins.some((one) => one === origin))
  return own.reduce<Variant | null>((a, b) => (a === null || b.text.length > a.text.length ? b : a), null)
}

/** Whether the text that this one was made of is the same now. */
export function isCurrent(texts: readonly Variant[], { madeOf: made }: Pick<Variant, 'madeOf'>): boolean {
  if (made === null) return true
  const now = texts.find(({ origin, language }) => origin === made.origin && language === made.language)
  return now !== undefined && textHash(now.text) === made.sha256
}

/** Where the sentences of an extractive summary stand, as long as they stand there. */
export const sentencesOf = (texts: readonly Variant[], one: Variant): MadeOf['sentences'] =>
  one.madeOf !== null && isCurrent(texts, one) ? one.madeOf.sentences : []

const named = (origin: TextOrigin) => ({ origin, name: textNames[origin], redactable: false }) as const

/** What a list of texts says of each. */
export const entryOf = ({ text: _text, madeOf: _madeOf, ...entry }: Variant): DocumentTextEntry => entry

/** Where the words stand that the recognition is unsure of. */
export async function unsureWords(
  read: Reader,
  documentId: number,
  { origin, text }: Variant,
): Promise<DocumentText['unsure']> {
  if (origin !== 'ocr') return []
  const rows = await read
    .selectFrom('ocr_page as p')
    .innerJoin('document_variant as v', (join) =>
      join.onRef('v.document_id', '=', 'p.document_id').onRef('v.job_id', '=', 'p.job_id'),
    )
    .select(['p.page', 'p.words'])
    .where('p.document_id', '=', documentId)
    .where('v.origin', '=', 'ocr')
    .orderBy('p.page')
    .execute()
  const starts = startsOfPages(text)
  const unsure: DocumentText['unsure'] = []
  for (const { page, words } of rows) {
    const first = starts[page - 1]
    if (first === undefined) continue
    for (const [start, length, confidence] of pageWords.parse(JSON.parse(words)))
      if (confidence < unsureBelow && first + start + length <= text.length && unsure.length < maxUnsure)
        unsure.push([first + start, length])
  }
  return unsure
}

const pageWords = z.array(z.tuple([z.int(), z.int(), z.int()], z.int()))

function startsOfPages(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\f'); at >= 0; at = text.indexOf('\f', at + 1)) starts.push(at + 1)
  return starts
}
