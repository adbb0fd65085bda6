import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { unlocked } from '#tests/fixtures/family-options.ts'
import { ole } from '#tests/fixtures/ole.ts'
import { readFamily, readLooseFile } from './family.ts'
import { defaultLimits } from './limits.ts'

const options = { maxTextSize: 1e6, limits: defaultLimits, ...unlocked }
const fileOf = async (bytes: Buffer | string, name: string) =>
  (await readLooseFile(Buffer.from(bytes), { path: [name] }, options)).members[0]

/** A message with one attachment. */
async function familyWith(type: string, bytes: Buffer, name: string) {
  const message = [
    'From: a@x.example',
    'To: b@x.example',
    'Subject: s',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    '--b',
    `Content-Type: ${type}; name="${name}"`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename="${name}"`,
    '',
    bytes.toString('base64'),
    '--b--',
    '',
  ].join('\r\n')
  return await readFamily(Buffer.from(message), { path: ['m.eml'] }, options)
}

/** What such a message gives for it. */
const attached = async (type: string, bytes: Buffer, name: string) =>
  (await familyWith(type, bytes, name)).members[1]

const zip = (files: readonly { readonly name: string; readonly bytes: Buffer }[]): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(files.map(({ name, bytes }) => [name, bytes]))))

describe('a file of a family', () => {
  it('is of the kind that all of its bytes tell, and says where its name tells another', async () => {
    // The flag that says that it is encrypted stands behind the head.
    const fib = Buffer.alloc(60_000)
    fib[11] = 1
    const file = await fileOf(ole([{ name: 'WordDocument', bytes: fib }]), 'x.xls')
    expect(file).toMatchObject({ mimeType: 'application/msword', category: 'Encrypted', extension: 'xls' })
    expect(file?.metadata).toEqual({ Detected_Type: ['doc'] })
    expect(file?.flaws.map(({ code }) => code)).toEqual(['encrypted'])
  })

  it('has its text where that is UTF-16 without a mark, whatever charset is declared', async () => {
    const bytes = Buffer.from('Mañana, 3 €\n', 'utf16le')
    expect((await fileOf(bytes, 'x.txt'))?.text).toBe('Mañana, 3 €\n')
    expect((await attached('text/plain; charset=us-ascii', bytes, 'x.txt'))?.text).toBe('Mañana, 3 €\n')
  })

  it('has the text of an XHTML page, without its tags', async () => {
    const page =
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p>Hello</p></body></html>'
    const file = await fileOf(page, 'x.xhtml')
    expect([file?.mimeType, file?.text?.trim()]).toEqual(['application/xhtml+xml', 'Hello'])
  })

  it('that is signed is not encrypted, and what hides its content is', async () => {
    const signed = Buffer.from(
      '303006092a864886f70d010702a023302102010131 00300d06092a864886f70d010701a000'.replaceAll(' ', ''),
      'hex',
    )
    const enveloped = Buffer.from('300f06092a864886f70d010703a0023000', 'hex')
    const category = async (bytes: Buffer) =>
      (await attached('application/pkcs7-mime', bytes, 'smime.p7m'))?.category
    expect(await category(signed)).toBe('Container')
    expect(await category(enveloped)).toBe('Encrypted')
    // Nothing but what the message says is known of it.
    expect(await category(Buffer.from([0, 1, 2, 3]))).toBe('Encrypted')
  })
})

describe('what stands in an attachment', () => {
  const paths = (members: readonly { readonly path: readonly string[]; readonly depth: number }[]) =>
    members.map(({ path, depth }) => [depth, ...path.slice(1)].join(' / '))

  it('is a document below it: of archives in archives, of packed files and of mailboxes', async () => {
    const inner = zip([{ name: 'deep.txt', bytes: Buffer.from('deep words') }])
    const mailbox =
      'From a@x Tue Mar 05 09:00:00 2024\nFrom: a@x.example\nTo: b@x.example\nSubject: boxed\n\nhello\n'
    const outer = zip([
      { name: 'a/one.txt', bytes: Buffer.from('one') },
      { name: 'inner.zip', bytes: inner },
      { name: 'notes.txt.gz', bytes: gzipSync('packed words') },
      { name: 'old.mbox', bytes: Buffer.from(mailbox) },
    ])
    const { members } = await familyWith('application/zip', outer, 'all.zip')
    expect(paths(members)).toEqual([
      '0',
      '1 / all.zip',
      '2 / all.zip / one.txt',
      '2 / all.zip / inner.zip',
      '3 / all.zip / inner.zip / deep.txt',
      '2 / all.zip / notes.txt.gz',
      '3 / all.zip / notes.txt.gz / notes.txt',
      '2 / all.zip / old.mbox',
      '3 / all.zip / old.mbox / message@0.eml',
    ])
    expect(members.map(({ text }) => text?.trim() ?? null).slice(2)).toEqual([
      'one',
      null,
      'deep words',
      null,
      'packed words',
      null,
      'hello',
    ])
    expect(members.at(-1)).toMatchObject({ title: 'boxed', recordType: 'E-mail attachment' })
    expect(members.flatMap(({ flaws }) => flaws)).toEqual([])
  })

  it('is not taken out past the limits, and that is said', async () => {
    const bomb = { name: 'zeros.bin', bytes: Buffer.alloc(60 * 1024 * 1024) }
    const { members } = await familyWith('application/zip', zip([bomb]), 'bomb.zip')
    expect(members).toHaveLength(2)
    expect(members[1]?.flaws).toMatchObject([{ code: 'tooLarge', stage: 'expand' }])
  })

  it('is taken out but for a bomb in it', async () => {
    const bomb = { name: 'zeros.bin', bytes: Buffer.alloc(60 * 1024 * 1024) }
    const note = { name: 'note.txt', bytes: Buffer.from('a note') }
    const { members } = await familyWith('application/zip', zip([bomb, note]), 'all.zip')
    expect(members.map(({ fileName }) => fileName)).toContain('note.txt')
    expect(members[1]?.flaws).toEqual([
      {
        code: 'tooLarge',
        stage: 'expand',
        reason: '“zeros.bin”: It expands to more than 100 times its size.',
      },
    ])
  })

  it('is told of where the archive is damaged', async () => {
    const damaged = Buffer.from(zip([{ name: 'one.txt', bytes: Buffer.from('one two three four five') }]))
    damaged[45] = (damaged[45] ?? 0) ^ 0xff
    const { members } = await familyWith('application/zip', damaged, 'damaged.zip')
    expect(members[1]?.flaws.map(({ code }) => code)).toEqual(['containerPartial'])
  })
})
