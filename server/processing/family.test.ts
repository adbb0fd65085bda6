import { describe, expect, it } from 'vitest'
import { ole } from '#tests/fixtures/ole.ts'
import { readFamily, readLooseFile } from './family.ts'
import { defaultLimits } from './limits.ts'

const options = { maxTextSize: 1e6, limits: defaultLimits }
const fileOf = async (bytes: Buffer | string, name: string) =>
  (await readLooseFile(Buffer.from(bytes), { path: [name] }, options)).members[0]

/** What a message with one attachment gives for it. */
async function attached(type: string, bytes: Buffer, name: string) {
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
  return (await readFamily(Buffer.from(message), { path: ['m.eml'] }, options)).members[1]
}

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
