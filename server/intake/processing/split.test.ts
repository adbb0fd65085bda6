/** Archives that are split, walked by their parts: what comes out is what the whole archive gives. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { zip } from '#server/sample/zip-writer.ts'
import { pack } from '#tests/fixtures/seven-zip.ts'
import {
  type Content,
  noise,
  oldRarVolumes,
  type Part,
  pieces,
  rarVolumes,
  splitZip,
} from '#tests/fixtures/split-archives.ts'
import { linesOf, resumed, walked } from '#tests/fixtures/walked.ts'
import { inDeepRun, runs, property as test } from '#tests/runs.ts'
import { sha256 } from '../../platform/hashes.ts'
import { splitOf } from './archives/split.ts'
import { together } from './archives/split-names.ts'
import { defaultLimits } from './limits.ts'
import type { Reached } from './position.ts'
import type { Step } from './step.ts'
import { walk, walkPart } from './walk.ts'
import type { WalkOptions } from './walk-options.ts'

const contents = (lengths: readonly number[]): Content[] =>
  lengths.map((length, i) => ({ name: `${i}.txt`, bytes: noise(length, i + 1) }))
const text = (name: string, words: string): Content => ({ name, bytes: Buffer.from(words) })

/** Walks files that lie in one folder, in their order, and sees that nothing is left behind. */
async function walkedParts(
  files: readonly Part[],
  options: Partial<WalkOptions> = {},
): Promise<readonly Step[]> {
  const folder = mkdtempSync(join(tmpdir(), 'affiant-split-'))
  try {
    const spoolFolder = join(folder, 'spool')
    mkdirSync(spoolFolder)
    const put = files.map(({ name, bytes }, index) => {
      const file = join(folder, `source-${index}`)
      writeFileSync(file, bytes)
      return { folder: '', name, file, size: bytes.length, index, path: [name], modifiedAt: null }
    })
    const given: WalkOptions = {
      doneUpTo: null,
      limits: defaultLimits,
      passwords: [],
      timeZone: 'UTC',
      spoolFolder,
      ...options,
    }
    const steps: Step[] = []
    const sets = together(put).map(({ kind, whole, parts }) => ({
      kind,
      whole,
      parts: parts.map(({ number, file: { name, file, size } }) => ({ number, name, file, size })),
    }))
    const places = new Map(
      sets.flatMap(({ parts }, set) => parts.map(({ file, number }) => [file, { set, number }] as const)),
    )
    const splits = await Promise.all(sets.map((set) => splitOf(set, given.limits.archiveBytes)))
    for (const source of put) {
      const { set = -1, number = 0 } = places.get(source.file) ?? {}
      const split = splits[set] ?? null
      const isPart = split?.numbers.has(number) === true
      for await (const step of isPart && split !== null
        ? walkPart(source, split, given)
        : walk(source, given))
        steps.push(step)
    }
    expect(readdirSync(spoolFolder)).toEqual([])
    return steps
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What came out, by names and bytes. */
const given = (steps: readonly Step[]): string[] =>
  linesOf(steps).filter((line) => !line.startsWith('end of'))
const failures = (steps: readonly Step[]) => steps.filter((step) => step.kind === 'failed')

const three = contents([700, 900, 800])
const wholes = async (): Promise<readonly (readonly [string, readonly Part[], string, Buffer])[]> => {
  const zipped = zip(three)
  const seven = await pack(['-t7z'], Object.fromEntries(three.map(({ name, bytes }) => [name, bytes])))
  const tar = await pack(['-ttar'], Object.fromEntries(three.map(({ name, bytes }) => [name, bytes])))
  const gz = gzipSync(tar)
  return [
    ['a split zip', splitZip('x.zip', three, 500), 'x.zip', zipped],
    ['pieces of a zip', pieces('x.zip', zipped, 500), 'x.zip', zipped],
    ['pieces of a 7z', pieces('x.7z', seven, 500), 'x.7z', seven],
    ['pieces of a tar', pieces('x.tar', tar, 1000), 'x.tar', tar],
    ['pieces of a packed tar', pieces('x.tar.gz', gz, 500), 'x.tar.gz', gz],
    [
      'pieces of a packed tar, by letters',
      pieces('x.tar.gz', gz, 500).map(({ bytes }, i) => ({ name: `x.tar.gz.a${'abcdefgh'[i]}`, bytes })),
      'x.tar.gz',
      gz,
    ],
    ['volumes of rar 5', rarVolumes('x', three, 500), 'x.zip', zipped],
    ['volumes of old rar', oldRarVolumes('x', three, 500), 'x.zip', zipped],
  ]
}

it('parts of any kind, in any order, give what the whole archive gives', async () => {
  for (const [kind, parts, name, whole] of await wholes()) {
    expect(parts.length, kind).toBeGreaterThan(2)
    const expected = given(await walked(name, whole))
    expect(given(await walkedParts(parts)), kind).toEqual(expected)
    const steps = await walkedParts(parts.toReversed())
    expect(given(steps), kind).toEqual(expected)
    // Each part is accounted for, and the one where the archive stands as the archive.
    const closed = steps.flatMap((step) =>
      step.kind === 'container' && step.path.length === 1 ? step.path : [],
    )
    expect(closed.toSorted(), kind).toEqual(parts.map((part) => part.name).toSorted())
  }
})

it('a walk over parts is gone on with from any step', async () => {
  for (const [kind, parts] of await wholes()) {
    const steps = await walkedParts(parts)
    const again = (doneUpTo: Reached) => walkedParts(parts, { doneUpTo })
    for (const from of steps.keys()) {
      const { given: rest, left } = await resumed(steps, again, from)
      expect(rest, `${kind}, behind step ${from}`).toEqual(left)
    }
  }
})

const without = (parts: readonly Part[], ...names: readonly string[]): Part[] =>
  parts.filter(({ name }) => !names.includes(name))

describe('where a part is missing', () => {
  it('a split zip names it, gives what is in the others, and names what is not', async () => {
    const parts = splitZip('x.zip', three, 500)
    expect(parts.map(({ name }) => name).slice(0, 3)).toEqual(['x.z01', 'x.z02', 'x.z03'])
    const steps = await walkedParts(without(parts, 'x.z02'))
    const lines = given(steps)
    const total = parts.length
    expect(lines.slice(0, -1)).toEqual(
      expect.arrayContaining([
        '0.txt = 700',
        '1.txt: missing: It is in part 2 of the split archive, which is missing.',
        '2.txt = 800',
      ]),
    )
    expect(lines.at(-1)).toBe(
      `: missing: It is split, and of its parts “x.z02” is missing: ${total - 1} of ${total} are here. Bring what is missing into the same folder of this source and retry.`,
    )
    expect(failures(steps).at(-1)).toMatchObject({ path: ['x.zip'], begun: true })
  })

  it('a split zip without its last part gives what its first parts have, and says so', async () => {
    const steps = await walkedParts(without(splitZip('x.zip', three, 1200), 'x.zip'))
    const lines = given(steps)
    expect(lines).toEqual([
      '0.txt = 700',
      '1.txt = 900',
      '2.txt: corrupt: The entry is damaged: unexpected end of file',
      expect.stringMatching(/^: missing: .*“x.zip” is missing \(the last one, with the directory\)/),
    ])
  })

  it('pieces of a zip give what is whole in those that are there', async () => {
    const steps = await walkedParts(without(pieces('x.zip', zip(three), 250), 'x.zip.002', 'x.zip.003'))
    expect(given(steps)).toEqual([
      expect.stringMatching(/^0.txt: corrupt: /),
      expect.stringMatching(/^1.txt: corrupt: /),
      '2.txt = 800',
      expect.stringMatching(/^: missing: .*“x.zip.002” to “x.zip.003” are missing: \d of \d are here/),
    ])
  })

  it('of pieces the last one is missed too, where the beginning or the end tells', async () => {
    const seven = await pack(['-t7z', '-mx=0'], { 'a.txt': noise(900, 1), 'b.txt': noise(900, 2) })
    const of7z = given(await walkedParts(pieces('x.7z', seven, 700).slice(0, -1)))
    expect(of7z).toEqual([expect.stringMatching(/^: missing: .*“x.7z.003” is missing, and perhaps others/)])
    const ofZip = given(await walkedParts(pieces('x.zip', zip(three), 700).slice(0, -1)))
    expect(ofZip).toContain('0.txt = 700')
    expect(ofZip.at(-1)).toMatch(/^: missing: .*“x.zip.003” is missing, and perhaps others/)
  })

  it('volumes give what is whole up to there', async () => {
    for (const [parts, gone] of [
      [rarVolumes('x', three, 900), 'x.part2.rar'],
      [oldRarVolumes('x', three, 900), 'x.r00'],
    ] as const) {
      expect(parts).toHaveLength(3)
      const lines = given(await walkedParts(without(parts, gone)))
      expect(lines[0]).toBe('0.txt = 700')
      expect(lines.at(-1)).toMatch(new RegExp(`^: missing: .*“${gone}” is missing: 2 of 3 are here`))
      const last = given(await walkedParts(parts.slice(0, -1)))
      expect(last[0]).toBe('0.txt = 700')
      expect(last.at(-1)).toMatch(/^: missing: .*and perhaps others behind it/)
    }
  })

  it('those that are there stand for the archive, whose bytes are kept', async () => {
    const parts = pieces('x.7z', await pack(['-t7z'], { 'a.txt': noise(900, 1) }), 300)
    const steps = await walkedParts(parts.slice(1))
    expect(failures(steps)).toMatchObject([
      { path: ['x.7z.002'], code: 'missing', bytes: parts[1]?.bytes, begun: false },
    ])
    expect(steps.map(({ path }) => path[0])).toEqual(parts.slice(1).map(({ name }) => name))
  })
})

describe('what is named like a part and is none', () => {
  it('is a file like any', async () => {
    const letter = Buffer.from('To whom it may concern: this is no part of anything.')
    const same = async (files: readonly Part[]): Promise<void> => {
      const alone = await Promise.all(files.map(({ name, bytes }) => walked(name, bytes)))
      expect(given(await walkedParts(files))).toEqual(alone.flatMap((steps) => given(steps)))
    }
    await same([{ name: 'minutes.001', bytes: letter }])
    await same([
      { name: 'minutes.001', bytes: letter },
      { name: 'minutes.002', bytes: letter },
    ])
    await same([{ name: 'report.2024', bytes: letter }])
    await same([{ name: 'x.zip.002', bytes: letter }])
    // Whole archives that are numbered.
    const backups = [zip([text('a.txt', 'monday')]), zip([text('a.txt', 'tuesday')])]
    await same(backups.map((bytes, i) => ({ name: `backup.zip.00${i + 1}`, bytes })))
    await same(backups.map((bytes, i) => ({ name: `backup.tar.gz.00${i + 1}`, bytes: gzipSync(bytes) })))
    await same([
      { name: 'x.z01', bytes: letter },
      { name: 'x.zip', bytes: zip([text('a.txt', 'whole')]) },
    ])
  })

  it('is told apart from parts of another archive by what those say of themselves', async () => {
    const [mine, other] = [rarVolumes('x', three, 900), rarVolumes('y', contents([2000]), 900)]
    const mixed = [mine[0], { name: 'x.part2.rar', bytes: Buffer.from('Not a volume.') }, mine[2]]
    const lines = given(await walkedParts(mixed.flatMap((part) => part ?? [])))
    expect(lines).toContain(' = Not a volume.')
    expect(lines.some((line) => line.includes('“x.part2.rar” is missing'))).toBe(true)
    const wrong = [mine[0], { name: 'x.part2.rar', bytes: other[2]?.bytes ?? Buffer.alloc(0) }, mine[2]]
    expect(given(await walkedParts(wrong.flatMap((part) => part ?? []))).at(0)).toBe('0.txt = 700')
  })
})

it('names that are hostile, and numbers without end, cost nothing', async () => {
  const many = Array.from({ length: 300 }, (_, i) => ({
    name: `x.part${i + 2}.rar`,
    bytes: Buffer.from('no'),
  }))
  expect(given(await walkedParts(many))).toHaveLength(many.length)
  const far = pieces('../../x.zip', zip(three), 700)
  const [first] = far
  const lines = given(
    await walkedParts([
      ...(first === undefined ? [] : [first]),
      { name: '../../x.zip.99999', bytes: Buffer.from('far away') },
    ]),
  )
  expect(lines.at(-1)).toMatch(
    /“..\/..\/x.zip.002” to “..\/..\/x.zip.99998” are missing: 2 of 99999 are here/,
  )
})

it('passwords open a split archive as they open a whole one', async () => {
  const files = { 'a.txt': noise(900, 1), 'b.txt': noise(500, 2) }
  for (const [name, args] of [
    ['x.7z', ['-t7z', '-pright', '-mhe=on']],
    ['x.7z', ['-t7z', '-pright']],
    ['x.zip', ['-tzip', '-pright', '-mem=AES256']],
  ] as const) {
    const parts = pieces(name, await pack(args, files), 400)
    expect(given(await walkedParts(parts, { passwords: ['wrong', 'right'] }))).toEqual([
      'a.txt = 900',
      'b.txt = 500',
    ])
    const steps = failures(await walkedParts(parts, { passwords: ['wrong'] }))
    expect(
      steps.every(({ kind, ...step }) => kind === 'failed' && 'code' in step && step.code === 'encrypted'),
    ).toBe(true)
    expect(steps.length).toBeGreaterThan(0)
  }
})

test('any split of any archive, whatever the order, gives the documents of the whole one', async () => {
  const lengths = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 6 })
  const kinds = fc.constantFrom('zip', 'pieces', 'rar', 'oldRar')
  const property = fc.asyncProperty(
    lengths,
    kinds,
    fc.integer({ min: 200, max: 4000 }),
    fc.infiniteStream(fc.nat()),
    async (sizes, kind, most, chance) => {
      const made = contents(sizes)
      const whole = zip(made)
      const expected = given(await walked('x.zip', whole))
      const parts =
        kind === 'zip'
          ? splitZip('x.zip', made, most)
          : kind === 'pieces'
            ? pieces('x.zip', whole, most)
            : kind === 'rar'
              ? rarVolumes('x', made, most)
              : oldRarVolumes('x', made, most)
      const shuffled = parts
        .map((part) => ({ part, at: chance.next().value ?? 0 }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ part }) => part)
      expect(given(await walkedParts(shuffled))).toEqual(expected)
    },
  )
  await fc.assert(property, { numRuns: runs(25) })
}, 60_000)

describe('parts in an archive', () => {
  const inside = (parts: readonly Part[]): Content[] => [
    text('first.txt', 'before'),
    ...parts.map(({ name, bytes }) => ({ name: `in/${name}`, bytes })),
    text('last.txt', 'behind'),
  ]
  const around = async (parts: readonly Part[]) =>
    [
      ['out.zip', zip(inside(parts))],
      [
        'out.7z',
        await pack(['-t7z'], Object.fromEntries(inside(parts).map(({ name, bytes }) => [name, bytes]))),
      ],
      [
        'out.tar',
        await pack(['-ttar'], Object.fromEntries(inside(parts).map(({ name, bytes }) => [name, bytes]))),
      ],
    ] as const
  const bare = (steps: readonly Step[]) =>
    given(steps)
      .map((line) => line.replace(/^.*\| /, ''))
      .toSorted()

  it('are put together there, whatever their order, and each is accounted for', {
    ...inDeepRun,
    timeout: 60_000,
  }, async () => {
    for (const [kind, parts, name, whole] of await wholes()) {
      const expected = bare(await walked('out.zip', zip(inside([{ name, bytes: whole }]))))
      for (const [outer, bytes] of [...(await around(parts)), ...(await around(parts.toReversed()))]) {
        const steps = await walked(outer, bytes)
        expect(bare(steps), `${kind} in ${outer}`).toEqual(expected)
        const closed = steps.filter((step) => step.kind === 'container' && step.path.length === 2)
        expect(closed, `${kind} in ${outer}`).toHaveLength(parts.length)
      }
    }
  })

  it('are gone on with from any step', { ...inDeepRun, timeout: 60_000 }, async () => {
    const sets = [
      splitZip('x.zip', three, 500),
      rarVolumes('x', three, 900),
      pieces('x.zip', zip(three), 900),
    ]
    for (const parts of sets)
      for (const [outer, bytes] of await around(parts)) {
        const steps = await walked(outer, bytes)
        const again = (doneUpTo: Reached) => walked(outer, bytes, { doneUpTo })
        for (const from of steps.keys()) {
          const { given: rest, left } = await resumed(steps, again, from)
          expect(rest, `${outer}, behind step ${from}`).toEqual(left)
        }
      }
  })

  it('of which one is missing say so, and whole archives of such names stay what they are', async () => {
    const parts = without(splitZip('x.zip', three, 500), 'x.z02')
    const lines = given(await walked('out.zip', zip(inside(parts))))
    expect(lines.at(-1)).toMatch(
      /x\.zip: missing: .*“x\.z02” is missing.*Nor is it in the archive around it\.$/,
    )
    const whole = [
      { name: 'a.zip', bytes: zip([text('a.txt', 'whole')]) },
      { name: 'b.zip.001', bytes: zip([text('b.txt', 'whole too')]) },
    ]
    expect(bare(await walked('out.zip', zip(inside(whole))))).toEqual([
      'a.txt = whole',
      'b.txt = whole too',
      'first.txt = before',
      'last.txt = behind',
    ])
  })
})

it('a part that a list of known files has is not left out; the archive as a whole may be', async () => {
  const listing = (bytes: Buffer) => ({
    action: 'exclude' as const,
    listOf: (hashes: { readonly sha256: string }) =>
      hashes.sha256 === sha256(bytes) ? { hashListId: 1, name: 'Known' } : null,
  })
  const whole = zip(three)
  for (const parts of [
    rarVolumes('x', three, 500),
    splitZip('x.zip', three, 500),
    pieces('x.zip', whole, 500),
  ]) {
    const expected = given(await walkedParts(parts))
    for (const { bytes } of parts)
      expect(given(await walkedParts(parts, { known: listing(bytes) }))).toEqual(expected)
  }
  const left = await walkedParts(pieces('x.zip', whole, 500), { known: listing(whole) })
  expect(left.map(({ kind }) => kind).toSorted()).toEqual(['container', 'container', 'container', 'known'])
})
