import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unlocked } from '#tests/fixtures/family-options.ts'
import { runs, property as test } from '#tests/runs.ts'
import { readFamily } from './family.ts'
import { defaultLimits } from './limits.ts'
import type { FamilyOptions } from './member.ts'

const options: FamilyOptions = { maxTextSize: 1_000_000, limits: defaultLimits, ...unlocked }

interface Draft {
  headers: Record<string, string>
  body: string
  attachment: string
  eol: string
}
const base: Draft = {
  headers: {
    'Message-ID': '<1@x.example>',
    Date: 'Mon, 26 Nov 2001 06:46:13 -0800',
    From: 'Ann Lee <ann@x.example>',
    To: 'Bob <bob@x.example>, carol@x.example',
    Cc: 'dan@x.example',
    Subject: 'RE: The well at Block 9',
  },
  body: 'Dear Bob,\n\nplease see attached.\n\nAnn',
  attachment: 'one,two',
  eol: '\n',
}

function write(draft: Draft): Buffer {
  const lines = [
    ...Object.entries(draft.headers).map(([name, value]) => `${name}: ${value}`),
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    ...draft.body.split('\n'),
    '--b1',
    'Content-Type: text/csv; name="a.csv"',
    'Content-Disposition: attachment; filename="a.csv"',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(draft.attachment).toString('base64'),
    '--b1--',
    '',
  ]
  return Buffer.from(lines.join(draft.eol))
}
const hash = async (draft: Draft, compareBcc = false) => {
  const messages = { ...options.messages, compareBcc }
  return (await readFamily(write(draft), { path: ['m'] }, { ...options, messages })).dedupeHash
}
const withHeader = (name: string, value: string): Draft => ({
  ...base,
  headers: { ...base.headers, [name]: value },
})

describe('EH-1', () => {
  it.each<[string, Draft]>([
    [
      'the copy of another mailbox: other Message-ID and headers of transport',
      withHeader('Received', 'from a by b; Mon, 26 Nov 2001 07:00:00 -0800'),
    ],
    ['another Message-ID', withHeader('Message-ID', '<2@y.example>')],
    ['other line ends', { ...base, eol: '\r\n' }],
    ['the same moment in another time zone', withHeader('Date', 'Mon, 26 Nov 2001 14:46:13 +0000')],
    ['another display name', withHeader('From', '"Lee, Ann (Legal)" <ANN@x.example>')],
    ['recipients in another order', withHeader('To', 'carol@x.example, Bob <bob@x.example>')],
    ["the sender's copy, which has BCC", withHeader('Bcc', 'eve@x.example')],
    ['other white space in the body', { ...base, body: `${base.body.replace(' ', '\u00a0\u200b ')}\n\n` }],
  ])('matches: %s', async (_, draft) => {
    expect(await hash(draft)).toBe(await hash(base))
  })

  it.each<[string, Draft]>([
    ['one recipient more', withHeader('To', 'bob@x.example, carol@x.example, eve@x.example')],
    [
      'a recipient moved to CC',
      { ...base, headers: { ...base.headers, To: 'bob@x.example', Cc: 'carol@x.example, dan@x.example' } },
    ],
    ['another sender', withHeader('From', 'ann@y.example')],
    ["an attachment's byte", { ...base, attachment: 'one,twp' }],
    ["the subject's prefix", withHeader('Subject', 'FW: The well at Block 9')],
    ['one minute later', withHeader('Date', 'Mon, 26 Nov 2001 06:47:13 -0800')],
    ['no date', withHeader('Date', '')],
    ['a word of the body', { ...base, body: base.body.replace('please', 'pleas') }],
  ])('does not match: %s', async (_, draft) => {
    expect(await hash(draft)).not.toBe(await hash(base))
  })

  it('tells copies apart by their BCC where the project wants that, and changes no other', async () => {
    const sent = withHeader('Bcc', 'Eve <eve@x.example>, fay@x.example')
    expect(await hash(sent, true)).not.toBe(await hash(base, true))
    expect(await hash(sent, true)).not.toBe(await hash(withHeader('Bcc', 'fay@x.example'), true))
    expect(await hash(sent, true)).toBe(await hash(withHeader('Bcc', 'FAY@x.example, eve@x.example'), true))
    expect(await hash(base, true)).toBe(await hash(base))
  })

  test('is the same however recipients are ordered, repeated and written', async () => {
    const name = fc.constantFrom('ann', 'bob', 'carol', 'dan')
    await fc.assert(
      fc.asyncProperty(
        fc.array(name, { minLength: 1, maxLength: 6 }),
        fc.infiniteStream(fc.boolean()),
        async (names, upper) => {
          const next = upper[Symbol.iterator]()
          const written = names.map((n) =>
            next.next().value === true ? `X Y <${n.toUpperCase()}@x.example>` : `${n}@x.example`,
          )
          const plain = [...new Set(names)].toSorted().map((n) => `${n}@x.example`)
          expect(await hash(withHeader('To', written.join(', ')))).toBe(
            await hash(withHeader('To', plain.join(', '))),
          )
        },
      ),
      { numRuns: runs(30) },
    )
  })
})
