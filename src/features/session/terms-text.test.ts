import { describe, expect, it } from 'vitest'
import { blocksOf } from './terms-text.tsx'

describe('the terms as they are shown', () => {
  it('are headings and paragraphs, without the title and the version that stand above them', () => {
    const text = '# Terms of use\n\nVersion 1.0\n\nBe fair.\nTo all.\n\n## 1. Account\n\nIt is yours.\n'
    expect(blocksOf(text, '1.0')).toEqual([
      { kind: 'paragraph', text: 'Be fair.\nTo all.' },
      { kind: 'heading', text: '1. Account' },
      { kind: 'paragraph', text: 'It is yours.' },
    ])
  })

  it('keep every word of a text that has no headings', () => {
    expect(blocksOf('Be fair.', null)).toEqual([{ kind: 'paragraph', text: 'Be fair.' }])
    expect(blocksOf('Version 2 differs.\r\n\r\n#1 is first.', '2')).toEqual([
      { kind: 'paragraph', text: 'Version 2 differs.' },
      { kind: 'paragraph', text: '#1 is first.' },
    ])
  })
})
