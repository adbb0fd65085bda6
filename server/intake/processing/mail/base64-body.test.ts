import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../limits.ts'
import { readBase64 } from './base64-body.ts'
import { readMessage } from './eml.ts'

const encoded = (text: string): string => Buffer.from(text).toString('base64')
const read = (raw: string): [string, string | null] => {
  const { bytes, restFrom } = readBase64(Buffer.from(raw))
  return [bytes.toString(), restFrom === null ? null : raw.slice(restFrom)]
}
const long = 'A text that is long enough to stand in lines of its own, as mail has them.'
const lines = encoded(long).replace(/.{76}/g, '$&\r\n')

describe('base64', () => {
  it.each([
    ['to its end', lines, long, null],
    ['in blocks, each with its end', `${encoded('one ')}\n${encoded('two')}`, 'one two', null],
    ['in blocks without a line between', `${encoded('one ')}${encoded('two')}`, 'one two', null],
    ['with signs among it', `${lines.slice(0, 20)}\n!!\n${lines.slice(20)}`, long, null],
    ['before a footer', `${lines}\n-- \nSee the list at x.example`, long, '-- \nSee the list at x.example'],
    ['before a footer of one word', `${encoded('ab')}\nUnsubscribe`, 'ab', 'Unsubscribe'],
    [
      'before a footer that begins with a word',
      `${encoded('ab')}\nFooter\nof the list.`,
      'ab',
      'Footer\nof the list.',
    ],
    ['nowhere', 'This is plain text, whatever is said.', '', 'This is plain text, whatever is said.'],
    ['nowhere, and empty', '', '', null],
  ])('%s', (_, raw, text, rest) => {
    expect(read(raw)).toEqual([text, rest])
  })

  it('costs what its length costs, however often it could end', { timeout: 15_000 }, () => {
    expect(readBase64(Buffer.from('aa=\n-x\n'.repeat(200_000))).restFrom).toBe(4)
  })
})

describe('a message', () => {
  const message = (...parts: string[]) =>
    readMessage(Buffer.from(['From: a@x.example', 'Subject: s', ...parts].join('\r\n')), defaultLimits)
  const inBase64 = 'Content-Transfer-Encoding: base64'

  it('has the words behind a text in base64, and says so', async () => {
    const { text, faults } = await message(inBase64, '', encoded('The text.'), '-- ', 'The footer.')
    expect(text).toBe('The text.\n-- \nThe footer.')
    expect(faults).toEqual([expect.stringMatching(/said to be base64 and is not to its end/)])
  })

  it('has what is said to be base64 and is not, as it stands', async () => {
    const parts = [
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: image/png; name=a.txt',
      inBase64,
    ]
    const { parts: found, faults } = await message(...parts, '', 'Not encoded.', '--b--')
    expect(found.map(({ bytes }) => bytes.toString())).toEqual(['Not encoded.'])
    expect(faults).toEqual([expect.stringMatching(/said to be base64 and is not: it is kept/)])
  })

  it('has words behind an attachment in base64 beside it', async () => {
    const parts = ['Content-Type: multipart/mixed; boundary=b', '', '--b', 'Content-Type: a/b', inBase64, '']
    const read = await message(...parts, encoded('bytes'), 'Sent by the list.', '--b--')
    expect(read.parts.map(({ bytes }) => bytes.toString())).toEqual(['bytes'])
    expect(read.metadata.Text_Around_Parts).toEqual(['Sent by the list.'])
  })

  it.each(['base64', 'quoted-printable'])(
    'has parts that were encoded as a whole in %s',
    async (encoding) => {
      const inside = '--b\r\n\r\nThe text.\r\n--b\r\nContent-Type: a/b\r\n\r\nfile\r\n--b--\r\n'
      const body = encoding === 'base64' ? encoded(inside) : inside.replaceAll('=', '=3D')
      const head = [
        'Content-Type: multipart/mixed; boundary="b"',
        `Content-Transfer-Encoding: ${encoding}`,
        '',
      ]
      const { text, parts, faults } = await message(
        ...head,
        encoding === 'base64' ? body : body.replaceAll('--b', '=2D-b'),
      )
      expect([text.trim(), parts.map(({ bytes }) => bytes.toString().trim()), faults]).toEqual([
        'The text.',
        ['file'],
        [],
      ])
    },
  )

  /** Parts that are encoded as a whole, as a part of something else. */
  const nested = (boundary: string, inside: string, encoding = 'base64'): string[] => [
    `Content-Type: multipart/mixed;\r\n boundary="${boundary}"`,
    `Content-Transfer-Encoding: ${encoding}`,
    'X-Kept: 1',
    '',
    ...(encoding === 'base64'
      ? (encoded(inside).match(/.{1,76}/g) ?? [])
      : [inside.replaceAll('--', '=2D-')]),
  ]
  const textAndFile = (boundary: string, words: string): string =>
    `--${boundary}\r\n\r\nThe text of ${words}.\r\n--${boundary}\r\nContent-Type: a/b; name=${words}\r\n\r\n${words}\r\n--${boundary}--\r\n`

  it.each(['base64', 'quoted-printable'])(
    'has parts of parts that were encoded as a whole in %s, each in its place, with what stands behind them',
    async (encoding) => {
      const { text, parts, faults, metadata } = await message(
        'Content-Type: multipart/mixed; boundary=out',
        '',
        '--out',
        '',
        'Above.',
        '--out',
        ...nested('one', textAndFile('one', 'plover'), encoding),
        '--out',
        'Content-Type: a/b; name=between',
        '',
        'between',
        '--out',
        ...nested('two', textAndFile('two', 'dunlin'), encoding),
        ...(encoding === 'base64' ? ['', 'Sent by the list server of the harbor.'] : []),
        '--out--',
      )
      const words = text.split('\n').filter((line) => line.trim() !== '')
      expect(words).toEqual(['Above.', 'The text of plover.', 'The text of dunlin.'])
      expect(parts.map(({ fileName, bytes }) => [fileName, bytes.toString().trim()])).toEqual([
        ['plover', 'plover'],
        ['between', 'between'],
        ['dunlin', 'dunlin'],
      ])
      expect(faults).toEqual([])
      if (encoding === 'base64')
        expect(metadata.Text_Around_Parts?.join()).toContain('Sent by the list server')
    },
  )

  it('has parts in an encoding in an encoding, and what is encoded without end as it stands', async () => {
    const within = (depth: number): string =>
      depth === 0
        ? textAndFile('b0', 'knot')
        : `--b${depth}\r\n${nested(`b${depth - 1}`, within(depth - 1)).join('\r\n')}\r\n--b${depth}--\r\n`
    const twice = await message(...nested('b2', within(2)))
    expect(twice.text.trim()).toBe('The text of knot.')
    expect(twice.parts.map(({ fileName }) => fileName)).toEqual(['knot'])
    const often = await message(...nested('b9', within(9)))
    expect(often.parts).toEqual([])
    expect(often.metadata.Text_Around_Parts?.join().replace(/\s/g, '')).toContain(
      encoded(within(5)).slice(0, 500),
    )
  })
})
