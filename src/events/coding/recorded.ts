/**
 * A person's saves of a document as the record tells them: the steps of other days and other machines. Each of the
 * record's rows names its command and, where it took something back or put it forth again, what.
 */
import type { AuditRow } from '#contracts/audit.ts'
import { type CodedValue, codedValue, type FormField } from '#contracts/coding.ts'
import { heldOf, sameValue } from '#contracts/coding-values.ts'
import type { HeldChange } from '../catalog/coding.ts'
import { type Forms, formsInOrder } from './forms.ts'

interface RecordedChange {
  readonly name: string
  readonly before: CodedValue
  /** As the save wrote it. */
  readonly made: CodedValue
  /** As it stands after all that was taken back of it and put forth again; `before` where nothing of it stands. */
  readonly after: CodedValue
  /** When the last of it was taken back; null: something of it stands. */
  readonly undoneAt: string | null
  /** Somebody else has coded the field since: what stands there now is his decision. */
  readonly passed: boolean
}

/** One save. */
export interface RecordedStep {
  readonly saveId: string
  readonly at: string
  /** The job that did it with many documents. */
  readonly jobId: number | null
  readonly changes: readonly RecordedChange[]
}

interface Tracked extends RecordedChange {
  /** The saves by which it stands as it does: its own, and what took it back and put it forth again. */
  readonly by: readonly string[]
}
interface TrackedStep {
  readonly saveId: string
  readonly at: string
  readonly jobId: number | null
  changes: Tracked[]
}

/** Newest first; `rows` in any order, with those of others among them. */
export function recordedSteps(rows: readonly AuditRow[], userId: number | null): readonly RecordedStep[] {
  const steps: TrackedStep[] = []
  for (const row of [...rows].sort((a, b) => a.auditId - b.auditId)) {
    const { field: name, commandId: saveId, at, undo } = row
    if (row.action !== 'coding.saved' || name === null) continue
    if (row.userId !== userId || saveId === null) {
      for (const step of steps)
        step.changes = step.changes.map((one) => (one.name === name ? { ...one, passed: true } : one))
    } else if (undo?.kind === 'undo' || undo?.kind === 'redo') {
      // What it is about may be older than the rows that are known here: then it is no step of its own either.
      moveChange(steps, name, undo.targets, { after: coded(row.newValue), saveId, at })
    } else {
      const [before, made] = [coded(row.oldValue), coded(row.newValue)]
      const change = { name, before, made, after: made, undoneAt: null, passed: false, by: [saveId] }
      const step = steps.find((one) => one.saveId === saveId)
      if (step) step.changes.push(change)
      else steps.push({ saveId, at, jobId: row.jobId, changes: [change] })
    }
  }
  return steps.reverse()
}

/** The newest change of the field that one of the targets has made or moved stands otherwise now. */
function moveChange(
  steps: readonly TrackedStep[],
  name: string,
  targets: readonly string[],
  { after, saveId, at }: { readonly after: CodedValue; readonly saveId: string; readonly at: string },
): void {
  for (const step of [...steps].reverse()) {
    const place = step.changes.findIndex(
      (change) => change.name === name && change.by.some((id) => targets.includes(id)),
    )
    const found = step.changes[place]
    if (!found) continue
    const undoneAt = sameValue(after, found.before) ? at : null
    step.changes[place] = { ...found, after, undoneAt, by: [...found.by, saveId] }
    return
  }
}

/** Whether what stands of it is somebody else's decision by now, even where the value is the same. */
export const isPassed = (step: RecordedStep): boolean =>
  step.changes.some(({ passed, undoneAt }) => passed && undoneAt === null)

/** The changes of a step that stand, as the form holds them: what taking it back puts back. */
export function standingChanges(step: RecordedStep, forms: Forms): readonly HeldChange[] {
  const byName = new Map(fieldsByName(forms))
  return step.changes.flatMap(({ name, before, after, undoneAt }) => {
    const field = byName.get(name)
    if (!field || undoneAt !== null) return []
    // The record had it before anything that was done here.
    return [
      { fieldId: field.fieldId, name, before: heldOf(field, before), after: heldOf(field, after), epoch: 0 },
    ]
  })
}

/** The field that a row is about: rows name fields as people do. */
export const fieldNamed = (forms: Forms, name: string): FormField | undefined =>
  new Map(fieldsByName(forms)).get(name)

const fieldsByName = (forms: Forms): [string, FormField][] =>
  // The current form comes last, so that it is the one that counts.
  [...formsInOrder(forms)]
    .reverse()
    .flatMap((form) => form.sections.flatMap(({ fields }) => fields))
    .map((field) => [field.field_name, field])

const coded = (value: unknown): CodedValue => codedValue.safeParse(value).data ?? null
