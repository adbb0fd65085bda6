/** A parsing process as the import sees it: what costs one item, what ends the walk, and who is blamed. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { zip } from '#server/sample/zip-writer.ts'
import { usualMessages } from '#tests/fixtures/family-options.ts'
import { mbox, message } from '#tests/fixtures/mail.ts'
import { defaultLimits, type Limits } from './limits.ts'
import type { Reached } from './position.ts'
import type { Batch, ItemLocation, Outcome, ParseRequest } from './protocol.ts'
import { work } from './worker.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'affiant-worker-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const requestFor = (file: string, options: { limits?: Limits; spoolFolder?: string } = {}): ParseRequest => ({
  sources: [{ index: 0, file, path: [basename(file)], size: 0, modifiedAt: null }],
  doneUpTo: null,
  maxTextSize: 1_000_000,
  limits: options.limits ?? defaultLimits,
  spoolFolder: options.spoolFolder ?? folder,
  passwords: [],
  timeZone: 'UTC',
  messages: usualMessages,
  known: null,
  poison: [],
  only: null,
  opened: [],
  sets: [],
  continued: [],
  apart: [],
  careful: false,
  shiftMs: 60_000,
})

async function parsed(name: string, bytes: Buffer, options: { limits?: Limits; spoolFolder?: string } = {}) {
  writeFileSync(join(folder, name), bytes)
  const outcomes: Outcome[] = []
  const signs: ItemLocation[] = []
  await work(requestFor(join(folder, name), options), {
    at: (place) => signs.push(JSON.parse(place)),
    emit: async (part) => {
      outcomes.push(...(part as Batch).outcomes)
    },
  })
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
    expect([...new Set(places)]).toEqual(['0 outer.zip', '0.0 b.eml', '0.1 inner.zip', '0.1.0 a.eml'])
  })

  it('hands a large message over before it reads the next: both may not fit into its memory', async () => {
    const large = message({ id: 'large', subject: 'Large', text: 'x'.repeat(3_000_000) })
    const file = join(folder, 'large.mbox')
    writeFileSync(file, mbox([large, message({ id: 'small', subject: 'Small' })]))
    const events: string[] = []
    await work(requestFor(file), {
      at: (name) => {
        const { path }: ItemLocation = JSON.parse(name)
        if (events.at(-1) !== path.at(-1)) events.push(path.at(-1) ?? '')
      },
      emit: async () => {
        await new Promise((resolve) => setTimeout(resolve, 50))
        events.push('taken')
      },
    })
    const [, first, second] = events
    expect([first, second]).toEqual(['message@0', 'taken'])
  })

  it('gives each item of an archive a path of its own, whatever their names are', async () => {
    const { gzipSync } = await import('node:zlib')
    const body = (id: string) => Buffer.from(`text ${id}`)
    const source = zip([
      { name: 'a #2', bytes: body('1') },
      { name: 'a', bytes: body('2') },
      { name: 'a', bytes: body('3') },
      { name: 'b', bytes: body('4') },
      { name: 'b.gz.gz', bytes: gzipSync(gzipSync(body('5'))) },
      { name: `${'n'.repeat(5000)}1.txt`, bytes: body('6') },
      { name: `${'n'.repeat(5000)}1.txt`, bytes: body('7') },
    ])
    const { outcomes } = await parsed('names.zip', source)
    const kinds = Object.groupBy(outcomes, ({ kind }) => kind)
    // What is packed twice is in two containers more.
    expect([kinds.family?.length, kinds.container?.length, outcomes.length]).toEqual([7, 3, 10])
    expect(new Set(outcomes.map(({ path }) => JSON.stringify(path))).size).toBe(10)
    for (const { path } of outcomes) expect(path.join('/').length).toBeLessThan(4200)
  })

  it('names a message and its packed double apart, so that trying one again leaves the other alone', async () => {
    const { gzipSync } = await import('node:zlib')
    const source = zip([
      { name: 'a.eml', bytes: message({ id: 'a' }) },
      { name: 'a.eml.gz', bytes: gzipSync(message({ id: 'b' })) },
    ])
    const { outcomes } = await parsed('doubles.zip', source)
    const paths = outcomes.map(({ path }) => path.join('/'))
    expect(new Set(paths).size).toBe(4)
  })
})

describe("a parsing process's shift", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** An hour passes over whatever it says that it is on, where that is one of these places. */
  async function shift(
    file: string,
    slow: (place: ItemLocation) => boolean,
    doneUpTo: Reached | null = null,
  ) {
    const batches: Batch[] = []
    const parsed = await work(
      { ...requestFor(file), doneUpTo },
      {
        at: (name) => {
          if (slow(JSON.parse(name))) vi.setSystemTime(Date.now() + 3_600_000)
        },
        emit: async (part) => {
          batches.push(part as Batch)
        },
      },
    )
    return { ...parsed, batches }
  }
  const written = (name: string, bytes: Buffer): string => {
    writeFileSync(join(folder, name), bytes)
    return join(folder, name)
  }
  const entries = ['a', 'b', 'c', 'd'].map((id) => ({ name: `${id}.eml`, bytes: message({ id }) }))
  const messages = ['a', 'b', 'c'].map((id) => message({ id }))

  it('begins with its first item, however long it takes to count what there is', async () => {
    const file = written('box.mbox', mbox(messages))
    const { finished, batches } = await shift(file, ({ at }) => at.length === 0)
    expect(finished).toBe(true)
    expect(batches.flatMap(({ outcomes }) => outcomes)).toHaveLength(4)
  })

  it('begins with its first item, however long it takes to pass by what is done', async () => {
    const file = written('a.zip', zip(entries))
    const { finished, batches } = await shift(file, ({ at }) => at[1] === 0 || at[1] === 1, {
      at: [0, 1],
      spent: [],
    })
    expect(finished).toBe(true)
    expect(batches.flatMap(({ outcomes }) => outcomes)).toHaveLength(3)
  })

  it('ends when its time is over, and says how far it came', async () => {
    const file = written('a.zip', zip(entries))
    const { finished, reached } = await shift(file, ({ at }) => at[1] === 2)
    const spent = entries.slice(0, 3).reduce((sum, { bytes }) => sum + bytes.length, 0)
    expect({ finished, reached }).toEqual({
      finished: false,
      reached: { at: [0, 2], spent: [{ bytes: spent, forgiven: 0 }] },
    })
  })

  it('counts the items of its source where nothing of it is done, and not again', async () => {
    const file = written('box.mbox', mbox(messages))
    const whole = await shift(file, () => false)
    expect(whole.batches.map(({ items }) => items)).toContain(3)
    const [first] = whole.batches.flatMap(({ outcomes }) => outcomes)
    const rest = await shift(file, () => false, first ?? null)
    expect(rest.batches.flatMap(({ outcomes }) => outcomes)).toHaveLength(3)
    expect(new Set(rest.batches.map(({ items }) => items))).toEqual(new Set([0]))
  })

  it('counts as many items of MMDF as come, however many empty lines stand between its marks', async () => {
    const mark = Buffer.from('\x01\x01\x01\x01\n')
    const blank = Buffer.from('\n\n')
    const pieces = messages.flatMap((one) => [mark, one, mark, blank])
    const { batches } = await shift(
      written('box', Buffer.concat([...pieces, mark, blank, mark, blank])),
      () => false,
    )
    const families = batches.flatMap(({ outcomes }) => outcomes).filter(({ kind }) => kind !== 'container')
    expect(families.map(({ kind }) => kind)).toEqual(['family', 'family', 'family'])
    expect(batches.reduce((sum, { items }) => sum + items, 0)).toBe(3)
  })
})
