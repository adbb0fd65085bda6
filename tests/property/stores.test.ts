/** Stores and events bear names of their own (docs/decisions/0013): no compiler plugin gives them any. */
import { createEvent, createStore } from 'effector'
import { type Declaration, inspectGraph } from 'effector/inspect'
import { describe, expect, it } from 'vitest'

type Unit = Declaration & { readonly type: 'unit' }

/** The stores, events and effects that come into being meanwhile, without those that follow from others. */
async function unitsMadeBy(work: () => Promise<unknown>): Promise<readonly Unit[]> {
  const made: Unit[] = []
  const stop = inspectGraph({
    fn: (one) => {
      if (one.type === 'unit' && !one.derived && one.meta.named === null) made.push(one)
    },
  })
  await work()
  stop()
  return made
}

/** What is wrong with their names, in words. */
function faultsOf(units: readonly Unit[]): string[] {
  const known = new Set<string>()
  return units.flatMap(({ kind, name, sid }) => {
    if (!sid) return [`a ${kind} has no sid`]
    if (known.has(sid)) return [`two units have the sid ${sid}`]
    known.add(sid)
    return name === sid ? [] : [`${name} has the sid ${sid}`]
  })
}

describe('the names of stores and events', () => {
  it('every one that the product makes has a name, and a sid of its own that is the same', async () => {
    const modules = import.meta.glob('../../src/{stores,commands,effects,app,features,routes}/**/*.{ts,tsx}')
    const units = await unitsMadeBy(async () => {
      for (const [path, load] of Object.entries(modules)) if (!path.includes('.test.')) await load()
    })
    expect(units.filter(({ kind }) => kind === 'store').length).toBeGreaterThan(20)
    expect(faultsOf(units)).toEqual([])
    // All of the application is compiled for it.
  }, 120_000)

  it('what lacks one, or bears that of another, is found', async () => {
    const units = await unitsMadeBy(async () => {
      createStore(0)
      createStore(0, { name: 'twice', sid: 'twice' })
      createEvent({ name: 'twice', sid: 'twice' })
      createEvent({ name: 'one', sid: 'other' })
    })
    expect(faultsOf(units)).toEqual([
      'a store has no sid',
      'two units have the sid twice',
      'one has the sid other',
    ])
  })
})
