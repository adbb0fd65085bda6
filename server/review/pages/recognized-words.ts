/**
 * The recognized words of scans and pictures and where they stand. The recognition keeps them page by page, in pixels of the
 * image that it read (`ocr_page`); its text stands with the document. Both come from one result: where they do not fit
 * together, as while a page is recognized anew, a word has no place.
 */
import * as z from 'zod/mini'
import { pageParts } from '#contracts/redactions.ts'
import { breathe } from '../../platform/records/breathe.ts'
import type { Reader } from '../../platform/records/records.ts'
import type { Source } from './draw.ts'
import { maxPages, maxPlaced } from './protocol.ts'

/** Its box is in ten-thousandths of the page as it is shown, close around what is seen of it. */
export interface RecognizedWord {
  /** Without white space. */
  readonly text: string
  readonly beginsLine: boolean
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  /** Left, top, right and bottom with a little room, so that no edge of a letter stands outside of it. */
  readonly roomy: readonly [number, number, number, number]
}

/** By page, from 0: of a page that was looked at and has none, none. */
export type RecognizedPages = ReadonlyMap<number, readonly RecognizedWord[]>

type File = Pick<Source, 'documentId' | 'sha256'>

/** Which recognition a document's words are from; null where there is none. */
export async function recognitionOf(read: Reader, file: File): Promise<string | null> {
  const row = await recognized(read, file).select(['v.job_id', 'v.at']).executeTakeFirst()
  return row === undefined ? null : `${row.job_id} ${row.at}`
}

/** Pages that are read at once: each may have thousands of words. */
const slice = 20

/** Room around a word: in parts of its shorter side, since it may stand upright, and pixels at least. */
const room = 0.1
const leastRoom = 2

const wordsOfPage = z.array(z.tuple([z.int(), z.int(), z.int(), z.int(), z.int(), z.int(), z.int()]))

/** The words of a file, as long as the document has it; page by page until so many characters are told. */
export async function recognizedWords(read: Reader, file: File, most = maxPlaced): Promise<RecognizedPages> {
  const found = new Map<number, readonly RecognizedWord[]>()
  const variant = await recognized(read, file).select(['v.job_id', 'v.text']).executeTakeFirst()
  if (variant === undefined) return found
  const texts = variant.text.split('\f')
  let characters = 0
  for (let after = 0; after < maxPages; ) {
    const rows = await read
      .selectFrom('ocr_page')
      .select(['page', 'width', 'height', 'words'])
      .where('document_id', '=', file.documentId)
      .where('job_id', '=', variant.job_id)
      .where('page', '>', after)
      .where('page', '<=', maxPages)
      .orderBy('page')
      .limit(slice)
      .execute()
    for (const { page, words, ...size } of rows) {
      const text = texts[page - 1] ?? ''
      const placed = placedWords(wordsOfPage.parse(JSON.parse(words)), text, size)
      characters += placed.length === 0 ? 0 : text.length
      if (characters > most) return found
      found.set(page - 1, placed)
    }
    after = rows.length < slice ? maxPages : (rows.at(-1)?.page ?? maxPages)
    await breathe()
  }
  return found
}

/** The recognized text of a document that has this file still. */
const recognized = (read: Reader, { documentId, sha256 }: File) =>
  read
    .selectFrom('document_variant as v')
    .innerJoin('document as d', 'd.document_id', 'v.document_id')
    .where('v.document_id', '=', documentId)
    .where('v.origin', '=', 'ocr')
    .where('d.sha256', '=', sha256)

function placedWords(
  kept: z.infer<typeof wordsOfPage>,
  text: string,
  { width, height }: { readonly width: number; readonly height: number },
): RecognizedWord[] {
  if (width <= 0 || height <= 0) return []
  const share = (value: number, whole: number): number =>
    Math.max(0, Math.min(pageParts, Math.round((value * pageParts) / whole)))
  const placed: RecognizedWord[] = []
  let end = 0
  for (const [start, length, , left, top, across, down] of kept) {
    // The text was cut before it, or is of another result.
    if (start + length > text.length) break
    const beginsLine = text.slice(end, start).includes('\n')
    end = start + length
    const boxWith = (more: number) =>
      [
        share(left - more, width),
        share(top - more, height),
        share(left + across + more, width),
        share(top + down + more, height),
      ] as const
    const [close, roomy] = [boxWith(0), boxWith(Math.max(leastRoom, Math.min(across, down) * room))]
    const box = { left: close[0], top: close[1], right: close[2], bottom: close[3], roomy }
    // What was taken for one word and has a gap is several at one place.
    for (const [nth, part] of text.slice(start, end).split(/\s+/u).filter(Boolean).entries())
      placed.push({ text: part, beginsLine: beginsLine && nth === 0, ...box })
  }
  return placed
}
