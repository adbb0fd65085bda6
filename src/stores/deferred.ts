/**
 * The place of a projection whose area is not loaded. It folds nothing: it keeps the state that a snapshot brought and the
 * envelopes that came since, and hands both over when the area is there. Folding is pure, so it makes no difference when.
 */
import type { Envelope, LogKind } from '../events/envelope.ts'

export interface DeferredProjection {
  readonly deferred: true
  readonly area: string
  readonly name: string
  readonly version: number
  readonly log: LogKind
  readonly initial: Deferred
  readonly takes: (type: string) => boolean
}

/** What a deferred projection stands for: the state so far, and what is to be folded into it, the newest first. */
export class Deferred {
  /** Null: the projection's initial state. */
  readonly from: { readonly state: unknown } | null
  readonly last: { readonly envelope: Envelope; readonly before: Deferred } | null

  constructor(from: Deferred['from'], last: Deferred['last'] = null) {
    this.from = from
    this.last = last
  }

  and(envelope: Envelope): Deferred {
    return new Deferred(this.from, { envelope, before: this })
  }

  /** In order. */
  envelopes(): Envelope[] {
    const found: Envelope[] = []
    for (let last = this.last; last !== null; last = last.before.last) found.push(last.envelope)
    return found.reverse()
  }
}

export const nothingDeferred = new Deferred(null)

export const deferredProjections = ({
  name: area,
  projections,
  folds = [],
}: {
  readonly name: string
  readonly projections: Readonly<Record<string, { readonly version: number; readonly log: LogKind }>>
  readonly folds?: readonly string[]
}): DeferredProjection[] =>
  Object.entries(projections).map(([name, { version, log }]) => ({
    deferred: true,
    area,
    name,
    version,
    log,
    initial: nothingDeferred,
    takes: (type) => type.startsWith(`${area}.`) || folds.includes(type),
  }))

/** A state as a snapshot keeps it. */
export interface KeptState {
  /** Negative: nothing was ever folded, and what is kept is that it is the initial state of that version. */
  readonly version: number
  readonly state: unknown
}

/** Undefined: envelopes wait to be folded, so there is no state to keep. */
export function keptOf({ version }: { readonly version: number }, state: unknown): KeptState | undefined {
  if (!(state instanceof Deferred)) return { version, state }
  if (state.last !== null) return undefined
  return state.from === null ? { version: -version, state: null } : { version, state: state.from.state }
}

/** Of what snapshots keep of a projection, the one that it can go on from. */
export const keptFor = <K extends KeptState & { readonly name: string }>(
  { name, version }: { readonly name: string; readonly version: number },
  kept: readonly K[],
): K | undefined => {
  const own = kept.filter((one) => one.name === name)
  return own.find((one) => one.version === version) ?? own.find((one) => one.version === -version)
}

/** The state that folding goes on from. */
export function stateFrom(
  projection: { readonly initial: unknown; readonly deferred?: true },
  { version, state }: KeptState,
): unknown {
  if (version < 0) return projection.initial
  return projection.deferred === true ? new Deferred({ state }) : state
}
