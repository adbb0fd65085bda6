/**
 * Sealed envelopes as text, column by column. What they have in common (who, where, which kind of event) is written
 * once: a third of the size, and reading it back makes 500 envelopes share what they share.
 */
import { type Envelope, notUndoable, type Undo } from '../envelope.ts'

/** What repeats from envelope to envelope. */
type Kind = Omit<
  Envelope,
  'id' | 'seq' | 'stream' | 'at' | 'commandId' | 'correlationId' | 'causationId' | 'undo' | 'payload'
>

interface Columns {
  readonly kinds: readonly Kind[]
  /** An index into `kinds`. */
  readonly kind: readonly number[]
  readonly seq: readonly number[]
  readonly id: readonly string[]
  /** 0, here and in the next two: as in the row before. */
  readonly stream: readonly (string | 0)[]
  readonly at: readonly (string | 0)[]
  readonly commandId: readonly (string | 0)[]
  /** 0: the same as the command's id. */
  readonly correlationId: readonly (string | 0)[]
  /** 0: none. */
  readonly causationId: readonly (string | 0)[]
  /** 0: not undoable; 1: done, as a step of its correlation. */
  readonly undo: readonly (Undo | 0 | 1)[]
  readonly payload: readonly unknown[]
}

export function packEnvelopes(envelopes: readonly Envelope[]): string {
  const kinds: Kind[] = []
  const known = new Map<string, number>()
  const kindAt = (envelope: Envelope): number => {
    const kind = kindOf(envelope)
    const key = JSON.stringify(kind)
    const at = known.get(key) ?? kinds.push(kind) - 1
    known.set(key, at)
    return at
  }
  const columns: Columns = {
    kind: envelopes.map(kindAt),
    kinds,
    seq: envelopes.map(({ seq }) => seq),
    id: envelopes.map(({ id }) => id),
    stream: onceEach(envelopes.map(({ stream }) => stream)),
    at: onceEach(envelopes.map(({ at }) => at)),
    commandId: onceEach(envelopes.map(({ commandId }) => commandId)),
    correlationId: envelopes.map((one) => (one.correlationId === one.commandId ? 0 : one.correlationId)),
    causationId: envelopes.map(({ causationId }) => causationId ?? 0),
    undo: envelopes.map(packUndo),
    payload: envelopes.map(({ payload }) => payload),
  }
  return JSON.stringify(columns)
}

export function unpackEnvelopes(text: string): Envelope[] {
  const columns = JSON.parse(text) as Columns
  let stream = ''
  let at = ''
  let commandId = ''
  return columns.seq.map((seq, row) => {
    const kind = columns.kinds[columns.kind[row] ?? -1]
    stream = textAt(columns.stream, row, stream)
    at = textAt(columns.at, row, at)
    commandId = textAt(columns.commandId, row, commandId)
    if (!kind || commandId === '') throw new Error('A segment of the log is damaged')
    const correlationId = columns.correlationId[row] || commandId
    return {
      id: columns.id[row] ?? '',
      seq,
      type: kind.type,
      version: kind.version,
      payload: columns.payload[row],
      stream,
      log: kind.log,
      retention: kind.retention,
      actor: kind.actor,
      clientId: kind.clientId,
      tabId: kind.tabId,
      projectId: kind.projectId,
      at,
      commandId,
      commandType: kind.commandType,
      correlationId,
      causationId: columns.causationId[row] || null,
      undo: unpackUndo(columns.undo[row] ?? 0, correlationId),
      label: kind.label,
    }
  })
}

const onceEach = (texts: readonly string[]): (string | 0)[] =>
  texts.map((text, row) => (text === texts[row - 1] ? 0 : text))

/** A text may be empty: that is not the same as the one before. */
function textAt(column: readonly (string | 0)[], row: number, before: string): string {
  const text = column[row]
  return typeof text === 'string' ? text : before
}

function packUndo({ undo, correlationId }: Envelope): Undo | 0 | 1 {
  const plain = undo.targets.length === 0 && undo.merge === undefined && undo.via === undefined
  if (plain && undo.kind === 'none' && undo.group === '') return 0
  if (plain && undo.kind === 'do' && undo.group === correlationId) return 1
  return undo
}

const nothing: readonly string[] = []
function unpackUndo(packed: Undo | 0 | 1, correlationId: string): Undo {
  if (packed === 0) return notUndoable
  return packed === 1 ? { kind: 'do', group: correlationId, targets: nothing } : packed
}

function kindOf(envelope: Envelope): Kind {
  const { type, version, log, retention, actor, clientId, tabId, projectId, commandType, label } = envelope
  return { type, version, log, retention, actor, clientId, tabId, projectId, commandType, label }
}
