import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { readCompressedRtf } from './compressed-rtf.ts'
import { unwrapRtf } from './html-in-rtf.ts'

const most = 1_000_000
const read = (hex: string) =>
  readCompressedRtf(Buffer.from(hex.replaceAll(' ', ''), 'hex'), most)?.toString('latin1')

describe('compressed RTF', () => {
  it('is read as the examples of MS-OXRTFCP 4 say', () => {
    expect(
      read(
        '2d000000 2b000000 4c5a4675 f1c5c7a7 03 00 0a 00 72 63 70 67 31 32 35 42 32 0a f3 20 68 65 6c 09 00 20 62 77 05 b0 6c 64 7d 0a 80 0f a0',
      ),
    ).toBe('{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n')
    expect(read('1a000000 1c000000 4c5a4675 e2d44b51 41 00 04 20 57 58 59 5a 0d 6e 7d 01 0e b0')).toBe(
      '{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}',
    )
    expect(read('0d000000 07000000 4d454c41 00000000 7b 5c 72 74 66 31 7d')).toBe('{\\rtf1}')
  })

  test('never gives more than was asked for, whatever its bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.nat(2000), (bytes, limit) => {
        const header = Buffer.from('00000000ffffff7f4c5a467500000000', 'hex')
        expect(readCompressedRtf(Buffer.concat([header, bytes]), limit)?.length).toBeLessThanOrEqual(limit)
      }),
      { numRuns: runs(200) },
    )
  })
})

describe('HTML inside RTF', () => {
  const unwrap = (rtf: string) => unwrapRtf(Buffer.from(rtf, 'latin1'))

  it('is what the sender wrote, without what stands there for readers of RTF', () => {
    const rtf =
      '{\\rtf1\\ansi\\ansicpg1252\\fromhtml1 \\deff0{\\fonttbl{\\f0\\fswiss Arial;}{\\f1\\fcharset204 Arial;}}\r\n' +
      '{\\*\\htmltag64 <p style="color:\\{x\\}">}\\htmlrtf \\b hidden\\htmlrtf0 Caf\\\'e9 {\\*\\mhtmltag0 no}' +
      "\\f1 \\'cf\\'f0 \\u8364?1\\par{\\*\\htmltag72 </p>}}"
    expect(unwrap(rtf)).toEqual({ kind: 'html', content: '<p style="color:{x}">Café Пр €1\r\n</p>' })
  })

  it('is text where the sender wrote text', () => {
    expect(unwrap('{\\rtf1\\ansi\\fromtext {\\fonttbl{\\f0 Courier;}}a\\par b\\tab c}')).toEqual({
      kind: 'text',
      content: 'a\r\nb\tc',
    })
  })

  it('reads characters of two bytes as one', () => {
    expect(unwrap("{\\rtf1\\ansi\\ansicpg932\\fromtext \\'93\\'fa\\'96\\'7b}")?.content).toBe('日本')
    expect(unwrap("{\\rtf1\\ansi\\ansicpg850\\fromtext \\'94\\'e1}")?.content).toBe('öß')
  })

  it('is not found in RTF that was written as RTF', () => {
    expect(unwrap('{\\rtf1\\ansi hello}')).toBeNull()
  })

  test('ends, whatever stands there', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '{',
            '}',
            '\\',
            "\\'e",
            '\\bin9 ',
            '\\u5',
            '\\*',
            '\\htmltag',
            'x',
            '\\uc-3 ',
            '\\f99999999999 ',
          ),
          {
            maxLength: 200,
          },
        ),
        (pieces) => {
          expect(typeof unwrap(`{\\rtf1\\fromhtml1 ${pieces.join('')}`)?.content).toBe('string')
        },
      ),
      { numRuns: runs(300) },
    )
  })
})
