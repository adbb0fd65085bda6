/** The texts of a document: extracted text, OCR text, transcripts, translations and summaries. */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { id, idParam, instant } from './ids.ts'

export const textOrigins = [
  'extracted',
  'ocr',
  'transcribed',
  'hidden',
  'translated',
  'summary',
  'extractive',
] as const
export const textOrigin = z.enum(textOrigins)
export type TextOrigin = z.infer<typeof textOrigin>

/** The display name of each text. */
export const textNames: Readonly<Record<TextOrigin, string>> = {
  extracted: 'Extracted Text',
  ocr: 'OCR Text',
  transcribed: 'Transcribed Text',
  hidden: 'Hidden Text',
  translated: 'Translated Text',
  summary: 'Summary',
  extractive: 'Extractive Summary',
}

/** The document's own texts; the others are statements about the document. */
export const ownOrigins = ['extracted', 'ocr', 'transcribed'] as const satisfies readonly TextOrigin[]

/** The texts that are searched beside the extracted one: the document's own, and words in it that nobody sees who looks at it. */
export const searchedOrigins = ['ocr', 'transcribed', 'hidden'] as const satisfies readonly TextOrigin[]

/** The text of the document that another one was made from; null if it was made from the file. */
export const textSource = z.nullable(z.object({ origin: textOrigin, language: z.nullable(z.string()) }))

/** Sentences of another text: start and length of each. */
export const sentencePlaces = z.array(z.tuple([z.int(), z.int()]))

export const documentTextEntry = z.object({
  /** Identifies the text among those of its document. */
  origin: textOrigin,
  /** ISO 639-1; null if unknown. */
  language: z.nullable(z.string()),
  name: z.string(),
  /** Texts are not redacted: images and natives are. */
  redactable: z.literal(false),
  characters: z.int(),
  /** Truncated at the project's limit for texts. */
  truncated: z.boolean(),
  /** OCR confidence, 0 to 100; null for other texts. */
  confidence: z.nullable(z.int()),
  /** What made it, with its version, and when; null for the extracted text. */
  engine: z.nullable(z.string()),
  at: z.nullable(instant),
  /** The source of a translation or a summary. */
  source: textSource,
})
export type DocumentTextEntry = z.infer<typeof documentTextEntry>

export const getTextList = call({
  name: 'texts.list',
  method: 'GET',
  path: '/viewer/get-text-list',
  needs: 'document.view',
  scope: 'project',
  query: z.strictObject({ documentId: idParam }),
  reply: listOf(documentTextEntry),
  summary: 'The texts of a document; the first one is shown first.',
})

export const getText = call({
  name: 'texts.get',
  method: 'GET',
  path: '/viewer/get-text',
  needs: 'document.view',
  scope: 'project',
  query: z.strictObject({
    documentId: idParam,
    origin: textOrigin,
    /** Needed if there are several of this origin; otherwise omitted. */
    language: z.optional(z.string().check(z.maxLength(20))),
  }),
  reply: z.object({
    documentId: id,
    ...documentTextEntry.shape,
    /** Pages are separated by a form feed. */
    text: z.string(),
    /** Words of low OCR confidence: start and length of each. */
    unsure: z.array(z.tuple([z.int(), z.int()])),
    /** For an extractive summary: the positions of its sentences, one per line, in the current source text. */
    sentences: sentencePlaces,
  }),
  summary:
    'One text of a document, with its words of low OCR confidence; recorded in the audit log once per session.',
})
export type DocumentText = z.infer<typeof getText.reply>
