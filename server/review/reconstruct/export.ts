/** Changes as a file: all of them, whatever the size, a page at a time on their way. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type * as z from 'zod/mini'
import type { QueryOf } from '#contracts/call.ts'
import type { CodedValue } from '#contracts/coding.ts'
import { byteOrderMark, csvLine } from '#contracts/csv.ts'
import type { ActivityFilter, exportActivity, exportedEvent, PastValue } from '#contracts/reconstruct.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { safeName, sendDownload } from '../../platform/http/download.ts'
import { type ChoiceNames, choiceNames } from '../coding-history/choice-names.ts'
import { exclusionOf } from '../fields/excluded-fields.ts'
import { trackingOf } from './active-time.ts'
import { eventsOf } from './activity.ts'
import { changesMeant, type Meant, meantBy } from './filter.ts'
import { type Past, pastOf } from './moments.ts'
import { nothing } from './trail.ts'

type Asked = QueryOf<typeof exportActivity>
type Exported = z.infer<typeof exportedEvent>

/** Changes that are read, told and sent together. */
const page = 500

/** Sends the changes that stand on the record now, after it is on the record that they were taken away. */
export async function sendActivity(
  ctx: ProjectContext,
  query: Asked,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const past = await pastOf(ctx)
  const { projectId: _project, format, ...asked } = query
  const meant = await meantBy(past, filterIn(asked))
  const { name } = await past.read
    .selectFrom('project')
    .select('name')
    .where('project_id', '=', past.projectId)
    .executeTakeFirstOrThrow()
  await ctx.records.write('interactive', (trx) =>
    appendAudit(trx, `project:${past.projectId}`, [
      {
        ...byCaller(ctx),
        action: 'reconstruct.exported',
        facts: { format, filter: asked },
      },
    ]),
  )
  const lines = format === 'csv' ? csvOf(past, meant, ctx.project.timeZone) : ndjsonOf(past, meant)
  const day = ctx.now().toISOString().slice(0, 10)
  return sendDownload(reply, {
    name: safeName(`${name} coding activity ${day}.${format}`, `coding-activity.${format}`),
    size: null,
    bytes: Readable.from(lines, { objectMode: false }),
  })
}

function filterIn({
  from,
  to,
  fromSeq,
  toSeq,
  ...rest
}: Omit<Asked, 'projectId' | 'format'>): ActivityFilter {
  const moment = (at: string | undefined, seq: number | undefined) =>
    seq !== undefined ? { seq } : at === undefined ? undefined : { at }
  const start = moment(from, fromSeq)
  const end = moment(to, toSeq)
  return {
    ...rest,
    ...(start === undefined ? {} : { from: start }),
    ...(end === undefined ? {} : { to: end }),
  }
}

/** All changes, told or not: of a field that exports leave out it is said who changed it and when, and no value. */
async function* eventsMeant(past: Past, meant: Meant): AsyncGenerator<Exported[]> {
  const tracking = await trackingOf(past.read, past.projectId)
  const isExcluded = await exclusionOf(past.read, past.projectId, 'export')
  for await (const rows of changesMeant(past, meant, page))
    yield (await eventsOf(past, rows, tracking)).map((event) =>
      event.kind === 'field' && isExcluded(event.subjectId)
        ? { ...event, old: nothing, new: nothing, excluded: true }
        : { ...event, excluded: false },
    )
}

async function* ndjsonOf(past: Past, meant: Meant): AsyncGenerator<string> {
  for await (const events of eventsMeant(past, meant))
    yield events.map((event) => `${JSON.stringify(event)}\n`).join('')
}

const columns = [
  'Sequence',
  'Event id',
  'Time (UTC)',
  'Time (project)',
  'User id',
  'User',
  'Role',
  'Action',
  'Control number',
  'Field id',
  'Field',
  'Old value',
  'New value',
  'Method',
  'Seconds active',
  'Command id',
  'Job id',
]

async function* csvOf(past: Past, meant: Meant, timeZone: string): AsyncGenerator<string> {
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const names = await choiceNames(past.read, past.projectId)
  yield byteOrderMark + csvLine(columns)
  for await (const events of eventsMeant(past, meant))
    yield events
      .map((event) =>
        csvLine([
          event.seq,
          event.auditId,
          event.at,
          local.format(new Date(event.at)),
          event.userId,
          event.userName,
          event.roleName,
          event.kind === 'tags' ? 'tags' : 'coding',
          event.controlNumber,
          event.subjectId,
          event.field,
          event.excluded ? leftOut : shown(event.old, event, names),
          event.excluded ? leftOut : shown(event.new, event, names),
          event.how,
          event.tookMs === null ? null : event.tookMs / 1000,
          event.commandId,
          event.jobId,
        ]),
      )
      .join('')
}

const leftOut = '(left out of exports)'

/** What was erased by law is said to be, so that it is not taken for a value that was never there. */
const shown = ({ value, erased }: PastValue, event: Exported, names: ChoiceNames): string | number | null =>
  erased ? '(erased)' : plain(value, event, names)

/** Yes and no as the options of the field were called then: the first is what yes means. */
function plain(
  value: CodedValue,
  { subjectId, seq }: Pick<Exported, 'subjectId' | 'seq'>,
  names: ChoiceNames,
): string | number | null {
  if (Array.isArray(value)) return value.join('; ')
  if (typeof value !== 'boolean') return value
  return names.choicesAt(subjectId, seq)[value ? 0 : 1]?.text ?? (value ? 'Yes' : 'No')
}
