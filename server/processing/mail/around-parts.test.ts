import { describe, expect, it } from 'vitest'
import { unlocked } from '#tests/fixtures/family-options.ts'
import { readFamily } from '../family.ts'
import { defaultLimits } from '../limits.ts'
import { aroundField } from './around-parts.ts'

const family = (before: string, behind: string) =>
  readFamily(
    Buffer.from(
      `From: a@x.example\nSubject: s\nContent-Type: multipart/mixed; boundary=b\n\n${before}\n--b\n\nWords.\n--b--\n${behind}`,
    ),
    { path: ['m'] },
    { maxTextSize: 100_000, limits: defaultLimits, ...unlocked },
  )
const kept = async (before: string, behind: string) =>
  (await family(before, behind)).members[0]?.metadata[aroundField]

describe('words around the parts of a message', () => {
  it('are a field of it, and leave it a copy of one without them', async () => {
    expect(
      await kept(
        'Meet me at nine.\n--b is what begins\n--b--it is not',
        'P.S. Burn this.\n--b is how it began\n',
      ),
    ).toEqual([
      'Meet me at nine.\n--b is what begins\n--b--it is not',
      'P.S. Burn this.\n--b is how it began',
    ])
    expect((await family('', 'P.S.')).dedupeHash).toBe((await family('', '')).dedupeHash)
  })

  it.each([
    ['', ''],
    ['\n\n', ' \n\n'],
    ['This is a multi-part message in MIME format.', '\n'],
    ['This message is in MIME format. Since your mail reader does not understand\nthis format, …', ''],
  ])('are none where it is the usual notice, or blank: %j', async (before, behind) => {
    expect(await kept(before, behind)).toBeUndefined()
  })

  it('are kept in values, and no more of them than anybody writes', async () => {
    expect((await kept('', 'x'.repeat(2500)))?.map(({ length }) => length)).toEqual([1000, 1000, 500])
    expect(await kept('', 'x'.repeat(1_000_000))).toHaveLength(100)
  })
})
