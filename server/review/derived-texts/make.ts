/** Makes one text of one document: the model's answers piece by piece, or the document's own sentences. */

import type { TargetLanguage } from '#contracts/derived-texts.ts'
import type { complete } from '../../platform/ai/chat.ts'
import type { Endpoint } from '../../platform/ai/endpoint.ts'
import { AiFault } from '../../platform/ai/fault.ts'
import { transcribe } from '../../platform/ai/transcription.ts'
import { ChildFault } from '../../platform/jobs/child.ts'
import type { Services } from '../../platform/services.ts'
import { type MadeOf, textHash, unknownLanguage, type Variant } from '../texts/texts.ts'
import { extractiveEngine } from './extractive/extract.ts'
import { parsePlaces } from './extractive/protocol.ts'
import { summarise, summariseParts, translateInto } from './instructions.ts'
import type { DerivedTextRequest } from './kinds.ts'
import { piecesOf } from './pieces.ts'
import { maxRecordingBytes, recordings } from './recordings.ts'

export interface Made {
  readonly text: string
  /** ISO 639-1, or that it is not known. */
  readonly language: string
  readonly engine: string
  readonly source: MadeOf | null
  /** It is made of the beginning of a text that is longer than what is sent of one. */
  readonly truncated: boolean
}

/** Why nothing came of one document; the others may do. */
export class NotMade extends Error {
  /** Whether the endpoint was not to be had: then the next document may fail alike. */
  readonly unavailable: boolean
  constructor(reason: string, unavailable = false) {
    super(reason)
    this.name = 'NotMade'
    this.unavailable = unavailable
  }
}

export interface Document {
  readonly documentId: number
  readonly sha256: string
  readonly mimeType: string
  readonly size: number
}

/** Asks the model about a piece of a document, unless it has answered: whoever is asked has the piece, so each goes once. */
export type Ask = (part: number, question: Parameters<typeof complete>[1]) => Promise<string>

/** The endpoint, to be sent so much; rejects where nothing may be sent (any more). */
export type Allowed = (amount: number) => Promise<Endpoint>

const translated = { pieceChars: 12_000, maxPieces: 200, minChars: 1_000 }
const summarised = { pieceChars: 24_000, maxPieces: 16, maxChars: 6_000 }
/** A translation is longer than the original, but not many times. */
const maxGrowth = 6
const minRoom = 2_000

/** A model's translation or summary of a text. */
export async function byModel(
  want: Exclude<DerivedTextRequest, { kind: 'transcribe' }>,
  own: Variant,
  model: string,
  ask: Ask,
): Promise<Made> {
  const { pieceChars, maxPieces } = want.kind === 'translate' ? translated : summarised
  const all = piecesOf(own.text, pieceChars)
  const pieces = all.slice(0, maxPieces)
  const base = { engine: model, source: sourceOf(own), truncated: own.truncated || all.length > maxPieces }
  const answers: string[] = []
  for (const [part, text] of pieces.entries())
    answers.push(
      want.kind === 'translate'
        ? await translation(want.to, part, text, ask)
        : await ask(part, { instruction: summarise, text, most: summarised.maxChars }),
    )
  const joined = answers.join('\n\n')
  if (want.kind === 'translate') return { ...base, text: joined, language: want.to }
  const text =
    pieces.length === 1
      ? joined
      : await ask(pieces.length, { instruction: summariseParts, text: joined, most: summarised.maxChars })
  return { ...base, text, language: unknownLanguage }
}

/**
 * The translation of a piece. Models may say less at a time than they are told: a piece whose translation is cut off goes again
 * by halves, which are parts of their own.
 */
async function translation(to: TargetLanguage, part: number, text: string, ask: Ask): Promise<string> {
  try {
    return await ask(part, {
      instruction: translateInto(to),
      text,
      most: minRoom + text.length * maxGrowth,
    })
  } catch (error) {
    const isCut = error instanceof AiFault && error.kind === 'cutOff'
    if (!isCut || text.length < translated.minChars * 2) throw error
  }
  const halves: string[] = []
  for (const [at, half] of piecesOf(text, Math.ceil(text.length / 2)).entries())
    halves.push(await translation(to, (part + 1) * translated.maxPieces + at, half, ask))
  return halves.join('\n\n')
}

/** The document's own sentences; null where it has none. What the child says are places in the text, and never words. */
export async function byExtraction(
  { slowChildren }: Pick<Services, 'slowChildren'>,
  own: Variant,
  signal: AbortSignal,
): Promise<Made | null> {
  const places = await placesIn({ slowChildren }, own.text, signal)
  if (places.length === 0) return null
  return {
    text: places
      .map(([start, length]) => own.text.slice(start, start + length).replace(/\s+/g, ' '))
      .join('\n'),
    language: own.language ?? unknownLanguage,
    engine: extractiveEngine,
    source: sourceOf(own, places),
    truncated: own.truncated,
  }
}

const extraction = new URL('./extractive/worker.ts', import.meta.url)

async function placesIn(
  { slowChildren }: Pick<Services, 'slowChildren'>,
  text: string,
  signal: AbortSignal,
): Promise<MadeOf['sentences']> {
  try {
    const said = await slowChildren.run<unknown>(extraction, { text }, { signal })
    return parsePlaces(said, text.length).map(([start, length]) => [start, length])
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ChildFault && error.reason === 'stopped') throw error
    throw new NotMade('Its text could not be taken apart into sentences.')
  }
}

/** What is said in a recording; null where nothing is. */
export async function byHearing(
  { blobs }: Pick<Services, 'blobs'>,
  { sha256, mimeType, size }: Document,
  allowed: Allowed,
  language: string | null,
  signal: AbortSignal,
): Promise<Made | null> {
  const extension = recordings[mimeType]
  if (extension === undefined) return null
  if (size > maxRecordingBytes)
    throw new NotMade(
      `The recording is larger than ${maxRecordingBytes / 1e6} MB, which is what endpoints take.`,
    )
  const asked = { path: blobs.pathOf(sha256), mimeType, extension, language }
  const endpoint = await allowed(size)
  const text = await transcribe(endpoint, asked, signal)
  if (text === '') return null
  return {
    text,
    language: language ?? unknownLanguage,
    engine: endpoint.transcribeModel,
    source: null,
    truncated: false,
  }
}

/** An endpoint's fault as one of the document's; `setup` is none of it, and ends the job. */
export function asNotMade(error: unknown): unknown {
  if (!(error instanceof AiFault) || error.kind === 'setup') return error
  return new NotMade(error.message, error.kind === 'unavailable')
}

const sourceOf = ({ origin, language, text }: Variant, sentences: MadeOf['sentences'] = []): MadeOf => ({
  origin,
  language,
  sha256: textHash(text),
  sentences,
})
