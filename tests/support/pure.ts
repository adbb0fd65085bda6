/** Areas whose decisions and folds are held to be pure: their inputs are frozen, and neither clock nor chance answers. */
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import type { Areas } from '#src/app.ts'
import type { AnyCommand } from '#src/commands/registry.ts'
import type { Envelope } from '#src/events/envelope.ts'
import { type AnyProjection, createReplay, createRoutes } from '#src/stores/runtime.ts'
import { deepFreeze } from './freeze.ts'
import type { Tab } from './tabs.ts'

/**
 * The same areas; a decision that is not pure becomes a fault of its tab. So does a fold where it is folded off the
 * graph; the stores keep their own, which `foldFrozen` goes through afterwards.
 */
export const pureAreas = (areas: Areas): Areas => ({
  ...areas,
  registry: new Map([...areas.registry].map(([type, def]) => [type, withFrozenInputs(def)])),
  projections: withFrozenFolds(areas.projections),
})

export const withFrozenFolds = (projections: Areas['projections']): Areas['projections'] =>
  Object.fromEntries(Object.entries(projections).map(([key, one]) => [key, frozenFold(one)]))

/** Folds all that a tab has in its logs, twice, with everything frozen: both must give what its stores hold. */
export async function foldFrozen(of: Areas, tab: Tab): Promise<void> {
  const table = withFrozenFolds(of.projections)
  for (const kind of ['device', 'account', 'project'] as const) {
    const envelopes = (await tab.log(kind)?.read({ after: 0, limit: 1e6 })) ?? []
    for (let time = 0; time < 2; time++) {
      const replay = createReplay(createRoutes(table), kind)
      replay.feed(envelopes)
      expect(replay.states()).toEqual(tab.runtime.states(kind))
    }
  }
}

function withFrozenInputs(def: AnyCommand): AnyCommand {
  const decide: AnyCommand['decide'] = (state, payload, ctx) => {
    deepFreeze(state)
    deepFreeze(payload)
    const ids: string[] = []
    const first = withoutTimeOrChance(() =>
      def.decide(state, payload, { ...ctx, newId: () => ids[ids.push(ctx.newId()) - 1] ?? '' }),
    )
    const again = def.decide(state, payload, { ...ctx, newId: () => ids.shift() ?? '' })
    if (!isDeepStrictEqual(again, first)) throw new Error(`${def.type} decides otherwise the second time`)
    return first
  }
  const inverse: AnyCommand['inverse'] = def.inverse
  return {
    ...def,
    decide,
    ...(inverse
      ? { inverse: (done, state) => withoutTimeOrChance(() => inverse(deepFreeze(done), deepFreeze(state))) }
      : {}),
    label: (payload, state, tabId) =>
      withoutTimeOrChance(() => def.label(deepFreeze(payload), deepFreeze(state), tabId)),
  }
}

function frozenFold(one: AnyProjection): AnyProjection {
  const { every } = one
  return {
    ...one,
    handlers: new Map(
      [...one.handlers].map(([type, fold]) => [
        type,
        (state: never, payload: never, envelope: Envelope) =>
          withoutTimeOrChance(() => fold(deepFreeze(state), deepFreeze(payload), deepFreeze(envelope))),
      ]),
    ),
    every: every
      ? (state: never, envelope: Envelope) =>
          withoutTimeOrChance(() => every(deepFreeze(state), deepFreeze(envelope)))
      : null,
  }
}

const refuse = (what: string) => (): never => {
  throw new Error(`A pure function ${what}`)
}
const askedTheClock = refuse('asked the clock')
const rolledDice = refuse('rolled dice')

/** A date of something can be made; the date of now cannot. */
const timelessDate = new Proxy(Date, {
  construct: (made, given: unknown[]) =>
    given.length === 0 ? askedTheClock() : Reflect.construct(made, given),
  apply: askedTheClock,
  get: (made, key) => (key === 'now' ? askedTheClock : Reflect.get(made, key)),
})

/** Where a program can find the time or chance: what is there, and what stands in its place. */
const traps: readonly (readonly [object, string, unknown])[] = [
  [globalThis, 'Date', timelessDate],
  [performance, 'now', askedTheClock],
  [Math, 'random', rolledDice],
  // Ids of nanoid are made of these bytes.
  [crypto, 'getRandomValues', rolledDice],
  [crypto, 'randomUUID', rolledDice],
]

/** Runs synchronous work while clock and chance throw. */
export function withoutTimeOrChance<T>(work: () => T): T {
  const own = traps.map(([holder, name]) => Object.getOwnPropertyDescriptor(holder, name))
  for (const [holder, name, value] of traps)
    Object.defineProperty(holder, name, { value, configurable: true, writable: true })
  try {
    return work()
  } finally {
    for (const [nth, [holder, name]] of traps.entries()) {
      const before = own[nth]
      if (before) Object.defineProperty(holder, name, before)
      // It came from the prototype, and comes from there again.
      else Reflect.deleteProperty(holder, name)
    }
  }
}
