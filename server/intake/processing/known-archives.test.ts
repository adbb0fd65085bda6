import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { zip } from '#server/sample/zip-writer.ts'
import { linesOf, resumed, walked } from '#tests/fixtures/walked.ts'
import type { KnownFiles } from './hash-lists/known-files.ts'
import type { Reached } from './position.ts'

const of = (action: KnownFiles['action'], ...files: readonly Buffer[]): KnownFiles => {
  const sums = new Set(files.map((bytes) => createHash('sha256').update(bytes).digest('hex')))
  return {
    action,
    listOf: ({ sha256 }) => (sums.has(sha256) ? { hashListId: 7, name: 'NSRL' } : null),
  }
}
const text = (name: string, words: string) => ({ name, bytes: Buffer.from(words) })
const installer = zip([text('setup.txt', 'set up')])
const packed = gzipSync('packed')
/** Longer than what is looked at to know what it is. */
const large = zip(
  Array.from({ length: 40 }, (_, n) =>
    text(`${n}.txt`, createHash('sha512').update(`${n}`).digest('hex').repeat(20)),
  ),
)
const box = Buffer.from('From a@x Mon Jan  1 00:00:00 2024\nSubject: One\n\nHello\n\n')
const all = zip([
  text('a.txt', 'a'),
  { name: 'installer.zip', bytes: installer },
  { name: 'large.zip', bytes: large },
  { name: 'packed.txt.gz', bytes: packed },
  { name: 'other.zip', bytes: zip([{ name: 'installer.zip', bytes: installer }, text('b.txt', 'b')]) },
  { name: 'mail.mbox', bytes: box },
])
const excluded = of('exclude', installer, large, packed, box)

describe('an archive that is known', () => {
  it('is left out whole, wherever it stands; mailboxes are not tested', async () => {
    const lines = linesOf(await walked('all.zip', all, { known: excluded }))
    expect(lines.filter((line) => !line.includes('message@'))).toEqual([
      'a.txt = a',
      'installer.zip is known',
      'large.zip is known',
      'packed.txt.gz is known',
      'other.zip | installer.zip is known',
      'other.zip | b.txt = b',
      'end of other.zip',
      'end of mail.mbox',
      'end of ',
    ])
    expect(lines).toHaveLength(10)
    const [only, ...none] = await walked('installer.zip', installer, { known: excluded })
    expect(only).toMatchObject({ kind: 'known', at: [0], hashListId: 7, size: installer.length })
    expect(none).toEqual([])
  })

  it('is given out as it is where known files are marked', async () => {
    const steps = await walked('all.zip', all, { known: of('flag', installer) })
    const given = steps.find(({ path }) => path.join() === 'all.zip,installer.zip')
    expect(given).toMatchObject({ kind: 'item', form: null, bytes: installer })
    expect(linesOf(steps).join()).not.toContain('setup.txt')
  })

  it('changes nothing in how a walk goes on behind any of its steps', async () => {
    const steps = await walked('all.zip', all, { known: excluded })
    for (const from of steps.keys()) {
      const again = (doneUpTo: Reached) => walked('all.zip', all, { known: excluded, doneUpTo })
      const { given, left } = await resumed(steps, again, from)
      expect(given).toEqual(left)
    }
  })
})
