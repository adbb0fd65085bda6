/** Texts in charsets that `TextDecoder` does not know. */
import { describe, expect, it } from 'vitest'
import { decodeText } from '../text.ts'
import { decodeCodePage } from './code-pages.ts'
import { isOldCharset } from './old-charsets.ts'

const hex = (bytes: string): Buffer => Buffer.from(bytes.replaceAll(' ', ''), 'hex')

describe('a text in an old charset', () => {
  it.each<[string, Buffer, string]>([
    ['cp437', hex('4772 94e1 65'), 'Größe'],
    ['IBM850', hex('4772 94e1 65 9c'), 'Größe£'],
    ['cspc850multilingual', hex('b5b7'), 'ÁÀ'],
    ['x-cp852', hex('6c9c85d88b7e'), 'lťůěő~'],
    ['cp858', hex('d5'), '€'],
    ['ibm-862', hex('99 8c 85 8d'), 'שלום'],
    ['cp737', hex('8998a29ea3e2a898'), 'Καλημέρα'],
    ['cp866', hex('8fe0a8a2a5e2'), 'Привет'],
    ['ibm037', hex('c8c5d3d3d6 6b 40 a69699938441 15 ba25bb'), 'HELLO, world\u00a0\n[\n]'],
    ['cp500', hex('c88593939640 4a5a 4f'), 'Hello []!'],
    ['IBM-1047', hex('ad84bd 5f'), '[d]^'],
    ['ebcdic-cp-us', hex('c881a39a'), 'Hatª'],
    ['ibm01140', hex('9f'), '€'],
    ['IBM273', hex('c0 d0 6a'), 'äüö'],
    [
      'utf-7',
      Buffer.from('Hi Mom +Jjo-! 1 +- 1, a+b, +AGEAYg x, +2D3eAA-'),
      'Hi Mom ☺! 1 + 1, a+b, ab x, 😀',
    ],
    ['unicode-1-1-utf-7', Buffer.from('+ZeVnLIqe-'), '日本語'],
    [
      'hz-gb-2312',
      Buffer.from('This: ~{<:Ky2;S{#,NpJ)l6HK!#~}Bye. ~~ a~\nb\n~{VPND\nx'),
      'This: 己所不欲，勿施於人。Bye. ~ ab\n中文\nx',
    ],
    ['iso-2022-kr', Buffer.from('\x1b$)C\x0eGQ19>n\x0f abc \x0ecL\x0f\n', 'latin1'), '한국어 abc 詩\n'],
    [
      'johab',
      hex('d0658a82b4e1 20 8861 8862 d3bd 20 eccc 20 da31 20 8841 8461 80 41'),
      '한국어 가각힣 詩 ！ ㄱㅏ\ufffdA',
    ],
    ['cp720', hex('a0a6 9b'), 'بخؤ'],
  ])('is read: %s', (charset, bytes, expected) => {
    expect(decodeText(bytes, charset)).toBe(expected)
  })

  it('is read by its mark, or as what it is, where it is surely of another', () => {
    expect(decodeText(Buffer.from('\ufeffGröße'), 'cp850')).toBe('Größe')
    expect(decodeText(Buffer.from('Hello, world'), 'ibm-1047')).toBe('Hello, world')
    expect(decodeText(Buffer.from('Größe +Jjo-'), 'utf-7')).toBe('Größe +Jjo-')
    expect(decodeText(Buffer.from('Größe ~{'), 'hz-gb-2312')).toBe('Größe ~{')
    expect(decodeText(Buffer.from('Zürich'), 'ibm850')).toBe('Zürich')
    expect(decodeCodePage(Buffer.from('Zürich'), 850)).toBe('Zürich')
    expect(decodeCodePage(Buffer.from('Zürich'), 437)).toBe('Zürich')
  })

  it('is none under names that are known or that nobody knows', () => {
    for (const name of [
      'utf-8',
      'iso-8859-1',
      'windows-1252',
      'cp1252',
      '866',
      'gb2312',
      'latin1',
      '',
      'cp99999',
    ])
      expect(isOldCharset(name)).toBe(false)
  })
})
