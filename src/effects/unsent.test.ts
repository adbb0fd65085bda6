import { describe, expect, it } from 'vitest'
import { envelopeOf, testEffects, testEnvironment } from '#tests/support/effects.ts'
import { placed } from '#tests/support/envelopes.ts'
import { addToast } from '../commands/toasts.ts'
import { unsentAsked } from '../events/catalog/kernel.ts'
import type { Envelope } from '../events/envelope.ts'
import type { Http } from './http.ts'
import type { SaveFile } from './save-file.ts'
import { unsentEffects } from './unsent.ts'

const http: Http = {
  call: () => Promise.reject(new Error('Nothing is asked of a server here')),
} as Partial<Http> as Http

interface SavedFile {
  readonly name: string
  readonly mediaType: string
  readonly text: string
}

/** What is saved, and said, where the person asks for what has not been sent. */
async function asked(unsent: () => Promise<readonly Envelope[]>, saveFile?: SaveFile) {
  const saved: SavedFile[] = []
  const effects = testEffects({
    effects: unsentEffects({
      unsent,
      saveFile:
        saveFile ??
        ((name, mediaType, parts) => {
          saved.push({ name, mediaType, text: parts.join('') })
        }),
      now: () => Date.UTC(2026, 2, 2, 10),
    }),
    http,
    env: testEnvironment(),
  })
  effects.committed([{ ...placed(1), ...unsentAsked({}), tabId: 'tab-1' }])
  await effects.idle()
  expect(effects.faults).toEqual([])
  const said = effects
    .answers()
    .filter(({ type }) => type === addToast.type)
    .map(({ payload }) => payload as { kind: string; message: string; detail?: string })
  return { saved, said }
}

describe('unsent work as a file', () => {
  it('has a line about the file, then each change whole, as the log has it and in its order', async () => {
    const unsent = [envelopeOf({ about: 'a', n: 1 }), envelopeOf({ about: 'b', n: 2 })]
    const { saved, said } = await asked(async () => unsent)
    expect(saved.map(({ name, mediaType }) => [name, mediaType])).toEqual([
      ['affiant-unsent-2026-03-02.ndjson', 'application/x-ndjson'],
    ])
    const text = saved[0]?.text ?? ''
    expect(text.endsWith('\n')).toBe(true)
    const [head, ...lines] = text
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    expect(head).toEqual({ affiant: 'unsent', version: 1, at: '2026-03-02T10:00:00.000Z', count: 2 })
    expect(lines).toEqual(JSON.parse(JSON.stringify(unsent)))
    expect(said).toMatchObject([{ kind: 'success', message: 'The file holds 2 unsent changes.' }])
  })

  it('is no file where all was sent meanwhile, and says so', async () => {
    const { saved, said } = await asked(async () => [])
    expect(saved).toEqual([])
    expect(said).toMatchObject([
      { kind: 'info', message: 'Everything has been sent: there is nothing to download.' },
    ])
  })

  it('that could not be made is an error, whatever it failed at', async () => {
    const unread = await asked(() => Promise.reject(new Error('The database is gone')))
    expect(unread.saved).toEqual([])
    expect(unread.said).toMatchObject([{ kind: 'error', message: 'The file could not be made.' }])
    const unkept = await asked(
      async () => [envelopeOf({ about: 'a', n: 1 })],
      () => {
        throw new Error('No room')
      },
    )
    expect(unkept.said).toMatchObject([{ kind: 'error', message: 'The file could not be made.' }])
  })
})
