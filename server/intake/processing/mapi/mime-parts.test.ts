import { describe, expect, it } from 'vitest'
import { unlocked } from '#tests/fixtures/family-options.ts'
import { type Draft, msg, tags } from '#tests/fixtures/msg.ts'
import { readFamily } from '../family.ts'
import { defaultLimits } from '../limits.ts'

const options = { maxTextSize: 1_000_000, limits: defaultLimits, ...unlocked }

const signed = [
  'Content-Type: multipart/signed; protocol="application/x-pkcs7-signature"; micalg=sha1; boundary="outer"',
  '',
  '--outer',
  'Content-Type: multipart/mixed; boundary="inner"',
  '',
  '--inner',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: 8bit',
  '',
  'The price is 3 €.',
  '--inner',
  'Content-Type: text/csv; name="prices.csv"',
  'Content-Disposition: attachment; filename="prices.csv"',
  '',
  'a,b',
  '--inner--',
  '--outer',
  'Content-Type: application/x-pkcs7-signature; name="smime.p7s"',
  'Content-Transfer-Encoding: base64',
  'Content-Disposition: attachment; filename="smime.p7s"',
  '',
  'MAAA',
  '--outer--',
  '',
].join('\r\n')

const sent = new Date('2024-03-05T15:00:00Z')
const wrapping = (mimeType: string, content = signed): Draft['properties'] => ({
  [tags.attachedName]: 'smime.p7m',
  ...(mimeType === '' ? {} : { [tags.attachedType]: mimeType }),
  [tags.attachedData]: Buffer.from(content),
  [tags.attachMethod]: 1,
})
const letter = (body: string, attachments: readonly Draft['properties'][]) =>
  readFamily(
    msg({
      properties: {
        [tags.messageClass]: 'IPM.Note.SMIME.MultipartSigned',
        [tags.subject]: 'Prices',
        [tags.submittedAt]: sent,
        [tags.senderAddress]: 'dale@northwind.example',
        ...(body === '' ? {} : { [tags.body]: body }),
      },
      attachments: attachments.map((properties) => ({ properties })),
    }),
    { path: ['x.msg'] },
    options,
    'msg',
  )
const shown = async (family: ReturnType<typeof letter>) =>
  (await family).members.map(({ depth, fileName, text }) => [depth, fileName, text?.trim() ?? null])

describe('a signed message of Outlook', () => {
  const whole = [
    [0, 'Prices.msg', 'The price is 3 €.'],
    [1, 'prices.csv', 'a,b'],
    [1, 'smime.p7s', null],
  ]

  it('has the text and the attachments that were signed', async () => {
    expect(await shown(letter('', [wrapping('multipart/signed')]))).toEqual(whole)
    expect(await shown(letter('', [wrapping('')]))).toEqual(whole)
    expect(await shown(letter('The price is 3\r\n€.\r\n', [wrapping('multipart/signed')]))).toEqual(whole)
  })

  it('is a copy of the same message as an e-mail file', async () => {
    const eml = `From: dale@northwind.example\r\nSubject: Prices\r\nDate: Tue, 5 Mar 2024 15:00:00 +0000\r\nMIME-Version: 1.0\r\n${signed}`
    const asFile = await readFamily(Buffer.from(eml), { path: ['x.eml'] }, options)
    expect((await letter('', [wrapping('multipart/signed')])).dedupeHash).toBe(asFile.dedupeHash)
  })

  it('keeps what it says itself beside what was signed, where that differs', async () => {
    expect(await shown(letter('Something else.', [wrapping('multipart/signed')]))).toEqual([
      [0, 'Prices.msg', 'Something else.'],
      [1, 'smime.p7m.eml', 'The price is 3 €.'],
      [2, 'prices.csv', 'a,b'],
      [2, 'smime.p7s', null],
    ])
    const other = { ...wrapping('text/plain', 'beside'), [tags.attachedName]: 'beside.txt' }
    expect((await shown(letter('', [wrapping('multipart/signed'), other]))).map(([, name]) => name)).toEqual([
      'Prices.msg',
      'smime.p7m.eml',
      'prices.csv',
      'smime.p7s',
      'beside.txt',
    ])
  })

  it('that is damaged keeps its attachment, and a saved web page stays one', async () => {
    expect((await shown(letter('', [wrapping('multipart/signed', 'nothing')])))[1]).toEqual([
      1,
      'smime.p7m',
      'nothing',
    ])
    const page =
      'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"; type="text/html"\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Page</p>\r\n--b--\r\n'
    const properties = { ...wrapping('multipart/related', page), [tags.attachedName]: 'page.mht' }
    const { members } = await letter('', [properties])
    expect(members[1]).toMatchObject({ fileName: 'page.mht', category: 'Web/markup' })
  })
})
