/** What is said in a recording, as the endpoint hears it. */
import { openAsBlob } from 'node:fs'
import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { AiFault } from './fault.ts'
import { plainText } from './plain-text.ts'

const transcription = z.object({ text: z.string() })

interface Recording {
  readonly path: string
  readonly mimeType: string
  /** Tells the endpoint the format; the file's own name stays here. */
  readonly extension: string
  /** ISO 639-1, where somebody said it. */
  readonly language: string | null
}

/** The words; empty where nothing is said. */
export async function transcribe(
  endpoint: Endpoint,
  { path, mimeType, extension, language }: Recording,
  signal: AbortSignal,
): Promise<string> {
  const form = new FormData()
  form.set('file', await openAsBlob(path, { type: mimeType }), `recording.${extension}`)
  form.set('model', endpoint.transcribeModel)
  form.set('response_format', 'json')
  if (language !== null) form.set('language', language)
  const said = transcription.safeParse(await endpoint.post('/audio/transcriptions', form, signal))
  if (!said.success) throw new AiFault('unusable', 'The endpoint’s answer is no transcription.')
  return plainText(said.data.text)
}
