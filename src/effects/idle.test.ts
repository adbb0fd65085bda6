import { afterEach, describe, expect, it } from 'vitest'
import { type IdleWatch, startIdleWatch } from './idle.ts'

const minute = 60_000
const idleMs = 60 * minute

let watch: IdleWatch | null = null
afterEach(() => watch?.stop())

/** A session of half a day that began at noon, and a clock that the test sets. */
function started() {
  const noon = Date.UTC(2026, 0, 5, 12)
  const said: string[] = []
  let now = noon
  const sleeping = new Set<() => void>()
  watch = startIdleWatch({
    env: { now: () => now, sleep: () => new Promise((resolve) => sleeping.add(resolve)) },
    limits: () => ({ idleMs, expiresAt: noon + 12 * 60 * minute }),
    renew: () => said.push('renew'),
    end: (reason) => said.push(reason),
    tellOthers: () => said.push('tell'),
  })
  const { active } = watch
  return {
    active,
    said: () => said.splice(0),
    /** The clock says so many minutes after noon when the watch looks again. */
    at: async (minutes: number) => {
      now = noon + minutes * minute
      for (const wake of sleeping) wake()
      sleeping.clear()
      await new Promise((resolve) => setTimeout(resolve, 0))
    },
  }
}

describe('the clock of the session', () => {
  it('renews while somebody is at work, tells the other tabs now and then, and ends after an hour of rest', async () => {
    const { active, at, said } = started()
    await at(0)
    active()
    active()
    expect(said()).toEqual(['tell'])
    await at(16)
    active()
    await at(17)
    expect(said()).toEqual(['tell', 'renew'])
    await at(75)
    expect(said()).toEqual([])
    await at(77)
    expect(said()).toEqual(['idle'])
  })

  it('ends at the session’s own end, whoever is at work', async () => {
    const { active, at, said } = started()
    await at(12 * 60 - 1)
    active()
    said()
    await at(12 * 60)
    expect(said()).toEqual(['expired'])
  })

  it('goes on where the clock is set back: work is heard of, and rest is counted from then', async () => {
    const { active, at, said } = started()
    await at(0)
    await at(30)
    active()
    said()
    await at(-600)
    active()
    await at(-580)
    active()
    expect(said()).toEqual(['tell', 'tell'])
    await at(-579)
    expect(said()).toEqual(['renew'])
    await at(-519)
    expect(said()).toEqual(['idle'])
  })
})
