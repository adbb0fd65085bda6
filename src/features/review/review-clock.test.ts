import { beforeEach, describe, expect, it } from 'vitest'
import { type ReviewClock, reviewClock } from './review-clock.ts'

describe('the review clock', () => {
  let clock: ReviewClock
  let at: number
  let reports: (readonly [documentId: number, seconds: number])[]
  /** Input after so many seconds. */
  const act = (seconds: number) => {
    at += seconds * 1000
    clock.act()
  }

  beforeEach(() => {
    at = 1_000_000
    reports = []
    clock = reviewClock({ now: () => at, idleMs: 900_000, report: (...one) => reports.push(one) })
    clock.show(1)
    act(0)
  })

  it('[limit-coding-idle-15] counts gaps up to the idle timeout, and nothing of longer ones', () => {
    act(900)
    expect(reports).toEqual([[1, 900]])
    act(900.001)
    act(10)
    clock.show(2)
    expect(reports.slice(1)).toEqual([[1, 10]])
  })

  it('gives each document its own time, also that from the last input until the next document came', () => {
    act(10)
    at += 5_000
    clock.show(2)
    act(7)
    clock.show(null)
    act(30)
    clock.show(3)
    expect(reports).toEqual([
      [1, 15],
      [2, 7],
    ])
  })

  it('counts nothing while another window is looked at', () => {
    act(10)
    clock.rest()
    act(60)
    act(3)
    clock.rest()
    expect(reports).toEqual([
      [1, 10],
      [1, 3],
    ])
  })

  it('reports after each minute of work, and keeps the rest of a second', () => {
    act(59.5)
    expect(reports).toEqual([])
    act(1)
    expect(reports).toEqual([[1, 60]])
    act(2.5)
    clock.rest()
    expect(reports).toEqual([
      [1, 60],
      [1, 3],
    ])
  })

  it('makes no time of a clock that was set back', () => {
    act(-500)
    act(2)
    clock.rest()
    expect(reports).toEqual([[1, 2]])
  })
})
