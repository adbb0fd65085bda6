import { describe, expect, it } from 'vitest'
import { nameDecoder, namesAsTheyCome } from './entry-names.ts'

/** Bytes of each charset, made by Python's codecs. */
const decoded = (...hex: string[]): string[] => {
  const names = hex.map((text) => Buffer.from(text, 'hex'))
  return names.map(nameDecoder(names))
}

describe('names without a charset', () => {
  it.each<[string, string[], string[]]>([
    ['Shift-JIS', ['95b68fcd312e747874', '8ca990cf8f915f8dc58f492e786c73'], ['文章1.txt', '見積書_最終.xls']],
    [
      'GBK',
      ['c9f3bcc6d1b9c1a6b0fccec4bcfe2e646f63', 'bacfcdac2f32303231c4eab6c82e706466'],
      ['审计压力包文件.doc', '合同/2021年度.pdf'],
    ],
    [
      'Big5',
      ['b77cc4b3b04fbffd2e646f63', 'a578c657a4c0a4bda5712e786c73'],
      ['會議記錄.doc', '台灣分公司.xls'],
    ],
    [
      'Korean',
      ['b0e8bee0bcad20c3d6c1bebabb2e687770', 'c8b8c0c7b7cf2e646f63'],
      ['계약서 최종본.hwp', '회의록.doc'],
    ],
    [
      'code page 437',
      ['477281e1652e747874', '8274822e646f63', '4da06c6167612e706466'],
      ['Grüße.txt', 'été.doc', 'Málaga.pdf'],
    ],
    [
      'Windows-1252',
      ['4772fcdf652e747874', 'e974e92e646f63', '4de16c6167612e706466'],
      ['Grüße.txt', 'été.doc', 'Málaga.pdf'],
    ],
    ['code page 866', ['84aeaae3aca5ade22e646f63', 'aee2e7f1e22e786c73'], ['Документ.doc', 'отчёт.xls']],
    ['Windows-1251', ['c4eeeaf3ece5edf22e646f63', 'eef2f7b8f22e786c73'], ['Документ.doc', 'отчёт.xls']],
  ])('are read where they are %s', (_, hex, names) => {
    expect(decoded(...hex)).toEqual(names)
  })

  it('are read each as UTF-8 where they are that, whatever the others are', () => {
    expect(decoded('c3a92e747874', '8e742e747874')).toEqual(['é.txt', 'Ät.txt'])
  })

  it('are no word of another script where two letters with marks stand beside each other', () => {
    expect(decoded('4772f6df652e747874')).toEqual(['Größe.txt'])
  })

  it('lose none of their bytes where one is not of the charset that all are likeliest of', () => {
    const japanese = ['95b68fcd312e747874', '8ca990cf8f915f8dc58f492e786c73']
    expect(decoded(...japanese, 'ff2e747874')).toEqual(['文章1.txt', '見積書_最終.xls', '\u00a0.txt'])
  })

  it('are decoded with those before them where the others are not known yet, and the same each time', () => {
    const names = ['95b68fcd312e747874', '8ca990cf8f915f8dc58f492e786c73'].map((hex) =>
      Buffer.from(hex, 'hex'),
    )
    const plain = Array.from({ length: 3000 }, (_, n) => Buffer.from(`é${n}.txt`))
    const read = () => [...names, ...plain, ...names].map(namesAsTheyCome())
    expect(read().slice(-3)).toEqual(['é2999.txt', '文章1.txt', '見積書_最終.xls'])
    expect(read()).toEqual(read())
  })

  it('never fail, whatever bytes they are', () => {
    expect(decoded('ff', '80ff', '00', '')).toHaveLength(4)
  })
})
