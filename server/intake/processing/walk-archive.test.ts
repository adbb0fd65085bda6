/** What archives may expand to is one count, however often the walk through them is left and gone on with. */
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { zip } from '#server/sample/zip-writer.ts'
import { tags } from '#tests/fixtures/msg.ts'
import { pst } from '#tests/fixtures/pst.ts'
import { tar } from '#tests/fixtures/tar.ts'
import { linesOf, resumed, walked } from '#tests/fixtures/walked.ts'
import { runs, property as test } from '#tests/runs.ts'
import { defaultLimits } from './limits.ts'

interface Entry {
  readonly extension: string
  readonly bytes: Buffer
}

const named = (entries: readonly Entry[]) =>
  entries.map(({ extension, bytes }, i) => ({ name: `${i}.${extension}`, bytes }))

/** Texts that pack well and badly, in archives and packed files inside each other. */
const { entry } = fc.letrec<{ entry: Entry; text: Entry; archive: Entry; streamed: Entry; packed: Entry }>(
  (tie) => ({
    entry: fc.oneof({ depthSize: 'small' }, tie('text'), tie('archive'), tie('streamed'), tie('packed')),
    text: fc
      .tuple(fc.stringMatching(/^[a-z ]{1,40}$/), fc.nat(60))
      .map(([words, times]) => ({ extension: 'txt', bytes: Buffer.from(words.repeat(times + 1)) })),
    archive: fc
      .array(tie('entry'), { maxLength: 4 })
      .map((entries) => ({ extension: 'zip', bytes: zip(named(entries)) })),
    streamed: fc
      .array(tie('entry'), { maxLength: 4 })
      .map((entries) => ({ extension: 'tar', bytes: tar(named(entries)) })),
    packed: tie('entry').map(({ extension, bytes }) => ({
      extension: `${extension}.gz`,
      bytes: gzipSync(bytes),
    })),
  }),
)
const source = fc.tuple(fc.array(entry, { minLength: 1, maxLength: 4 }), fc.constantFrom('zip', 'tar', 'tgz'))

const bomb = (of: typeof zip) =>
  of(
    Array.from({ length: 100 }, (_, i) => ({
      name: `${i}.txt`,
      bytes: Buffer.from(createHash('sha512').update(`${i}`).digest('hex').repeat(8)),
    })),
  )

describe('a walk through archives that is left behind any of its steps', () => {
  test('gives out what is left as if it had never stopped, also past the limits', async () => {
    const limitsOf = fc.record({
      ratio: fc.constantFrom(1, 2, 5, 20),
      ratioFrom: fc.constantFrom(0, 100, 1000),
      expandedBytes: fc.constantFrom(300, 2000, 1e6),
    })
    await fc.assert(
      fc.asyncProperty(source, limitsOf, async ([entries, kind], own) => {
        const limits = { ...defaultLimits, ...own }
        const files = named(entries)
        const bytes = kind === 'zip' ? zip(files) : kind === 'tar' ? tar(files) : gzipSync(tar(files))
        const again = (doneUpTo: Parameters<typeof walked>[2]) =>
          walked(`all.${kind}`, bytes, { limits, ...doneUpTo })
        const steps = await again({})
        for (const from of steps.keys()) {
          const { given, left } = await resumed(steps, (doneUpTo) => again({ doneUpTo }), from)
          expect(given).toEqual(left)
        }
      }),
      { numRuns: runs(30) },
    )
  })

  it.each([
    ['bomb.zip', 2, bomb(zip)],
    ['bomb.zip.gz', 4, gzipSync(bomb(zip))],
    ['bomb.tgz', 15, gzipSync(bomb(tar))],
  ])('stops a bomb at the same entry: %s', async (name, ratio, bytes) => {
    const limits = { ...defaultLimits, ratioFrom: 30_000, ratio }
    const steps = await walked(name, bytes, { limits })
    const stopped = steps.findIndex(({ kind }) => kind === 'failed')
    expect(stopped).toBeGreaterThan(5)
    const again = await walked(name, bytes, { limits, doneUpTo: steps[stopped - 2] ?? null })
    expect(again).toEqual(steps.slice(stopped - 1))
  })
})

describe('a bomb beside other files', () => {
  const limits = { ...defaultLimits, ratioFrom: 100_000, ratio: 100 }
  const zeros = Buffer.alloc(400_000)
  interface Named {
    readonly name: string
    readonly bytes: Buffer
  }
  const letters: Named[] = ['1.txt', '2.txt'].map((name) => ({ name, bytes: Buffer.from(`Letter ${name}`) }))
  /** Each level expands to no more than is right, all of them to far more. */
  const inLevels = zip([{ name: 'in.zip', bytes: zip([{ name: 'z.bin', bytes: Buffer.alloc(2_000_000) }]) }])
  const bombs: Record<string, Named> = {
    'an entry': { name: '0.bin', bytes: zeros },
    'a zip': { name: '0.zip', bytes: zip([{ name: 'z.bin', bytes: zeros }]) },
    'a packed file': { name: '0.gz', bytes: gzipSync(zeros) },
    'a zip in a zip': { name: '0.zip', bytes: inLevels },
    'a packed archive': { name: '0.tgz', bytes: gzipSync(tar([{ name: 'z.bin', bytes: zeros }])) },
  }
  const around = {
    zip: (files: Named[]) => zip(files),
    tar: (files: Named[]) => tar(files),
    tgz: (files: Named[]) => gzipSync(tar(files)),
    'zip.in.zip': (files: Named[]) => zip([{ name: 'delivery.zip', bytes: zip(files) }]),
  }
  for (const [what, bomb] of Object.entries(bombs))
    for (const [kind, packed] of Object.entries(around)) {
      // What is only stored in a tar is as large as it is.
      if (what === 'an entry' && kind.startsWith('t')) continue
      it(`is an exception and nothing else is: ${what} in a ${kind}`, async () => {
        const steps = await walked(`x.${kind.split('.')[0]}`, packed([bomb, ...letters]), { limits })
        const names = steps.flatMap(({ kind, path }) => (kind === 'item' ? [path.at(-1)] : []))
        expect(names).toEqual(expect.arrayContaining(['1.txt', '2.txt']))
        const failed = steps.filter((step) => step.kind === 'failed')
        expect(failed).not.toEqual([])
        for (const { code, path } of failed)
          expect([code, path.includes(bomb.name)]).toEqual(['tooLarge', true])
        expect(steps.at(-1)?.kind).toBe('container')
      })
    }

  it('does not count what packs well inside of it against what is around it', async () => {
    const wellPacked = Array.from({ length: 20 }, (_, i) => ({
      name: `${i}.zip`,
      bytes: zip([{ name: 'z.bin', bytes: Buffer.alloc(90_000, i) }]),
    }))
    const steps = await walked('x.tar', tar(wellPacked), { limits })
    expect(steps.filter(({ kind }) => kind === 'failed')).toEqual([])
    expect(steps.filter(({ kind }) => kind === 'item')).toHaveLength(20)
  })

  it('is no message of a mailbox, which is packed with all others, however long it is', async () => {
    const long = 'What was written. '.repeat(80)
    const item = {
      properties: { [tags.messageClass]: 'IPM.Note', [tags.subject]: 'Long', [tags.body]: long },
    }
    const mailbox = pst([{ name: 'Inbox', items: [item] }])
    for (const [name, bytes] of [
      ['box.pst', mailbox],
      ['box.tar', tar([{ name: 'box.pst', bytes: mailbox }])],
    ] as const) {
      const steps = await walked(name, bytes, { limits: { ...limits, ratioFrom: 500 } })
      expect(steps.map(({ kind }) => kind)).not.toContain('failed')
      expect(steps.filter(({ kind }) => kind === 'item')).toHaveLength(1)
    }
  })

  it('counts all the same against what a source may expand to', async () => {
    const many = Array.from({ length: 20 }, (_, i) => ({
      name: `${i}.zip`,
      bytes: zip([{ name: 'z.bin', bytes: Buffer.alloc(400_000, i) }]),
    }))
    const steps = await walked('x.zip', zip(many), { limits: { ...limits, expandedBytes: 1_000_000 } })
    const reasons = steps.flatMap((step) => (step.kind === 'failed' ? [step.reason] : []))
    expect(reasons[0]).toBe('It expands to more than 100 times its size.')
    expect(reasons.at(-1)).toBe('It was not opened: what it is in has passed a limit.')
  })
})

describe('behind a limit that is passed', () => {
  const limits = { ...defaultLimits, expandedBytes: 2500 }

  it('each entry of an archive with a directory is named, and none is opened', async () => {
    const lines = linesOf(await walked('x.zip', bomb(zip), { limits }))
    expect(lines.slice(2, 5)).toEqual([
      '2.txt: tooLarge: It expands to more than 2500 bytes.',
      '3.txt: tooLarge: It was not opened: what it is in has passed a limit.',
      '4.txt: tooLarge: It was not opened: what it is in has passed a limit.',
    ])
    expect(lines).toHaveLength(101)
  })

  it('an archive that streams by ends', async () => {
    expect(linesOf(await walked('x.tar', bomb(tar), { limits })).slice(2)).toEqual([
      '2.txt: tooLarge: It expands to more than 2500 bytes.',
      ': tooLarge: It expands to more than 2500 bytes.',
    ])
  })
})
