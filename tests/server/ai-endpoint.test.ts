/** Asking an endpoint of the OpenAI protocol: what is sent, what is tried again, and what is believed of the answer. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { complete } from '#server/platform/ai/chat.ts'
import { type AiLimits, Endpoint } from '#server/platform/ai/endpoint.ts'
import { waitAsked } from '#server/platform/ai/retry-after.ts'
import { transcribe } from '#server/platform/ai/transcription.ts'
import { type AiServer, type Answering, apiKey, said, startAiServer } from '#tests/fixtures/ai-server.ts'

const limits: AiLimits = {
  timeoutMs: 20_000,
  tries: 3,
  firstWaitMs: 5,
  maxWaitMs: 3_000,
  maxReplyBytes: 20_000,
}
const question = { instruction: 'Summarise it.', text: 'The wharf lease was signed.', most: 200 }

describe('the endpoint', () => {
  let ai: AiServer
  beforeEach(async () => {
    ai = await startAiServer(() => said('A lease was signed.'))
  })
  afterEach(() => ai.close())

  const endpoint = (other: Partial<AiLimits> = {}) =>
    new Endpoint(
      { baseUrl: ai.url, apiKey, model: 'scribe-1', transcribeModel: 'hear-1' },
      { ...limits, ...other },
    )
  const ask = (signal = new AbortController().signal, other: Partial<AiLimits> = {}) =>
    complete(endpoint(other), question, signal)
  const faultOf = async (answer: Answering, other: Partial<AiLimits> = {}) => {
    ai.answer = answer
    const error = await ask(undefined, other).then(
      () => null,
      (fault: Error & { kind?: string }) => fault,
    )
    // What endpoints say may hold the key or the document: none of it comes through.
    expect(`${error?.message} ${JSON.stringify(error)}`).not.toMatch(/sk-never|wharf/)
    return error?.kind
  }

  it('is asked in the words of the protocol, the document in a message of its own', async () => {
    expect(await ask()).toBe('A lease was signed.')
    const [asked] = ai.asked
    expect(asked).toMatchObject({ path: '/v1/chat/completions', authorization: `Bearer ${apiKey}` })
    expect(JSON.parse(String(asked?.bytes))).toEqual({
      model: 'scribe-1',
      messages: [
        { role: 'system', content: 'Summarise it.' },
        { role: 'user', content: 'The wharf lease was signed.' },
      ],
    })
  })

  it('is given a recording as a form, without the name of its file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'affiant-ai-'))
    const path = join(folder, 'secret-meeting')
    writeFileSync(path, 'RIFF sound')
    try {
      ai.answer = () => ({ body: { text: ' Good morning.\r\n' } })
      const recording = { path, mimeType: 'audio/wav', extension: 'wav', language: 'de' }
      expect(await transcribe(endpoint(), recording, new AbortController().signal)).toBe('Good morning.')
      const [asked] = ai.asked
      expect(asked?.path).toBe('/v1/audio/transcriptions')
      const form = await new Response(new Uint8Array(asked?.bytes ?? []), {
        headers: { 'content-type': asked?.contentType ?? '' },
      }).formData()
      const file = form.get('file') as File
      expect([file.name, file.type, await file.text()]).toEqual(['recording.wav', 'audio/wav', 'RIFF sound'])
      expect([form.get('model'), form.get('language'), form.get('response_format')]).toEqual([
        'hear-1',
        'de',
        'json',
      ])
      expect(String(asked?.bytes)).not.toContain('secret-meeting')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('is asked again after 429 and 5xx, and not before the time that it asks for', async () => {
    ai.answer = (_, before) =>
      before === 0
        ? { status: 429, headers: { 'retry-after': '1' } }
        : before === 1
          ? { status: 503 }
          : said('At last.')
    expect(await ask()).toBe('At last.')
    const [first, second, third] = ai.asked
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990)
    expect(third?.bytes).toEqual(first?.bytes)
  })

  it.each([
    ['too much to do, each time', () => ({ status: 429, body: { error: { message: apiKey } } }), 3],
    ['a wait that nobody waits', () => ({ status: 503, headers: { 'retry-after': '99999' } }), 1],
  ] as const)('is given up: %s', async (_, answer, times) => {
    expect(await faultOf(answer)).toBe('unavailable')
    expect(ai.asked).toHaveLength(times)
  })

  it('that does not answer in time is asked again, and then given up', async () => {
    expect(await faultOf(() => null, { timeoutMs: 80, tries: 2 })).toBe('unavailable')
    expect(ai.asked).toHaveLength(2)
    await Promise.all(ai.asked.map(({ dropped }) => dropped))
  })

  it('that cannot be reached is given up', async () => {
    await ai.close()
    expect(await faultOf(() => null, { tries: 2 })).toBe('unavailable')
    ai = await startAiServer(() => null)
  })

  it.each([
    ['the key is wrong', { status: 401, body: { error: { message: `Incorrect key ${apiKey}` } } }, 'setup'],
    ['nobody has paid', { status: 402 }, 'setup'],
    ['the address is wrong', { status: 404 }, 'setup'],
    ['it sends elsewhere', { status: 307, headers: { location: 'http://127.0.0.1:1/v1' } }, 'setup'],
    ['it does not take the document', { status: 400, body: { error: { message: 'wharf' } } }, 'refused'],
    ['the document is too long', { status: 413 }, 'refused'],
    ['the model refuses', said(null, { refusal: 'I cannot help with the wharf.' }), 'refused'],
    ['a filter refuses', said('', {}, 'content_filter'), 'refused'],
    ['the answer was cut off', said('The lease', {}, 'length'), 'cutOff'],
    ['the answer is empty', said(' \u0000\n'), 'unusable'],
    ['the answer is far too long', said('wharf '.repeat(100)), 'unusable'],
    ['the answer is no completion', { body: { choices: [] } }, 'unusable'],
    ['the answer is no JSON', { body: '<html>wharf' }, 'unusable'],
    ['the answer has no end', { body: 'x'.repeat(50_000) }, 'unusable'],
  ] as const)('is asked once where %s', async (_, reply, kind) => {
    expect(await faultOf(() => reply)).toBe(kind)
    expect(ai.asked).toHaveLength(1)
  })

  it('is left at once by who cancels, while it answers and while it is waited for', async () => {
    ai.answer = () => null
    const busy = new AbortController()
    const asking = ask(busy.signal)
    await expect.poll(() => ai.asked.length).toBe(1)
    busy.abort(new Error('stop'))
    await expect(asking).rejects.toThrow('stop')
    await ai.asked[0]?.dropped
    ai.answer = () => ({ status: 429, headers: { 'retry-after': '3' } })
    const waiting = new AbortController()
    const again = ask(waiting.signal)
    await expect.poll(() => ai.asked.length).toBe(2)
    waiting.abort(new Error('enough'))
    await expect(again).rejects.toThrow('enough')
  })

  it('says its answer, and not what it thought before', async () => {
    ai.answer = () =>
      said('<think>\nThe user wants a summary.\n</think>\n\nA lease was <think>signed</think>.')
    expect(await ask()).toBe('A lease was <think>signed</think>.')
    expect(await faultOf(() => said('<think>It goes on and on'))).toBe('unusable')
  })

  it('says text that can be kept: nothing that is no text comes through', async () => {
    ai.answer = () => said('One\f\u0000 \ud800two\u0007\r\nthree')
    expect(await ask()).toBe('One \ufffdtwo\nthree')
  })
})

describe('Retry-After', () => {
  const now = Date.parse('2026-03-04T10:00:00Z')
  it.each([
    ['7', 7_000],
    ['Wed, 04 Mar 2026 10:00:30 GMT', 30_000],
    ['Wed, 04 Mar 2026 09:00:00 GMT', 0],
    ['soon', null],
    ['-3', null],
    ['2027', 2_027_000],
    [null, null],
  ])('%s', (header, ms) => {
    expect(waitAsked(header, now)).toBe(ms)
  })
})
