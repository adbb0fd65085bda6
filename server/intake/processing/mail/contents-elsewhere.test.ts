/** Messages of which something is elsewhere: pieces of longer ones, and attachments that are to be fetched. */
import { describe, expect, it } from 'vitest'
import { unlocked } from '#tests/fixtures/family-options.ts'
import { readFamily } from '../family.ts'
import { defaultLimits } from '../limits.ts'

const family = (content: string) =>
  readFamily(
    Buffer.from(`From: a@x.example\nTo: b@x.example\nSubject: s\n${content}\n`),
    { path: ['m'] },
    { maxTextSize: 100_000, limits: defaultLimits, ...unlocked },
  )
const flawsOf = async (content: string) =>
  (await family(content)).members[0]?.flaws.map(({ code, reason }) => `${code}: ${reason}`)

describe('a piece of a longer message', () => {
  const piece = (params: string) =>
    `Content-Type: message/partial; id="p@x"${params}\n\nFrom: a@x.example\nSubject: whole\n\nThe first half`

  it.each([
    ['; number=1; total=2', 'missing: It is part 1 of 2 of a message: the others are elsewhere.'],
    ['; number="2";\n total=3', 'missing: It is part 2 of 3 of a message: the others are elsewhere.'],
    ['; number=1', 'missing: It is part 1 of a longer message: the others are elsewhere.'],
    ['', 'missing: It is a piece of a longer message: the others are elsewhere.'],
    ['; number=x; total=y', 'missing: It is a piece of a longer message: the others are elsewhere.'],
  ])('says that it is one, and which: %j', async (params, reason) => {
    expect(await flawsOf(piece(params))).toEqual([reason])
  })

  it('is none where it is the only one', async () => {
    expect(await flawsOf(piece('; number=1; total=1'))).toEqual([])
  })
})

describe('an attachment that is to be fetched', () => {
  const attached = (params: string, headers = 'Content-Type: application/pdf') =>
    `Content-Type: multipart/mixed; boundary=b\n\n--b\n\nWords.\n--b\nContent-Type: message/external-body; ${params}\n\n${headers}\n\n--b--`

  it('says where it was to be had, and that it is not here', async () => {
    const { members } = await family(
      attached(
        'access-type=URL;\n URL="https://x.example/files/\n  report.pdf"; expiration="Fri, 14 Jun 2024 19:13:14 -0400"',
      ),
    )
    expect(members.map(({ category }) => category)).toEqual(['E-mail', 'Plain text/source'])
    expect(members[1]?.text).toBe(
      'access-type=URL\nurl=https://x.example/files/report.pdf\nexpiration=Fri, 14 Jun 2024 19:13:14 -0400\n\nContent-Type: application/pdf\n\n',
    )
    expect(members[1]?.bytes.toString()).toBe(members[1]?.text)
    expect(members[0]?.flaws).toMatchObject([{ code: 'missing', stage: 'parse' }])
  })

  it('tells messages apart by where that is', async () => {
    const hashes = ['a', 'b', 'a'].map(async (file) => {
      const params = `access-type=anon-ftp; name="${file}.ps"; site="x.example"; directory="pub"`
      return (await family(attached(params))).dedupeHash
    })
    const [one, other, again] = await Promise.all(hashes)
    expect(other).not.toBe(one)
    expect(again).toBe(one)
  })

  it('is no message, whatever it says', async () => {
    const headers = 'Content-Type: message/rfc822\nFrom: z@x.example\nTo: z@x.example\nSubject: z'
    const { members } = await family(
      attached('access-type=mail-server; from=x; to=y; subject="get"; date=z; server="l@x.example"', headers),
    )
    expect(members[1]).toMatchObject({ category: 'Plain text/source', mail: null })
    expect(members[1]?.text).toContain('server=l@x.example')
  })
})

it('an attachment that Apple Mail keeps beside the message is missing; one that is in it, or is empty, is not', async () => {
  const attached = (headers: string, content: string) =>
    `Content-Type: multipart/mixed; boundary=b\n\n--b\n\nWords.\n--b\nContent-Type: image/jpeg; name="pier.jpg"\nContent-Disposition: attachment; filename="pier.jpg"\n${headers}\n${content}\n--b--`
  const length = 'X-Apple-Content-Length: 84231\n'
  expect(await flawsOf(attached(length, ''))).toEqual([
    'missing: The content of “pier.jpg” is not in this file: Apple Mail keeps it beside the folder of messages, in “Attachments”, and it did not come with the message.',
  ])
  expect(await flawsOf(attached(length, '').replaceAll(/; \w*name="pier.jpg"/g, ''))).toEqual([
    'missing: The content of an attachment without a name (image/jpeg) is not in this file: Apple Mail keeps it beside the folder of messages, in “Attachments”, and it did not come with the message.',
  ])
  expect(await flawsOf(attached(length, 'bytes'))).toEqual([])
  expect(await flawsOf(attached('', ''))).toEqual([])
})
