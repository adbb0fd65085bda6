/** Writes the logs of a tab into a file, and opens such a file as logs of its own that nobody can write to. */
import type { EventCatalog } from '../../events/catalog/catalog.ts'
import type { Envelope, LogKind } from '../../events/envelope.ts'
import type { EventLog, Quarantined, Snapshot } from '../../events/log/log.ts'
import { memoryLog } from '../../events/log/memory.ts'
import { createAdmission } from '../../events/log/upcast.ts'
import type { ExportPlan, ImportedSession, LogSource } from '../../stores/timeline.ts'
import { createReader, createWriter, format, type Header } from './session-lines.ts'

export interface Range {
  readonly log: LogKind
  readonly from: number
  readonly to: number
}

const pageSize = 1_000

export type About = Omit<Header, 'affiant' | 'format' | 'logs' | 'versions'>

/** The file's parts. Snapshots go along where compaction has left holes: without them nothing stands on what is left. */
export async function* writeSession(
  open: (kind: LogKind) => EventLog | null,
  ranges: readonly Range[],
  about: About,
  catalog: EventCatalog,
  plan?: ExportPlan,
): AsyncGenerator<string, number> {
  const wanted = ranges.flatMap((range) => {
    const log = open(range.log)
    return log === null || range.to < range.from ? [] : [{ ...range, log, kind: range.log }]
  })
  const counts = await Promise.all(wanted.map((one) => countOf(one, plan?.get(one.kind) ?? null)))
  const writer = createWriter({
    affiant: 'session',
    format,
    ...about,
    logs: wanted.map(({ kind, from, to }, at) => ({ log: kind, from, to, count: counts[at]?.taken ?? 0 })),
    versions: Object.fromEntries([...catalog.values()].map(({ type, version }) => [type, version])),
  })
  yield writer.header()
  let written = 0
  for (const [at, { log, kind, from, to }] of wanted.entries()) {
    const only = plan?.get(kind) ?? null
    // A state holds everything up to its seq: it goes with a whole log, and not with a part that leaves things out.
    if (only === null && counts[at]?.holes) {
      for (const row of await log.loadSnapshots())
        if (row.seq <= to) yield writer.entry({ snapshot: { ...row, log: kind } })
    }
    for await (const page of pagesOf(log, from, to)) {
      const taken = only === null ? page : page.filter(({ seq }) => only.has(seq))
      yield taken.map((event) => writer.entry({ event })).join('')
      written += taken.length
    }
  }
  yield writer.end()
  return written
}

async function* pagesOf(log: EventLog, from: number, to: number): AsyncGenerator<Envelope[]> {
  for (let position = from - 1; position < to; ) {
    const rows = await log.read({ after: position, limit: Math.min(pageSize, to - position) })
    const page = rows.filter(({ seq }) => seq <= to)
    const last = page.at(-1)
    if (!last) return
    yield page
    position = last.seq
  }
}

async function countOf(
  { log, from, to }: { log: EventLog; from: number; to: number },
  only: ReadonlySet<number> | null,
) {
  let [taken, all] = [0, 0]
  for await (const page of pagesOf(log, from, to)) {
    all += page.length
    taken += only === null ? page.length : page.filter(({ seq }) => only.has(seq)).length
  }
  return { taken, holes: all < to }
}

/** Reads lines until one is not as it was exported; what came before it can be looked at. */
export async function readSession(
  lines: AsyncIterable<string>,
  name: string,
  catalog: EventCatalog,
): Promise<LogSource> {
  const reader = createReader()
  const events = new Map<LogKind, Envelope[]>()
  const snapshots = new Map<LogKind, Snapshot[]>()
  const admissions = new Map<LogKind, ReturnType<typeof createAdmission>>()
  const quarantined: Quarantined[] = []
  let about: Header | null = null
  let fault: ImportedSession['fault'] = null
  let whole = false
  const failAt = (line: number, words: string) => {
    fault = { line, words }
  }
  for await (const text of lines) {
    if (whole) {
      if (text === '') break
      failAt(reader.lines() + 1, 'It stands behind the end.')
      break
    }
    const found = reader.read(text)
    if ('fault' in found) {
      failAt(reader.lines(), found.fault)
      break
    }
    if ('header' in found) about = found.header
    else if ('whole' in found) whole = true
    else if (found.snapshot) listIn(snapshots, found.snapshot.log).push(found.snapshot)
    else {
      const { event } = found
      const admission = admissions.get(event.log) ?? createAdmission(catalog)
      admissions.set(event.log, admission)
      const wrong = payloadFault(catalog, admission.admit([event]), quarantined)
      if (wrong) {
        failAt(reader.lines(), wrong)
        break
      }
      listIn(events, event.log).push(event)
    }
  }
  if (!whole && fault === null) failAt(reader.lines() + 1, cutWords(about, events))
  const logs = new Map<LogKind, EventLog>()
  for (const { log } of about?.logs ?? []) {
    logs.set(log, await closedLog(`${name}:${log}`, events.get(log) ?? [], snapshots.get(log) ?? []))
  }
  const { program = '', origin = '', by = '', exportedAt = '', part = '', clockAhead = null } = about ?? {}
  const count = [...events.values()].reduce((sum, list) => sum + list.length, 0)
  return {
    log: (kind) => logs.get(kind) ?? null,
    follow: () => () => undefined,
    imported: { name, program, origin, by, exportedAt, part, clockAhead, events: count, fault, quarantined },
  }
}

function cutWords(about: Header | null, events: ReadonlyMap<LogKind, readonly Envelope[]>): string {
  const told = about?.logs.reduce((sum, { count }) => sum + count, 0) ?? 0
  const here = [...events.values()].reduce((sum, list) => sum + list.length, 0)
  return told > here
    ? `The file was cut here: ${told - here} of ${told} events are missing.`
    : 'The file was cut here.'
}

/** What this program knows must be as it knows it; what it does not know is set aside and said. */
function payloadFault(
  catalog: EventCatalog,
  { envelopes, quarantined: aside }: ReturnType<ReturnType<typeof createAdmission>['admit']>,
  quarantined: Quarantined[],
): string | null {
  quarantined.push(...aside)
  for (const { type, payload } of envelopes) {
    if (catalog.get(type)?.payload.safeParse(payload).success === false)
      return `It is no event of the kind ${type}.`
  }
  return null
}

function listIn<V>(lists: Map<LogKind, V[]>, kind: LogKind): V[] {
  const list = lists.get(kind) ?? []
  lists.set(kind, list)
  return list
}

/** A log in memory that holds these and takes no more. */
async function closedLog(
  name: string,
  events: readonly Envelope[],
  snapshots: readonly Snapshot[],
): Promise<EventLog> {
  const log = memoryLog(name, { holding: events })
  await log.saveSnapshots(snapshots)
  const refuse = () => Promise.reject(new Error('An imported log cannot be written to'))
  return { ...log, append: refuse, compact: refuse, setMeta: refuse, takeEpoch: refuse, settleOutbox: refuse }
}

/** The lines of a file, without holding it as one text. */
export async function* linesOf(
  file: Blob,
  progress: (done: number, total: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const pieceSize = 1 << 18
  let rest = ''
  for (let at = 0; at < file.size; at += pieceSize) {
    const bytes = await file.slice(at, at + pieceSize).arrayBuffer()
    const text = rest + decoder.decode(bytes, { stream: true })
    const lines = text.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
    progress(Math.min(file.size, at + pieceSize), file.size)
  }
  rest += decoder.decode()
  if (rest !== '') yield rest
}
