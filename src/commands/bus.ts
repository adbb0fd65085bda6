/**
 * The only way from an intent to a fact: validate, decide, append, fold. One command at a time per tab; every command
 * leaves at least one envelope.
 */
import type * as z from 'zod/mini'
import type { Capability } from '#contracts/permission.ts'
import type { EventCatalog } from '../events/catalog/catalog.ts'
import { commandHadNoEffect, commandRejected } from '../events/catalog/kernel.ts'
import type { Draft, Envelope, LogKind } from '../events/envelope.ts'
import type { Follower } from '../events/log/follower.ts'
import { StaleStream } from '../events/log/log.ts'
import type { RootState } from '../stores/root.ts'
import { type CommandInput, type DecideContext, isRejection, type Rejection, reject } from './define.ts'
import { placeAll, type Stamp, undoMarks } from './envelopes.ts'
import type { AnyCommand, Registry } from './registry.ts'

/** Where a command comes from. */
export interface DispatchMeta {
  /** The envelope that caused it (an effect's answer); absent for a person's gesture. */
  readonly cause?: Envelope
  /** Joins several commands into one gesture. */
  readonly correlationId?: string
  /** Outbox rows of the cause's log that are done when these facts are in. */
  readonly settles?: readonly string[]
}

export interface Dispatched {
  readonly commandId: string
  readonly envelopes: readonly Envelope[]
  /** Null where it was accepted. */
  readonly rejected: string | null
}

export interface Bus {
  readonly dispatch: (input: CommandInput, meta?: DispatchMeta) => Promise<Dispatched>
  /** Runs between two commands: opening and closing of logs. */
  readonly between: <T>(work: () => Promise<T>) => Promise<T>
}

export interface Actor {
  readonly userId: number | null
  readonly role: string
  readonly projectId: number | null
  readonly can: (capability: Capability) => boolean
}

export interface BusPorts {
  readonly registry: Registry
  readonly catalog: EventCatalog
  readonly state: () => RootState
  readonly preview: (state: RootState, envelopes: readonly Envelope[]) => RootState
  /** The log's follower; null while it is closed. */
  readonly follower: (log: LogKind) => Follower | null
  /** Streams of that log with an event of a newer version: nothing can be decided about them here. */
  readonly paused: (log: LogKind) => ReadonlySet<string>
  readonly actor: (state: RootState) => Actor
  readonly clientId: () => string
  readonly tabId: () => string
  readonly now: () => Date
  readonly newId: () => string
  /** Takes what must not be written down. */
  readonly keepSecrets: (commandId: string, secrets: Readonly<Record<string, string>>) => void
  /** Event types that are delivered once per browser. */
  readonly delivered: ReadonlySet<string>
  /** After each command, still before the next one: what it made. */
  readonly settled: (done: Dispatched) => Promise<void> | void
  /** A fault of the program itself: a decision that threw, an event that does not match its schema. */
  readonly onFault: (fault: unknown) => void
}

/** Enough for any number of tabs that write to one stream at once; more means a fault. */
const decideAgainLimit = 50

export function createBus(ports: BusPorts): Bus {
  let line: Promise<unknown> = Promise.resolve()
  const between = <T>(work: () => Promise<T>): Promise<T> => {
    const run = line.then(work)
    line = run.catch(() => undefined)
    return run
  }
  return {
    between,
    dispatch: (input, meta = {}) =>
      between(async () => {
        const done = await run(ports, input, meta)
        await ports.settled(done)
        return done
      }),
  }
}

async function run(ports: BusPorts, input: CommandInput, meta: DispatchMeta): Promise<Dispatched> {
  const commandId = ports.newId()
  const def = ports.registry.get(input.type)
  const parsed = def ? parse(def, input.payload) : reject('There is no such command.')
  const payload = isRejection(parsed) ? null : parsed.payload
  if (!isRejection(parsed)) ports.keepSecrets(commandId, parsed.secrets)
  for (let times = 0; times < decideAgainLimit; times++) {
    const state = ports.state()
    const stamp = stampOf(ports, state, commandId, input.type, meta)
    let decided: readonly Draft[] | Rejection
    if (isRejection(parsed)) decided = parsed
    else if (def && isForeign(stamp, meta)) decided = reject('Its project is no longer open.')
    else if (def) decided = decide(ports, def, payload, state, stamp)
    else decided = reject('There is no such command.')
    const label = def && !isRejection(parsed) ? labelOf(ports, def, payload, state) : input.type
    try {
      return await append(ports, def, payload, decided, { ...stamp, label }, state, meta)
    } catch (fault) {
      if (!(fault instanceof StaleStream)) throw fault
      for (const log of logKinds) await ports.follower(log)?.catchUp()
    }
  }
  throw new Error(`${input.type} found its stream moved ${decideAgainLimit} times`)
}

const logKinds: readonly LogKind[] = ['device', 'account', 'project']

/** Zod's issues name fields and what was expected there, never the value. */
function parse(
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

/** An answer that comes after its project was closed: its state is not there to decide on. */
const isForeign = (stamp: Stamp, { cause }: DispatchMeta): boolean =>
  cause?.log === 'project' && cause.projectId !== stamp.projectId

function stampOf(
  ports: BusPorts,
  state: RootState,
  commandId: string,
  commandType: string,
  { cause, correlationId }: DispatchMeta,
): Stamp {
  const { userId, role, projectId } = ports.actor(state)
  return {
    actor: { userId, role },
    projectId,
    clientId: ports.clientId(),
    tabId: ports.tabId(),
    at: ports.now().toISOString(),
    commandId,
    commandType,
    correlationId: cause?.correlationId ?? correlationId ?? commandId,
    causationId: cause?.id ?? null,
    label: commandType,
  }
}

function decide(
  ports: BusPorts,
  def: AnyCommand,
  payload: unknown,
  state: RootState,
  stamp: Stamp,
): readonly Draft[] | Rejection {
  try {
    const ctx = contextOf(ports, state, stamp)
    return checked(ports, def.decide(state, payload as never, ctx))
  } catch (fault) {
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
      inverse: (type, done, current) => ports.registry.get(type)?.inverse?.(done, current) ?? null,
      decide: (input, current) => {
        const def = ports.registry.get(input.type)
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
const notUndone = { kind: 'none', group: '', targets: [] } as const

/** From this program, an event that is unknown or does not match its schema is a fault, not something to set aside. */
function checked(ports: BusPorts, decided: readonly Draft[] | Rejection): readonly Draft[] | Rejection {
  if (isRejection(decided)) return decided
  for (const draft of decided) {
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

const newerProgram = 'This was changed by a newer version of the program. Reload the page to go on with it.'

const closedLog: Readonly<Record<LogKind, string>> = {
  device: 'The page is being closed.',
  account: 'Nobody is signed in.',
  project: 'No project is open.',
}

function labelOf(ports: BusPorts, def: AnyCommand, payload: unknown, state: RootState): string {
  try {
    return def.label(payload as never, state) || def.type
  } catch (fault) {
    ports.onFault(fault)
    return def.type
  }
}

/**
 * Writes what was decided. The first draft's log is the one that can be stale: where a decision writes to a second
 * log as well, what it writes there follows from the first.
 */
async function append(
  ports: BusPorts,
  def: AnyCommand | undefined,
  payload: unknown,
  decided: readonly Draft[] | Rejection,
  stamp: Stamp,
  state: RootState,
  meta: DispatchMeta,
): Promise<Dispatched> {
  const refused = isRejection(decided) ? decided.rejected : null
  const drafts = isRejection(decided)
    ? [inOpenLog(ports, commandRejected({ commandType: stamp.commandType, reason: decided.rejected }))]
    : decided.length > 0
      ? decided
      : [inOpenLog(ports, commandHadNoEffect({ commandType: stamp.commandType }))]
  const marks = undoMarks(isRejection(decided) ? undefined : def, payload, drafts, stamp, state)
  const placed = placeAll(drafts, stamp, ports.newId, marks)
  const envelopes: Envelope[] = []
  const fenced = drafts[0]?.log
  for (const log of new Set(drafts.map((draft) => draft.log))) {
    const follower = ports.follower(log)
    if (!follower) throw new Error(`The log ${log} was closed under a command`)
    const part = placed.filter((envelope) => envelope.log === log)
    const appended = await follower.append(part, {
      // Nothing has been awaited since the decision: what is applied now is what it saw.
      seen: log === fenced && refused === null ? follower.applied() : null,
      outbox: part.flatMap(({ type }, index) => (ports.delivered.has(type) ? [index] : [])),
      settles: meta.cause?.log === log ? (meta.settles ?? []) : [],
    })
    envelopes.push(...appended)
  }
  return { commandId: stamp.commandId, envelopes, rejected: refused }
}

const inOpenLog = (ports: BusPorts, draft: Draft): Draft => ({
  ...draft,
  log: logKinds.findLast((log) => ports.follower(log) !== null) ?? 'device',
})
