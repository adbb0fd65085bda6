/**
 * Texts that are made of documents: summaries, translations, transcripts. Each is made by a job, stands beside the document's
 * own texts (texts.ts) with what made it, and replaces none of them. An endpoint is sent documents only where the installation
 * names one, the project allows it, and somebody asks for it naming where they go.
 */
import * as z from 'zod/mini'
import { bulkDocuments } from './bulk-changes.ts'
import { call, listOf } from './call.ts'
import { id, idParam, nanoId } from './ids.ts'
import { jobState } from './jobs.ts'
import { documentTextEntry, sentencePlaces, textSource } from './texts.ts'

/** Where documents are sent: the endpoint's host, and the model there. */
export const destination = z.strictObject({
  host: z.string().check(z.maxLength(300)),
  model: z.string().check(z.maxLength(200)),
})
export type Destination = z.infer<typeof destination>

/** Languages that are translated into (ISO 639-1). */
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

/** So many documents are sent by one job: who has more looks at the first ones before sending the rest. */
export const mostSent = 10_000

const documents = {
  documents: bulkDocuments,
  /** Those that have such a text already, too: it gives way to the new one. */
  again: z.boolean(),
}
const start = {
  ...documents,
  correlationId: nanoId,
}

/**
 * What would be done, and what stands against it. The three counts are what such jobs are billed by: translations by
 * characters, transcripts by bytes of the recordings (docs/decisions/0039), summaries by documents.
 */
export const textCheck = z.object({
  /** Null where the installation names no endpoint. */
  destination: z.nullable(destination),
  /** Whether the project lets documents be sent at all. */
  allowed: z.boolean(),
  /** Why nothing can be sent; null where it can. */
  refusal: z.nullable(z.string()),
  /** Documents that the job would be about. */
  documents: z.int(),
  /** Documents that have such a text already and are left out. */
  done: z.int(),
  /** Documents that a job which is not over makes such a text of; they are left out too. */
  underWay: z.int(),
  /** Documents without what it is made of: a text, or a recording. */
  without: z.int(),
  billing: z.object({
    /** Characters: where a document has two texts, both are counted, and the longer one is sent. */
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
  summary: 'What a job of summaries would be about, and whether documents can be sent to a model.',
})

export const checkTranslation = call({
  name: 'derivedTexts.checkTranslation',
  method: 'POST',
  path: '/job/translate/validate',
  needs: 'text.derive',
  scope: 'project',
  body: z.strictObject({ ...documents, to: targetLanguage }),
  reply: textCheck,
  summary: 'What a job of translation would be about, and whether documents can be sent to a model.',
})

export const checkTranscription = call({
  name: 'derivedTexts.checkTranscription',
  method: 'POST',
  path: '/job/transcribe/validate',
  needs: 'text.derive',
  scope: 'project',
  body: z.strictObject(documents),
  reply: textCheck,
  summary: 'What a job of transcription would be about, and whether recordings can be sent to a model.',
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
    /** Null: sentences of the documents themselves, and nothing is sent. */
    sendTo: z.nullable(destination),
  }),
  reply: started,
  summary: 'Summarise documents: by the model that is named, or by their own sentences.',
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
  summary: 'Have documents translated by the model that is named.',
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
    /** What is spoken, where it is known. */
    language: z.nullable(targetLanguage),
    sendTo: destination,
  }),
  reply: started,
  summary: 'Have recordings transcribed by the model that is named.',
})

/** One summary with what made it: shown by `label`, so that nobody takes one for the document’s own words, or for a person’s. */
export const summaryInfo = z.object({
  ...documentTextEntry.shape,
  /** “Extractive”, or “by” the model. */
  label: z.string(),
  text: z.string(),
  source: textSource,
  /** Of an extractive one: where its sentences stand in the text that it was made of. */
  sentences: sentencePlaces,
  /** False where that text is another one now: its sentences may stand elsewhere. */
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
  summary: 'The summaries of a document, with what made them; put on the record once a session.',
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
    /** Of the job when the wait ended, at most half a minute after it was asked for. */
    state: jobState,
    /** Null until the job is done, and where nothing came of it. */
    summary: z.nullable(summaryInfo),
  }),
  summary: 'Summarise one document anew, and wait for it.',
})
