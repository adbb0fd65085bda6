import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unlocked } from '#tests/fixtures/family-options.ts'
import { message } from '#tests/fixtures/mail.ts'
import { runs, property as test } from '#tests/runs.ts'
import { readFamily, readLooseFile } from '../family.ts'
import { defaultLimits } from '../limits.ts'
import type { FamilyOptions } from '../member.ts'
import { BrokenMessage, readMessage } from './eml.ts'

const read = (text: string | Buffer) => readMessage(Buffer.from(text), defaultLimits)
const options: FamilyOptions = { maxTextSize: 100_000, limits: defaultLimits, ...unlocked }
const family = (text: string | Buffer, as = options) => readFamily(Buffer.from(text), { path: ['m'] }, as)

describe('readMessage', () => {
  it('reads headers as fields', async () => {
    const m = await read(
      message({
        cc: 'Doe, J. <j@x.example>',
        bcc: 'b@x.example',
        subject: '=?UTF-8?B?R3LDtsOfZQ==?= matters',
        headers: [
          'In-Reply-To: Message from Bob <bob@x.example> of "Monday" <p@x.example>',
          'References: <o@x.example>\r\n <p@x.example>',
          'X-Priority: 1',
          'Received: from a by b; Tue, 5 Mar 2024 15:00:09 +0000',
          'X-Odd: kept',
        ],
      }),
    )
    expect(m).toMatchObject({
      subject: 'Größe matters',
      cc: [{ name: 'Doe, J.', address: 'j@x.example' }],
      bcc: [{ address: 'b@x.example' }],
      messageId: 'm1@test.example',
      inReplyTo: 'p@x.example',
      references: ['o@x.example', 'p@x.example'],
      sentAt: '2024-03-05T15:00:00.000Z',
      sentOriginal: 'Tue, 05 Mar 2024 09:00:00 -0600',
      receivedAt: '2024-03-05T15:00:09.000Z',
    })
    expect(m.metadata).toMatchObject({
      Priority: ['1'],
      Other_Headers: expect.arrayContaining(['X-Odd: kept']),
    })
  })

  it.each([
    ['a byte order mark', '\ufeffSubject: s\n\nx'],
    ['empty lines first', '\n\r\nSubject: s\n\nx'],
    ['a separator', 'From a@b Tue Mar 05 09:00:00 2024\nSubject: s\n\nx'],
    ['a quoted separator', '>From a@b Tue Mar 05 09:00:00 2024\nSubject: s\n\nx'],
  ])('reads a message behind %s', async (_, text) => {
    expect(await read(text)).toMatchObject({ subject: 's', text: expect.stringContaining('x') })
  })

  it('reads header text that is not UTF-8', async () => {
    expect(
      (await read(Buffer.from('Subject: Gr\xf6\xdfe\nFrom: J\xfcrgen <j@x.example>\n\nx', 'latin1'))).subject,
    ).toBe('Größe')
  })

  it.each([
    [
      'windows-1251',
      'base64',
      Buffer.from('\xcf\xf0\xe8\xe2\xe5\xf2', 'latin1').toString('base64'),
      'Привет',
    ],
    ['iso-2022-jp', '7bit', '\u001b$B$3$s$K$A$O\u001b(B', 'こんにちは'],
    ['iso-8859-1', 'quoted-printable', 'Gr=F6=DFe', 'Größe'],
    ['x-unheard-of', '8bit', 'plain', 'plain'],
  ])('reads text in %s', async (charset, encoding, body, expected) => {
    const m = await read(
      `Subject: s\nContent-Type: text/plain; charset=${charset}\nContent-Transfer-Encoding: ${encoding}\n\n${body}`,
    )
    expect(m.text.trim()).toBe(expected)
  })

  it.each([
    ['nothing', ''],
    ['no charset', 'Content-Type: text/plain\n'],
    ['us-ascii', 'Content-Type: text/plain; charset=us-ascii\n'],
    ['what is not so', 'Content-Type: text/plain; charset=utf-8\n'],
    ['what nobody knows', 'Content-Type: text/plain; charset=x-unheard-of\n'],
  ])('reads text and subject in the likeliest charset where the message declares %s', async (_, declared) => {
    const m = (letter: string) => read(Buffer.from(`Subject: ${letter}\n${declared}\n${letter}\n`, 'latin1'))
    expect(await m('Sch\xf6ne Gr\xfc\xdfe aus K\xf6ln')).toMatchObject({
      subject: 'Schöne Grüße aus Köln',
      text: 'Schöne Grüße aus Köln\n',
    })
    expect(await m('Prosz\xea o potwierdzenie, \xbfe p\xb3atno\x9c\xe6 zosta\xb3a wys\xb3ana')).toMatchObject(
      {
        subject: 'Proszę o potwierdzenie, że płatność została wysłana',
        text: 'Proszę o potwierdzenie, że płatność została wysłana\n',
      },
    )
    expect((await m(Buffer.from('Größe, 3 €').toString('latin1'))).text).toBe('Größe, 3 €\n')
  })

  it.each([
    ['no boundary', 'multipart/mixed', 'the words'],
    ['a boundary that never comes', 'multipart/mixed; boundary="zz"', 'the words'],
  ])('finds the words of a message that announces parts and has none: %s', async (_, type, words) => {
    const m = await read(`Subject: s\nContent-Type: ${type}\n\n${words}\n`)
    expect(m.text).toBe(words)
    expect(m.faults).toEqual([expect.stringContaining('announces parts')])
  })

  it('says so where a message ends before its last part', async () => {
    const m = await read(
      'Subject: s\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nhello\n--b\n',
    )
    expect(m.text).toContain('hello')
    expect(m.faults).toEqual([expect.stringContaining('ends before')])
  })

  it.each(['', 'no header at all', '\u0000\u0001\u0002'])('refuses what is no message', async (text) => {
    await expect(read(text)).rejects.toThrow(BrokenMessage)
  })
})

describe('readFamily', () => {
  it('takes the text of HTML where there is no other, and shows it without anything that acts', async () => {
    const { members } = await family(
      'Subject: s\nContent-Type: text/html\n\n<p onclick=x()>One <b>two</b></p><script>three()</script>',
    )
    expect(members[0]?.text).toBe('One two')
    expect(members[0]?.html).toBe('<p>One <b>two</b></p>\n')
  })

  it('records images that the message shows, and makes documents of all other attachments', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000', 'hex').toString('base64')
    const part = (type: string, id: string, name: string, data: string) =>
      `--b\nContent-Type: ${type}; name=${name}\nContent-ID: <${id}>\nContent-Disposition: inline; filename=${name}\nContent-Transfer-Encoding: base64\n\n${data}\n`
    const { members, inlineImages } = await family(
      `Subject: s\nContent-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n<img src="cid:shown@x">\n${part('image/png', 'shown@x', 'logo.png', png)}${part('image/png', 'other@x', 'photo.png', png)}--b--\n`,
    )
    expect(inlineImages).toEqual([
      { parent: 0, path: [...(members[0]?.path ?? []), 'logo.png'], size: 10, sha256: members[1]?.sha256 },
    ])
    expect(members.map((m) => m.fileName)).toEqual(['s.eml', 'photo.png'])
    expect(members[0]?.html).toContain(`data:image/png;base64,${png}`)
    expect(members[0]?.metadata.Inline_Images?.[0]).toMatch(
      /^logo\.png \(image\/png, 10 bytes, SHA-256 [0-9a-f]{64}\)$/,
    )
  })

  it('makes documents of images that the message names and that cannot be shown in it', async () => {
    const png = (length: number) =>
      Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(length)])
    const images: readonly (readonly [name: string, bytes: Buffer])[] = [
      ['logo', png(2_000)],
      // A screenshot, as people paste them.
      ['screenshot', png(300_000)],
      ['drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>')],
      ...Array.from({ length: 10 }, (_, n) => [`photo-${n}`, png(120_000)] as const),
    ]
    const parts = images.map(
      ([name, bytes]) =>
        `--b\nContent-Type: image/png; name=${name}\nContent-ID: <${name}@x>\nContent-Transfer-Encoding: base64\n\n${bytes.toString('base64')}\n`,
    )
    const html = images.map(([name]) => `<img src="cid:${name}@x">`).join('')
    const written = `Subject: s\nContent-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n${html}\n${parts.join('')}--b--\n`
    const { members, inlineImages, dedupeHash } = await family(written)
    // Eight photographs are as much as one message shows.
    expect(members.slice(1).map(({ fileName }) => fileName.split('.')[0])).toEqual([
      'screenshot',
      'drawing',
      'photo-8',
      'photo-9',
    ])
    expect(inlineImages).toHaveLength(9)
    expect(members[0]?.attachmentCount).toBe(4)
    expect(members[0]?.html?.match(/data:image/g)).toHaveLength(9)
    // A project may want all of them, or none; they are shown as before, and copies are recognised whatever it wants.
    for (const [inlineImages, documents] of [
      ['all', images.length],
      ['none', 0],
    ] as const) {
      const other = await family(written, { ...options, messages: { ...options.messages, inlineImages } })
      expect(other.members).toHaveLength(1 + documents)
      expect(other.inlineImages).toHaveLength(images.length - documents)
      expect(other.members[0]?.metadata.Inline_Images ?? []).toHaveLength(images.length - documents)
      expect(other.members[0]?.html?.match(/data:image/g)).toHaveLength(9)
      expect(other.dedupeHash).toBe(dedupeHash)
    }
  })

  it.each([
    ['<img src="cid:img10@x">', ['img10@x']],
    ['<img src="CID:img1@x">', ['img1@x']],
    ['<img src=cid:img1%40x>', ['img1@x']],
    ["<td background='cid:img1@x'><img src=cid:img10@x>", ['img1@x', 'img10@x']],
    ['<p style="background:url(cid:img1@x)">', ['img1@x']],
    ['<p style="background:url(&quot;cid:img1@x&quot;)">', ['img1@x']],
    ['<img src="cid:IMG1@x">', []],
    ['<img src="cid:a%zzb@x">', ['a%zzb@x']],
    ['<img src="cid:a&amp;b@x">', ['a&b@x']],
  ])('takes for shown only the images whose whole id the HTML names: %s', async (html, shown) => {
    const ids = ['img1@x', 'img10@x', 'img1', 'a%zzb@x', 'a&b@x']
    const images = ids.map(
      (id) =>
        `--b\nContent-Type: image/png\nContent-ID: <${id}>\nContent-Transfer-Encoding: base64\n\niVBORw0KGgo=\n`,
    )
    const { members, inlineImages } = await family(
      `Subject: s\nContent-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n${html}\n${images.join('')}--b--\n`,
    )
    expect(inlineImages).toHaveLength(shown.length)
    expect(members).toHaveLength(1 + ids.length - shown.length)
    const described = members[0]?.metadata.Inline_Images ?? []
    expect(described.map((line) => line.split(' ')[0])).toEqual(shown)
  })

  it.each([
    ['a.txt', 'words', 'words', undefined],
    ['a.csv', 'x,y', 'x,y', undefined],
    ['a.html', '<p>par</p><p>graph</p>', 'par\n\ngraph', undefined],
    ['a.pdf', '%PDF-1.4', null, 'corrupt'],
    ['a.png', '\u0089PNG\r\n\u001a\n', null, 'noTextYet'],
    ['a.xyz', '\u0000\u0001', null, 'noTextYet'],
    ['empty.txt', '', null, 'zeroByte'],
  ])('reads the text of %s, or says why there is none', async (name, content, text, code) => {
    const { members } = await family(
      message({ attachments: [{ name, type: 'application/octet-stream', bytes: Buffer.from(content) }] }),
    )
    expect(members[1]?.text ?? null).toBe(text)
    expect(members[1]?.flaws.map((f) => f.code)).toEqual(code === undefined ? [] : [code])
    expect(members[1]?.noText === null).toBe(text !== null)
  })

  it.each([
    ['a.png', '\u0089PNG\r\n\u001a\n', 'It is a picture: only text recognition can find text in it.'],
    [
      'a.heic',
      '\0\0\0\u0018ftypheic\0\0\0\0mif1heic',
      'It is a picture: only text recognition can find text in it.',
    ],
    ['a.djvu', 'AT&TFORM\0\0\0\0DJVU', 'Text is not taken from files of type djvu yet.'],
    ['a.mp3', 'ID3\u0003\0\0\0\0\0\0', 'It is a recording: only a transcription can give it a text.'],
    ['a.xyz', '\0\u0001\u0002', 'Text is not taken from files of an unknown type yet.'],
  ])('says of %s what would give it a text, where something does', async (name, bytes, reason) => {
    const file = await readLooseFile(Buffer.from(bytes, 'latin1'), { path: [name] }, options)
    expect(file.members[0]?.flaws).toMatchObject([{ code: 'noTextYet', reason }])
  })

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\note.txt', 'note.txt'],
    ['a\u0000b<c>.txt', 'a_b_c_.txt'],
    ['...', 'unnamed'],
  ])('names an attachment so that the name is no path: %s', async (name, expected) => {
    const file = await readLooseFile(Buffer.from('text'), { path: [name] }, options)
    expect(file.members[0]?.fileName).toBe(expected)
  })

  it.each(['notes.constructor', 'x.__proto__', 'x.toString', 'x.valueOf'])(
    'takes %s for a text',
    async (name) => {
      const file = await readLooseFile(Buffer.from('text'), { path: [name] }, options)
      expect(file.members[0]).toMatchObject({ mimeType: 'text/plain', category: 'Plain text/source' })
    },
  )

  it('takes headers that are called as objects are for headers', async () => {
    const { metadata } = await read('From: a@x.example\nConstructor: boo\n__proto__: bar\nSubject: s\n\nb')
    expect(metadata).toEqual({ Other_Headers: ['Constructor: boo', '__proto__: bar'] })
  })

  it.each([
    ['a NUL in it', 'text/pl\0ain'],
    ['no subtype', 'text'],
    ['no end', `text/${'x'.repeat(10_000)}`],
  ])('takes the bytes of a part for what they are where its type has %s', async (_, type) => {
    const { members } = await family(
      message({ attachments: [{ name: 'a.bin', type, bytes: Buffer.from([0, 1, 2, 3]) }] }),
    )
    expect(members[1]?.mimeType).toBe('application/octet-stream')
  })

  test('gives whatever comes a family or a reason, and never anything that a database refuses', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'From: a@b\n',
        'Subject: =?UTF-8?Q?=ff?=\n',
        'Content-Type: multipart/mixed; boundary=b\n',
        '\n',
        '--b\n',
        '--b--\n',
        'Content-Type: message/rfc822\n',
        'Content-Type: text/x\0y; name="a\0b.constructor"\n',
        'Content-Type: image/png\nContent-ID: <a\0b>\n',
        'Constructor: x\n',
        'Content-Transfer-Encoding: base64\n',
        'Date: Mon, 99 Foo 0000 99:99:99 +9999\n',
        '\0',
        '\ud800',
        'To: "<,;:(\n',
      ),
      fc.string({ maxLength: 30 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
        const bytes = Buffer.from(pieces.join(''), 'latin1')
        const result = await readFamily(bytes, { path: ['m'] }, options).catch((error: unknown) => {
          expect(error).toBeInstanceOf(BrokenMessage)
          return null
        })
        for (const m of result?.members ?? []) {
          // Without the backslashes of the text itself, before which its letters would look like an escape.
          const said = JSON.stringify({ ...m, bytes: null }).replaceAll('\\\\', '')
          expect(said.isWellFormed()).toBe(true)
          expect(said).not.toContain('\\u0000')
          expect(said).not.toMatch(/\\ud[89a-f]/i)
        }
      }),
      { numRuns: runs(300) },
    )
  })
})
