import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { zip } from '#server/sample/zip-writer.ts'
import { linesOf, resumed, walked } from '#tests/fixtures/walked.ts'
import { runs, property as test } from '#tests/runs.ts'
import { defaultLimits } from '../limits.ts'

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
const exported = (files: Readonly<Record<string, Buffer>>): Buffer =>
  zip(
    Object.entries({
      'users.json': json([{ id: 'U1', name: 'ann' }]),
      'channels.json': json([
        { id: 'C1', name: 'general' },
        { id: 'C2', name: 'random' },
      ]),
      ...files,
    }).map(([name, bytes]) => ({ name, bytes })),
  )
const hours = (day: string, ...texts: readonly string[]) =>
  json(
    texts.map((text, i) => ({ user: 'U1', text, ts: `${Date.parse(day) / 1000 + 3600 * (i + 9)}.000001` })),
  )
const pathsOf = async (bytes: Buffer, options = {}) =>
  (await walked('export.zip', bytes, options)).map(({ kind, path }) => `${kind} ${path.slice(1).join(' | ')}`)

describe('an export of Slack in a zip', () => {
  it('gives its files, then a conversation for each channel and day, in one order', async () => {
    const bytes = exported({
      'random/2024-01-02.json': hours('2024-01-02', 'x'),
      'general/2024-01-02.json': hours('2024-01-02', 'a', 'b'),
      'general/2024-01-03.json': hours('2024-01-03', 'c'),
      'general/canvas.txt': Buffer.from('text'),
    })
    expect(await pathsOf(bytes)).toEqual([
      'item users.json',
      'item channels.json',
      'item general/canvas.txt',
      'item random/#random, 2024-01-02.json',
      'item general/#general, 2024-01-02.json',
      'item general/#general, 2024-01-03.json',
      'container ',
    ])
    const steps = await walked('export.zip', bytes)
    const positions = steps.map(({ at }) => at.at(-1) ?? -1)
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
  })

  it('keeps files that were shared for their conversation, and gives what nobody shared last', async () => {
    const shared = json([
      {
        user: 'U1',
        text: 'x',
        ts: `${Date.parse('2024-01-02') / 1000}.000001`,
        files: [{ id: 'F1', name: 'a.txt' }],
      },
    ])
    const bytes = exported({
      '__uploads/F1/a.txt': Buffer.from('shared'),
      '__uploads/F2/b.txt': Buffer.from('not shared'),
      'general/2024-01-02.json': shared,
    })
    const steps = await walked('export.zip', bytes)
    expect(steps.map(({ path }) => path.slice(1).join(' | '))).toEqual([
      ...['users.json', 'channels.json', 'general/#general, 2024-01-02.json', '__uploads/F2/b.txt', ''],
    ])
    expect(steps.map((step) => ('shared' in step ? step.shared?.files : []))).toEqual([
      ...[[], [], [{ name: 'a.txt', bytes: Buffer.from('shared') }], [], []],
    ])
    for (const from of steps.keys()) {
      const { given, left } = await resumed(
        steps,
        (doneUpTo) => walked('export.zip', bytes, { doneUpTo }),
        from,
      )
      expect(given).toEqual(left)
    }
  })

  test('goes on behind any of its steps with what was left, and the same bytes', async () => {
    const days = fc.dictionary(
      fc.constantFrom('general/2024-01-02.json', 'general/2024-01-03.json', 'random/2024-01-02.json'),
      fc.constantFrom(hours('2024-01-02', 'a', 'b'), hours('2024-01-04', 'c'), Buffer.from('[{'), json([7])),
      { minKeys: 1 },
    )
    await fc.assert(
      fc.asyncProperty(days, fc.nat(8), async (files, from) => {
        const bytes = exported(files)
        const steps = await walked('export.zip', bytes)
        const again = await walked('export.zip', bytes)
        const hashable = (all: typeof steps) => all.map((step) => [step.path, 'bytes' in step && step.bytes])
        expect(hashable(again)).toEqual(hashable(steps))
        const { given, left } = await resumed(
          steps,
          (doneUpTo) => walked('export.zip', bytes, { doneUpTo }),
          from % steps.length,
        )
        expect(given).toEqual(left)
      }),
      { numRuns: runs(15) },
    )
  })

  it('leaves a day that is damaged in the zip to be told as any entry is', async () => {
    const bytes = exported({
      'general/2024-01-02.json': hours('2024-01-02', 'a'),
      'general/2024-01-03.json': hours('2024-01-03', 'b'),
    })
    const name = Buffer.from('general/2024-01-03.json')
    // The first byte of what is packed behind its name.
    const at = bytes.indexOf(name) + name.length
    bytes[at] = (bytes[at] ?? 0) ^ 0xff
    const lines = linesOf(await walked('export.zip', bytes))
    expect(lines.at(-3)).toMatch(/^general\/#general, 2024-01-02\.json = /)
    expect(lines.at(-2)).toMatch(/^general\/2024-01-03\.json: corrupt: The entry is damaged/)
  })

  it('that is a bomb costs no more than any other zip', async () => {
    const bomb = exported({
      'general/2024-01-02.json': hours('2024-01-02', 'a'),
      'general/2024-01-03.json': Buffer.alloc(2_000_000, 0x20),
    })
    const limits = { ...defaultLimits, ratioFrom: 1_000_000 }
    const lines = linesOf(await walked('export.zip', bomb, { limits }))
    expect(lines.at(-2)).toBe(
      'general/2024-01-03.json: tooLarge: It expands to more than 100 times its size.',
    )
  })

  it('is no export where its lists are missing, or stand in the names of other files only', async () => {
    const day = hours('2024-01-02', 'a')
    const other = zip([
      { name: 'general/2024-01-02.json', bytes: day },
      { name: 'my users.json', bytes: json([]) },
      { name: 'my channels.json', bytes: json([]) },
    ])
    expect(await pathsOf(other)).toEqual([
      'item general/2024-01-02.json',
      'item my users.json',
      'item my channels.json',
      'container ',
    ])
  })
})
