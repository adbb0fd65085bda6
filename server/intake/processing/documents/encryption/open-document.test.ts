import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { identifyWhole } from '#server/intake/processing/identify/identify.ts'
import { defaultLimits } from '#server/intake/processing/limits.ts'
import {
  encryptBlowfish,
  lockedByOffice,
  lockedOpenDocument,
  type Way,
} from '#tests/fixtures/locked-open-document.ts'
import { isInstalled } from '#tests/fixtures/soffice.ts'
import { runs, property as test } from '#tests/runs.ts'
import { hasCorpus, readAs, readCorpus } from '#tests/support/office.ts'
import { readDocument } from '../read-document.ts'
import { decryptBlowfish } from './blowfish.ts'
import { openDocumentParts } from './open-document.ts'

const textType = 'application/vnd.oasis.opendocument.text'
const parts = {
  'content.xml': `<office:document-content><office:body><office:text><text:p>The cavern lease is privileged.</text:p>${'<text:p>Larkspur</text:p>'.repeat(500)}</office:text></office:body></office:document-content>`,
  'meta.xml':
    '<office:document-meta><office:meta><dc:title>Lease</dc:title></office:meta></office:document-meta>',
  'Object 1/content.xml':
    '<office:document-content><office:body><office:chart><chart:title><text:p>Gas by month</text:p></chart:title></office:chart></office:body></office:document-content>',
}
const ways: readonly Way[] = ['aes', 'blowfish', 'whole']
const lockedBy = (way: Way, password = 'tika'): Buffer =>
  lockedOpenDocument(textType, parts, way, { password: Buffer.from(password) })
const encrypted = { code: 'encrypted', message: expect.stringContaining('none that is known opens it') }

describe('Blowfish', () => {
  it('decrypts what others published as an example of it', () => {
    const key = Buffer.from('0123456789abcdeff0e1d2c3b4a59687', 'hex')
    const vector = Buffer.from('fedcba9876543210', 'hex')
    const cipher = Buffer.from('e73214a2822139caf26ecf6d2eb9e76e3da3de04d1517200519d57a6c3', 'hex')
    const plain = Buffer.from('7654321 Now is the time for \0')
    expect(decryptBlowfish(key, vector, cipher)).toEqual(plain)
    expect(encryptBlowfish(key, vector, plain)).toEqual(cipher)
  })
})

describe('a locked OpenDocument file', () => {
  it.each(ways)('says so without its password, and is read whole with it: %s', async (way) => {
    const bytes = lockedBy(way)
    expect(identifyWhole(bytes, 'a.odt')).toMatchObject({ category: 'Encrypted', mimeType: textType })
    await expect(readAs('a.odt', bytes)).rejects.toMatchObject(encrypted)
    await expect(readAs('a.odt', bytes, { passwords: ['wrong', 'Tika'] })).rejects.toMatchObject(encrypted)
    const { text, metadata, flaws } = await readAs('a.odt', bytes, { passwords: ['wrong', 'tika'] })
    expect(text).toMatch(/^The cavern lease is privileged\.\n(Larkspur\n){500}Gas by month$/)
    expect(metadata).toEqual({ Doc_Title: ['Lease'] })
    expect(flaws).toEqual([])
  })

  it.each(ways)('becomes the file that it was, for other programs: %s', async (way) => {
    const { plain } = await openDocumentParts(lockedBy(way), { limits: defaultLimits, passwords: ['tika'] })
    expect(identifyWhole(plain(), 'a.odt')).toMatchObject({ category: 'Word processing', mimeType: textType })
    expect((await readAs('a.odt', plain())).text).toMatch(/^The cavern lease/)
  })

  it('opens by a password with other letters, hashed as programs hash it and as old ones did', async () => {
    const password = 'Zürich'
    for (const [way, spelled] of [
      ['whole', Buffer.from(password, 'utf8')],
      ['aes', Buffer.from(password, 'utf8')],
      ['blowfish', Buffer.from(password, 'latin1')],
    ] as const) {
      const bytes = lockedOpenDocument(textType, parts, way, { password: spelled })
      expect((await readAs('a.odt', bytes, { passwords: [password] })).text).toMatch(/^The cavern lease/)
    }
  })

  it('that asks for more rounds or memory than programs do is not tried', async () => {
    const password = Buffer.from('tika')
    const unknown = { code: 'encrypted', message: 'It is encrypted in a way that is not known.' }
    for (const bytes of [
      lockedOpenDocument(textType, parts, 'aes', { password, rounds: 1_000_000_000 }),
      lockedOpenDocument(textType, parts, 'whole', { password, rounds: 1000 }),
      lockedOpenDocument(textType, parts, 'whole', { password, memory: 16 * 1024 * 1024 }),
    ])
      await expect(readAs('a.odt', bytes, { passwords: ['tika'] })).rejects.toMatchObject(unknown)
  })

  test('is read, or says why it is not, wherever it was cut or overwritten', async () => {
    const wholes = ways.map((way) => lockedBy(way))
    const damage = fc.record({
      whole: fc.constantFrom(...wholes),
      cut: fc.double({ min: 0.01, max: 1, noNaN: true }),
      at: fc.double({ min: 0, max: 0.99, noNaN: true }),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 20 }),
    })
    await fc.assert(
      fc.asyncProperty(damage, async ({ whole, cut, at, bytes }) => {
        const broken = Buffer.from(whole.subarray(0, Math.ceil(whole.length * cut)))
        const from = Math.floor(broken.length * at)
        broken.set(bytes.subarray(0, broken.length - from), from)
        const kind = identifyWhole(whole, 'a.odt')
        const options = { limits: defaultLimits, passwords: ['tika'], name: 'a.odt' }
        const { text, flaws } = await readDocument(broken, kind, options)
        expect((text ?? '') !== '' || flaws.length > 0).toBe(true)
        expect(flaws.map(({ code }) => code)).not.toContain('unknown')
      }),
      { numRuns: runs(40) },
    )
  })
})

const flat = (type: string, body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.${type}"><office:meta><dc:title>Locked letter</dc:title></office:meta><office:body>${body}</office:body></office:document>`
const letter = flat('text', '<office:text><text:p>The cavern lease is privileged.</text:p></office:text>')
const sheet = flat(
  'spreadsheet',
  '<office:spreadsheet><table:table table:name="Prices"><table:table-row><table:table-cell office:value-type="string"><text:p>cavern</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>',
)
const documents = [
  { flat: letter, filter: 'writer8', name: 'a.odt', words: 'The cavern lease is privileged.' },
  { flat: sheet, filter: 'calc8', name: 'a.ods', words: 'Prices\ncavern' },
]

describe.skipIf(!isInstalled)('what LibreOffice locks', () => {
  it.each([
    ['as it does now', false],
    ['as programs before 2011 did', true],
  ])(
    '%s opens by its password alone',
    async (_, old) => {
      const files = lockedByOffice(documents, 'larkspur', old)
      for (const [n, { name, words }] of documents.entries()) {
        const bytes = files[n] ?? Buffer.alloc(0)
        expect(bytes.includes('cavern')).toBe(false)
        await expect(readAs(name, bytes, { passwords: ['Larkspur'] })).rejects.toMatchObject(encrypted)
        const { text, metadata } = await readAs(name, bytes, { passwords: ['larkspur'] })
        expect(text).toContain(words)
        expect(metadata.Application?.[0]).toMatch(/LibreOffice/)
      }
    },
    120_000,
  )
})

describe.skipIf(!hasCorpus)('a real one', () => {
  it('opens by its password', async () => {
    const path = 'encrypted/testODTEncrypted.odt'
    await expect(readCorpus(path, ['Tika'])).rejects.toMatchObject(encrypted)
    const { text, metadata } = await readCorpus(path, ['wrong', 'tika'])
    expect(text).toBe('Shhhhhhhhhhh!\nThis should be encrypted.')
    expect(metadata).toMatchObject({ Created_Date: ['2021-03-18T14:13:22.000Z'], Word_Count: ['5'] })
  })
})
