import { describe, expect, it } from 'vitest'
import { hasCorpus, readAs, readCorpus } from '#tests/support/office.ts'

const read = async (body: string) =>
  await readAs('a.rtf', Buffer.from(`{\\rtf1\\ansi\\ansicpg1252${body}}`, 'latin1'))

describe('RTF', () => {
  it.each([
    ['bytes of the code page', "\\'dcbersicht \\'80", 'Übersicht €'],
    ['bytes of a code page of DOS', "\\ansicpg852 l\\'9c\\'85", 'lťů'],
    [
      'characters, with what stands for them passed over',
      "{\\uc1\\u1055 ?\\uc2\\u1088\\'f0\\'f0}\\uc0\\u1080x",
      'Приx',
    ],
    ['characters of two units', '\\uc0\\u-10187\\u-9138', '\ud835\udc4e'],
    [
      'a font with a code page of its own',
      "{\\fonttbl{\\f0\\fcharset0 A;}{\\f1\\fcharset128 B;}{\\f2\\fcharset204 C;}}{\\f1 \\'83\\'65\\'83X\\'83g} {\\f2 \\'cf}\\f0 \\'cf",
      'テスト ПÏ',
    ],
    ['marks', 'a\\tab b\\~c\\_d\\-e\\emdash f\\lquote g\\rquote', 'a\tb\u00a0c-de—f‘g’'],
    ['paragraphs, lines, and line ends that mean nothing', 'a\nb\\par c\\line d\\\ne', 'ab\nc\nd\ne'],
    ['rows and cells', 'a\\cell b\\cell\\row c\\cell d\\cell\\row', 'a\tb\nc\td'],
    ['escaped braces', '\\{x\\}\\\\', '{x}\\'],
    [
      'unknown groups, which may be passed over, and unknown words, which may not',
      '{\\*\\unheard of}{\\unheardof of}',
      'of',
    ],
    ['both forms of the same', '{\\upr{plain}{\\*\\ud{\\uc0\\u233 t\\u233 }}}', 'été'],
    ['binary data', 'a\\bin5 {}}}}b', 'ab'],
    ['pictures, which are no text', 'a{\\pict\\wmetafile8 0102ff}b', 'ab'],
    [
      'text that stands for HTML',
      '\\fromhtml1 {\\*\\htmltag <p>}a\\htmlrtf \\par no\\htmlrtf0 b{\\*\\htmltag </p>}',
      'ab',
    ],
  ])('reads %s', async (_, body, text) => {
    expect((await read(body)).text).toBe(text)
  })

  it('sets beside the flow what stands there: notes, comments, headers; and tells links and deletions', async () => {
    const { text, metadata } = await read(
      '{\\header top}A sentence{\\footnote noted} in one{\\*\\atnauthor Ann}{\\*\\annotation doubtful} piece.\\par{\\field{\\*\\fldinst HYPERLINK "https://x.example/"}{\\fldrslt there}} {\\deleted gone}{\\v unseen}\\par',
    )
    expect(text?.split('\n')).toEqual([
      'A sentence in one piece.',
      'top',
      'noted',
      '[Comment] Ann: doubtful',
      'there unseen',
      '[Deleted: gone]',
      '[Links]',
      'https://x.example/',
    ])
    expect(metadata.Hidden_Content).toEqual(['Comments', 'Hidden text', 'Tracked changes'])
  })

  it('has its fields, and counts pictures', async () => {
    const { metadata } = await read(
      "{\\info{\\title Caf\\'e9}{\\author Ann}{\\operator Bob}{\\creatim\\yr2009\\mo7\\dy4\\hr5\\min6}{\\nofpages3}}{\\*\\userprops{\\propname Client}\\proptype30{\\staticval ACME}}{\\*\\shppict{\\pict 00}}{\\nonshppict{\\pict 00}}x",
    )
    expect(metadata).toEqual({
      Doc_Title: ['Café'],
      Author: ['Ann'],
      Last_Author: ['Bob'],
      Created_Date: ['2009-07-04T05:06:00.000Z'],
      Page_Count: ['3'],
      'Custom: Client': ['ACME'],
      Embedded_Images: ['1'],
    })
  })

  it('gives out packed files with their names', async () => {
    const sized = (text: string): Buffer => {
      const bytes = Buffer.alloc(4 + text.length + 1)
      bytes.writeUInt32LE(text.length + 1)
      bytes.write(text, 4, 'latin1')
      return bytes
    }
    const u32 = (value: number): Buffer => {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32LE(value)
      return bytes
    }
    const path = 'C:\\temp\\notes.txt\0'
    const packed = Buffer.concat([
      Buffer.from([2, 0]),
      Buffer.from('notes.txt\0', 'latin1'),
      Buffer.from(path, 'latin1'),
      Buffer.from([0, 0, 3, 0]),
      u32(path.length),
      Buffer.from(path, 'latin1'),
      u32(5),
      Buffer.from('hello'),
    ])
    const object = Buffer.concat([
      u32(0x501),
      u32(2),
      sized('Package'),
      u32(0),
      u32(0),
      u32(packed.length),
      packed,
    ])
    const { embedded, text } = await read(
      `before{\\object\\objemb{\\*\\objclass Package}{\\*\\objdata\n${object.toString('hex').replace(/(.{64})/g, '$1\n')}}{\\result shown}}after`,
    )
    expect(embedded.map(({ name, bytes }) => [name, bytes.toString()])).toEqual([['notes.txt', 'hello']])
    expect(text).toBe('beforeshownafter')
  })
})

describe.skipIf(!hasCorpus)('real RTF', () => {
  it.each([
    ['testRTF-ms932.rtf', 'こんにちは'],
    ['testRTFJapanese.rtf', '太平洋戦争を前に、日本やドイツ政府'],
    ['testRTFUnicodeGothic.rtf', '𐌲𐌿𐍄𐌹𐍃𐌺'],
    ['testRTFUmlautSpaces.rtf', 'Übersicht'],
    ['testOptionalHyphen.rtf', 'optionalhyphen'],
    ['testRTFIgnoredControlWord.rtf', 'The quick brown fox'],
    ['testComment.rtf', '[Comment] Michael McCandless: Here is a comment'],
    ['testRTFTableCellSeparation2.rtf', 'Fax / Phone Station\tFax / Phone #'],
    ['testRTFRegularImages.rtf', 'Duck'],
  ])('%s', async (name, words) => {
    expect((await readCorpus(`office/${name}`)).text).toContain(words)
  })
})
