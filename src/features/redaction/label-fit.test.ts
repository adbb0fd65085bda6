import { describe, expect, it } from 'vitest'
import { inCorner, inMiddle } from './label-fit.ts'

describe('the label of a redaction', () => {
  it('stands in the middle as it will leave, shortened where it does not fit, and then left out', () => {
    expect(inMiddle('Attorney-client', 300, 60)).toEqual({
      ...{ text: 'Attorney-client', size: 14, plate: { x: 0, y: 0, width: 300, height: 60 } },
    })
    expect(inMiddle('Attorney-client', 60, 20)?.text).toBe('Attor…')
    expect(inMiddle('Attorney-client', 20, 20)).toBeNull()
    expect(inMiddle('Attorney-client', 300, 6)).toBeNull()
    expect(inMiddle('', 300, 60)).toBeNull()
  })

  it('stands in the corner while one works, and leaves more than half of a line to be read', () => {
    const high = inCorner('Attorney-client', 300, 60)
    expect(high).toMatchObject({ text: 'Attorney-client', size: 10, plate: { x: 0, y: 0, height: 13 } })
    const line = inCorner('Attorney-client', 100, 14)
    expect(line?.text).toMatch(/^Att.*…$/)
    expect(line?.plate.x).toBeGreaterThan(50)
    expect((line?.plate.x ?? 0) + (line?.plate.width ?? 0)).toBeCloseTo(100)
    expect(inCorner('Attorney-client', 30, 14)).toBeNull()
  })
})
