/** Mail in charsets that the parser does not know: its text, its headers and the names of what is attached. */
import { describe, expect, it } from 'vitest'
import { unlocked } from '#tests/fixtures/family-options.ts'
import { readFamily } from '../family.ts'
import { defaultLimits } from '../limits.ts'
import { decodedWords } from './encoded-words.ts'

const family = (content: string) =>
  readFamily(
    Buffer.from(`From: a@x.example\n${content}\n`, 'latin1'),
    { path: ['m'] },
    { maxTextSize: 100_000, limits: defaultLimits, ...unlocked },
  )
const ebcdic = Buffer.from('c885939396156da69699938481', 'hex').toString('base64')

describe('the text of a message', () => {
  it.each([
    ['text/plain; charset=cp850\n\nGr\x94\xe1e', 'Größe\n'],
    ['text/plain; charset="IBM437"\nContent-Transfer-Encoding: quoted-printable\n\nGr=94=E1e', 'Größe\n'],
    ['text/plain; charset=utf-7\n\n+AEcAcgD2AN8-e', 'Größe\n'],
    ['text/plain; charset=HZ-GB-2312\n\n~{VPND~}', '中文\n'],
    [`text/plain; charset=ibm-1047\nContent-Transfer-Encoding: base64\n\n${ebcdic}`, 'Hello\n_worlda'],
    ['text/plain; charset=cp500\nContent-Transfer-Encoding: quoted-printable\n\n=C8=85\n=C8', 'He\nH\n'],
    ['text/html; charset=cp852\n\n<p>l\x9c\x85</p>', 'lťů'],
    ['text/plain; charset=ibm850\nContent-Transfer-Encoding: 8bit\n\nZ\xc3\xbcrich', 'Zürich\n'],
  ])('is read: %j', async (part, text) => {
    expect((await family(`Content-Type: ${part}`)).members[0]?.text).toBe(text)
  })

  it('is decoded before its markup is sanitised', async () => {
    const html = `<p>Words<script>alert(1)</script><img src=x onerror=alert(1)></p>`
    const hidden = `+${Buffer.from(html, 'utf16le').swap16().toString('base64').replace(/=+$/, '')}-`
    const [member] = (await family(`Content-Type: text/html; charset=utf-7\n\n${hidden}`)).members
    expect(member?.text).toBe('Words[image]')
    expect(member?.html).toContain('Words')
    expect(member?.html).not.toMatch(/script|onerror|\+AD/)
  })

  it('gives a uuencoded file in it as others do', async () => {
    const { members } = await family(
      'Content-Type: text/plain; charset=cp850\n\nGr\x94\xe1e\nbegin 644 a.txt\n#86)C\n`\nend',
    )
    expect(members.map(({ fileName, text }) => [fileName, text?.trim()]).at(-1)).toEqual(['a.txt', 'abc'])
    expect(members[0]?.text).toContain('Größe')
  })
})

describe('an attachment', () => {
  const attached = async (headers: string, content: string) =>
    (
      await family(
        `Content-Type: multipart/mixed; boundary=b\n\n--b\n\nWords.\n--b\n${headers}\n\n${content}\n--b--`,
      )
    ).members[1]

  it('is read by its charset', async () => {
    const plain = await attached('Content-Type: text/plain; charset=cp850; name=a.txt', 'Gr\x94\xe1e')
    expect(plain?.text?.trim()).toBe('Größe')
    const host = 'charset=ibm-1047; name=a.txt\nContent-Transfer-Encoding: base64'
    expect(await attached(`Content-Type: text/plain; ${host}`, ebcdic)).toMatchObject({
      text: 'Hello\n_worlda',
      category: 'Plain text/source',
      bytes: Buffer.from(ebcdic, 'base64'),
      flaws: [],
    })
    const unknown = host.replace('ibm-1047', 'x-nonsense')
    expect((await attached(`Content-Type: text/plain; ${unknown}`, ebcdic))?.category).toBe('Unknown')
  })

  it.each([
    ["filename*=cp850''Gr%94%e1e.txt", 'Größe.txt'],
    ["filename*0*=cp852''l%9c; filename*1*=%85; filename*2=.txt", 'lťů.txt'],
    ['filename="=?cp850?Q?Gr=94=E1e.txt?="', 'Größe.txt'],
    ["filename*=cp850''Z%c3%bcrich.txt", 'Zürich.txt'],
    ["filename*=utf-8''Gr%c3%b6%c3%9fe.txt", 'Größe.txt'],
    ["filename*=x''Gr%f6%dfe.txt", 'Größe.txt'],
  ])('is named as it was meant: %s', async (name, expected) => {
    const part = await attached(`Content-Type: application/x\nContent-Disposition: attachment; ${name}`, 'x')
    expect(part?.fileName).toBe(expected)
  })
})

describe('encoded words', () => {
  it.each([
    ['=?cp850?Q?Gr=94=E1e?= =?IBM850*de?b?lOE=?=', 'Größeöß'],
    ['a =?utf-7?Q?+AEcAcgD2AN8-e_x?= b', 'a Größe x b'],
    ['=?hz-gb-2312?Q?~{VPND~}?=', '中文'],
    ['=?cp037?B?yIWTk5Y=?= =?utf-8?Q?_=C3=B6?=', 'Hello ö'],
    ['=?cp437?Q?=94?==?cp437?X?y?=', 'ö=?cp437?X?y?='],
    ['=?ibm850?Q?Z=C3=BCrich?= =?ibm850?Q?=94?=', 'Zürichö'],
    ['=?iso-8859-1?Q?=F6?=', 'ö'],
  ])('are read: %s', (words, text) => {
    expect(decodedWords(words)).toBe(text)
  })

  it('are read in subjects, senders and other fields', async () => {
    const word = '=?cp850?Q?Gr=94=E1e?='
    const { members } = await family(
      `Subject: ${word}\nTo: "${word}" <b@x.example>, ${word} <c@x.example>\nX-Mailer: ${word}\n\nx`,
    )
    expect(members[0]).toMatchObject({
      title: 'Größe',
      mail: { to: [{ name: 'Größe' }, { name: 'Größe' }] },
      metadata: { Mailer: ['Größe'] },
    })
  })
})

describe('words that follow each other', () => {
  const base64 = (bytes: Buffer) => `=?utf-8?B?${bytes.toString('base64')}?=`
  const whole = Buffer.from('会議')

  it.each([
    [
      'cut within a character, each to its end',
      `${base64(whole.subarray(0, 4))}\r\n ${base64(whole.subarray(4))}`,
      '会議',
    ],
    ['cut within a character, in Q', '=?utf-8?Q?Gr=C3?= =?UTF-8?q?=B6=C3=9Fe?=', 'Größe'],
    ['whose charset the bytes contradict', '=?iso-8859-1?Q?Gr=C3=B6=C3=9Fe?=', 'Größe'],
    ['with words between them', '=?utf-8?Q?a?= b =?utf-8?Q?c?=', 'a b c'],
    ['of two charsets', '=?utf-8?Q?=C3=B6?= =?iso-8859-1?Q?=F6?=', 'öö'],
    ['that never end', '=?utf-8?Q?a', '=?utf-8?Q?a'],
  ])('%s are read', (_, header, text) => {
    expect(decodedWords(header)).toBe(text)
  })
})

it('what cannot be read is told', async () => {
  const { members } = await family(
    `Subject: =?utf-8?B?${Buffer.from('a\ufffdb').toString('base64')}?=\n\nWords.`,
  )
  expect(members[0]?.flaws.map(({ code, reason }) => [code, reason])).toEqual([
    ['textFailed', 'Of its text one character could not be read, and can be looked for in the file only.'],
  ])
})
