/** Files that were put into messages by uuencode, and what only looks like them. */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { unlocked } from '#tests/fixtures/family-options.ts'
import { message } from '#tests/fixtures/mail.ts'
import { walked } from '#tests/fixtures/walked.ts'
import { readFamily } from '../family.ts'
import { defaultLimits } from '../limits.ts'
import { uuBlocksIn } from './uuencode.ts'

const lineOf = (bytes: Buffer): string => {
  const six = (value: number): string => String.fromCharCode(value === 0 ? 0x60 : value + 32)
  const padded = Buffer.concat([bytes, Buffer.alloc(2)])
  let line = six(bytes.length)
  for (let at = 0; at < bytes.length; at += 3) {
    const all = padded.readUIntBE(at, 3)
    line += [all >> 18, (all >> 12) & 63, (all >> 6) & 63, all & 63].map(six).join('')
  }
  return line
}
const dataOf = (bytes: Buffer): string[] =>
  Array.from({ length: Math.ceil(bytes.length / 45) }, (_, n) => lineOf(bytes.subarray(n * 45, n * 45 + 45)))
const uuencoded = (name: string, bytes: Buffer): string =>
  [`begin 644 ${name}`, ...dataOf(bytes), '`', 'end'].join('\n')

const table = Buffer.from(`a,b\n${'1,2\n'.repeat(30)}`)
const odd = Buffer.from(Array.from({ length: 256 }, (_, n) => n))
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const family = (text: string, limits = defaultLimits) =>
  readFamily(Buffer.from(text, 'latin1'), { path: ['m'] }, { maxTextSize: 100_000, limits, ...unlocked })
const head = 'From: a@x.example\nTo: b@x.example\nSubject: s\nDate: Tue, 05 Mar 2024 09:00:00 -0600\n'
const plain = (body: string): string => `${head}\n${body}\n`
const told = async (text: string, limits = defaultLimits) => {
  const { members } = await family(text, limits)
  return {
    files: members.slice(1).map(({ fileName, sha256 }) => [fileName, sha256]),
    text: members[0]?.text,
    flaws: members[0]?.flaws.map(({ code, reason }) => `${code}: ${reason}`),
  }
}

describe('uuencoded files in a text', () => {
  it('are attachments like others, and their lines are no words of it', async () => {
    const read = await told(
      plain(`Two files:\n\n${uuencoded('a.csv', table)}\n\nand\n${uuencoded('b.bin', odd)}\nBye.`),
    )
    expect(read).toEqual({
      files: [
        ['a.csv', sha256(table)],
        ['b.bin', sha256(odd)],
      ],
      text: 'Two files:\n\n\nand\nBye.\n',
      flaws: [],
    })
    const { members } = await family(plain(uuencoded('a.csv', table)))
    expect(members[1]).toMatchObject({
      category: 'Spreadsheet',
      bytes: table,
      parent: 0,
      path: ['m', 'a.csv'],
    })
    expect(members[0]?.attachmentCount).toBe(1)
  })

  it('tell messages apart, and make no other message of one that has the same files by MIME', async () => {
    const hash = async (text: string | Buffer) => (await family(text.toString('latin1'))).dedupeHash
    const inText = await hash(plain(`See:\n${uuencoded('a.csv', table)}`))
    expect(await hash(plain(`See:\n${uuencoded('a.csv', odd)}`))).not.toBe(inText)
    const options = { from: 'a@x.example', to: 'b@x.example', subject: 's', text: 'See:' }
    const attachments = [{ name: 'a.csv', type: 'text/csv', bytes: table }]
    expect(await hash(message({ ...options, attachments }))).toBe(inText)
  })

  it('are found in the messages of a mailbox', async () => {
    const mbox = `From a@x.example Tue Mar 05 09:00:00 2024\n${plain(uuencoded('a.csv', table))}`
    const [item] = await walked('m.mbox', Buffer.from(mbox))
    expect(item?.kind).toBe('item')
    const bytes = item !== undefined && 'bytes' in item && Buffer.isBuffer(item.bytes) ? item.bytes : null
    expect((await family(bytes?.toString('latin1') ?? '')).members.map(({ fileName }) => fileName)).toEqual([
      's.eml',
      'a.csv',
    ])
  })

  it('are found in parts that are encoded themselves, behind CRLF', async () => {
    const inner = Buffer.from(`Words.\r\n${uuencoded('a.csv', table).replaceAll('\n', '\r\n')}\r\n`)
    const read = await told(
      `${head}Content-Transfer-Encoding: base64\n\n${inner.toString('base64').replace(/.{76}/g, '$&\n')}\n`,
    )
    expect(read).toMatchObject({ files: [['a.csv', sha256(table)]], text: 'Words.\n', flaws: [] })
  })

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\me\\a b.txt', 'a b.txt'],
    ['a<b>.txt', 'a_b_.txt'],
    ['Gr\xfc\xdfe.txt', 'Grüße.txt'],
  ])('are named so that the name is no path: %s', async (name, expected) => {
    expect((await told(plain(uuencoded(name, table)))).files).toEqual([[expected, sha256(table)]])
  })

  it.each([
    ['blanks for zeros', (line: string) => line.replaceAll('`', ' ')],
    ['blanks at their ends taken away', (line: string) => line.replaceAll('`', ' ').trimEnd()],
    ['a character to check them by', (line: string) => (line.length > 3 ? `${line}X` : line)],
  ])('are read with %s', (_, written) => {
    const zeros = Buffer.concat([odd, Buffer.alloc(120), odd])
    const block = uuencoded('z', zeros).split('\n')
    const text = block.map((line, n) => (n === 0 ? line : written(line))).join('\n')
    expect(uuBlocksIn(Buffer.from(text), 9).blocks.map(({ bytes }) => bytes)).toEqual([zeros])
  })

  it('may be empty', async () => {
    const { members } = await family(plain('begin 644 empty.txt\n`\nend'))
    expect(members[1]).toMatchObject({ fileName: 'empty.txt', flaws: [{ code: 'zeroByte' }] })
  })

  const damaged = 'corrupt: A uuencoded file in its text is cut or damaged: its lines stay in the text.'
  it.each<[string, string]>([
    ['without an end', uuencoded('a.csv', table).split('\n').slice(0, -2).join('\n')],
    ['with a line that is none', uuencoded('a.csv', table).replace(/\n.(.*)\n/, '\n$1\nlower case\n')],
    ['with words in it', uuencoded('a.csv', table).replace('\n`\n', '\nOn Monday she wrote:\n`\n')],
  ])('stay in the text where they are damaged: %s', async (_, block) => {
    const text = `Before.\n${block}\nBehind.`
    expect(await told(plain(text))).toEqual({ files: [], text: `${text}\n`, flaws: [damaged] })
  })

  it('that are whole are taken out beside one that is not', async () => {
    const cut = uuencoded('c.bin', odd).split('\n').slice(0, 4).join('\n')
    expect(await told(plain(`${cut}\n${uuencoded('a.csv', table)}`))).toEqual({
      files: [['a.csv', sha256(table)]],
      text: `${cut}\n`,
      flaws: [damaged],
    })
  })

  it.each([
    'To decode it,\nbegin 644 x\nmeans that a file follows.\nend',
    'begin 644 x',
    'We\nbegin 644 files\n\nend',
    'begin 644 x\nHELLO\nend',
    '> begin 644 x\n> #0V%T\n> `\n> end',
  ])('are not seen in words: %j', async (text) => {
    expect(await told(plain(text))).toEqual({ files: [], text: `${text}\n`, flaws: [] })
  })

  it('are taken out up to what a family may have, and the others stay', async () => {
    const three = ['a', 'b', 'c'].map((name) => uuencoded(name, table)).join('\n')
    const read = await told(plain(three), { ...defaultLimits, familyDocuments: 2 })
    expect(read.text).toBe(`${uuencoded('c', table)}\n`)
    expect(read.flaws?.[0]).toMatch(/^tooMany: Only the first 2 uuencoded files/)
  })
})

describe('parts that are uuencoded', () => {
  const part = (type: string, encoding: string, body: string) =>
    `${head}Content-Type: multipart/mixed; boundary=b\n\n--b\n\nWords.\n--b\nContent-Type: ${type}\nContent-Transfer-Encoding: ${encoding}\n\n${body}\n--b--\n`

  it.each(['x-uuencode', 'X-UUE', 'uuencode', 'x-uue'])('are what was encoded: %s', async (encoding) => {
    const read = await told(part('application/x; name=a.csv', encoding, uuencoded('other', table)))
    expect(read).toEqual({ files: [['a.csv', sha256(table)]], text: 'Words.\n', flaws: [] })
  })

  it('are named as they say where nothing else names them', async () => {
    const read = await told(part('application/octet-stream', 'x-uuencode', uuencoded('b/c.bin', odd)))
    expect(read.files).toEqual([['c.bin', sha256(odd)]])
  })

  it('are the text of a message that is one as a whole', async () => {
    const text = Buffer.from('Words that were encoded.\n')
    expect(await told(`${head}Content-Transfer-Encoding: x-uuencode\n\n${uuencoded('t', text)}\n`)).toEqual({
      files: [],
      text: 'Words that were encoded.\n',
      flaws: [],
    })
  })

  it('are attachments where what was encoded is no text, or words stand around it', async () => {
    const whole = `${head}Content-Transfer-Encoding: uuencode\n\n`
    expect((await told(`${whole}${uuencoded('b.bin', odd)}\n`)).files).toEqual([['b.bin', sha256(odd)]])
    expect(await told(`${whole}See:\n${uuencoded('a.csv', table)}\n`)).toEqual({
      files: [['a.csv', sha256(table)]],
      text: 'See:\n',
      flaws: [],
    })
  })

  it('are kept as they stand where they are not what they are said to be', async () => {
    const read = await told(part('application/x; name=a.bin', 'x-uuencode', 'no such thing'))
    expect(read.files).toEqual([['a.bin', sha256(Buffer.from('no such thing\n'))]])
    expect(read.flaws).toEqual([
      'corrupt: A part is said to be uuencoded and cannot be decoded: it is kept as it stands.',
    ])
    expect((await told(part('application/x; name=a.bin', 'x-uuencode', ''))).flaws).toEqual([])
    const around = await told(part('application/x; name=a', 'x-uuencode', `Hi\n${uuencoded('a', table)}`))
    expect(around).toMatchObject({
      files: [['a', sha256(table)]],
      flaws: [expect.stringContaining('around')],
    })
  })
})
