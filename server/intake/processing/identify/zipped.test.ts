import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { letterDocument } from '../../../sample/office-files.ts'
import { zip } from '../../../sample/zip-writer.ts'
import { headBytes, identify, identifyWhole } from './identify.ts'

const parts = (files: Readonly<Record<string, string | Buffer>>): Buffer =>
  zip(Object.entries(files).map(([name, bytes]) => ({ name, bytes: Buffer.from(bytes) })))
const typeOf = (bytes: Buffer, name = 'x') => {
  const { mimeType, extension, category } = identifyWhole(bytes, name)
  return [mimeType, extension, category]
}
const types = (main: string): string =>
  `<Types><Default Extension="docx" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document"/><Override PartName="/a" ContentType="application/vnd.${main}"/></Types>`
const office = (main: string): Buffer => parts({ 'a.xml': 'x', '[Content_Types].xml': types(main) })
const openXml = 'openxmlformats-officedocument'
/** Bytes that cannot be packed. */
const noise = (size: number): Buffer => {
  const bytes = Buffer.alloc(size)
  for (let i = 0, x = 1; i < size; i++) {
    x = (Math.imul(x, 1103515245) + 12345) & 0x7fffffff
    bytes[i] = x >> 16
  }
  return bytes
}

describe('zips by their parts', () => {
  it.each<[string, Buffer, string[]]>([
    ['docx', office(`${openXml}.wordprocessingml.document.main+xml`), ['docx', 'Word processing']],
    ['docm', office('ms-word.document.macroEnabled.main+xml'), ['docm', 'Word processing']],
    ['dotx', office(`${openXml}.wordprocessingml.template.main+xml`), ['dotx', 'Word processing']],
    ['xlsx', office(`${openXml}.spreadsheetml.sheet.main+xml`), ['xlsx', 'Spreadsheet']],
    ['xlsm', office('ms-excel.sheet.macroEnabled.main+xml'), ['xlsm', 'Spreadsheet']],
    ['xlsb', office('ms-excel.sheet.binary.macroEnabled.main'), ['xlsb', 'Spreadsheet']],
    [
      'pptx with a document in it',
      office(`${openXml}.presentationml.presentation.main+xml`),
      ['pptx', 'Presentation'],
    ],
    ['ppsx', office(`${openXml}.presentationml.slideshow.main+xml`), ['ppsx', 'Presentation']],
    ['potx', office(`${openXml}.presentationml.template.main+xml`), ['potx', 'Presentation']],
    ['pptm', office('ms-powerpoint.presentation.macroEnabled.main+xml'), ['pptm', 'Presentation']],
    ['vsdx', office('ms-visio.drawing.main+xml'), ['vsdx', 'Presentation']],
    ['xps', office('ms-package.xps-fixeddocumentsequence+xml'), ['xps', 'Word processing']],
    ['odt', parts({ mimetype: 'application/vnd.oasis.opendocument.text' }), ['odt', 'Word processing']],
    [
      'ott',
      parts({ mimetype: 'application/vnd.oasis.opendocument.text-template' }),
      ['ott', 'Word processing'],
    ],
    ['ods', parts({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }), ['ods', 'Spreadsheet']],
    ['odp', parts({ mimetype: 'application/vnd.oasis.opendocument.presentation' }), ['odp', 'Presentation']],
    ['odg', parts({ mimetype: 'application/vnd.oasis.opendocument.graphics' }), ['odg', 'Presentation']],
    [
      'epub',
      parts({ 'META-INF/container.xml': 'x', mimetype: 'application/epub+zip\n' }),
      ['epub', 'Word processing'],
    ],
    [
      'an encrypted odt',
      parts({
        mimetype: 'application/vnd.oasis.opendocument.text',
        'META-INF/manifest.xml': '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>',
      }),
      ['odt', 'Encrypted'],
    ],
    [
      'Pages of 2009',
      parts({ 'index.xml': '<?xml version="1.0"?>\n<sl:document>' }),
      ['pages', 'Word processing'],
    ],
    [
      'Numbers of 2009',
      parts({ 'index.xml': '<?xml version="1.0"?>\n<ls:document>' }),
      ['numbers', 'Spreadsheet'],
    ],
    [
      'Keynote of 2009',
      parts({ 'index.apxl': '<?xml version="1.0"?>\n<key:presentation>' }),
      ['key', 'Presentation'],
    ],
    ['Keynote', parts({ 'Index/Document.iwa': 'x', 'Index/Slide-1.iwa': 'x' }), ['key', 'Presentation']],
    ['a folder of Numbers', parts({ 'a.numbers/Index.zip': 'x' }), ['numbers', 'Spreadsheet']],
    ['jar', parts({ 'META-INF/MANIFEST.MF': 'x', 'a/B.class': 'x' }), ['jar', 'Executable/system']],
    ['apk', parts({ 'AndroidManifest.xml': 'x' }), ['apk', 'Executable/system']],
  ])('%s is a document and not taken apart', (_, bytes, expected) => {
    expect(typeOf(bytes).slice(1)).toEqual(expected)
    expect(identify(bytes, 'renamed.zip').shape).toBe('file')
  })

  it.each<[string, Buffer, string[]]>([
    ['files', parts({ 'a.txt': 'x' }), ['application/zip', 'zip', 'Container']],
    [
      'files in a folder called word',
      parts({ 'word/media/a.txt': 'x' }),
      ['application/zip', 'zip', 'Container'],
    ],
    [
      'an index that is no document',
      parts({ 'index.xml': '<index/>' }),
      ['application/zip', 'zip', 'Container'],
    ],
    [
      'a part that claims a picture',
      parts({ mimetype: 'image/png' }),
      ['application/zip', 'zip', 'Container'],
    ],
    [
      'a part that claims a message',
      parts({ mimetype: 'message/rfc822' }),
      ['application/zip', 'zip', 'Container'],
    ],
    [
      'channels and users of Slack',
      parts({ 'channels.json': '[]', 'general/2016-01-14.json': '[]', 'users.json': '[]' }),
      ['application/x-slack-export+zip', 'zip', 'Chat'],
    ],
    [
      'pages of the web',
      parts({ 'archive/a.warc.gz': 'x', 'datapackage.json': '{}' }),
      ['application/wacz', 'wacz', 'Container'],
    ],
  ])('%s are taken apart', (_, bytes, expected) => {
    expect(typeOf(bytes)).toEqual(expected)
    for (const name of ['x', 'x.docx', 'x.jar', 'x.pages', 'x.odt'])
      expect(identify(bytes, name).shape).toBe('zip')
  })

  it('are known by the parts in the head where the list of types lies behind it', () => {
    const bytes = parts({
      'word/media/image1.png': noise(headBytes),
      '[Content_Types].xml': types('ms-word.document.macroEnabled.main+xml'),
    })
    expect(identify(bytes.subarray(0, headBytes), 'x').extension).toBe('docx')
    expect(identifyWhole(bytes, 'x').extension).toBe('docm')
  })

  it('are known by the list of types in the head, before all of it is there', () => {
    const bytes = parts({
      '[Content_Types].xml': types('ms-excel.sheet.macroEnabled.main+xml'),
      'a.bin': noise(headBytes),
    })
    expect(identify(bytes.subarray(0, headBytes), 'x').extension).toBe('xlsm')
  })

  it('that pack a bomb as their list of types are still known by their parts', () => {
    const bomb = zip([
      { name: '[Content_Types].xml', bytes: Buffer.alloc(60_000_000) },
      { name: 'xl/workbook.xml', bytes: Buffer.from('x') },
    ])
    expect(identifyWhole(bomb, 'x').extension).toBe('xlsx')
  })

  test('never throw, whatever single bytes of them are', () => {
    const sound = letterDocument(['x'])
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(sound.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 20 }),
        fc.nat(sound.length),
        (changes, length) => {
          const bytes = Buffer.from(sound)
          for (const [at, value] of changes) bytes[at] = value
          expect(identifyWhole(bytes.subarray(0, length), 'x.docx').mimeType).toMatch(/^\w+\/[\w.+-]+$/)
        },
      ),
      { numRuns: runs(200) },
    )
  })
})
