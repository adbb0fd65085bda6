import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type OleStream, ole } from '#tests/fixtures/ole.ts'
import { runs, property as test } from '#tests/runs.ts'
import { NotCompound, readCompound } from '../ole/compound.ts'
import { headBytes, identify, identifyWhole } from './identify.ts'

const stream = (name: string, bytes: string | Buffer = 'x', size = 0): OleStream => ({
  name,
  bytes: Buffer.concat([Buffer.from(bytes), Buffer.alloc(Math.max(0, size - bytes.length))]),
})
const typeOf = (bytes: Buffer, name = 'x') => {
  const { mimeType, extension, category } = identifyWhole(bytes, name)
  return [mimeType, extension, category]
}

/** FibBase with the flags at 10, in a stream with sectors of its own. */
const fib = (flags: number): Buffer =>
  Buffer.from([0xec, 0xa5, 0xc1, 0, 0, 0, 0, 0, 0, 0, flags & 255, flags >> 8])
/** BOF of a book of Excel 97, then what comes next. */
const book = (next: string): Buffer => Buffer.from(`09081000${'00'.repeat(16)}${next}`, 'hex')
const currentUser = (token: string): Buffer =>
  Buffer.from(`0000f60f20000000 14000000 ${token}`.replaceAll(' ', ''), 'hex')

const word = 'application/msword'
const excel = 'application/vnd.ms-excel'
const powerPoint = 'application/vnd.ms-powerpoint'
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

describe('OLE files', () => {
  it.each<[string, OleStream[], string[]]>([
    [
      'a document',
      [stream('1Table'), stream('WordDocument', fib(0x0200), 5000)],
      [word, 'doc', 'Word processing'],
    ],
    ['a document that is encrypted', [stream('WordDocument', fib(0x0300), 5000)], [word, 'doc', 'Encrypted']],
    [
      'a document under rights management',
      [stream('\tDRMContent'), stream('WordDocument', fib(0), 5000)],
      [word, 'doc', 'Encrypted'],
    ],
    ['a book', [stream('Workbook', book('0a000000'), 5000)], [excel, 'xls', 'Spreadsheet']],
    ['a book in capitals', [stream('WORKBOOK', book('0a000000'), 5000)], [excel, 'xls', 'Spreadsheet']],
    ['a book of Excel 95', [stream('Book', book('0a000000'), 5000)], [excel, 'xls', 'Spreadsheet']],
    ['a book that is encrypted', [stream('Workbook', book('2f003600'), 5000)], [excel, 'xls', 'Encrypted']],
    [
      'a short book that is write-protected and encrypted',
      [stream('Workbook', book('860000002f003600'), 60)],
      [excel, 'xls', 'Encrypted'],
    ],
    [
      'slides',
      [stream('Current User', currentUser('5fc091e3')), stream('PowerPoint Document', '', 5000)],
      [powerPoint, 'ppt', 'Presentation'],
    ],
    [
      'slides that are encrypted',
      [stream('Current User', currentUser('dfc4d1f3')), stream('PowerPoint Document', '', 5000)],
      [powerPoint, 'ppt', 'Encrypted'],
    ],
    [
      'a message',
      [stream('__properties_version1.0'), stream('__substg1.0_001A001F', Buffer.from('IPM.Note', 'utf16le'))],
      ['application/vnd.ms-outlook', 'msg', 'E-mail'],
    ],
    [
      'an appointment',
      [
        stream('__properties_version1.0'),
        stream('__substg1.0_001A001F', Buffer.from('IPM.Appointment', 'utf16le')),
      ],
      ['application/vnd.ms-outlook', 'msg', 'Calendar'],
    ],
    [
      'a contact',
      [stream('__properties_version1.0'), stream('__substg1.0_001A001E', 'IPM.Contact')],
      ['application/vnd.ms-outlook', 'msg', 'Contact'],
    ],
    ['a drawing', [stream('VisioDocument')], ['application/vnd.visio', 'vsd', 'Presentation']],
    [
      'a publication',
      [stream('Quill'), stream('Contents')],
      ['application/vnd.ms-publisher', 'pub', 'Word processing'],
    ],
    [
      'Hangul',
      [stream('FileHeader', Buffer.alloc(40)), stream('\x05HwpSummaryInformation')],
      ['application/x-hwp', 'hwp', 'Word processing'],
    ],
    ['Works', [stream('MatOST')], ['application/vnd.ms-works', 'wps', 'Word processing']],
    ['a packed object', [stream('\x01Ole10Native')], ['application/x-ole-package', 'bin', 'Container']],
    [
      'an encrypted package',
      [stream('EncryptionInfo'), stream('EncryptedPackage')],
      ['application/encrypted', '', 'Encrypted'],
    ],
    ['something else', [stream('Stuff')], ['application/x-ole-storage', '', 'Unknown']],
  ])('%s', (_, streams, expected) => {
    expect(typeOf(ole(streams))).toEqual(expected)
  })

  it('is known by its class where no stream tells', () => {
    expect(typeOf(ole([stream('a')], '3a8fb774c8c8d111be1100c04fb6faf1'))).toEqual([
      'application/vnd.ms-project',
      'mpp',
      'Spreadsheet',
    ])
    expect(typeOf(ole([stream('a')], '84100c0000000000c000000000000046'))[0]).toBe('application/x-msi')
  })

  it('has an encrypted package named for what it holds, as far as a name can tell', () => {
    const bytes = ole([stream('ENCRYPTEDPACKAGE')])
    expect(typeOf(bytes, 'x.docx')).toEqual([docx, 'docx', 'Encrypted'])
    for (const name of ['x.docb', 'x.constructor', 'x.pdf'])
      expect(typeOf(bytes, name)[0]).toBe('application/encrypted')
  })

  it('with a false name is what it is', () => {
    expect(typeOf(ole([stream('WordDocument', fib(0), 5000)]), 'x.xls')).toEqual([
      word,
      'doc',
      'Word processing',
    ])
  })

  it('whose directory lies behind the head is what its name says, until all of it is there', () => {
    const bytes = ole([stream('WordDocument', fib(0), 40_000)])
    // The directory moved to the end, as programs leave it that save in place.
    const moved = Buffer.concat([bytes, bytes.subarray(1024, 1536)])
    const last = bytes.length / 512 - 1
    moved.writeUInt32LE(last, 48)
    expect(identify(moved.subarray(0, headBytes), 'x.xls').mimeType).toBe(excel)
    expect(identify(moved.subarray(0, headBytes), 'x').mimeType).toBe('application/x-ole-storage')
    expect(identifyWhole(moved, 'x.xls').mimeType).toBe(word)
  })
})

describe('damaged OLE files', () => {
  const sound = ole([stream('WordDocument', fib(0), 5000), stream('1Table', 'x', 5000)])

  it('whose chains run in circles come to an end', () => {
    const circle = Buffer.from(sound)
    for (let at = 512; at < 1024; at += 4) circle.writeUInt32LE(1, at)
    // The tree, too: each entry names itself and the root.
    for (let at = 1024; at < 1536; at += 128)
      for (const link of [68, 72, 76]) circle.writeUInt32LE(1, at + link)
    // And the list of tables that goes on in itself.
    circle.writeUInt32LE(2, 68)
    expect(identifyWhole(circle, 'x').mimeType).toBe(word)
  })

  it('whose list of tables names itself does not grow without end', () => {
    const list = Buffer.alloc(512 * 40)
    sound.copy(list, 0, 0, 512)
    list.writeUInt32LE(0x7ffffff0, 48 + 0)
    list.writeUInt32LE(20_000, 48)
    list.writeUInt32LE(3, 68)
    list.writeUInt32LE(3, 512 * 4 + 508)
    expect(() => readCompound(list)).toThrow(NotCompound)
  })

  test('never throw, whatever single bytes of them are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(sound.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 40 }),
        fc.nat(sound.length),
        (changes, length) => {
          const bytes = Buffer.from(sound)
          for (const [at, value] of changes) bytes[at < 2000 ? at : at % 2000] = value
          expect(identifyWhole(bytes.subarray(0, length), 'x.doc').shape).toBe('file')
        },
      ),
      { numRuns: runs(200) },
    )
  })
})
