import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { message } from '#tests/fixtures/mail.ts'
import { runs, property as test } from '#tests/runs.ts'
import { letterDocument, workbook } from '../../../sample/office-files.ts'
import { zip } from '../../../sample/zip-writer.ts'
import { decodeText } from '../text.ts'
import { extensionOf, fileCategories, headBytes, identify, identifyWhole } from './identify.ts'

type Bytes = string | Buffer
const bytesOf = (bytes: Bytes): Buffer => Buffer.from(bytes)
const hex = (digits: string, size = 0): Buffer => {
  const bytes = Buffer.from(digits.replaceAll(' ', ''), 'hex')
  return Buffer.concat([bytes, Buffer.alloc(Math.max(0, size - bytes.length))])
}
const at = (offset: number, text: string): Buffer => Buffer.concat([Buffer.alloc(offset), Buffer.from(text)])

const shapeOf = (bytes: Bytes, name = 'x') => {
  const { shape, extension, category } = identify(bytesOf(bytes), name)
  return [shape, extension, category]
}
const typeOf = (bytes: Bytes, name = 'x') => {
  const { mimeType, extension, category } = identify(bytesOf(bytes), name)
  return [mimeType, extension, category]
}

describe('identify: how the import takes it', () => {
  it.each<[string, Bytes, string, string[]]>([
    ['a message', message(), 'any', ['message', 'eml', 'E-mail']],
    [
      'a message of a maildir',
      'Return-Path: <a@x>\nReceived: by x\nSubject: s\n\nb',
      '12.',
      ['message', 'eml', 'E-mail'],
    ],
    ['what calls itself a message', 'garbage', 'x.eml', ['message', 'eml', 'E-mail']],
    ['an mbox', 'From a@x Mon Jun 01 10:00:00 2009\nSubject: s\n\nb', 'box', ['mbox', 'mbox', 'Container']],
    ['MMDF', '\x01\x01\x01\x01\nSubject: s\n\nb', 'box', ['mbox', 'mbox', 'Container']],
    ['MMDF', '\x01\x01\x01\x01\r\nFrom a@x 2009\r\nTo: b@x\r\n\r\nb', 'in', ['mbox', 'mbox', 'Container']],
    [
      'an archive of a list',
      'From a at x.org  Thu Mar  1 16:35:38 2018\nFrom: a at x.org\n\nb',
      '2018.txt',
      ['mbox', 'mbox', 'Container'],
    ],
    ['Apple Mail', '123\nFrom: a@x\nSubject: s\n\nb', 'x.emlx', ['emlx', 'emlx', 'E-mail']],
    [
      'prose that begins with From',
      'From here on we drill.\n',
      'x.txt',
      ['file', 'txt', 'Plain text/source'],
    ],
    ['a list of settings', 'name: x\nvalue: y\n', 'x.cfg', ['file', 'cfg', 'Plain text/source']],
    ['a zip', zip([{ name: 'a.eml', bytes: message() }]), 'x', ['zip', 'zip', 'Container']],
    [
      'a zip with a false name',
      zip([{ name: 'a.eml', bytes: message() }]),
      'x.docx',
      ['zip', 'zip', 'Container'],
    ],
    ['a tar', at(257, 'ustar\0'.padEnd(300, '\0')), 'x', ['tar', 'tar', 'Container']],
    ['what is packed', gzipSync('x'), 'x.tgz', ['packed', 'tgz', 'Container']],
    ['a workbook', workbook({ A: [['x']] }), 'renamed.zip', ['file', 'xlsx', 'Spreadsheet']],
    ['a letter', letterDocument(['x']), 'x.docx', ['file', 'docx', 'Word processing']],
    [
      'a text with a zero byte',
      'A1, B2, C3 at a net price of 100\0 units\n',
      'x.log',
      ['file', 'log', 'Plain text/source'],
    ],
    [
      'a text, and zeros behind it',
      `One line of it.\n${'\0'.repeat(5000)}`,
      '',
      ['file', 'txt', 'Plain text/source'],
    ],
    ['bytes with zeros among letters', 'ab\0cd\0ef\0gh\0ijklmnopqrstuv', 'x.bin', ['file', 'bin', 'Unknown']],
    [
      'a zero beside what no text has',
      `Net price: 100\0 units \x02${'of 12 each, '.repeat(9)}`,
      'x.bin',
      ['file', 'bin', 'Unknown'],
    ],
    ['zeros alone', Buffer.alloc(100), 'x.bin', ['file', 'bin', 'Unknown']],
    ['unknown bytes', Buffer.from([0, 1, 2, 3]), 'x.bin', ['file', 'bin', 'Unknown']],
    ['nothing', '', 'x.eml', ['file', 'eml', 'Unknown']],
  ])('%s', (_, bytes, name, expected) => {
    expect(shapeOf(bytes, name)).toEqual(expected)
  })
})

describe('identify: characters of four bytes', () => {
  const text = 'Größe; Preis\n100; 12 €\n'
  const wide = (order: 'LE' | 'BE'): Buffer => {
    const bytes = Buffer.alloc(text.length * 4)
    for (let at = 0; at < text.length; at++)
      if (order === 'LE') bytes.writeUInt32LE(text.charCodeAt(at), at * 4)
      else bytes.writeUInt32BE(text.charCodeAt(at), at * 4)
    return bytes
  }
  it.each(['LE', 'BE'] as const)('are text, and decoded: UTF-32%s', (order) => {
    const kind = identify(wide(order), 'x.txt')
    expect(kind).toMatchObject({ category: 'Plain text/source', extension: 'txt' })
    expect(decodeText(wide(order), kind.charset)).toBe(text)
  })
  it('are not what numbers of four bytes are', () => {
    const numbers = Buffer.from(Int32Array.from({ length: 500 }, (_, n) => (n * 7919) % 100_003).buffer)
    expect(identify(numbers, 'x.bin').category).toBe('Unknown')
  })
})

it('identify: Korean of seven bits says itself what it is', () => {
  const bytes = Buffer.from(`\x1b$)C${'\x0eGQ19>n\x0f abc\n'.repeat(3)}`, 'latin1')
  const kind = identify(bytes, 'x.txt')
  expect(kind).toMatchObject({ category: 'Plain text/source', charset: 'iso-2022-kr' })
  expect(decodeText(bytes, kind.charset)).toBe('한국어 abc\n'.repeat(3))
})

describe('identify: by the first bytes', () => {
  it.each<[string, Bytes, string[]]>([
    ['PDF', '%PDF-1.7\n', ['application/pdf', 'pdf', 'PDF']],
    [
      'PDF behind what a printer was told',
      '\0\0@PJL ENTER LANGUAGE=PDF\r\n%PDF-1.4\n%\xe2\n1 0 obj\n<<>>',
      ['application/pdf', 'pdf', 'PDF'],
    ],
    ['RTF', '{\\rtf1\\ansi x}', ['application/rtf', 'rtf', 'Word processing']],
    [
      'WordPerfect 6',
      hex('ff575043 10000000 010a0201', 40),
      ['application/vnd.wordperfect', 'wpd', 'Word processing'],
    ],
    [
      'OneNote',
      hex('e4525c7b8cd8a74daeb15378d02996d3', 64),
      ['application/onenote', 'one', 'Word processing'],
    ],
    ['Excel 4', hex('0904060000001000', 64), ['application/vnd.ms-excel', 'xls', 'Spreadsheet']],
    ['PostScript', '%!PS-Adobe-3.0\n', ['application/postscript', 'ps', 'Word processing']],
    ['TNEF', hex('789f3e22 0100', 32), ['application/vnd.ms-tnef', 'dat', 'E-mail']],
    ['PST', hex('2142444e 00000000 534d 1700', 32), ['application/vnd.ms-outlook-pst', 'pst', 'Container']],
    ['OST', hex('2142444e 00000000 534f 1700', 32), ['application/vnd.ms-outlook-ost', 'ost', 'Container']],
    ['JPEG', hex('ffd8ffe0', 32), ['image/jpeg', 'jpg', 'Image']],
    ['TIFF', hex('4d4d002a', 32), ['image/tiff', 'tif', 'Image']],
    ['BMP', hex('424d 36000000 00000000 36000000 28000000', 60), ['image/bmp', 'bmp', 'Image']],
    [
      'icon',
      hex('000001000100 1010000001002000 68040000 16000000', 40),
      ['image/vnd.microsoft.icon', 'ico', 'Image'],
    ],
    ['HEIC', at(0, '\0\0\0\x18ftypheic\0\0\0\0mif1heic'), ['image/heic', 'heic', 'Image']],
    ['AVIF', at(0, '\0\0\0\x18ftypavif\0\0\0\0mif1avif'), ['image/avif', 'avif', 'Image']],
    ['EMF', Buffer.concat([hex('01000000', 40), Buffer.from(' EMF\0')]), ['image/emf', 'emf', 'Image']],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', ['image/svg+xml', 'svg', 'Image']],
    ['WAV', at(0, 'RIFF\0\0\0\0WAVEfmt '), ['audio/wav', 'wav', 'Audio']],
    ['WebP', at(0, 'RIFF\0\0\0\0WEBPVP8 '), ['image/webp', 'webp', 'Image']],
    ['AVI', at(0, 'RIFF\0\0\0\0AVI LIST'), ['video/x-msvideo', 'avi', 'Video']],
    ['M4A', at(0, '\0\0\0\x20ftypM4A \0\0\0\0'), ['audio/mp4', 'm4a', 'Audio']],
    ['MOV', at(0, '\0\0\0\x14ftypqt  \0\0\0\0'), ['video/quicktime', 'mov', 'Video']],
    ['MP4', at(0, '\0\0\0\x20ftypisom\0\0\0\0'), ['video/mp4', 'mp4', 'Video']],
    [
      'WebM',
      Buffer.concat([hex('1a45dfa3 9f4286'), at(0, '\x81\x01B\x82\x84webm')]),
      ['video/webm', 'webm', 'Video'],
    ],
    ['WMA', hex('3026b2758e66cf11a6d900aa0062ce6c', 64), ['audio/x-ms-wma', 'wma', 'Audio']],
    [
      'WMV',
      hex('3026b2758e66cf11a6d900aa0062ce6c 0000 c0ef19bc4d5bcf11a8fd00805f5c442b', 64),
      ['video/x-ms-wmv', 'wmv', 'Video'],
    ],
    // MPEG 1, layer III, 128 kbit/s, 44.1 kHz: a frame has 417 bytes.
    [
      'MP3 without tags',
      Buffer.concat([1, 2, 3, 4].map(() => hex('fffb9000', 417))),
      ['audio/mpeg', 'mp3', 'Audio'],
    ],
    [
      'MPEG transport stream',
      Buffer.concat([1, 2, 3, 4, 5, 6].map(() => hex('47400010', 188))),
      ['video/mp2t', 'ts', 'Video'],
    ],
    ['SQLite', 'SQLite format 3\0', ['application/vnd.sqlite3', 'sqlite', 'Database']],
    ['Access', at(0, '\0\x01\0\0Standard ACE DB\0'), ['application/x-msaccess', 'accdb', 'Database']],
    [
      'dBASE',
      Buffer.concat([hex('03 7b0c1f 02000000 4100 0b00', 64), hex('0d', 30)]),
      ['application/vnd.dbf', 'dbf', 'Database'],
    ],
    ['DWG', 'AC1032\0\0\0\0', ['image/vnd.dwg', 'dwg', 'CAD']],
    ['DXF', '  0\r\nSECTION\r\n  2\r\nHEADER\r\n', ['image/vnd.dxf', 'dxf', 'CAD']],
    ['STEP', 'ISO-10303-21;\nHEADER;\n', ['model/step', 'stp', 'CAD']],
    ['7z', hex('377abcaf271c0003', 32), ['application/x-7z-compressed', '7z', 'Container']],
    ['RAR 4', hex('526172211a0700', 32), ['application/vnd.rar', 'rar', 'Container']],
    ['RAR 5', hex('526172211a070100', 32), ['application/vnd.rar', 'rar', 'Container']],
    ['bzip2', hex('425a68393141592653 59', 32), ['application/x-bzip2', 'bz2', 'Container']],
    ['lzip', hex('4c5a4950010c00', 32), ['application/x-lzip', 'lz', 'Container']],
    [
      'a mailbox of Rmail',
      'BABYL OPTIONS: -*- rmail -*-\nVersion: 5\n\x1f',
      ['application/x-babyl', 'babyl', 'Container'],
    ],
    ['LZMA', hex('5d00008000ffffffffffffffff00', 32), ['application/x-lzma', 'lzma', 'Container']],
    ['no LZMA', hex('5d00018001ffffffffffffffff00', 32), ['application/octet-stream', '', 'Unknown']],
    ['cpio', `070701${'0'.repeat(104)}a\0`, ['application/x-cpio', 'cpio', 'Container']],
    ['ar', '!<arch>\na.txt/', ['application/x-archive', 'ar', 'Container']],
    ['cab', at(0, 'MSCF\0\0\0\0'), ['application/vnd.ms-cab-compressed', 'cab', 'Container']],
    ['LZH', at(0, '\x20\x10-lh5-\0\0'), ['application/x-lzh-compressed', 'lzh', 'Container']],
    ['ISO 9660', at(32769, 'CD001'), ['application/x-iso9660-image', 'iso', 'Container']],
    ['WARC', 'WARC/1.0\r\n', ['application/warc', 'warc', 'Container']],
    [
      'PE',
      hex('4d5a9000 03000000', 64),
      ['application/vnd.microsoft.portable-executable', 'exe', 'Executable/system'],
    ],
    ['class', hex('cafebabe 00000034', 32), ['application/java-vm', 'class', 'Executable/system']],
    [
      'Mach-O of two architectures',
      hex('cafebabe 00000002', 32),
      ['application/x-mach-binary', 'macho', 'Executable/system'],
    ],
    [
      'shortcut',
      hex('4c0000000114020000000000c000000000000046', 76),
      ['application/x-ms-shortcut', 'lnk', 'Executable/system'],
    ],
    ['TrueType', hex('00010000 0012', 32), ['font/ttf', 'ttf', 'Executable/system']],
    [
      'PGP, for a public key',
      hex('85010c03 1122334455667788 01', 300),
      ['application/pgp-encrypted', 'asc', 'Encrypted'],
    ],
    [
      'PGP in ASCII',
      '-----BEGIN PGP MESSAGE-----\n\nhQEM',
      ['application/pgp-encrypted', 'asc', 'Encrypted'],
    ],
  ])('%s', (_, bytes, expected) => {
    expect(typeOf(bytes)).toEqual(expected)
  })

  it.each([
    ['MZ is a place in Austria.', 'MZ'],
    ['BZh is a word.', 'BZh'],
    ['BMW to make hybrid sports car', 'BM'],
    ['ID3 is not ID4', 'ID3'],
  ])('a text may begin with what is a signature elsewhere: %s', (text) => {
    expect(typeOf(text)).toEqual(['text/plain', 'txt', 'Plain text/source'])
  })
})

describe('extensions', () => {
  it('of the name stay where they fit, and are lower case', () => {
    const jpeg = hex('ffd8ffe0', 32)
    expect(identify(jpeg, 'a.JPEG').extension).toBe('jpeg')
    expect(identify(jpeg, 'a.png').extension).toBe('jpg')
    expect(extensionOf('a.b/c')).toBe('')
    expect(extensionOf('.profile')).toBe('')
  })
})

describe('all bytes', () => {
  it('tell nothing else than the head where the head is all', () => {
    const bytes = letterDocument(['x'])
    expect(bytes.length).toBeLessThan(headBytes)
    expect(identifyWhole(bytes, 'x')).toEqual(identify(bytes, 'x'))
  })
  it('tell the last segment of a split archive, which is not walked', () => {
    const whole = zip([{ name: 'a.txt', bytes: Buffer.from('hello') }])
    const kind = identifyWhole(Buffer.concat([Buffer.alloc(60, 1), whole.subarray(30)]), 'x.zip')
    expect([kind.shape, kind.mimeType]).toEqual(['file', 'application/zip'])
  })
  it('names categories that are declared', () => {
    expect(fileCategories).toContain(identify(Buffer.from('AC1032\0'), 'x').category)
    expect(new Set(fileCategories).size).toBe(fileCategories.length)
  })
})

describe('hostile bytes', () => {
  test('are of some declared kind, whatever they are', () => {
    const beginnings = [
      '',
      'PK\x03\x04',
      '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
      '0\x80\x06',
      '\xff\xfb',
      '<?xml',
      '{"',
      'From ',
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...beginnings),
        fc.uint8Array({ maxLength: 3000 }),
        fc.string({ maxLength: 20 }),
        (beginning, rest, name) => {
          const bytes = Buffer.concat([Buffer.from(beginning, 'latin1'), rest])
          for (const kind of [identify(bytes, name), identifyWhole(bytes, name)]) {
            expect(fileCategories).toContain(kind.category)
            expect(kind.mimeType).toMatch(/^\w+\/[\w.+-]+$/)
          }
        },
      ),
      { numRuns: runs(500) },
    )
  })

  it.each([
    ['spaces', ' ', ''],
    ['empty lines', '\n', ''],
    ['digits', '1', ''],
    ['colons', 'a:', ''],
    ['brackets', '<', ''],
    ['comments that open', '<!--', ''],
    ['declarations that open', '<!doctype x [', '<?xml '],
    ['tags', '<a ', '<?xml version="1.0"?>'],
    ['arrays', '[', ''],
    ['objects', '{"a":', ''],
    ['quotes', '"', '{'],
    ['separators', ',', 'a'],
    ['line comments', '// x\n', ''],
    ['separators of mailboxes', 'From "a" ', ''],
    ['Base64', 'MIII', ''],
    ['parts of a zip', 'PK\x03\x04', ''],
    ['ends of a zip', 'PK\x05\x06', 'PK\x03\x04'],
    ['ends of a zip behind text', 'PK\x05\x06', '\0\x01'],
    ['lists of types', 'ContentType="', 'PK\x03\x04'],
    ['elements without a length', '0\x80', ''],
    ['headers of PDF', '%PDF-1.1 ', '\0'],
    ['frames of sound', '\xff\xfb\x90\0', ''],
    ['UTF-16', 'a\0', ''],
  ])('that repeat a sign a million times cost no more than their length: %s', (_, sign, beginning) => {
    const bytes = Buffer.from(beginning + sign.repeat(1_000_000), 'latin1')
    // What took a step for every pair of them would not come to its end within the time of a test.
    identify(bytes, 'x')
    identifyWhole(bytes, 'x.docx')
  })
})
