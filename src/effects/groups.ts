/**
 * Runs that share a key: which of them waits for which, which supersedes which, and how they end early. What a run does
 * is not known here.
 */
import type { Envelope } from '../events/envelope.ts'
import type { AnyEffect, EffectDef } from './define.ts'
import { canceled } from './failure.ts'

export interface Run {
  readonly effect: AnyEffect
  readonly envelope: Envelope
  /** Ends the try that is under way. */
  controller: AbortController
  /** Its answer is becoming commands: an event that comes from now on needs an answer of its own. */
  telling: boolean
  ended: 'superseded' | 'left' | 'user' | null
}

/** Whether its answer must not become a command any more. What the user stopped still says so. */
export const isSilent = ({ ended }: Run): boolean => ended === 'superseded' || ended === 'left'
/** Whether what it will say answers an event that comes now as well. */
const willAnswer = ({ ended, telling }: Run): boolean => ended === null && !telling

/** The runs of one key. */
interface Group {
  readonly effect: AnyEffect
  /** Under way, and with something left to say. */
  readonly live: Set<Run>
  /** Begun one after the other once nothing is live. */
  queue: readonly Run[]
}

export type Scope = EffectDef['scope']

/** A scope with those inside it: what is left with it. */
export const inside: Readonly<Record<Scope, readonly Scope[]>> = {
  app: ['app', 'session', 'project', 'route'],
  session: ['session', 'project', 'route'],
  project: ['project', 'route'],
  route: ['route'],
}

export interface GroupPorts {
  /** Does a run; settles when it is over. Never rejects. */
  readonly execute: (run: Run) => Promise<void>
  /** The event begins no run of its own: one that is under way answers it. */
  readonly passedOver: (envelope: Envelope) => void
}

export interface Groups {
  readonly start: (effect: AnyEffect, envelope: Envelope) => void
  /** Ends what belongs to a scope, and to the scopes inside it. */
  readonly leave: (scope: Scope) => void
  /** Stops what a command set going. */
  readonly cancel: (commandId: string) => void
}

export function createGroups(ports: GroupPorts): Groups {
  const groups = new Map<string, Group>()

  const begin = (run: Run, group: Group, key: string): void => {
    group.live.add(run)
    void ports.execute(run).then(() => {
      group.live.delete(run)
      goOn(group, key)
    })
  }

  const goOn = (group: Group, key: string): void => {
    if (group.live.size > 0) return
    const [next, ...rest] = group.queue
    group.queue = rest
    if (next) begin(next, group, key)
    else if (groups.get(key) === group) groups.delete(key)
  }

  /** The user's stop is the weakest end: who has said it can still be superseded, or left. */
  const end = (run: Run, reason: NonNullable<Run['ended']>): void => {
    if (isSilent(run) || run.ended === reason) return
    run.ended = reason
    run.controller.abort(canceled)
  }

  /** Ends all runs of a group for good. Whatever comes next need not wait until they have noticed. */
  const silence = (group: Group, reason: 'superseded' | 'left'): void => {
    for (const run of group.live) end(run, reason)
    group.live.clear()
    group.queue = []
  }

  return {
    start: (effect, envelope) => {
      const { strategy } = effect
      const key = `${effect.name} ${effect.key(envelope as never)}`
      const group = groups.get(key) ?? { effect, live: new Set<Run>(), queue: [] }
      groups.set(key, group)
      if (strategy === 'first' && [...group.live, ...group.queue].some(willAnswer)) {
        ports.passedOver(envelope)
        return
      }
      if (strategy === 'latest') silence(group, 'superseded')
      const controller = new AbortController()
      const run: Run = { effect, envelope, controller, telling: false, ended: null }
      const waits = (strategy === 'queue' || strategy === 'first') && group.live.size > 0
      if (waits) group.queue = [...group.queue, run]
      else begin(run, group, key)
    },
    leave: (scope) => {
      for (const [key, group] of groups) {
        if (!inside[scope].includes(group.effect.scope)) continue
        silence(group, 'left')
        groups.delete(key)
      }
    },
    cancel: (commandId) => {
      const isMeant = ({ envelope }: Run): boolean => envelope.commandId === commandId
      for (const [key, group] of groups) {
        for (const run of group.live) if (isMeant(run)) end(run, 'user')
        const waiting = group.queue.filter(isMeant)
        group.queue = group.queue.filter((run) => !isMeant(run))
        // They have nothing to wait for any more: what was stopped sends nothing, and says so.
        for (const run of waiting) {
          end(run, 'user')
          begin(run, group, key)
        }
      }
    },
  }
}
