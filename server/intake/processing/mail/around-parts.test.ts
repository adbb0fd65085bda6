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
/** A message of one part, and what follows that; null where it is cut there. */
const read = (part: string, end: string | null = '\n--b--\nAt the end.') =>
  readFamily(
    Buffer.from(
      `From: a@x.example\nSubject: s\nContent-Type: multipart/mixed; boundary=b\n\n--b\n${part}${end === '' ? '\n--b--' : (end ?? '')}`,
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

  it('are kept of parts in parts, and between them', async () => {
    const inner =
      'Content-Type: multipart/mixed; boundary=in\n\nBefore.\n--in\n\nOne.\n--in--\nBehind.\nMore.'
    const { members } = await read(inner)
    expect(members[0]).toMatchObject({
      text: 'One.\n',
      metadata: { [aroundField]: ['Before.', 'Behind.\nMore.', 'At the end.'] },
      flaws: [],
    })
    const [whole] = (await read(inner.replace('boundary=in', 'boundary=other'))).members
    expect(whole?.metadata[aroundField]?.[0]).toContain('One.')
    const base64 = inner.replace('\n\n', '\nContent-Transfer-Encoding: base64\n\n')
    expect((await read(base64)).members[0]?.metadata[aroundField]?.[0]).toBe('Before.')
  })

  it('do not need a line end, and a boundary is no word', async () => {
    const cut = await read('\n\nWords.', '')
    expect(cut.members[0]?.metadata[aroundField]).toBeUndefined()
    expect(cut.members[0]?.flaws).toEqual([])
    const open = await read(
      'Content-Type: multipart/mixed; boundary=in\n\n--in\n\nOne.\n--in--\nBehind.',
      null,
    )
    expect(open.members[0]).toMatchObject({
      metadata: { [aroundField]: ['Behind.'] },
      flaws: [{ code: 'corrupt', reason: 'It ends before its last part does; something may be missing.' }],
    })
  })

  it.each([
    ['', ''],
    ['\n\n', ' \n\n'],
    ['This is a multi-part message in MIME format.', '\n'],
    ['This is a multi-part\nmessage in MIME format...', '\n'],
    [
      'This message is in MIME format. Since your mail reader does not understand\nthis format, some or all of this message may not be legible.',
      '',
    ],
    [
      '> This message is in MIME format. Since your mail reader does not understand\n> this format, some or all of this message may not be legible.',
      '',
    ],
  ])('are none where it is the usual notice, or blank: %j', async (before, behind) => {
    expect(await kept(before, behind)).toBeUndefined()
  })

  it.each([
    ['This is a multi-part message in MIME format.\nBurn it.', 'Burn it.'],
    ['My MIME tool is broken: meet me at nine.', 'My MIME tool is broken: meet me at nine.'],
    ['This is a multi-part message in MIME format.com', 'This is a multi-part message in MIME format.com'],
    [
      'This message is in MIME format. Since your mail reader is ours, call me.',
      'Since your mail reader is ours, call me.',
    ],
  ])('are kept where more is written than the usual notice: %j', async (before, words) => {
    expect(await kept(before, '')).toEqual([words])
  })

  it('are read in the time that their length takes, however often the notice is repeated', async () => {
    const { members } = await family('This message is in MIME format. '.repeat(500_000), '')
    expect(members[0]?.metadata[aroundField]).toHaveLength(100)
    expect(members[0]?.flaws).toMatchObject([{ code: 'textTruncated' }])
  })

  it('are kept in values that end between words, and what is cut is said', async () => {
    expect((await kept('', 'x'.repeat(2500)))?.map(({ length }) => length)).toEqual([1000, 1000, 500])
    expect((await kept('', `x${'😀'.repeat(800)}`))?.map(({ length }) => length)).toEqual([999, 602])
    expect(await kept('', `${'a'.repeat(600)} ${'b'.repeat(399)} ${'c'.repeat(600)}`)).toEqual([
      `${'a'.repeat(600)} ${'b'.repeat(399)}`,
      'c'.repeat(600),
    ])
    expect(await kept('', `${'a b\n'.repeat(249)}last words`)).toEqual([
      'a b\n'.repeat(249).trim(),
      'last words',
    ])
    const most = (await family('', 'x'.repeat(100_000))).members[0]
    expect([most?.metadata[aroundField]?.length, most?.flaws]).toEqual([100, []])
    const more = (await family('Before.', 'x'.repeat(100_000))).members[0]
    expect(more?.metadata[aroundField]).toHaveLength(100)
    expect(more?.flaws).toMatchObject([{ code: 'textTruncated', stage: 'parse' }])
  })
})
