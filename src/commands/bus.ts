/**
 * The only way from an intent to a fact: validate, decide, append, fold. One command at a time per tab; every command
 * leaves at least one envelope.
 */
import type { Capability } from '#contracts/permission.ts'
import { type AreaLoading, AreaNotLoaded } from '../events/area-loading.ts'
import type { EventCatalog } from '../events/catalog/catalog.ts'
import { commandHadNoEffect, commandRejected } from '../events/catalog/kernel.ts'
import type { Draft, Envelope, LogKind } from '../events/envelope.ts'
import type { Follower } from '../events/log/follower.ts'
import { StaleStream, Superseded } from '../events/log/log.ts'
import type { RootState } from '../stores/root.ts'
import { decide, newerProgram, parse } from './deciding.ts'
import { type CommandInput, isRejection, type Rejection, reject } from './define.ts'
import { type LastStep, placeAll, type Stamp, undoMarks } from './envelopes.ts'
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
  readonly areas: AreaLoading
  readonly state: () => RootState
  readonly preview: (state: RootState, envelopes: readonly Envelope[]) => RootState
  readonly lastStep: LastStep
  /** The log's follower; null while it is closed. */
  readonly follower: (log: LogKind) => Follower | null
  /** Streams of that log with an event of a newer version: nothing can be decided about them here. */
  readonly paused: (log: LogKind) => ReadonlySet<string>
  /** Why nothing may be written but to the device's log; null: it may. */
  readonly superseded: () => string | null
  readonly actor: (state: RootState) => Actor
  readonly clientId: () => string
  readonly tabId: () => string
  readonly now: () => Date
  /** Measures what decisions cost; null: nobody does. */
  readonly timed: {
    readonly now: () => number
    readonly decided: (commandId: string, from: number, to: number) => void
  } | null
  readonly newId: () => string
  /** Takes what must not be written down. */
  readonly keepSecrets: (commandId: string, secrets: Readonly<Record<string, string>>) => void
  /** Event types that are delivered once per browser. */
  readonly delivered: ReadonlySet<string>
  /** The bus of the project that a fact belongs to, where it is not this one's and can be opened. */
  readonly elsewhere: (cause: Envelope) => Promise<Bus | null>
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
    dispatch: (input, meta = {}) => {
      const inLine = () =>
        between(async () => {
          // Here, because the project may have changed while it waited; nothing is opened or closed meanwhile.
          const { cause } = meta
          const away = cause && isForeign(ports, cause) ? await ports.elsewhere(cause) : null
          if (away) return away.dispatch(input, meta)
          const done = await run(ports, input, meta)
          await ports.settled(done)
          return done
        })
      const missing = ports.areas.missing(input.type)
      // Loaded before it stands in the line: nobody else waits for a fetch.
      return missing === null ? inLine() : ports.areas.load([missing]).then(inLine)
    },
  }
}

async function run(ports: BusPorts, input: CommandInput, meta: DispatchMeta): Promise<Dispatched> {
  const commandId = ports.newId()
  const def = ports.registry.get(input.type)
  const parsed = def
    ? parse(def, input.payload)
    : reject(ports.areas.missing(input.type) === null ? unknownCommand : notFetched)
  const payload = isRejection(parsed) ? null : parsed.payload
  await catchUpWith(ports, meta.cause)
  for (let times = 0; times < decideAgainLimit; times++) {
    const state = ports.state()
    const stamp = stampOf(ports, state, commandId, input.type, meta)
    const from = ports.timed?.now() ?? 0
    let decided: readonly Draft[] | Rejection
    if (isRejection(parsed) || !def) decided = isRejection(parsed) ? parsed : reject(unknownCommand)
    else if (meta.cause && isForeign(ports, meta.cause)) decided = reject('Its project is no longer open.')
    // What came of it was not folded here: an answer to it would seem to be nobody's.
    else if (meta.cause && ports.paused(meta.cause.log).has(meta.cause.stream)) decided = reject(newerProgram)
    else {
      const answer = decide(ports, def, payload, state, stamp)
      if (answer instanceof AreaNotLoaded) {
        if (await ports.areas.load([answer.area])) continue
        decided = reject(notFetched)
      } else decided = unlessSuperseded(ports, answer)
    }
    ports.timed?.decided(commandId, from, ports.timed.now())
    if (!isRejection(decided) && !isRejection(parsed)) ports.keepSecrets(commandId, parsed.secrets)
    const label = def && !isRejection(parsed) ? labelOf(ports, def, payload, state) : input.type
    try {
      return await append(ports, def, payload, decided, { ...stamp, label }, state, meta)
    } catch (fault) {
      // Taken over under the append: the next time round it is refused.
      if (fault instanceof Superseded && ports.superseded() !== null) continue
      if (!(fault instanceof StaleStream)) throw fault
      for (const log of logKinds) await ports.follower(log)?.catchUp()
    }
  }
  throw new Error(`${input.type} found its stream moved ${decideAgainLimit} times`)
}

const unknownCommand = 'There is no such command.'
const notFetched = 'A part of the program could not be loaded. Check the connection and try again.'

function unlessSuperseded(
  ports: BusPorts,
  decided: readonly Draft[] | Rejection,
): readonly Draft[] | Rejection {
  const why = ports.superseded()
  if (why === null || isRejection(decided)) return decided
  return decided.every(({ log }) => log === 'device') ? decided : reject(why)
}

/**
 * A row of the outbox can be answered before this tab has heard of the fact that asked for it: deciding without that fact
 * would find nothing that waits for the answer.
 */
async function catchUpWith(ports: BusPorts, cause: Envelope | undefined): Promise<void> {
  if (!cause || isForeign(ports, cause)) return
  const follower = ports.follower(cause.log)
  if (follower && follower.applied() < cause.seq) await follower.catchUp()
}

const logKinds: readonly LogKind[] = ['device', 'account', 'project']

/** An answer that comes after its project was closed: its state is not here to decide on. */
const isForeign = (ports: BusPorts, { log, projectId }: Envelope): boolean =>
  log === 'project' && projectId !== ports.actor(ports.state()).projectId

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

function labelOf(ports: BusPorts, def: AnyCommand, payload: unknown, state: RootState): string {
  try {
    return def.label(payload as never, state, ports.tabId()) || def.type
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
  const lastStep = (stream: string) => ports.lastStep(state, stream)
  const marks = undoMarks(isRejection(decided) ? undefined : def, payload, drafts, stamp, lastStep)
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
      settles: meta.cause?.log === log && refused === null ? (meta.settles ?? []) : [],
    })
    envelopes.push(...appended)
  }
  return { commandId: stamp.commandId, envelopes, rejected: refused }
}

const inOpenLog = (ports: BusPorts, draft: Draft): Draft => ({
  ...draft,
  log:
    (ports.superseded() === null ? logKinds.findLast((log) => ports.follower(log) !== null) : null) ??
    'device',
})
