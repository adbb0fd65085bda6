/**
 * Counts as of a moment: sums of whole stretches of the chain, and the changes of the stretch in which the moment lies. A
 * few thousand rows are read, however long the trail is.
 */

import type { ReplyOf } from '#contracts/call.ts'
import { fieldTypes } from '#contracts/project.ts'
import type { countsAsOf, Moment, StoodAt, Subject, SubjectCount } from '#contracts/reconstruct.ts'
import { type ChoiceNames, choiceNames, namesKey } from '../coding-history/choice-names.ts'
import { anyValue, bucketOf, bucketStart, heldBy, keysOf } from '../coding-history/spans.ts'
import { wasInReview } from '../documents/visible.ts'
import { type Past, resolve } from './moments.ts'
import { type Category, hasChoices, type Subjects, subjectsOf } from './subjects.ts'

export async function readCounts(past: Past, asked: Moment | undefined): Promise<ReplyOf<typeof countsAsOf>> {
  const asOf = await resolve(past, asked)
  return { asOf, ...(await countsAt(past, asOf)) }
}

export type Counts = Omit<ReplyOf<typeof countsAsOf>, 'asOf'>

export async function countsAt(past: Past, asOf: StoodAt): Promise<Counts> {
  const { read, projectId } = past
  const [subjects, names, documents] = await Promise.all([
    subjectsOf(read, projectId),
    choiceNames(read, projectId),
    documentsBy(past, asOf.at),
  ])
  const tally = await tallyAt(past, asOf.seq, subjects, names)
  const coded = tally.of('document', 0, anyValue)
  const notCoded = (n: number): number => Math.max(0, documents - n)
  const counted = (subject: Subject, choices: SubjectCount['choices']): SubjectCount => {
    const { kind, subjectId, name, typeId } = subject
    const own = tally.of(kind, subjectId, anyValue)
    return { kind, subjectId, name, typeId, coded: own, notCoded: notCoded(own), choices }
  }
  const fields = subjects.fields
    .filter(
      ({ subjectId }) => names.hadField(subjectId, asOf.seq) || tally.of('field', subjectId, anyValue) > 0,
    )
    .map((field) => counted(field, choicesOf(field, tally, names, asOf.seq)))
  const categories = subjects.categories
    .filter((one) => wasThere(one, tally, names, asOf.seq))
    .map((one) => counted(one, tagsOf(one, tally, names, asOf.seq)))
  return { documents, coded, notCoded: notCoded(coded), subjects: [...fields, ...categories] }
}

/** How many documents had come to review. */
export async function documentsBy({ read, projectId }: Past, at: string): Promise<number> {
  const { n } = await read
    .selectFrom('document')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('project_id', '=', projectId)
    .where(wasInReview(at))
    .executeTakeFirstOrThrow()
  return Number(n)
}

function choicesOf(field: Subject, tally: Tally, names: ChoiceNames, seq: number): SubjectCount['choices'] {
  if (!hasChoices(field)) return []
  const { subjectId } = field
  const listed = names.choicesAt(subjectId, seq).map(({ text }) => text)
  const documents = (value: string | boolean) => tally.of('field', subjectId, JSON.stringify(value))
  const held = tally.valuesOf('field', subjectId)
  // The options of a yes/no field are what their place says: first true, second false.
  const isYesNo = held.some((value) => typeof value === 'boolean') || field.typeId === fieldTypes.boolean
  if (isYesNo)
    return [true, false].map((value, place) => ({
      value,
      label: listed[place] ?? (value ? 'Yes' : 'No'),
      documents: documents(value),
    }))
  return union(listed, held).map((value) => ({ value, label: value, documents: documents(value) }))
}

/** A category that was made later, or is gone since, is shown where a document had a tag of it. */
function wasThere({ subjectId, isGone }: Category, tally: Tally, names: ChoiceNames, seq: number): boolean {
  const key = namesKey('tags', subjectId)
  if (tally.of('tags', subjectId, anyValue) > 0) return true
  return names.knows(key) ? names.choicesAt(key, seq).length > 0 || !isGone : !isGone
}

/** In the order of then; tags that nobody has ever renamed or ordered, in that of now. */
function tagsOf(
  { subjectId, tags }: Category,
  tally: Tally,
  names: ChoiceNames,
  seq: number,
): SubjectCount['choices'] {
  const key = namesKey('tags', subjectId)
  const listed = names.knows(key) ? names.choicesAt(key, seq).map(({ text }) => text) : tags
  return union(listed, tally.valuesOf('tags', subjectId)).map((value) => ({
    value,
    label: value,
    documents: tally.of('tags', subjectId, JSON.stringify(value)),
  }))
}

/** What is listed, in its order, and what documents had besides. */
const union = (listed: readonly string[], held: readonly unknown[]): string[] => [
  ...new Set([...listed, ...held.filter((value) => typeof value === 'string')]),
]

/** Documents by subject and value. */
class Tally {
  readonly #counts = new Map<string, { kind: string; subjectId: number; value: string; n: number }>()

  add(kind: string, subjectId: number, value: string, n: number): void {
    const key = JSON.stringify([kind, subjectId, value])
    const known = this.#counts.get(key)
    if (known === undefined) this.#counts.set(key, { kind, subjectId, value, n })
    else known.n += n
  }

  of(kind: string, subjectId: number, value: string): number {
    return this.#counts.get(JSON.stringify([kind, subjectId, value]))?.n ?? 0
  }

  /** The single values that any document has. */
  valuesOf(kind: string, subjectId: number): unknown[] {
    return [...this.#counts.values()]
      .filter(
        (one) => one.kind === kind && one.subjectId === subjectId && one.n > 0 && one.value !== anyValue,
      )
      .map(({ value }) => JSON.parse(value))
  }
}

async function tallyAt(
  { read, projectId }: Past,
  seq: number,
  subjects: Subjects,
  names: ChoiceNames,
): Promise<Tally> {
  const tally = new Tally()
  const bucket = bucketOf(seq)
  const start = bucketStart(bucket)
  const whole = await read
    .selectFrom('coding_tally')
    .select(['kind', 'subject_id', 'value'])
    .select((eb) => eb.fn.sum<number>('n').as('n'))
    .where('project_id', '=', projectId)
    .where('bucket', '<', bucket)
    .groupBy(['kind', 'subject_id', 'value'])
    .execute()
  for (const { kind, subject_id, value, n } of whole) {
    const isChoice = value !== anyValue
    // In the words of the stretch's end; since then a choice may have been renamed.
    const text = isChoice
      ? JSON.stringify(names.calledAt({ kind, subject_id }, JSON.parse(value), start - 1, seq))
      : value
    tally.add(kind, subject_id, text, Number(n))
  }
  const touched = (column: 'from_seq' | 'until_seq') =>
    read
      .selectFrom('coding_span')
      .select(['kind', 'subject_id', 'from_seq', 'value', 'long_value', 'coded'])
      .where('project_id', '=', projectId)
      .where(column, '>=', start)
      .where(column, '<=', seq)
      .execute()
  const add = (rows: Awaited<ReturnType<typeof touched>>, n: number): void => {
    for (const row of rows) {
      const { kind, subject_id } = row
      const value = names.calledAt(row, heldBy(row), row.from_seq, seq)
      const counted = kind !== 'document' && hasChoices(subjects.of(kind, subject_id))
      for (const key of keysOf(value, row.coded === 1, counted)) tally.add(kind, subject_id, key, n)
    }
  }
  add(await touched('from_seq'), 1)
  add(await touched('until_seq'), -1)
  return tally
}
