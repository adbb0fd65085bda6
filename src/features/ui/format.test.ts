import { describe, expect, it } from 'vitest'
import { ago, counted, day, duration, fileSize, number, percent, rate } from './format.ts'

describe('figures', () => {
  it('[format-thousands] have thousands separators', () => {
    expect(number(1_234_567)).toBe('1,234,567')
    expect(counted(1, 'document')).toBe('1 document')
    expect(counted(2000, 'try', 'tries')).toBe('2,000 tries')
  })

  it('[format-file-size] write file sizes with a divisor of 1024 and two decimals', () => {
    expect(fileSize(0)).toBe('0 B')
    expect(fileSize(1023)).toBe('1,023 B')
    expect(fileSize(1024)).toBe('1.00 KB')
    expect(fileSize(1_572_864)).toBe('1.50 MB')
    expect(fileSize(1024 ** 4 * 2048)).toBe('2,048.00 TB')
  })

  it('never say 100 % while something is missing, nor 0 % once something is there', () => {
    expect(percent(999, 1000)).toBe('99%')
    expect(percent(1, 1000)).toBe('1%')
    expect(percent(1000, 1000)).toBe('100%')
    expect(percent(0, 0)).toBe('–')
  })

  it('say how long something takes', () => {
    expect(duration(12.4)).toBe('12 s')
    expect(duration(130)).toBe('2 min')
    expect(duration(4320)).toBe('1 h 12 min')
  })

  it('say how fast something goes, and of what where that is not plain', () => {
    expect(rate(1234.5)).toBe('1,235/s')
    expect(rate(4.25, 'items')).toBe('4.3 items/s')
  })

  it('[format-date-display] write days as month, day, year', () => {
    expect(day('2001-05-09T12:00:00.000Z')).toBe('05/09/2001')
    expect(ago('2026-03-01T10:00:00.000Z', Date.parse('2026-03-01T12:00:00.000Z'))).toBe('2 h ago')
    expect(ago('2026-03-01T10:00:00.000Z', Date.parse('2026-03-20T12:00:00.000Z'))).toBe('03/01/2026')
  })
})
