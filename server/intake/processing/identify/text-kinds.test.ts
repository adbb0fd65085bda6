import { describe, expect, it } from 'vitest'
import { identify } from './identify.ts'

const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()
const typeOf = (bytes: string | Buffer, name = 'x') => {
  const { mimeType, extension, category } = identify(Buffer.from(bytes), name)
  return [mimeType, extension, category]
}

describe('texts', () => {
  it.each<[string, string | Buffer, string, string[]]>([
    ['HTML', '<!DOCTYPE html><p>x', 'x', ['text/html', 'html', 'Web/markup']],
    ['HTML behind a comment', '<!-- saved -->\n<html><p>x', 'x.txt', ['text/html', 'html', 'Web/markup']],
    ['a part of a page', '<p>x</p>', 'x', ['text/html', 'html', 'Web/markup']],
    [
      'XHTML',
      '<?xml version="1.0"?>\n<!DOCTYPE html [ <!ENTITY a "b>"> ]>\n<html xmlns="http://www.w3.org/1999/xhtml"/>',
      'x.htm',
      ['application/xhtml+xml', 'htm', 'Web/markup'],
    ],
    ['XML', '<?xml version="1.0"?><a/>', 'x.kml', ['application/xml', 'kml', 'Web/markup']],
    ['XML with a false name', '<?xml version="1.0"?><a/>', 'x.doc', ['application/xml', 'xml', 'Web/markup']],
    [
      'WordML',
      '<?xml version="1.0"?><?mso-application progid="Word.Document"?><w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"/>',
      'x.doc',
      ['application/vnd.ms-wordml', 'xml', 'Word processing'],
    ],
    [
      'SpreadsheetML',
      '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
      'x.xls',
      ['application/vnd.ms-spreadsheetml', 'xml', 'Spreadsheet'],
    ],
    ['a calendar', 'BEGIN:VCALENDAR\n', 'invite', ['text/calendar', 'ics', 'Calendar']],
    ['a card in UTF-16', utf16be('\ufeffBEGIN:VCARD\r\n'), 'x', ['text/vcard', 'vcf', 'Contact']],
    ['a sheet of values', 'a,b\n1,2\n', 'x.csv', ['text/csv', 'csv', 'Spreadsheet']],
    ['a sheet without a name', 'a;b\n"1;\n1";2\n3;4', 'x', ['text/csv', 'csv', 'Spreadsheet']],
    [
      'a sheet with a false name',
      'a\tb\tc\n1\t2\t3\n',
      'x.xls',
      ['text/tab-separated-values', 'tsv', 'Spreadsheet'],
    ],
    [
      'a letter with commas',
      'Dear Ann,\n\nas agreed, we meet, on Monday.\nYours, Bob\n',
      'x',
      ['text/plain', 'txt', 'Plain text/source'],
    ],
    [
      'Concordance',
      'þDOCIDþ\x14þBATESþ\r\nþ1þ\x14þ2þ\r\n',
      'x.dat',
      ['text/x-concordance', 'dat', 'Spreadsheet'],
    ],
    [
      'Concordance in Windows-1252',
      Buffer.from('þDOCIDþ\x14þBATESþ\r\nþ1þ\x14þ2þ\r\n', 'latin1'),
      'x.dat',
      ['text/x-concordance', 'dat', 'Spreadsheet'],
    ],
    ['JSON', '{"a": [1]}', 'x', ['application/json', 'json', 'Plain text/source']],
    [
      'JSON that is cut',
      `{"a": ["${'x'.repeat(40_000)}"]}`,
      'x.txt',
      ['application/json', 'json', 'Plain text/source'],
    ],
    ['lines of JSON', '{"a":1}\n{"a":2}\n', 'x', ['application/x-ndjson', 'jsonl', 'Plain text/source']],
    ['settings with sections', '[core]\nname = x\n', 'x.ini', ['text/x-ini', 'ini', 'Plain text/source']],
    ['a note with brackets', '[1] See below.', 'x', ['text/plain', 'txt', 'Plain text/source']],
    ['Markdown', '# A\n\n<p>x</p>', 'x.md', ['text/markdown', 'md', 'Plain text/source']],
    ['source', 'import os\n', 'x.py', ['text/x-python', 'py', 'Plain text/source']],
    ['a script', '#!/bin/sh\necho\n', 'run', ['application/x-sh', 'sh', 'Plain text/source']],
    [
      'a text with the name of a document',
      'hello there',
      'x.docx',
      ['text/plain', 'txt', 'Plain text/source'],
    ],
    [
      'Shift-JIS',
      Buffer.from('93fa967b8cea82cc95b68ecd82c582b78142', 'hex'),
      'x',
      ['text/plain', 'txt', 'Plain text/source'],
    ],
    [
      'ISO-2022-JP',
      Buffer.from('1b24424e53463d1b2842', 'hex'),
      'x',
      ['text/plain', 'txt', 'Plain text/source'],
    ],
    [
      'a picture with a false name',
      Buffer.from('89504e470d0a1a0a', 'hex'),
      'x.txt',
      ['image/png', 'png', 'Image'],
    ],
  ])('%s', (_, bytes, name, expected) => {
    expect(typeOf(bytes, name)).toEqual(expected)
  })

  it.each([
    ['English', 'A few words that were written by hand.\r\n'],
    ['Russian', 'Привет, мир. Это письмо.\n'],
    ['Japanese', 'これは日本語の文章です。\n改行もあります。'],
  ])('UTF-16 without a mark is text, and its encoding is told: %s', (_, text) => {
    const little = identify(Buffer.from(text, 'utf16le'), 'x.txt')
    const big = identify(utf16be(text), 'x.txt')
    expect([little.mimeType, little.charset]).toEqual(['text/plain', 'utf-16le'])
    expect([big.mimeType, big.charset]).toEqual(['text/plain', 'utf-16be'])
  })
})
