/** The three kinds of texts that are made of documents: what is asked for, and what each is called wherever it leaves a trace. */
import * as z from 'zod/mini'
import { destination, targetLanguage } from '#contracts/derived-texts.ts'
import type { TextOrigin } from '#contracts/texts.ts'

const again = z.boolean()

/** What a job was asked for, as it is kept with it. */
export const wanted = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('summarize'), again, sendTo: z.nullable(destination) }),
  z.object({ kind: z.literal('translate'), again, sendTo: destination, to: targetLanguage }),
  z.object({
    kind: z.literal('transcribe'),
    again,
    sendTo: destination,
    language: z.nullable(targetLanguage),
  }),
])
export type DerivedTextRequest = z.infer<typeof wanted>

export type DerivedKind = DerivedTextRequest['kind']
export const derivedKinds = ['summarize', 'translate', 'transcribe'] as const satisfies readonly DerivedKind[]

interface Names {
  /** What is made, for the title of the job. */
  readonly title: string
  /** In a sentence: “… needs an endpoint”. */
  readonly noun: string
  readonly requested: string
  readonly made: string
  readonly failed: string
  readonly exception: 'summaryFailed' | 'translationFailed' | 'transcriptionFailed'
}

export const names: Readonly<Record<DerivedKind, Names>> = {
  summarize: {
    title: 'Summaries',
    noun: 'A summary by a model',
    requested: 'summaries.requested',
    made: 'document.summarised',
    failed: 'document.summaryFailed',
    exception: 'summaryFailed',
  },
  translate: {
    title: 'Translation',
    noun: 'Translation',
    requested: 'translation.requested',
    made: 'document.translated',
    failed: 'document.translationFailed',
    exception: 'translationFailed',
  },
  transcribe: {
    title: 'Transcription',
    noun: 'Transcription',
    requested: 'transcription.requested',
    made: 'document.transcribed',
    failed: 'document.transcriptionFailed',
    exception: 'transcriptionFailed',
  },
}

/** As what its text is kept. */
export const originOf = (want: Pick<DerivedTextRequest, 'kind' | 'sendTo'>): TextOrigin =>
  want.kind === 'translate'
    ? 'translated'
    : want.kind === 'transcribe'
      ? 'transcribed'
      : want.sendTo === null
        ? 'extractive'
        : 'summary'
