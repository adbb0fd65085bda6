/**
 * A document's coding as its events tell it: what the record holds (the original copy), what the reviewer has made of it
 * (the pending copy), and the saves that are on their way. Pure steps that the projection folds and that a decision
 * looks ahead with.
 *
 * A field's `version` is the record's as it is known here; `base` is the one that the reviewer's own work rests on. The
 * pending value of a field with an older base is a conflict: derived, never stored, so that it cannot be forgotten.
 */
import type {
  CodedValue,
  Conflict,
  FieldValue,
  GivenUp,
  PropagationAsked,
  UndoMark,
} from '#contracts/coding.ts'
import { type FieldRule, type Held, heldOf, payloadOf, sameValue } from '#contracts/coding-values.ts'
import type { Decision, HeldChange } from '../catalog/coding.ts'

export interface FieldCoding {
  readonly value: CodedValue
  readonly version: number
  readonly by: string | null
  readonly at: string | null
  readonly base: number
  /** The version that the reviewer has chosen to overwrite; counts for as long as the work rests on it. */
  readonly over?: number
  /** What the form holds; absent where it is what the record has. Always there while a save of it is on its way. */
  readonly pending?: Held
  /** What was typed and is no value of this field; `pending` is empty beside it. */
  readonly typed?: string
  /** The last version that was written from here, and the save that did it. */
  readonly mine?: { readonly version: number; readonly saveId: string }
}

export interface Save {
  readonly saveId: string
  readonly formId: number
  readonly at: string
  readonly values: readonly { readonly fieldId: number; readonly value: CodedValue }[]
  readonly mark: UndoMark
  readonly gaveUp?: readonly GivenUp[] | undefined
  readonly propagation?: PropagationAsked | undefined
  readonly failed: { readonly code: string; readonly message: string } | null
}

export interface DocumentCoding {
  readonly documentId: number
  readonly fields: Readonly<Record<number, FieldCoding>>
  /** In the order in which they were asked for. */
  readonly saves: readonly Save[]
  /** A save that met a conflict: what it was to write goes on once the reviewer has decided. */
  readonly interrupted: Pick<Save, 'saveId' | 'formId' | 'values' | 'mark' | 'propagation'> | null
}

/** The rule of a field: from whichever form shows it. */
export type RuleOf = (fieldId: number) => FieldRule | undefined

export const emptyDocument = (documentId: number): DocumentCoding => ({
  documentId,
  fields: {},
  saves: [],
  interrupted: null,
})

const uncoded: FieldCoding = { value: null, version: 0, by: null, at: null, base: 0 }
export const fieldIn = (doc: DocumentCoding, fieldId: number): FieldCoding => doc.fields[fieldId] ?? uncoded

/** The value that a save on its way will write, or undefined. */
export const onItsWay = (doc: DocumentCoding, fieldId: number): { readonly value: CodedValue } | undefined =>
  saveOnItsWay(doc, fieldId)?.values.findLast((change) => change.fieldId === fieldId)

const saveOnItsWay = (doc: DocumentCoding, fieldId: number): Save | undefined =>
  doc.saves.findLast(
    ({ failed, values }) => failed === null && values.some((change) => change.fieldId === fieldId),
  )

/** The reviewer's own last save of a field: the one on its way, or the one that the record has. */
export const ownSave = (doc: DocumentCoding, fieldId: number): string | undefined =>
  saveOnItsWay(doc, fieldId)?.saveId ?? fieldIn(doc, fieldId).mine?.saveId

/**
 * Counts what has become, or is about to become, of a field on the record: its version and the saves on their way. It
 * stays as it is when a save arrives, so it tells a value that was saved since from one that was not.
 */
export const epochOf = (doc: DocumentCoding, fieldId: number): number =>
  fieldIn(doc, fieldId).version +
  doc.saves.filter((save) => save.failed === null && save.values.some((one) => one.fieldId === fieldId))
    .length

/** What the record will hold once all that is on its way has arrived. */
export const expected = (doc: DocumentCoding, fieldId: number): CodedValue =>
  (onItsWay(doc, fieldId) ?? fieldIn(doc, fieldId)).value

/** What the form holds. */
export function heldIn(doc: DocumentCoding, rule: FieldRule, fieldId: number): Held {
  const field = fieldIn(doc, fieldId)
  return field.pending === undefined ? heldOf(rule, field.value) : field.pending
}

/** The record has moved past what the pending value rests on, and no save is on its way that will find it out. */
export function inConflict(doc: DocumentCoding, fieldId: number): boolean {
  const field = fieldIn(doc, fieldId)
  return field.pending !== undefined && field.version > field.base && onItsWay(doc, fieldId) === undefined
}

/** Takes what the record says, where it is news. A field with work of the reviewer's own keeps that beside it. */
export function absorb(doc: DocumentCoding, values: readonly FieldValue[], ruleOf: RuleOf): DocumentCoding {
  const told = values.reduce<DocumentCoding>((before, news) => {
    const field = fieldIn(before, news.fieldId)
    const { value, version, by, at } = news
    // Known from an edit, as the form held it: who wrote it is news, and how exactly.
    if (version === field.version && field.at === null && before.fields[news.fieldId] !== undefined)
      return withField(before, news.fieldId, { ...field, value, by, at })
    // What was fetched ahead may be older than what has been saved since.
    if (version <= field.version) return before
    return settled(
      withField(before, news.fieldId, { ...field, value, version, by, at }),
      news.fieldId,
      ruleOf,
    )
  }, doc)
  return owing(told)
}

/** Puts values into the pending copy. */
export function hold(doc: DocumentCoding, changes: readonly HeldChange[], ruleOf: RuleOf): DocumentCoding {
  const held = changes.reduce<DocumentCoding>((before, change) => {
    const { fieldId, after, typed } = change
    const rule = ruleOf(fieldId)
    const { pending: _, typed: __, over, ...rest } = found(before.fields[fieldId], change, rule)
    const field = over === undefined ? rest : { ...rest, over }
    if (typed !== undefined) return withField(before, fieldId, { ...field, pending: after, typed })
    const asOriginal = rule !== undefined && sameValue(after, heldOf(rule, field.value))
    const same = asOriginal && onItsWay(before, fieldId) === undefined
    return withField(before, fieldId, same ? { ...rest, base: rest.version } : { ...field, pending: after })
  }, doc)
  return owing(held)
}

/**
 * A field as an edit found it. What the record said of it then may have left the log, where the edit stays: the first edit
 * of a field, and each that found nothing pending, says itself what the record had and in which version.
 */
function found(known: FieldCoding = uncoded, change: HeldChange, rule: FieldRule | undefined): FieldCoding {
  const { before, epoch, asRecorded } = change
  const telling = asRecorded === true || known === uncoded
  if (!telling || epoch <= known.version || rule === undefined) return known
  const { pending: _, typed: __, over, ...rest } = known
  const told = { ...rest, value: payloadOf(rule, before), version: epoch, by: null, at: null, base: epoch }
  return over === epoch ? { ...told, over } : told
}

/** The reviewer knows of these versions now: what is pending rests on them. */
export function restOn(
  doc: DocumentCoding,
  over: readonly { readonly fieldId: number; readonly version: number }[],
): DocumentCoding {
  return over.reduce<DocumentCoding>(
    (before, { fieldId, version }) =>
      withField(before, fieldId, { ...fieldIn(before, fieldId), base: version, over: version }),
    doc,
  )
}

/** What a reviewer chose between his own value and the record's, which the decision tells too: its news may have left the log. */
export function decideBetween(
  doc: DocumentCoding,
  { fieldId, choice, version, changes }: Decision,
  ruleOf: RuleOf,
): DocumentCoding {
  const rule = ruleOf(fieldId)
  const news = changes.flatMap(({ before, after }) => {
    const theirs = choice === 'mine' ? before : after
    return rule ? [{ fieldId, value: payloadOf(rule, theirs), version, by: null, at: null }] : []
  })
  return hold(restOn(absorb(doc, news, ruleOf), [{ fieldId, version }]), changes, ruleOf)
}

/** A save leaves. Failed ones make way: what they were to write is pending still, and goes with this or a later one. */
export const send = (doc: DocumentCoding, save: Save): DocumentCoding => ({
  ...doc,
  saves: [...doc.saves.filter((other) => other.failed === null), save],
  interrupted: doc.interrupted && leftOf(doc.interrupted, save.values),
})

/** A save has been written: what it wrote is the original now. */
export function confirm(
  doc: DocumentCoding,
  saveId: string,
  values: readonly FieldValue[],
  ruleOf: RuleOf,
): DocumentCoding {
  const sent = doc.saves.find((save) => save.saveId === saveId)?.values ?? []
  const without = { ...doc, saves: doc.saves.filter((save) => save.saveId !== saveId) }
  const confirmed = values.reduce<DocumentCoding>((before, { fieldId, value, version, by, at }) => {
    const written = sent.find((one) => one.fieldId === fieldId)
    const field = written
      ? renamed(fieldIn(before, fieldId), written.value, value, ruleOf(fieldId))
      : fieldIn(before, fieldId)
    const own = { ...field, base: version, mine: { version, saveId } }
    if (version >= field.version)
      return settled(withField(before, fieldId, { ...own, value, version, by, at }), fieldId, ruleOf)
    // Somebody has written again before the answer came, and had seen this: no conflict, unless work went on here.
    const { pending, ...original } = own
    const rule = ruleOf(fieldId)
    const went = pending !== undefined && rule && !sameValue(payloadOf(rule, pending), value)
    const over = onItsWay(before, fieldId) === undefined && !went
    return withField(before, fieldId, over ? { ...original, base: field.version } : own)
  }, without)
  return owing(confirmed)
}

/** The record may call what was sent otherwise (a choice has been renamed since): what is held unchanged is called so too. */
function renamed(
  field: FieldCoding,
  sent: CodedValue,
  value: CodedValue,
  rule: FieldRule | undefined,
): FieldCoding {
  const { pending } = field
  if (pending === undefined || rule === undefined || sameValue(sent, value)) return field
  return sameValue(payloadOf(rule, pending), sent) ? { ...field, pending: heldOf(rule, value) } : field
}

/** A save was refused because fields had moved: what the record holds comes in beside what is pending. */
export function conflicted(
  doc: DocumentCoding,
  saveId: string,
  conflicts: readonly Conflict[],
  ruleOf: RuleOf,
): DocumentCoding {
  const save = doc.saves.find((one) => one.saveId === saveId)
  const without = { ...doc, saves: doc.saves.filter((one) => one.saveId !== saveId) }
  const told = conflicts.map(({ fieldId, theirs, version, by, at }) => ({
    fieldId,
    value: theirs,
    version,
    by,
    at,
  }))
  const next = absorb(without, told, ruleOf)
  if (!save) return next
  const { formId, values, mark } = save
  const earlier = doc.interrupted && leftOf(doc.interrupted, values)
  const propagation = save.propagation ?? earlier?.propagation
  const interrupted = {
    ...{ saveId, formId, values: [...(earlier?.values ?? []), ...values], mark },
    ...(propagation === undefined ? {} : { propagation }),
  }
  return owing({ ...next, interrupted })
}

/** `goesNowhere`: to related documents it may not go, and is not sent there again. */
export const fail = (
  doc: DocumentCoding,
  saveId: string,
  failed: { readonly code: string; readonly message: string },
  goesNowhere = false,
): DocumentCoding => ({
  ...doc,
  saves: doc.saves.map((save) =>
    save.saveId === saveId ? { ...save, failed, ...(goesNowhere ? { propagation: undefined } : {}) } : save,
  ),
})

/** Nothing of it is the reviewer's own: it can be fetched again without loss. */
export const isClean = (doc: DocumentCoding): boolean =>
  doc.saves.length === 0 && doc.interrupted === null && !hasPending(doc)

/** Asked with every value that is folded: nothing is made for the answer. */
function hasPending({ fields }: DocumentCoding): boolean {
  for (const fieldId in fields) if (fields[fieldId]?.pending !== undefined) return true
  return false
}

/** After news of the record: pending work that says the same is done with; without any, the reviewer sees the news. */
function settled(doc: DocumentCoding, fieldId: number, ruleOf: RuleOf): DocumentCoding {
  const { pending, ...field } = fieldIn(doc, fieldId)
  if (onItsWay(doc, fieldId) !== undefined || field.typed !== undefined) return doc
  const rule = ruleOf(fieldId)
  const said = pending === undefined ? field.value : rule ? payloadOf(rule, pending) : pending
  return sameValue(said, field.value) ? withField(doc, fieldId, { ...field, base: field.version }) : doc
}

/**
 * A save that failed or was interrupted owes the record what is pending still. Where all of it was taken back, was decided
 * otherwise or is on the record by now, nothing is owed: it is neither told of nor sent again.
 */
function owing(doc: DocumentCoding): DocumentCoding {
  const { interrupted } = doc
  if (interrupted === null && doc.saves.every(({ failed }) => failed === null)) return doc
  const owed = ({ fieldId }: Save['values'][number]) => fieldIn(doc, fieldId).pending !== undefined
  const saves = doc.saves.filter(({ failed, values }) => failed === null || values.some(owed))
  const values = interrupted?.values.filter(owed) ?? []
  const left = interrupted && values.length > 0 ? { ...interrupted, values } : null
  const same = saves.length === doc.saves.length && values.length === (interrupted?.values.length ?? 0)
  return same ? doc : { ...doc, saves, interrupted: left }
}

/** What an interrupted save still has to write when these values go another way. */
function leftOf(
  interrupted: NonNullable<DocumentCoding['interrupted']>,
  values: Save['values'],
): DocumentCoding['interrupted'] {
  const left = interrupted.values.filter((one) => values.every((other) => other.fieldId !== one.fieldId))
  return left.length === 0 ? null : { ...interrupted, values: left }
}

const withField = (doc: DocumentCoding, fieldId: number, field: FieldCoding): DocumentCoding => ({
  ...doc,
  fields: { ...doc.fields, [fieldId]: field },
})
