/**
 * Derived texts: summaries, translations, transcripts. Each is created by a job and stored beside the document's own texts
 * (texts.ts) with what made it. It replaces none of them. Documents are sent to an endpoint only if the installation names
 * one, the project allows it, and somebody requests it and names the destination.
 */
import * as z from 'zod/mini'
import { bulkDocuments } from './bulk-changes.ts'
import { call, listOf } from './call.ts'
import { id, idParam, nanoId } from './ids.ts'
import { jobState } from './jobs.ts'
import { documentTextEntry, sentencePlaces, textSource } from './texts.ts'

/** Where documents are sent: the endpoint's host, and its model. */
export const destination = z.strictObject({
  host: z.string().check(z.maxLength(300)),
  model: z.string().check(z.maxLength(200)),
})
export type Destination = z.infer<typeof destination>

/** Target languages (ISO 639-1). */
export const targetLanguages = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'pl',
  'cs',
  'sv',
  'da',
  'fi',
  'nb',
  'ru',
  'uk',
  'tr',
  'ar',
  'he',
  'hi',
  'zh',
  'ja',
  'ko',
] as const
export const targetLanguage = z.enum(targetLanguages)
export type TargetLanguage = z.infer<typeof targetLanguage>

/** At most so many documents are sent by one job, so that users check the first results before they send the rest. */
export const maxSent = 10_000

const documents = {
  documents: bulkDocuments,
  /** Include documents that already have such a text; the new text replaces it. */
  again: z.boolean(),
}
const start = {
  ...documents,
  correlationId: nanoId,
}

/**
 * What the job would do, and what prevents it. The three counts are the billing units: translations by characters,
 * transcripts by bytes of the recordings (docs/decisions/0039), summaries by documents.
 */
export const textCheck = z.object({
  /** Null if the installation names no endpoint. */
  destination: z.nullable(destination),
  /** Whether the project allows sending documents. */
  allowed: z.boolean(),
  /** Why nothing can be sent; null if it can. */
  refusal: z.nullable(z.string()),
  /** Documents of the job. */
  documents: z.int(),
  /** Documents that already have such a text and are skipped. */
  done: z.int(),
  /** Documents for which an unfinished job creates such a text; they are skipped too. */
  underWay: z.int(),
  /** Documents without the required input: a text, or a recording. */
  without: z.int(),
  billing: z.object({
    /** Characters. If a document has two texts, both are counted, and the longer one is sent. */
    translate: z.int(),
    /** Bytes. */
    transcribe: z.int(),
    /** Documents. */
    summarize: z.int(),
  }),
})
export type TextCheck = z.infer<typeof textCheck>

export const checkSummaries = call({
  name: 'derivedTexts.checkSummaries',
  method: 'PUT',
  path: '/project/document/textsummarizationcheck',
  needs: 'text.derive',
  scope: 'project',
  body: z.strictObject({ ...documents, by: z.enum(['extractive', 'model']) }),
  reply: textCheck,
  summary: 'Preview of a summary job, and whether documents can be sent to a model.',
})

export const checkTranslation = call({
  name: 'derivedTexts.checkTranslation',
  method: 'POST',
  path: '/job/translate/validate',
  needs: 'text.derive',
  scope: 'project',
  body: z.strictObject({ ...documents, to: targetLanguage }),
  reply: textCheck,
  summary: 'Preview of a translation job, and whether documents can be sent to a model.',
})

export const checkTranscription = call({
  name: 'derivedTexts.checkTranscription',
  method: 'POST',
  path: '/job/transcribe/validate',
  needs: 'text.derive',
  scope: 'project',
  body: z.strictObject(documents),
  reply: textCheck,
  summary: 'Preview of a transcription job, and whether recordings can be sent to a model.',
})

const started = z.object({ jobId: id, documents: z.int() })

export const startSummaries = call({
  name: 'derivedTexts.startSummaries',
  method: 'POST',
  path: '/job/summarize',
  needs: 'text.derive',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({
    ...start,
    /** Null: sentences of the documents themselves; nothing is sent. */
    sendTo: z.nullable(destination),
  }),
  reply: started,
  summary: 'Summarize documents: with the named model, or with their own sentences.',
})

export const startTranslation = call({
  name: 'derivedTexts.startTranslation',
  method: 'POST',
  path: '/job/translate',
  needs: 'text.derive',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({ ...start, to: targetLanguage, sendTo: destination }),
  reply: started,
  summary: 'Translate documents with the named model.',
})

export const startTranscription = call({
  name: 'derivedTexts.startTranscription',
  method: 'POST',
  path: '/job/transcribe',
  needs: 'text.derive',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({
    ...start,
    /** The spoken language, if known. */
    language: z.nullable(targetLanguage),
    sendTo: destination,
  }),
  reply: started,
  summary: 'Transcribe recordings with the named model.',
})

/**
 * A summary with what made it. The `label` is shown, so that nobody mistakes it for the document’s own words or for a
 * person’s.
 */
export const summaryInfo = z.object({
  ...documentTextEntry.shape,
  /** “Extractive”, or “by” the model. */
  label: z.string(),
  text: z.string(),
  source: textSource,
  /** For an extractive summary: the positions of its sentences in the source text. */
  sentences: sentencePlaces,
  /** False if that text has changed: the positions may be wrong. */
  current: z.boolean(),
})
export type SummaryInfo = z.infer<typeof summaryInfo>

export const getSummaries = call({
  name: 'derivedTexts.summaries',
  method: 'GET',
  path: '/viewer/get_summarytext_info',
  needs: 'document.view',
  scope: 'project',
  query: z.strictObject({ documentId: idParam }),
  reply: listOf(summaryInfo),
  summary: 'The summaries of a document, with what made them; recorded in the audit log once per session.',
})

export const summariseNow = call({
  name: 'derivedTexts.summariseNow',
  method: 'PUT',
  path: '/project/document/textsummarizationSync',
  needs: 'text.derive',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({
    documentId: id,
    sendTo: z.nullable(destination),
    correlationId: nanoId,
  }),
  reply: z.object({
    jobId: id,
    /** State of the job when the wait ended, at most half a minute after the request. */
    state: jobState,
    /** Null until the job is done, and if it produced nothing. */
    summary: z.nullable(summaryInfo),
  }),
  summary: 'Summarize one document again, and wait for the result.',
})
