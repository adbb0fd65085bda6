import { describe, expect, it } from 'vitest'
import { decodeText, looksLikeText, storable } from './text.ts'

describe('text of bytes', () => {
  it('keeps what both databases can keep', () => {
    expect(storable('a\0b\r\nc\rd\ud800')).toBe('ab\nc\nd\ufffd')
  })
  it.each<[string, Uint8Array, string | undefined, string]>([
    ['UTF-8', Buffer.from('Größe'), undefined, 'Größe'],
    ['Windows-1252, undeclared', Buffer.from('Gr\xf6\xdfe \x80', 'latin1'), undefined, 'Größe €'],
    ['declared UTF-8 that is not', Buffer.from('Gr\xf6\xdfe', 'latin1'), 'utf-8', 'Größe'],
    ['declared', Buffer.from('\xcf\xf0\xe8\xe2\xe5\xf2', 'latin1'), 'windows-1251', 'Привет'],
    ['declared Western that is UTF-8', Buffer.from('Größe und Münze'), 'iso-8859-1', 'Größe und Münze'],
    ['declared Cyrillic that is UTF-8', Buffer.from('Привет'), 'koi8-r', 'Привет'],
    ['declared Chinese that is UTF-8', Buffer.from('合同付款条件'), 'gb2312', '合同付款条件'],
    // "Её" is of both: what is declared counts.
    ['declared Cyrillic that could be UTF-8', Buffer.from('c5b8', 'hex'), 'windows-1251', 'Её'],
    [
      'declared Western that is Cyrillic',
      Buffer.from('c4eee3eee2eef020efeee4efe8f1e0ed20e220cceef1eae2e5', 'hex'),
      'iso-8859-1',
      'Договор подписан в Москве',
    ],
    [
      'declared Cyrillic of another kind',
      Buffer.from('c4eee3eee2eef020efeee4efe8f1e0ed20e220cceef1eae2e5', 'hex'),
      'koi8-r',
      'Договор подписан в Москве',
    ],
    ['declared Japanese in shifts that is not', Buffer.from('Gr\xf6\xdfe', 'latin1'), 'iso-2022-jp', 'Größe'],
    [
      'declared Western with letters that could be others',
      Buffer.from('\xc3\xc9\xd6', 'latin1'),
      'windows-1252',
      'ÃÉÖ',
    ],
    ['an unknown charset', Buffer.from('plain'), 'x-nonsense', 'plain'],
    ['"unicode", by who means UTF-8', Buffer.from('<p>Größe</p>'), 'unicode', '<p>Größe</p>'],
    ['"unicode", as it says', Buffer.from('<p>Größe</p>', 'utf16le'), 'unicode', '<p>Größe</p>'],
    [
      'declared UTF-16 without a space',
      Buffer.from('契約書の確認を', 'utf16le'),
      'utf-16le',
      '契約書の確認を',
    ],
    ['UTF-16 with a mark', Buffer.from('\ufeffWort', 'utf16le'), undefined, 'Wort'],
    ['UTF-8 with a mark', Buffer.from('\ufeffWort'), 'iso-8859-1', 'Wort'],
  ])('%s', (_, bytes, charset, expected) => {
    expect(decodeText(bytes, charset)).toBe(expected)
  })
  it('tells text from other bytes', () => {
    expect(looksLikeText(Buffer.from('a,b\r\n1,2\t3\n'))).toBe(true)
    expect(looksLikeText(Buffer.from([0x50, 0x4b, 3, 4, 0, 0]))).toBe(false)
  })
})
