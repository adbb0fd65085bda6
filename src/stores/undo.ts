/**
 * The undo trail: which steps a person can take back, per document. A projection, so two tabs show the same trail and
 * it survives a reload. Undo appends compensating facts; they move steps between the two stacks here.
 */
import { saveConflicted, saveFailed, saveRequested } from '../events/catalog/coding.ts'
import type { Done, Envelope } from '../events/envelope.ts'
import { type Buckets, getIn, noBuckets, putBounded } from './buckets.ts'
import { projection } from './projection.ts'

/** What one command did, and the type of the command whose inverse takes it back. */
interface StepPart {
  readonly command: string
  readonly commandId: string
  /** Typing with this key goes on in this part. */
  readonly merge: string | null
  readonly envelopes: readonly Done[]
}

export interface Step {
  /** Names the step for ever, also after redo. */
  readonly group: string
  readonly label: string
  /** The commands of the gesture; undo and redo name them as their targets. */
  readonly commandIds: readonly string[]
  /** In order of what was done last: by the gesture itself, by its redo, or (undone steps) by its undo. */
  readonly parts: readonly StepPart[]
  /** Further typing with this key joins the step; null: the step is finished. */
  readonly merge: string | null
  readonly tabId: string
  /** When it was last added to. */
  readonly at: string
  /** The command that asked for the save of it. Tags are saved as they are put on: they have none. */
  readonly savedBy?: string | undefined
}

export interface Trail {
  /** Oldest first: the last one is undone first. */
  readonly done: readonly Step[]
  /** The last one is redone first. */
  readonly undone: readonly Step[]
}

/** By stream. A project's log is one person's (app/places.ts): so is the trail. */
export type Trails = Buckets<Trail>

const noTrail: Trail = { done: [], undone: [] }
export const trailOf = (trails: Trails, stream: string): Trail => getIn(trails, stream) ?? noTrail

/** Older steps of one document leave the trail; what they did stays in the log. */
export const trailLimit = 500
/** So many documents a bucket: trails of more than ten thousand. What is older can be undone from the record. */
const trailsPerBucket = 48

export const undoTrail = projection<Trails>({
  name: 'undoTrail',
  version: 6,
  log: 'project',
  initial: noBuckets,
  handlers: [],
  every: foldTrail,
})

function foldTrail(trails: Trails, envelope: Envelope): Trails {
  const trail = trailOf(trails, envelope.stream)
  const next = nextTrail(trail, envelope)
  return next === trail ? trails : putBounded(trails, envelope.stream, next, trailsPerBucket)
}

function nextTrail(trail: Trail, envelope: Envelope): Trail {
  switch (envelope.undo.kind) {
    case 'none':
      return withSaves(settle(trail), envelope)
    case 'do':
      return { done: withDone(trail.done, envelope), undone: noTrail.undone }
    case 'undo': {
      const moved = move(trail.done, trail.undone, envelope)
      if (moved) return { done: moved.from, undone: moved.to }
      return { ...trail, undone: [...trail.undone, fromRecord(envelope)] }
    }
    case 'redo': {
      const moved = move(trail.undone, trail.done, envelope)
      return moved ? { done: moved.to, undone: moved.from } : trail
    }
  }
}

/** Whatever else happens to the document (a save, leaving it) ends the typing. */
function settle(trail: Trail): Trail {
  const last = trail.done.at(-1)
  if (!last || last.merge === null) return trail
  return { ...trail, done: [...trail.done.slice(0, -1), { ...last, merge: null }] }
}

/** A save takes with it what was coded since the one before; refused or failed, it leaves that to the next one. */
function withSaves(trail: Trail, { type, payload, commandId }: Envelope): Trail {
  if (type === saveRequested.type)
    return marked(
      trail,
      (step) =>
        step.savedBy === undefined && step.parts.every(({ command }) => command.startsWith('coding.')),
      commandId,
    )
  if (type !== saveFailed.type && type !== saveConflicted.type) return trail
  const { saveId } = payload as { readonly saveId: string }
  return marked(trail, (step) => step.savedBy === saveId, undefined)
}

function marked(trail: Trail, isMeant: (step: Step) => boolean, savedBy: string | undefined): Trail {
  if (!trail.done.some(isMeant)) return trail
  return { ...trail, done: trail.done.map((step) => (isMeant(step) ? { ...step, savedBy } : step)) }
}

function withDone(done: readonly Step[], envelope: Envelope): readonly Step[] {
  const { undo, commandId, label, tabId, at } = envelope
  const last = done.at(-1)
  const merge = undo.merge ?? null
  if (last?.group === undo.group) {
    const joined: Step = {
      ...last,
      label: merge === null ? last.label : label,
      commandIds: last.commandIds.includes(commandId) ? last.commandIds : [...last.commandIds, commandId],
      parts: withPart(last.parts, envelope),
      merge,
      at,
    }
    return [...done.slice(0, -1), joined]
  }
  const finished = last && last.merge !== null ? [...done.slice(0, -1), { ...last, merge: null }] : done
  const step: Step = {
    group: undo.group,
    label,
    commandIds: [commandId],
    parts: withPart([], envelope),
    merge,
    tabId,
    at,
  }
  return [...(finished.length < trailLimit ? finished : finished.slice(1 - trailLimit)), step]
}

/** What one command did is one part; so is all typing that merges. */
function withPart(parts: readonly StepPart[], envelope: Envelope): readonly StepPart[] {
  const { commandId, commandType: command } = envelope
  const merge = envelope.undo.merge ?? null
  const last = parts.at(-1)
  if (last && (last.commandId === commandId || (merge !== null && last.merge === merge))) {
    return [...parts.slice(0, -1), { ...last, commandId, envelopes: [...last.envelopes, doneOf(envelope)] }]
  }
  return [...parts, { command, commandId, merge, envelopes: [doneOf(envelope)] }]
}

/**
 * The first envelope of an undo (or redo) brings its step to the other stack; the others add their parts to it there.
 */
function move(
  from: readonly Step[],
  to: readonly Step[],
  envelope: Envelope,
): { from: readonly Step[]; to: readonly Step[] } | null {
  const isTarget = (step: Step) =>
    step.commandIds.length > 0 && step.commandIds.every((id) => envelope.undo.targets.includes(id))
  const there = to.at(-1)
  if (there && isTarget(there) && !from.some(isTarget)) {
    return { from, to: [...to.slice(0, -1), { ...there, parts: withVia(there.parts, envelope) }] }
  }
  const step = from.findLast(isTarget)
  if (!step) return null
  const moved: Step = {
    ...step,
    merge: null,
    tabId: envelope.tabId,
    at: envelope.at,
    parts: withVia([], envelope),
  }
  return { from: from.filter((other) => other !== step), to: [...to, moved] }
}

/** What was taken back is no step of this browser: only the record knew it. From here on it can be redone. */
const fromRecord = (envelope: Envelope): Step => ({
  group: envelope.undo.group,
  label: envelope.label,
  commandIds: envelope.undo.targets,
  parts: withVia([], envelope),
  merge: null,
  tabId: envelope.tabId,
  at: envelope.at,
})

function withVia(parts: readonly StepPart[], envelope: Envelope): readonly StepPart[] {
  const via = envelope.undo.via
  if (!via) return parts
  const known = parts[via.part]
  const part: StepPart = {
    command: via.command,
    commandId: envelope.commandId,
    merge: null,
    envelopes: [...(known?.envelopes ?? []), doneOf(envelope)],
  }
  return known ? parts.with(via.part, part) : [...parts, part]
}

const doneOf = ({ type, version, payload }: Envelope): Done => ({ type, version, payload })
