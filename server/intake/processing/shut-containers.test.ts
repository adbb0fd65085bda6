/** What holds other files: that is taken out, or an exception says that it is not. */
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { unlocked } from '#tests/fixtures/family-options.ts'
import { message } from '#tests/fixtures/mail.ts'
import { native, ole } from '#tests/fixtures/ole.ts'
import { tar } from '#tests/fixtures/tar.ts'
import { linesOf, walked } from '#tests/fixtures/walked.ts'
import { type KindName, kindNames, kindOf } from '../../platform/file-kinds.ts'
import { isContainer } from './attached-containers.ts'
import { readDocument } from './documents/read-document.ts'
import { readerOf } from './documents/readers.ts'
import { readFamily, readLooseFile } from './family.ts'
import { defaultLimits } from './limits.ts'

const options = { maxTextSize: 1e6, limits: defaultLimits, ...unlocked }

/** The beginning of a file of each kind that is known and not opened. */
const beginnings: Partial<Record<KindName, string>> = {
  dbx: 'cfad12fec5fd746f',
  nsf: '1a0000040000',
  edb: '00000000efcdab89',
  dmg: `${'00'.repeat(600)}6b6f6c79${'00'.repeat(508)}`,
  binHex: Buffer.from('(This file must be converted with BinHex 4.0)').toString('hex'),
  lzip: '4c5a495001',
  rpm: 'edabeedb0300',
  arj: '60ea2c00',
  stuffIt: '5349542100',
  e01: '455646090d0aff00',
  l01: '4c5646090d0aff00',
  ad1: '41445345474d454e54454446494c4500',
  vhd: '636f6e6563746978',
  vhdx: '7668647866696c65',
  vmdk: '4b444d5601000000',
}
/** A disk image is known by its end. */
const bytesOf = (hex: string): Buffer =>
  Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(hex.includes('6b6f6c79') ? 0 : 600)])

const packed = (name: string, content: string, size?: number): Buffer =>
  ole([{ name: '\x01Ole10Native', bytes: native(name, `C:\\${name}`, content, size) }])

/** An archive as `ar` writes it. */
const ar = (files: readonly { readonly name: string; readonly bytes: Buffer }[]): Buffer =>
  Buffer.concat([
    Buffer.from('!<arch>\n'),
    ...files.flatMap(({ name, bytes }) => [
      Buffer.from(
        `${name.padEnd(16)}${'1700000000'.padEnd(12)}0     0     100644  ${String(bytes.length).padEnd(10)}\`\n`,
      ),
      bytes,
      Buffer.alloc(bytes.length % 2, '\n'),
    ]),
  ])

describe('a container', () => {
  const containers = kindNames.filter((name) => kindOf(name, '').category === 'Container')

  it.each(containers)('of the kind %s is opened, or an exception says that it is not', async (name) => {
    const kind = kindOf(name, '')
    const isOpened = isContainer(kind) || readerOf(kind) !== null
    const { flaws } = await readDocument(Buffer.from('x'), kind, { ...options, name: 'x' })
    if (isOpened) expect(flaws.map(({ code }) => code)).not.toContain('unsupportedType')
    else {
      expect(flaws).toMatchObject([{ code: 'unsupportedType', stage: 'text' }])
      expect(flaws[0]?.reason).toMatch(/^It is .*, which is not opened: .*, and add /)
      // It is tried below, by its bytes.
      expect(Object.keys(beginnings)).toContain(name)
    }
  })

  it.each(Object.entries(beginnings))(
    'that is not opened (%s) is an exception by itself, in an archive and in a message',
    async (name, hex) => {
      const bytes = bytesOf(hex)
      const told = { code: 'unsupportedType' }
      const { members } = await readLooseFile(bytes, { path: ['held'] }, options)
      expect(members).toMatchObject([{ category: 'Container', flaws: [told] }])
      expect(members[0]?.mimeType).toBe(kindOf(name as KindName, '').mimeType)
      expect(members[0]?.noText).toMatch(/which is not opened/)
      const [item] = await walked('a.tar', tar([{ name: 'held', bytes }]))
      expect(item).toMatchObject({ kind: 'item', path: ['a.tar', 'held'] })
      const attachments = [
        { name: 'held', type: 'application/octet-stream', bytes },
        { name: 'a.tar', type: 'application/x-tar', bytes: tar([{ name: 'held', bytes }]) },
      ]
      const family = await readFamily(message({ attachments }), { path: ['m.eml'] }, options)
      expect(
        family.members.map(({ path, flaws }) => [path.at(-1), ...flaws.map(({ code }) => code)]),
      ).toEqual([['m.eml'], ['held', 'unsupportedType'], ['a.tar'], ['held', 'unsupportedType']])
    },
  )

  it('that is the object of a packer gives the file that was packed', async () => {
    const bytes = packed('plan.txt', 'dig here')
    const { members } = await readLooseFile(bytes, { path: ['oleObject1.bin'] }, options)
    expect(members).toMatchObject([
      { category: 'Container', attachmentCount: 1, flaws: [] },
      { parent: 0, fileName: 'plan.txt', text: 'dig here', flaws: [] },
    ])
    const attachments = [{ name: 'x.bin', type: 'application/octet-stream', bytes }]
    const family = await readFamily(message({ attachments }), { path: ['m.eml'] }, options)
    expect(family.members.map(({ fileName }) => fileName).slice(1)).toEqual(['x.bin', 'plan.txt'])
    const cut = await readLooseFile(packed('plan.txt', 'dig here', 80), { path: ['x.bin'] }, options)
    expect(cut.members).toMatchObject([{ flaws: [{ code: 'containerPartial' }] }, { text: 'dig here' }])
    const other = ole([
      { name: '\x01Ole10Native', bytes: Buffer.from('\x08\0\0\0BM\x01\x02\x03\x04\x05\x06') },
    ])
    const { members: alone } = await readLooseFile(other, { path: ['x.bin'] }, options)
    expect(alone).toMatchObject([{ category: 'Container', flaws: [{ code: 'unsupportedType' }] }])
  })

  it('that is a package of Debian gives what its archives hold', async () => {
    const archive = (name: string, text: string): Buffer =>
      gzipSync(tar([{ name, bytes: Buffer.from(text) }]))
    const bytes = ar([
      { name: 'debian-binary', bytes: Buffer.from('2.0\n') },
      { name: 'control.tar.gz', bytes: archive('./control', 'Package: a\n') },
      { name: 'data.tar.gz', bytes: archive('./usr/share/doc/a/readme', 'read me') },
    ])
    // The first of its files says only that it is one.
    expect(linesOf(await walked('a.deb', bytes)).filter((line) => !line.startsWith('end of'))).toEqual([
      'control.tar.gz | control.tar | control = Package: a\n',
      'data.tar.gz | data.tar | usr/share/doc/a/readme = read me',
    ])
    const attachments = [{ name: 'a.deb', type: 'application/octet-stream', bytes }]
    const family = await readFamily(message({ attachments }), { path: ['m.eml'] }, options)
    expect(family.members.map(({ text }) => text)).toContain('read me')
    expect(family.members.flatMap(({ flaws }) => flaws)).toEqual([])
  })

  it('that is a mailbox of Rmail gives its messages', async () => {
    const bytes = Buffer.from(
      'BABYL OPTIONS: -*- rmail -*-\nVersion: 5\n\x1f\x0c\n1,,\nFrom: a@x.example\nSubject: One\n\n*** EOOH ***\nFrom: a@x.example\n\nbody\n\x1f',
    )
    const all = await walked('RMAIL', bytes)
    expect(linesOf(all)).toEqual(['message@0 = From: a@x.example\nSubject: One\n\nbody\n', 'end of '])
    const attachments = [{ name: 'RMAIL', type: 'application/octet-stream', bytes }]
    const family = await readFamily(message({ attachments }), { path: ['m.eml'] }, options)
    expect(family.members.map(({ title }) => title)).toEqual(['A subject', 'RMAIL', 'One'])
  })
})
