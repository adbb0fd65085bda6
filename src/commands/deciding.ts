/** What happens to a command before anything is written: its payload is checked, its secrets are taken out, it is decided. */
import type * as z from 'zod/mini'
import { AreaNotLoaded } from '../events/area-loading.ts'
import type { Done, Draft, LogKind } from '../events/envelope.ts'
import { upcast } from '../events/log/upcast.ts'
import type { RootState } from '../stores/root.ts'
import type { BusPorts } from './bus.ts'
import { type DecideContext, isRejection, type Rejection, reject } from './define.ts'
import { placeAll, type Stamp } from './envelopes.ts'
import type { AnyCommand } from './registry.ts'

/** Secrets are taken out of the payload here: no decision, label or draft ever sees one. */
export function parse(
  def: AnyCommand,
  raw: unknown,
): { readonly payload: unknown; readonly secrets: Record<string, string> } | Rejection {
  const parsed = def.payload.safeParse(raw)
  if (!parsed.success) return reject(issuesOf(parsed.error))
  const data: unknown = parsed.data
  if (def.secret.length === 0 || !isRecord(data)) return { payload: data, secrets: {} }
  const payload: Record<string, unknown> = { ...data }
  const secrets: Record<string, string> = {}
  for (const key of def.secret) {
    const value = payload[key]
    if (value === undefined || value === null) continue
    secrets[key] = String(value)
    // Decisions never see it, so no draft can hold it.
    payload[key] = ''
  }
  return { payload, secrets }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Names fields and what was expected there, never the value. */
const issuesOf = (error: z.core.$ZodError): string =>
  error.issues
    .map(
      ({ path, code }) =>
        `${path.length > 0 ? path.join('.') : 'payload'}: ${issueWords[code] ?? 'not valid'}`,
    )
    .join('; ')

const issueWords: Readonly<Record<string, string>> = {
  invalid_type: 'missing or of the wrong kind',
  unrecognized_keys: 'has fields that nobody asked for',
  too_big: 'too long or too large',
  too_small: 'too short or too small',
  invalid_format: 'not in the right form',
  invalid_value: 'not one of the possible values',
}

export function decide(
  ports: BusPorts,
  def: AnyCommand,
  payload: unknown,
  state: RootState,
  stamp: Stamp,
): readonly Draft[] | Rejection | AreaNotLoaded {
  try {
    const ctx = contextOf(ports, state, stamp)
    return checked(ports, def.decide(state, payload as never, ctx))
  } catch (fault) {
    if (fault instanceof AreaNotLoaded) return fault
    ports.onFault(fault)
    return reject('The command failed.')
  }
}

function contextOf(ports: BusPorts, state: RootState, stamp: Stamp): DecideContext {
  const { userId, projectId, can } = ports.actor(state)
  const ctx: DecideContext = {
    now: new Date(stamp.at),
    newId: ports.newId,
    tabId: stamp.tabId,
    userId,
    projectId,
    can,
  }
  return {
    ...ctx,
    kernel: {
      inverse: (type, done, current) =>
        commandOf(ports, type)?.inverse?.(
          // The trail may come from a snapshot that is older than an event's newest version.
          done.map((one) => upToDate(ports, one)),
          current,
        ) ?? null,
      decide: (input, current) => {
        const def = commandOf(ports, input.type)
        if (!def) return reject('There is no such command.')
        const parsed = parse(def, input.payload)
        return isRejection(parsed) ? parsed : def.decide(current, parsed.payload as never, ctx)
      },
      preview: (current, drafts) =>
        ports.preview(
          current,
          placeAll(drafts, stamp, ports.newId, () => notUndone).map((envelope) => ({ ...envelope, seq: 0 })),
        ),
    },
  }
}

/** Throws where its area is not loaded. */
function commandOf({ registry, areas }: BusPorts, type: string): AnyCommand | undefined {
  const missing = areas.missing(type)
  if (missing !== null) throw new AreaNotLoaded(missing)
  return registry.get(type)
}

function upToDate(ports: BusPorts, done: Done): Done {
  const missing = ports.areas.missing(done.type)
  if (missing !== null) throw new AreaNotLoaded(missing)
  const def = ports.catalog.get(done.type)
  return def && done.version < def.version ? upcast(done, def.version, def.upcasts) : done
}

const notUndone = { kind: 'none', group: '', targets: [] } as const

/** From this program, an event that is unknown or does not match its schema is a fault, not something to set aside. */
function checked(ports: BusPorts, decided: readonly Draft[] | Rejection): readonly Draft[] | Rejection {
  if (isRejection(decided)) return decided
  for (const draft of decided) {
    const missing = ports.areas.missing(draft.type)
    if (missing !== null) throw new AreaNotLoaded(missing)
    const def = ports.catalog.get(draft.type)
    if (!def) throw new Error(`No event of type ${draft.type} is declared`)
    if (def.version !== draft.version) throw new Error(`${draft.type} is of version ${def.version}`)
    const parsed = def.payload.safeParse(draft.payload)
    if (!parsed.success) throw new Error(`${draft.type} does not match its schema: ${issuesOf(parsed.error)}`)
    if (!ports.follower(draft.log)) return reject(closedLog[draft.log])
    if (ports.paused(draft.log).has(draft.stream)) return reject(newerProgram)
  }
  return decided
}

export const newerProgram =
  'This was changed by a newer version of the program. Reload the page to go on with it.'

const closedLog: Readonly<Record<LogKind, string>> = {
  device: 'The page is being closed.',
  account: 'Nobody is signed in.',
  project: 'No project is open.',
}
