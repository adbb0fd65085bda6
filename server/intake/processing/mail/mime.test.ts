/** Which parts of a message are its body, and which are documents of their own. */
import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { unlocked } from '#tests/fixtures/family-options.ts'
import { readFamily } from '../family.ts'
import { defaultLimits } from '../limits.ts'

interface Written {
  readonly type: string
  readonly headers?: readonly string[]
  readonly body: string
}

/** A part; one of parts where `body` is made by `parts`. */
const part = ({ type, headers = [], body }: Written): string =>
  [`Content-Type: ${type}`, ...headers, '', body].join('\n')
const multipart = (subtype: string, parts: readonly string[]): string => {
  const boundary = `b-${subtype}`
  const inside = parts.map((one) => `--${boundary}\n${one}\n`).join('')
  return part({ type: `multipart/${subtype}; boundary="${boundary}"`, body: `${inside}--${boundary}--` })
}
const family = (content: string) =>
  readFamily(
    Buffer.from(`From: a@x.example\nSubject: s\n${content}\n`, 'latin1'),
    { path: ['m'] },
    { maxTextSize: 100_000, limits: defaultLimits, ...unlocked },
  )
/** Each member's name and text. */
const told = async (content: string) =>
  (await family(content)).members.map(({ fileName, text }) => [fileName, text?.trim()])

const body = part({ type: 'text/plain', body: 'The body.' })
const picture = part({
  type: 'image/png; name=p.png',
  headers: ['Content-Disposition: attachment; filename=p.png', 'Content-Transfer-Encoding: base64'],
  body: 'iVBORw0KGgo=',
})
const notes = part({
  type: 'text/plain; charset=utf-8',
  headers: ['Content-Disposition: inline; filename=notes.txt', 'Content-Transfer-Encoding: base64'],
  body: Buffer.from('My notes.\r\n').toString('base64'),
})
const named = (name: string, text: string, type = 'text/plain') =>
  part({ type: `${type}; name="${name}"`, body: text })

afterEach(() => vi.unstubAllGlobals())

it('parts are put together in memory: no Blob is made, and the one of the process stays what it is', async () => {
  const { Blob } = globalThis
  const noBlob = vi.fn(() => {
    throw new Error('A Blob was made')
  })
  vi.stubGlobal('Blob', noBlob)
  const kinds = [
    { headers: ['Content-Transfer-Encoding: base64'], body: Buffer.from('pipit').toString('base64') },
    { headers: ['Content-Transfer-Encoding: quoted-printable'], body: 'wag=74ail=\n and =3D' },
    { headers: ['Content-Transfer-Encoding: 8bit'], body: 'lark' },
    { headers: [], body: 'finch' },
  ]
  const { members } = await family(
    multipart(
      'mixed',
      kinds.map((one, at) => part({ ...one, type: `text/plain; name=${at}.txt` })),
    ),
  )
  expect(members.map(({ text }) => text?.trim()).slice(1)).toEqual([
    'pipit',
    'wagtail and =',
    'lark',
    'finch',
  ])
  expect(noBlob).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
  expect(globalThis.Blob).toBe(Blob)
  expect(await new Blob(['a', 'b']).text()).toBe('ab')
})

describe('text parts of a message', () => {
  it('are documents of their own where they are named as files, in their place among the attachments', async () => {
    const { members } = await family(
      multipart('mixed', [
        body,
        notes,
        picture,
        named('old.txt', 'Old words.'),
        named('a.html', '<p>Page', 'text/html'),
      ]),
    )
    expect(members.map(({ ordinal, parent, fileName }) => [ordinal, parent, fileName])).toEqual([
      [0, null, 's.eml'],
      [1, 0, 'notes.txt'],
      [2, 0, 'p.png'],
      [3, 0, 'old.txt'],
      [4, 0, 'a.html'],
    ])
    expect(members.map(({ text }) => text?.trim())).toEqual([
      'The body.',
      'My notes.',
      undefined,
      'Old words.',
      'Page',
    ])
    expect(members[0]).toMatchObject({ attachmentCount: 4, html: null })
    const bytes = Buffer.from('My notes.\r\n')
    expect(members[1]).toMatchObject({
      bytes,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      recordType: 'E-mail attachment',
      path: ['m', 'notes.txt'],
    })
  })

  it('tell two messages apart by the file, wherever the same words stand', async () => {
    const withFile = await family(multipart('mixed', [body, named('a.txt', 'Words.')]))
    const another = await family(multipart('mixed', [body, named('a.txt', 'Other words.')]))
    const inBody = await family(multipart('mixed', [body, part({ type: 'text/plain', body: 'Words.' })]))
    expect(new Set([withFile, another, inBody].map(({ dedupeHash }) => dedupeHash)).size).toBe(3)
  })

  it('are all of the body that is not named', async () => {
    const footer = part({ type: 'text/plain', headers: ['Content-Disposition: inline'], body: 'The footer.' })
    expect(await told(multipart('mixed', [body, notes, footer]))).toEqual([
      ['s.eml', 'The body.\n\nThe footer.'],
      ['notes.txt', 'My notes.'],
    ])
  })

  it.each<[string, string]>([
    ['the message is', named('body.txt', 'Words.')],
    [
      'renders it as others do',
      multipart('alternative', [body, named('body.html', '<p>Words.', 'text/html')]),
    ],
    [
      'comes first of what belongs together',
      multipart('related', [named('b.html', 'Words.', 'text/html'), picture]),
    ],
    ['is signed', multipart('signed', [named('body.txt', 'Words.'), picture])],
  ])('are the body in spite of a name where one %s', async (_, content) => {
    const { members } = await family(content)
    expect(members.filter(({ mimeType }) => mimeType.startsWith('text/'))).toEqual([])
    expect(`${members[0]?.text}${members[0]?.html}`).toContain('Words.')
  })

  it.each<[string, string]>([
    ['first', multipart('mixed', [notes, body])],
    ['in one of several renderings', multipart('alternative', [body, multipart('mixed', [notes])])],
  ])('are files where they come %s', async (_, content) => {
    expect(await told(content)).toEqual([
      ['s.eml', 'The body.'],
      ['notes.txt', 'My notes.'],
    ])
  })

  it('leave the message without text where its only text is a file', async () => {
    expect(await told(multipart('mixed', [notes]))).toEqual([
      ['s.eml', ''],
      ['notes.txt', 'My notes.'],
    ])
  })

  it.each([
    ['windows-1251', '\xcf\xf0\xe8\xe2\xe5\xf2', 'Привет'],
    ['iso-2022-jp', '\u001b$B$3$s$K$A$O\u001b(B', 'こんにちは'],
  ])(
    'are read in the charset that the message declares for the file: %s',
    async (charset, words, expected) => {
      const file = part({ type: `text/plain; charset=${charset}; name=a.txt`, body: words })
      expect(await told(multipart('mixed', [body, file]))).toContainEqual(['a.txt', expected])
    },
  )
})

it('keeps the bytes of a calendar entry as they were sent', async () => {
  const bytes = Buffer.from('BEGIN:VCALENDAR\r\nSUMMARY:Gr\xf6\xdfe\r\nEND:VCALENDAR\r\n\r\n', 'latin1')
  const entry = part({
    type: 'text/calendar; charset=iso-8859-1; name=invite.ics',
    headers: ['Content-Transfer-Encoding: base64'],
    body: bytes.toString('base64'),
  })
  const { members } = await family(multipart('mixed', [body, entry]))
  expect(members[1]?.bytes).toEqual(bytes)
  expect(members[1]?.text).toContain('Größe')
})
