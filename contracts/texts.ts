/** The texts of a document: the extracted one, those that were recognised, transcribed or translated, and its summaries. */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { id, idParam, instant } from './ids.ts'

export const textOrigins = ['extracted', 'ocr', 'transcribed', 'translated', 'summary', 'extractive'] as const
export const textOrigin = z.enum(textOrigins)
export type TextOrigin = z.infer<typeof textOrigin>

/** What each text is called. */
export const textNames: Readonly<Record<TextOrigin, string>> = {
  extracted: 'Extracted Text',
  ocr: 'OCR Text',
  transcribed: 'Transcribed Text',
  translated: 'Translated Text',
  summary: 'Summary',
  extractive: 'Extractive Summary',
}

/** The texts that say what the document itself says; the others are said of it by somebody else. */
export const ownOrigins = ['extracted', 'ocr', 'transcribed'] as const satisfies readonly TextOrigin[]

/** Which of the document's texts another one was made of; null for what was made of its file. */
export const textSource = z.nullable(z.object({ origin: textOrigin, language: z.nullable(z.string()) }))

/** Sentences of another text: where each begins and how long it is. */
export const sentencePlaces = z.array(z.tuple([z.int(), z.int()]))

export const documentTextEntry = z.object({
  /** Names the text among those of its document. */
  origin: textOrigin,
  /** ISO 639-1; null where it is not known. */
  language: z.nullable(z.string()),
  name: z.string(),
  /** Texts are not redacted: images and natives are. */
  redactable: z.literal(false),
  characters: z.int(),
  /** Cut off at what the project keeps of a text. */
  truncated: z.boolean(),
  /** How sure the recognition is of it, 0 to 100; null where there was none. */
  confidence: z.nullable(z.int()),
  /** What made it, with its version, and when; null for the extracted text. */
  engine: z.nullable(z.string()),
  at: z.nullable(instant),
  /** What a translation or a summary was made of. */
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
  summary: 'The texts that there are of a document; the one that is shown first is the first.',
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
    /** Where there are several of this origin; else it is left out. */
    language: z.optional(z.string().check(z.maxLength(20))),
  }),
  reply: z.object({
    documentId: id,
    ...documentTextEntry.shape,
    /** Pages are separated by a form feed. */
    text: z.string(),
    /** Words that the recognition is unsure of: where each begins and how long it is. */
    unsure: z.array(z.tuple([z.int(), z.int()])),
    /** Of an extractive summary: where its sentences, one a line, stand in its source as that is now. */
    sentences: sentencePlaces,
  }),
  summary:
    'One text of a document, with the words that its recognition is unsure of; put on the record once a session.',
})
export type DocumentText = z.infer<typeof getText.reply>
