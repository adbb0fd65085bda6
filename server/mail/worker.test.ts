/** A parsing process as the import sees it: what costs one item, what ends the walk, and who is blamed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { zip } from '#server/sample/zip-writer.ts'
import { mbox, message } from '#tests/fixtures/mail.ts'
import { defaultLimits, type Limits } from './limits.ts'
import type { Batch, Outcome, Place } from './protocol.ts'
import { work } from './worker.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'affiant-worker-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function parsed(name: string, bytes: Buffer, options: { limits?: Limits; spoolFolder?: string } = {}) {
  writeFileSync(join(folder, name), bytes)
  const outcomes: Outcome[] = []
  const signs: Place[] = []
  await work(
    {
      file: join(folder, name),
      name,
      doneUpTo: null,
      maxTextSize: 1_000_000,
      limits: options.limits ?? defaultLimits,
      spoolFolder: options.spoolFolder ?? folder,
      poison: [],
      only: null,
      opened: [],
      shiftMs: 60_000,
    },
    {
      at: (place) => signs.push(JSON.parse(place)),
      emit: async (part) => {
        outcomes.push(...(part as Batch).outcomes)
      },
    },
  )
  return { outcomes, signs }
}

describe('a parsing process', () => {
  it('makes one exception, with its bytes, of an item that fails as nobody foresaw', async () => {
    let reads = 0
    const limits: Limits = {
      ...defaultLimits,
      get nameChars() {
        if (++reads === 2) throw new RangeError('Secret words of the document')
        return defaultLimits.nameChars
      },
    }
    const messages = ['One', 'Two', 'Three'].map((subject) => message({ id: subject, subject }))
    const { outcomes } = await parsed('box.mbox', mbox(messages), { limits })
    expect(outcomes.map(({ kind }) => kind)).toEqual(['family', 'failed', 'family', 'container'])
    const failed = outcomes.find((outcome) => outcome.kind === 'failed')
    expect(failed).toMatchObject({ code: 'corrupt', reason: 'Reading it failed (RangeError).' })
    expect(failed?.bytes?.toString()).toContain('Subject: Two')
  })

  it('ends where the disk fails: that is the fault of no archive', async () => {
    const inner = zip([{ name: 'a.eml', bytes: message() }])
    const outer = zip([{ name: 'inner.zip', bytes: inner }])
    const gone = join(folder, 'not', 'there')
    await expect(parsed('outer.zip', outer, { spoolFolder: gone })).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('says what it is on before it unpacks a byte of it, and blames no item before the first', async () => {
    const inner = zip([{ name: 'a.eml', bytes: message() }])
    const outer = zip([
      { name: 'b.eml', bytes: message({ id: 'b' }) },
      { name: 'inner.zip', bytes: inner },
    ])
    const { signs } = await parsed('outer.zip', outer)
    const places = signs.map(({ at, path }) => `${at.join('.')} ${path.at(-1)}`)
    expect([...new Set(places)]).toEqual([' outer.zip', '0.0 b.eml', '0.1 inner.zip', '0.1.0 a.eml'])
  })

  it('names a message and its packed double apart, so that trying one again leaves the other alone', async () => {
    const { gzipSync } = await import('node:zlib')
    const source = zip([
      { name: 'a.eml', bytes: message({ id: 'a' }) },
      { name: 'a.eml.gz', bytes: gzipSync(message({ id: 'b' })) },
    ])
    const { outcomes } = await parsed('doubles.zip', source)
    const paths = outcomes.map(({ path }) => path.join('/'))
    expect(new Set(paths).size).toBe(3)
  })
})
