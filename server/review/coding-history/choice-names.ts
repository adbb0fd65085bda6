/** What choices and tags were called, when. A value of the past is in the words of its time; a moment has words of its own. */
import type { CodedValue } from '#contracts/coding.ts'
import type { Reader } from '../../platform/records/records.ts'

/** What a choice was called during a stretch of the chain. */
export interface ChoiceName {
  readonly fieldId: number
  readonly choiceId: number
  readonly fromSeq: number
  readonly untilSeq: number
  readonly position: number
  readonly text: string
}

/** In `choice_span` the field itself has this place among its choices, and a category among its tags. */
export const theField = 0

/** Where the names of a field's choices or of a category's tags are kept: a category by the negative of its id. */
export const namesKey = (kind: 'field' | 'tags', subjectId: number): number =>
  kind === 'tags' ? -subjectId : subjectId

/** A text and the stretch of the chain in which it means something. */
export type Words = Pick<ChoiceName, 'text' | 'fromSeq' | 'untilSeq'>

export class ChoiceNames {
  readonly #byField: ReadonlyMap<number, readonly ChoiceName[]>

  constructor(names: readonly ChoiceName[]) {
    this.#byField = Map.groupBy(names, ({ fieldId }) => fieldId)
  }

  /** What a choice that was coded by its text at `coded` was called at `seq`. */
  textAt(fieldId: number, text: string, coded: number, seq: number): string {
    const names = this.#byField.get(fieldId) ?? []
    const then = names.find(
      (name) =>
        name.choiceId !== theField && name.text === text && name.fromSeq <= coded && coded < name.untilSeq,
    )
    if (then === undefined || seq < then.untilSeq) return text
    // A choice that was taken away keeps its last name.
    const known = names.filter((name) => name.choiceId === then.choiceId && name.fromSeq <= seq)
    return known.reduce((last, name) => (name.fromSeq > last.fromSeq ? name : last), then).text
  }

  /** A value with its choices as they were called at `seq`. */
  valueAt(fieldId: number, value: CodedValue, coded: number, seq: number): CodedValue {
    if (!this.#byField.has(fieldId)) return value
    if (typeof value === 'string') return this.textAt(fieldId, value, coded, seq)
    return Array.isArray(value) ? value.map((text) => this.textAt(fieldId, text, coded, seq)) : value
  }

  /** A value of a field or of a category of tags, with its choices or tags as they were called at `seq`. */
  calledAt(
    { kind, subject_id }: { readonly kind: string; readonly subject_id: number },
    value: CodedValue,
    coded: number,
    seq: number,
  ): CodedValue {
    return kind === 'field' || kind === 'tags'
      ? this.valueAt(namesKey(kind, subject_id), value, coded, seq)
      : value
  }

  /** Whether anything is known of what the choices of a field were called. */
  knows(fieldId: number): boolean {
    return this.#byField.has(fieldId)
  }

  /** The choices that a field had at `seq`, in order. */
  choicesAt(fieldId: number, seq: number): ChoiceName[] {
    return (this.#byField.get(fieldId) ?? [])
      .filter((name) => name.choiceId !== theField && name.fromSeq <= seq && seq < name.untilSeq)
      .sort((a, b) => a.position - b.position)
  }

  /**
   * What values that mean the choice called so at `seq` say, and in which stretches of the chain: by all names that it has
   * had, and the text itself where no choice had it for a name.
   */
  wordsFor(fieldId: number, text: string, seq: number): Words[] {
    const names = (this.#byField.get(fieldId) ?? []).filter((name) => name.choiceId !== theField)
    const choices = Map.groupBy(
      names.filter(({ fromSeq }) => fromSeq <= seq),
      ({ choiceId }) => choiceId,
    )
    // Choices that were taken away are still what documents had: their last name is theirs.
    const meant = [...choices].flatMap(([choiceId, own]) =>
      own.reduce((a, b) => (b.fromSeq > a.fromSeq ? b : a)).text === text ? [choiceId] : [],
    )
    return [
      ...names.filter(({ choiceId }) => meant.includes(choiceId)),
      ...outside(names.filter((name) => name.text === text)).map((gap) => ({ ...gap, text })),
    ]
  }

  /** Whether the field was on a form by `seq`. */
  hadField(fieldId: number, seq: number): boolean {
    return (this.#byField.get(fieldId) ?? []).some(
      ({ choiceId, fromSeq }) => choiceId === theField && fromSeq <= seq,
    )
  }
}

/** The stretches of the chain that are in none of these. */
function outside(spans: readonly Words[]): Omit<Words, 'text'>[] {
  const gaps: Omit<Words, 'text'>[] = []
  let from = 0
  for (const { fromSeq, untilSeq } of [...spans].sort((a, b) => a.fromSeq - b.fromSeq)) {
    if (fromSeq > from) gaps.push({ fromSeq: from, untilSeq: fromSeq })
    from = Math.max(from, untilSeq)
  }
  return from < Number.MAX_SAFE_INTEGER
    ? [...gaps, { fromSeq: from, untilSeq: Number.MAX_SAFE_INTEGER }]
    : gaps
}

/** All names that choices of a project have had; of some fields only, where they are given. */
export async function choiceNames(
  read: Reader,
  projectId: number,
  fieldIds?: readonly number[],
): Promise<ChoiceNames> {
  if (fieldIds?.length === 0) return new ChoiceNames([])
  let query = read.selectFrom('choice_span').selectAll().where('project_id', '=', projectId)
  if (fieldIds !== undefined) query = query.where('field_id', 'in', fieldIds)
  const rows = await query.orderBy('field_id').orderBy('choice_id').orderBy('from_seq').execute()
  return new ChoiceNames(
    rows.map((row) => ({
      fieldId: row.field_id,
      choiceId: row.choice_id,
      fromSeq: row.from_seq,
      untilSeq: row.until_seq,
      position: row.position,
      text: row.text,
    })),
  )
}
