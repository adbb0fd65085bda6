/**
 * The past of coding, worked out as it happens: which value of which document stood from which row of the chain until
 * which, and sums of them by stretches of the chain, so that a moment is looked up and not counted. Derived: `rebuild`
 * (rebuild.ts) makes all of it anew from the audit rows, by this same code.
 *
 * `appendAudit` hands over every row that it has written (subscriber.ts); rows that tell nothing of coding (imports, looks)
 * cost nothing.
 */

import { sql } from 'kysely'
import type { CodedValue } from '#contracts/coding.ts'
import { hasOptions, kindOf } from '#contracts/coding-values.ts'
import { checkedOnly, flag, slices } from '../../platform/records/dialect.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Writer } from '../../platform/records/records.ts'
import { started } from '../../platform/records/started.ts'
import { writeStanding } from './batch-spans.ts'
import { type Change, type CodingChange, isEmpty, type Naming } from './changes.ts'
import { type ChoiceNames, choiceNames, namesKey, theField } from './choice-names.ts'
import { stands } from './open-end.ts'
import type { CodingHourTable, CodingSpanTable, CodingTallyTable, SubjectKind } from './tables.ts'

/** Rows of the chain whose effects are summed up together. */
const stretch = 1024
export const bucketOf = (seq: number): number => Math.floor(seq / stretch)
/** The first row of a bucket. */
export const bucketStart = (bucket: number): number => bucket * stretch

/** Longer values do not fit an index of PostgreSQL. A single choice always does. */
const longestKey = 600

/** What `coding_tally` counts besides single choices and tags: any value at all. */
export const anyValue = ''

/** What a value counts as: anything at all, and each choice or tag in it. */
export function keysOf(value: CodedValue, coded: boolean, counted: boolean): string[] {
  if (!coded) return []
  if (!counted) return [anyValue]
  return [
    anyValue,
    ...[value]
      .flat()
      .filter((one) => !isEmpty(one))
      .map((one) => JSON.stringify(one)),
  ]
}

/** What has to be known of a project before changes are added to its past. */
interface Known {
  /** Undefined where nothing is known of its past yet. */
  readonly head: { readonly moment: string; readonly complete: number } | undefined
  /** Null where what is told along with the changes decides it: then it is asked for in between. */
  readonly before: Before | null
}

/** What stands of the documents that change, and the rules of their fields. */
interface Before {
  readonly standing: Map<number, Map<string, Span>>
  readonly rules: Rules
}

/** Asks for what `projectHistory` will have to know of changes that have no place in the chain yet. */
export function askAhead(
  trx: Writer,
  projectId: number,
  told: readonly CodingChange[],
): Promise<Known> | null {
  if (told.length === 0) return null
  const changes = told.flatMap((one) => ('change' in one ? [one.change] : []))
  const asked = Promise.all([
    trx
      .selectFrom('span_head')
      .select(['moment', 'complete'])
      .where('project_id', '=', projectId)
      .executeTakeFirst(),
    changes.length === told.length ? beforeOf(trx, projectId, changes) : null,
  ])
  return started(asked.then(([head, before]) => ({ head, before })))
}

/** Adds what rows tell of coding, in the order of the chain, to a project whose past is whole. */
export async function projectHistory(
  trx: Writer,
  projectId: number,
  told: readonly CodingChange[],
  asked: Promise<Known> | null,
): Promise<void> {
  if (asked === null) return
  const { head, before } = await asked
  // It is being worked out: that comes to these rows too.
  if (head?.complete === 0) return
  if (head === undefined)
    await trx
      .insertInto('span_head')
      .values({ project_id: projectId, seq: 0, moment: '', complete: 1 })
      .execute()
  const keep = (moment: string) =>
    trx.updateTable('span_head').set({ moment }).where('project_id', '=', projectId).execute()
  const after = head?.moment ?? ''
  if (before === null) {
    await keep(await write(trx, projectId, told, after))
    return
  }
  const changes = told.flatMap((one) => ('change' in one ? [one.change] : []))
  const worked = workOut(projectId, changes, after, before)
  await Promise.all([store(trx, projectId, worked), keep(worked.moment)])
}

/** Writes what rows tell, after a moment; answers the moment of the last of them. */
export async function write(
  trx: Writer,
  projectId: number,
  told: readonly CodingChange[],
  after: string,
): Promise<string> {
  let moment = after
  let changes: Change[] = []
  const close = async (): Promise<void> => {
    if (changes.length === 0) return
    const worked = workOut(projectId, changes, moment, await beforeOf(trx, projectId, changes))
    await store(trx, projectId, worked)
    moment = worked.moment
    changes = []
  }
  for (const one of told) {
    if ('change' in one) changes.push(one.change)
    else if ('standing' in one) {
      await close()
      if (one.standing.at > moment) moment = one.standing.at
      await writeStanding(trx, projectId, one.standing, moment)
    } else {
      // What is renamed has to be there first.
      await close()
      await writeNaming(trx, projectId, one.naming)
    }
  }
  await close()
  return moment
}

type Span = CodingSpanTable

async function beforeOf(trx: Writer, projectId: number, changes: readonly Change[]): Promise<Before> {
  const [standing, rules] = await Promise.all([
    standingOf(trx, projectId, changes),
    rulesOf(trx, projectId, changes),
  ])
  return { standing, rules }
}

/** What changes make of a project's past. */
interface Worked {
  readonly opened: readonly Span[]
  readonly closed: readonly { readonly span: Span; readonly until: number }[]
  readonly tallies: readonly CodingTallyTable[]
  readonly hours: readonly CodingHourTable[]
  /** That of the last of them. */
  readonly moment: string
}

/** `standing` is brought to where it stands after the changes. */
function workOut(
  projectId: number,
  changes: readonly Change[],
  after: string,
  { standing, rules: { counted, names } }: Before,
): Worked {
  const opened = new Set<Span>()
  const closed: { span: Span; until: number }[] = []
  const tallies = new Map<string, CodingTallyTable>()
  const hours = new Map<string, CodingHourTable>()
  let moment = after

  const tally = (
    kind: SubjectKind,
    subjectId: number,
    seq: number,
    keys: readonly string[],
    n: number,
  ): void => {
    for (const value of keys) {
      const bucket = bucketOf(seq)
      const key = JSON.stringify([bucket, kind, subjectId, value])
      const known = tallies.get(key)
      if (known === undefined)
        tallies.set(key, { project_id: projectId, bucket, kind, subject_id: subjectId, value, n })
      else known.n += n
    }
  }
  /** What a span counts as at `seq`, where its choices may have been renamed since. */
  const countsAs = (span: Span, seq: number): string[] => {
    const value = names.calledAt(span, heldBy(span), span.from_seq, seq)
    const one = span.kind === 'field' ? counted.has(span.subject_id) : span.kind === 'tags'
    return keysOf(value, span.coded === 1, one)
  }
  const end = (of: Map<string, Span>, key: string, seq: number): void => {
    const span = of.get(key)
    if (span === undefined) return
    of.delete(key)
    if (opened.has(span)) span.until_seq = seq
    else closed.push({ span, until: seq })
    tally(span.kind, span.subject_id, seq, countsAs(span, seq), -1)
  }
  const begin = (of: Map<string, Span>, key: string, span: Span): void => {
    of.set(key, span)
    opened.add(span)
    tally(span.kind, span.subject_id, span.from_seq, countsAs(span, span.from_seq), 1)
  }

  for (const change of changes) {
    const { documentId, kind, subjectId, seq, at } = change
    if (at > moment) moment = at
    const of = standing.get(documentId) ?? new Map<string, Span>()
    standing.set(documentId, of)
    const was = anyCoded(of)
    const key = keyOf(kind, subjectId)
    end(of, key, seq)
    begin(of, key, spanOf(projectId, change, moment))
    const is = anyCoded(of)
    if (was && !is) end(of, documentKey, seq)
    if (!was && is)
      begin(of, documentKey, {
        ...spanOf(projectId, change, moment),
        kind: 'document',
        subject_id: 0,
        value: null,
        long_value: null,
        coded: 1,
      })
    const hour = {
      hour: at.slice(0, 13),
      user_id: change.userId ?? 0,
      kind,
      subject_id: subjectId,
      how: change.how,
    }
    const hourKey = JSON.stringify(hour)
    const known = hours.get(hourKey)
    if (known === undefined) hours.set(hourKey, { project_id: projectId, ...hour, n: 1 })
    else known.n += 1
  }
  return {
    opened: [...opened],
    closed,
    tallies: [...tallies.values()].filter(({ n }) => n !== 0),
    hours: [...hours.values()],
    moment,
  }
}

async function store(
  trx: Writer,
  projectId: number,
  { opened, closed, tallies, hours }: Worked,
): Promise<void> {
  await Promise.all([
    closeSpans(trx, projectId, closed),
    insertAll(trx, 'coding_span', opened),
    addTallies(trx, tallies),
    addHours(trx, hours),
  ])
}

const documentKey = 'document 0'
const keyOf = (kind: SubjectKind, subjectId: number): string => `${kind} ${subjectId}`

function anyCoded(of: ReadonlyMap<string, Span>): boolean {
  for (const span of of.values()) if (span.kind !== 'document' && span.coded === 1) return true
  return false
}

/** The value that a span holds; null for what stands beside the trail. */
export function heldBy({ value, long_value }: Pick<Span, 'value' | 'long_value'>): CodedValue {
  const held = value ?? long_value
  // Written by us and nobody else: the shape needs no second look for each of a million.
  return held === null ? null : (JSON.parse(held) as CodedValue)
}

function spanOf(projectId: number, change: Change, moment: string): Span {
  const value = change.value === undefined ? null : JSON.stringify(change.value)
  const fits = value !== null && value.length <= longestKey
  return {
    project_id: projectId,
    from_seq: change.seq,
    kind: change.kind,
    subject_id: change.subjectId,
    document_id: change.documentId,
    until_seq: stands,
    value: fits ? value : null,
    long_value: fits ? null : value,
    coded: flag(change.coded),
    user_id: change.userId,
    how: change.how,
    at: change.at,
    moment,
    audit_id: change.auditId,
    job_id: change.jobId,
  }
}

/** What stands of the documents that are about to change. */
async function standingOf(
  trx: Writer,
  projectId: number,
  changes: readonly Change[],
): Promise<Map<number, Map<string, Span>>> {
  const byDocument = new Map<number, Map<string, Span>>()
  for (const ids of slices([...new Set(changes.map(({ documentId }) => documentId))], 1)) {
    const rows = await trx
      .selectFrom('coding_span')
      .selectAll()
      .where('document_id', 'in', ids)
      .where('until_seq', '=', stands)
      .where(checkedOnly('project_id'), '=', projectId)
      .execute()
    for (const row of rows) {
      const of = byDocument.get(row.document_id) ?? new Map<string, Span>()
      of.set(keyOf(row.kind, row.subject_id), row)
      byDocument.set(row.document_id, of)
    }
  }
  return byDocument
}

interface Rules {
  /** Fields whose choices are counted one by one. */
  readonly counted: ReadonlySet<number>
  /** What tags were called; and choices, where any of them was ever called otherwise. */
  readonly names: ChoiceNames
}

async function rulesOf(trx: Writer, projectId: number, changes: readonly Change[]): Promise<Rules> {
  const ids = [...new Set(changes.flatMap((one) => (one.kind === 'field' ? [one.subjectId] : [])))]
  const categories = [
    ...new Set(changes.flatMap((one) => (one.kind === 'tags' ? [namesKey('tags', one.subjectId)] : []))),
  ]
  if (ids.length === 0) return { counted: new Set(), names: await choiceNames(trx, projectId, categories) }
  const fields = await trx
    .selectFrom('field')
    .select(['field_id', 'type_id'])
    .select((eb) =>
      eb
        .selectFrom('choice_span as c')
        .select('c.choice_id')
        .where('c.project_id', '=', projectId)
        .whereRef('c.field_id', '=', 'field.field_id')
        .where('c.until_seq', '<', stands)
        .limit(1)
        .as('past_name'),
    )
    .where('field_id', 'in', ids)
    .execute()
  const renamed = fields.filter(({ past_name }) => past_name !== null).map(({ field_id }) => field_id)
  return {
    counted: new Set(fields.filter(({ type_id }) => isCounted(type_id)).map(({ field_id }) => field_id)),
    names: await choiceNames(trx, projectId, [...renamed, ...categories]),
  }
}

/** Whether the values of such a field are counted one by one: there are as many as somebody has listed. */
export const isCounted = (typeId: number): boolean => hasOptions(kindOf({ field_type_id: typeId }))

async function closeSpans(
  trx: Writer,
  projectId: number,
  closed: readonly { readonly span: Span; readonly until: number }[],
): Promise<void> {
  for (const slice of slices(closed, 4)) {
    const rows = slice.map(({ span, until }) => sql`(${projectId}, ${span.from_seq}, ${span.kind}, ${until})`)
    // By the key and nothing else. PostgreSQL would go through the project by another index until its statistics are new:
    // so the project is a column of the list and no constant, and the kind is compared and not looked for.
    await sql`update coding_span set until_seq = cast(v.column4 as bigint)
      from (values ${sql.join(rows)}) as v
      where coding_span.project_id = cast(v.column1 as bigint)
        and coding_span.from_seq = cast(v.column2 as bigint) and coding_span.kind || '' = v.column3`.execute(
      trx,
    )
  }
}

async function addTallies(trx: Writer, rows: readonly CodingTallyTable[]): Promise<void> {
  for (const slice of slices(rows, 6))
    await trx
      .insertInto('coding_tally')
      .values(slice)
      .onConflict((conflict) =>
        conflict
          .columns(['project_id', 'bucket', 'kind', 'subject_id', 'value'])
          .doUpdateSet((eb) => ({ n: eb('coding_tally.n', '+', eb.ref('excluded.n')) })),
      )
      .execute()
}

async function addHours(trx: Writer, rows: readonly CodingHourTable[]): Promise<void> {
  for (const slice of slices(rows, 7))
    await trx
      .insertInto('coding_hour')
      .values(slice)
      .onConflict((conflict) =>
        conflict
          .columns(['project_id', 'hour', 'user_id', 'kind', 'subject_id', 'how'])
          .doUpdateSet((eb) => ({ n: eb('coding_hour.n', '+', eb.ref('excluded.n')) })),
      )
      .execute()
}

/** Brings what the choices of a field, or the tags of a category, are called up to a row of the chain. */
async function writeNaming(
  trx: Writer,
  projectId: number,
  { seq, fieldId, name, choices, before: earlier }: Naming,
): Promise<void> {
  if (earlier !== null) await writeEarlier(trx, projectId, fieldId, earlier)
  const before = await trx
    .selectFrom('choice_span')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('field_id', '=', fieldId)
    .where('until_seq', '=', stands)
    .execute()
  const wanted = [
    { choiceId: theField, text: name, position: 0 },
    ...choices.map((choice, position) => ({ ...choice, position })),
  ]
  const known = new Map(before.map((row) => [row.choice_id, row]))
  const changed = wanted.filter(({ choiceId, text, position }) => {
    const row = known.get(choiceId)
    return row === undefined || row.text !== text || row.position !== position
  })
  const gone = before.filter((row) => !wanted.some(({ choiceId }) => choiceId === row.choice_id))
  const ended = [...gone.map((row) => row.choice_id), ...changed.map(({ choiceId }) => choiceId)]
  if (ended.length === 0) return
  await trx
    .updateTable('choice_span')
    .set({ until_seq: seq })
    .where('project_id', '=', projectId)
    .where('field_id', '=', fieldId)
    .where('until_seq', '=', stands)
    .where('choice_id', 'in', ended)
    .execute()
  await insertAll(
    trx,
    'choice_span',
    changed.map(({ choiceId, text, position }) => ({
      project_id: projectId,
      field_id: fieldId,
      choice_id: choiceId,
      from_seq: seq,
      until_seq: stands,
      position,
      text,
    })),
  )
  for (const { choiceId, text } of changed) {
    const old = known.get(choiceId)?.text
    if (choiceId !== theField && old !== undefined && old !== text)
      await moveTally(trx, projectId, { fieldId, seq, old: JSON.stringify(old), text: JSON.stringify(text) })
  }
}

/** Names that no row has told of have been so from the beginning. */
async function writeEarlier(
  trx: Writer,
  projectId: number,
  fieldId: number,
  { name, choices }: NonNullable<Naming['before']>,
): Promise<void> {
  const told = await trx
    .selectFrom('choice_span')
    .select('choice_id')
    .distinct()
    .where('project_id', '=', projectId)
    .where('field_id', '=', fieldId)
    .execute()
  const known = new Set(told.map(({ choice_id }) => choice_id))
  const all = [
    { choiceId: theField, text: name, position: 0 },
    ...choices.map((choice, position) => ({ ...choice, position })),
  ]
  await insertAll(
    trx,
    'choice_span',
    all
      .filter(({ choiceId }) => !known.has(choiceId))
      .map(({ choiceId, text, position }) => ({
        project_id: projectId,
        field_id: fieldId,
        choice_id: choiceId,
        from_seq: 0,
        until_seq: stands,
        position,
        text,
      })),
  )
}

/** What was counted under a choice's old name is counted under its new one from then on. */
async function moveTally(
  trx: Writer,
  projectId: number,
  { fieldId, seq, old, text }: { fieldId: number; seq: number; old: string; text: string },
): Promise<void> {
  const [kind, subject] = fieldId < 0 ? (['tags', -fieldId] as const) : (['field', fieldId] as const)
  const { n } = await trx
    .selectFrom('coding_tally')
    .select((eb) => eb.fn.sum<number | null>('n').as('n'))
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .where('subject_id', '=', subject)
    .where('value', '=', old)
    .executeTakeFirstOrThrow()
  const held = Number(n ?? 0)
  if (held === 0) return
  const row = { project_id: projectId, bucket: bucketOf(seq), kind, subject_id: subject } as const
  await addTallies(trx, [
    { ...row, value: old, n: -held },
    { ...row, value: text, n: held },
  ])
}
