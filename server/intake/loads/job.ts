/**
 * The job that loads a delivery: it reads the load files to their end and makes the plan that a check has shown, writes down
 * what is wrong with them, then the documents family by family, and gives back what no load file names. It goes on from the
 * last transaction, because the same files make the same plan.
 */
import * as z from 'zod/mini'
import type { LoadCounts } from '#contracts/loads.ts'
import { custodianId, custodiansOf } from '../../organization/project/custodians.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import type { JobKind, JobRun } from '../../platform/jobs/jobs.ts'
import { flag, slices } from '../../platform/records/dialect.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Writer } from '../../platform/records/records.ts'
import type { Services } from '../../platform/services.ts'
import { queueAnalysisAfter } from '../../review/analysis/queue.ts'
import { rulesOf } from '../../review/coding/rules.ts'
import type { SaveContext } from '../../review/coding/save.ts'
import { matched } from './check.ts'
import { contentOf, type RowContent, type Sources } from './documents.ts'
import { fieldsFilled, makeField } from './fields.ts'
import { unknownCustodians } from './known.ts'
import { keepBefore, TextMoved } from './lay-texts.ts'
import { dialectOf } from './mapping.ts'
import type { PlanFault } from './plan/fault.ts'
import { type Read, readLoad } from './reading.ts'
import { requireStill } from './requires.ts'
import { takenFiles } from './start.ts'
import { countsOf, type Made, madeOf, noCounts, nothingMade, settingsOf } from './stored.ts'
import { ValueReader } from './values.ts'
import {
  type Added,
  type Laid,
  layOver,
  type ReadFamily,
  textsLaid,
  type Writing,
  writeFamilies,
} from './write.ts'

type LoadServices = Pick<Services, 'records' | 'blobs' | 'spool' | 'search' | 'jobs' | 'log' | 'now'>

/** The job kind `load`. */
export const loadKind = (services: LoadServices): JobKind => ({
  kind: 'load',
  run: (run) => new Loading(services, run).run(),
})

/** A transaction of bulk work takes about so long, so that nobody's save waits for it. */
const transactionMs = 10
/** Documents of one transaction. */
const fewest = 4
const most = 400
/** Documents whose files are read at the same time. */
const readAtOnce = 8
/** Rows of faults and of unused files in one transaction. */
const rowsAtOnce = 200

/** How far it is: faults of the plan, then families (rows of an overlay), then files that are given back. */
const cursor = z.object({ faults: z.int(), families: z.int(), unused: z.int(), ended: z.boolean() })
type Cursor = z.infer<typeof cursor>
const start: Cursor = { faults: 0, families: 0, unused: 0, ended: false }

interface Stored {
  readonly commandId: string
  readonly user: SaveContext['user']
  readonly prefix: string
  readonly custodianId: number
  readonly sourceId: number
  readonly maxTextSize: number
  readonly settings: ReturnType<typeof settingsOf>
}

class Loading {
  readonly #s: LoadServices
  readonly #run: JobRun
  #cursor: Cursor
  #made: Made = nothingMade
  #counts: LoadCounts | null = null
  #chunk = 8
  #changed = false

  constructor(services: LoadServices, run: JobRun) {
    this.#s = services
    this.#run = run
    this.#cursor = run.cursor === null ? start : cursor.parse(run.cursor)
  }

  async run(): Promise<void> {
    if (this.#cursor.ended) return
    const stored = await this.#load()
    const read = await readLoad(
      { read: this.#s.records.read, blobs: this.#s.blobs, spool: this.#s.spool },
      {
        projectId: this.#run.projectId,
        settings: stored.settings,
        files: await takenFiles(this.#s.records.read, this.#run.jobId),
        made: new Map(this.#made.fieldIds),
        beat: () => this.#run.beat(null),
      },
    )
    try {
      await this.#do(stored, read)
    } finally {
      await read.rows?.close()
    }
  }

  async #do(stored: Stored, read: Read): Promise<void> {
    const { families, unused } = this.#cursor
    if (families === 0 && unused === 0) await this.#prepare(stored, read)
    const { settings } = stored
    const { records } = this.#s
    const laid =
      settings.mode.is === 'overlay'
        ? await matched(
            { read: records.read, projectId: this.#run.projectId, prefix: stored.prefix },
            settings.mode,
            read.plan,
          )
        : null
    await this.#tellFaults(read.plan.faults, read.plan.counts.refused)
    const writing = await this.#writing(stored, read)
    const keyColumn =
      settings.mode.is === 'overlay' ? (read.mapping.names[settings.mode.column] ?? null) : null
    const sources: Sources & Keyed = {
      keyColumn,
      ...{ blobs: this.#s.blobs, spool: this.#s.spool, read, maxTextSize: stored.maxTextSize },
      reader: new ValueReader(settings, read.mapping, dialectOf(settings), await this.#fields(read)),
    }
    await this.#s.blobs.put(Buffer.alloc(0))
    if (laid === null) await this.#families(writing, sources)
    else await this.#rows(writing, sources, laid)
    await this.#giveBack(stored, read)
  }

  async #load(): Promise<Stored> {
    const row = await this.#s.records.read
      .selectFrom('load_job as l')
      .innerJoin('job as j', 'j.job_id', 'l.job_id')
      .innerJoin('app_user as u', 'u.user_id', 'j.created_by')
      .innerJoin('source as s', 's.source_id', 'l.source_id')
      .innerJoin('project as p', 'p.project_id', 'l.project_id')
      .selectAll('l')
      .select(['u.user_id', 'u.name', 's.custodian_id', 'p.prefix', 'p.max_text_size'])
      .where('l.job_id', '=', this.#run.jobId)
      .executeTakeFirstOrThrow()
    this.#made = madeOf(row.made)
    this.#counts = countsOf(row.counts)
    return {
      ...{ commandId: row.command_id, user: { userId: row.user_id, name: row.name, role: row.role } },
      ...{ prefix: row.prefix, custodianId: row.custodian_id, sourceId: row.source_id },
      ...{ maxTextSize: row.max_text_size, settings: settingsOf(row.settings) },
    }
  }

  /** Fields and custodians that are not there yet, each in a transaction of its own. */
  async #prepare({ user, prefix, commandId }: Stored, read: Read): Promise<void> {
    const { projectId } = this.#run
    const there = new Set(this.#made.fieldIds.map(([column]) => column))
    for (const field of read.mapping.fields) {
      const { is } = field
      if ('fieldId' in is || there.has(field.column)) continue
      await this.#write(async (trx) => {
        const change = { projectId, prefix, user, at: this.#s.now(), commandId }
        const fieldId = await makeField(trx, change, field, read.choices)
        if (fieldId === null) return
        await this.#remember(trx, {
          ...this.#made,
          fields: [...this.#made.fields, is.name],
          fieldIds: [...this.#made.fieldIds, [field.column, fieldId]],
        })
      })
    }
    for (const name of await unknownCustodians(this.#s.records.read, projectId, read.custodians))
      await this.#write(async (trx) => {
        await custodianId(trx, { now: this.#s.now }, { ...user, companyId: null }, projectId, name)
        await this.#remember(trx, { ...this.#made, custodians: [...this.#made.custodians, name] })
      })
    if (this.#made.warnings.length === 0 && read.plan.warnings.length > 0)
      await this.#write((trx) => this.#remember(trx, { ...this.#made, warnings: [...read.plan.warnings] }))
    await this.#write(async (trx) => {
      const { rows, files } = read.plan.counts
      await this.#count(trx, { rows, files }, [])
      await trx
        .updateTable('job')
        .set({ items_total: rows, items_in: rows })
        .where('job_id', '=', this.#run.jobId)
        .execute()
    })
  }

  /** The fields as they are by now; one of choices that no row has was not made, and is filled by none. */
  async #fields(read: Read) {
    const made = new Map(this.#made.fieldIds)
    const there = read.mapping.fields.filter(({ column, is }) => 'fieldId' in is || made.has(column))
    const { filled } = await fieldsFilled(
      this.#s.records.read,
      this.#run.projectId,
      { ...read.mapping, fields: there },
      made,
    )
    return filled
  }

  async #writing(stored: Stored, read: Read): Promise<Writing> {
    const { projectId, jobId } = this.#run
    const { user, commandId } = stored
    const fields = await this.#fields(read)
    const reading = this.#s.records.read
    return {
      ...{ jobId, projectId, custodianId: stored.custodianId },
      custodians: await custodiansOf(reading, projectId),
      rules: await rulesOf(
        reading,
        projectId,
        fields.map(({ fieldId }) => fieldId),
      ),
      beginColumn: read.mapping.names[read.mapping.roles.get('begin') ?? -1] ?? null,
      textColumn:
        read.mapping.names[read.mapping.roles.get('textPath') ?? read.mapping.roles.get('text') ?? -1] ??
        null,
      by: { projectId, user, at: this.#s.now(), commandId },
    }
  }

  /** What is wrong with the files themselves: told once, in their order. */
  async #tellFaults(faults: readonly PlanFault[], refused: number): Promise<void> {
    while (this.#cursor.faults < faults.length) {
      const from = this.#cursor.faults
      const some = faults.slice(from, from + rowsAtOnce)
      await this.#write(async (trx) => {
        const isFirst = from === 0
        await this.#count(trx, isFirst ? { refused } : {}, some)
        await this.#move(trx, { ...this.#cursor, faults: from + some.length }, isFirst ? refused : 0)
      })
    }
  }

  async #families(writing: Writing, sources: Sources): Promise<void> {
    const { families, rows } = sources.read.plan
    while (this.#cursor.families < families.length) {
      const from = this.#cursor.families
      let to = from
      for (
        let documents = 0;
        to < families.length && (to === from || documents + (families[to]?.length ?? 0) <= this.#chunk);
        to++
      )
        documents += families[to]?.length ?? 0
      const some = families.slice(from, to)
      // Of all of them together: most families are one document.
      const contents = await this.#contents(
        sources,
        some.flatMap((members) => members.flatMap(({ row }) => rows[row] ?? [])),
      )
      const documents = contents.length
      const read = some.map(
        (members): ReadFamily => ({ members, contents: contents.splice(0, members.length) }),
      )
      await this.#step(writing, to, documents, (trx, now) => writeFamilies(trx, now, read))
    }
  }

  /** Rows that find no document are refused where they come. */
  async #rows(writing: Writing, sources: Sources & Keyed, { documents, missed }: Matched): Promise<void> {
    const { rows } = sources.read.plan
    const faultOf = new Map(missed.map(({ row, fault }) => [row, fault]))
    while (this.#cursor.families < rows.length) {
      const from = this.#cursor.families
      const to = Math.min(rows.length, from + this.#chunk)
      const all = rows.slice(from, to).map((row, at) => ({ row, documentId: documents.get(from + at) }))
      const found = all.filter(({ documentId }) => documentId !== undefined)
      const contents = await this.#contents(
        sources,
        found.map(({ row }) => row),
      )
      const laid = contents.map((content, at): Laid => ({ documentId: found[at]?.documentId ?? 0, content }))
      const refused = all.flatMap(({ row, documentId }): PlanFault[] => {
        const fault = documentId === undefined ? faultOf.get(row) : undefined
        const { line, from, to } = row
        return fault === undefined ? [] : [{ line, from, to, column: sources.keyColumn, ...fault }]
      })
      await this.#layOver(writing, to, laid, refused)
    }
  }

  /** Texts that give way are kept first; where one of them becomes another meanwhile, that is kept. */
  async #layOver(
    writing: Writing,
    to: number,
    laid: readonly Laid[],
    refused: readonly PlanFault[],
  ): Promise<void> {
    for (;;) {
      const before = await keepBefore(this.#s.records.read, this.#s.blobs, textsLaid(laid))
      try {
        await this.#step(writing, to, laid.length, async (trx, now) => {
          await requireStill(trx, now)
          const { added, faults, entries } = await layOver(trx, now, laid, before)
          return {
            added: { ...added, refused: added.refused + refused.length },
            faults: [...refused, ...faults],
            entries,
          }
        })
        return
      } catch (error) {
        if (!(error instanceof TextMoved)) throw error
      }
    }
  }

  async #contents(sources: Sources, rows: LoadRows): Promise<RowContent[]> {
    const contents: RowContent[] = []
    for (let from = 0; from < rows.length; from += readAtOnce) {
      await this.#run.beat(null)
      contents.push(
        ...(await Promise.all(rows.slice(from, from + readAtOnce).map((row) => contentOf(sources, row)))),
      )
    }
    return contents
  }

  /** One transaction, with the place behind it. */
  async #step(
    writing: Writing,
    to: number,
    documents: number,
    write: (trx: Writer, writing: Writing) => ReturnType<typeof writeFamilies>,
  ): Promise<void> {
    let began = 0
    const now = this.#s.now()
    await this.#write(async (trx) => {
      began = performance.now()
      const { added, faults, entries } = await write(trx, {
        ...writing,
        by: { ...writing.by, at: now },
      })
      await this.#count(trx, added, faults)
      await this.#move(
        trx,
        { ...this.#cursor, families: to },
        added.loaded + added.overlaid + added.refused,
        added.loaded,
      )
      if (!this.#changed) await queueAnalysisAfter(trx, this.#s.jobs, this.#run, { at: now, how: 'import' })
      await appendAudit(trx, `project:${this.#run.projectId}`, entries)
    })
    this.#changed = true
    this.#s.search.wake()
    const fitting = (documents * transactionMs) / Math.max(performance.now() - began, 1)
    this.#chunk = Math.max(fewest, Math.min(most, Math.round((this.#chunk + fitting) / 2)))
  }

  /** What nothing names waits again in its source. */
  async #giveBack({ user, sourceId, settings }: Stored, { unused }: Read): Promise<void> {
    const { jobId, projectId } = this.#run
    // By the plan: those that were given back are this job's no more, and a run that goes on does not see them.
    let place = this.#cursor.unused
    for (const some of slices(unused, 32_000 / rowsAtOnce)) {
      await this.#write(async (trx) => {
        await insertAll(
          trx,
          'load_unused',
          some.map(({ path }, at) => ({
            ...{ job_id: jobId, project_id: projectId, place: place + at, path: JSON.stringify(path) },
          })),
        )
        await trx
          .updateTable('source_file')
          .set({ job_id: null })
          .where(
            'source_file_id',
            'in',
            some.map(({ sourceFileId }) => sourceFileId),
          )
          .where('job_id', '=', jobId)
          .execute()
        await this.#count(trx, { unused: some.length }, [])
        await this.#move(trx, { ...this.#cursor, unused: place + some.length }, 0)
      })
      place += some.length
    }
    await this.#write(async (trx) => {
      const { files, unused: left, used } = this.#counts ?? { files: 0, unused: 0, used: 0 }
      await this.#count(trx, { used: files - left - used }, [])
      await this.#move(trx, { ...this.#cursor, ended: true }, 0)
      await appendAudit(trx, `project:${projectId}`, [
        {
          ...{ at: this.#s.now(), user, action: 'load.ended', projectId, jobId, how: 'import' },
          facts: { sourceId, mode: settings.mode.is, ...this.#counts },
        },
      ])
    })
  }

  /** A transaction of this run. What it remembers is taken back where it fails. */
  async #write(work: (trx: Writer) => Promise<void>): Promise<void> {
    const before = { cursor: this.#cursor, made: this.#made, counts: this.#counts }
    try {
      await this.#s.records.write('bulk', async (trx) => {
        await this.#run.hold(trx)
        await work(trx)
      })
    } catch (error) {
      this.#cursor = before.cursor
      this.#made = before.made
      this.#counts = before.counts
      throw error
    }
  }

  async #remember(trx: Writer, made: Made): Promise<void> {
    this.#made = made
    await trx
      .updateTable('load_job')
      .set({ made: JSON.stringify(made) })
      .where('job_id', '=', this.#run.jobId)
      .execute()
  }

  /** Adds to the counts; `rows` and `files` are set. */
  async #count(trx: Writer, added: Partial<Added & LoadCounts>, faults: readonly PlanFault[]): Promise<void> {
    const { jobId, projectId } = this.#run
    const before = this.#counts ?? noCounts
    const sum = (name: keyof LoadCounts): number => before[name] + (added[name] ?? 0)
    this.#counts = {
      rows: added.rows ?? before.rows,
      files: added.files ?? before.files,
      ...{
        loaded: sum('loaded'),
        overlaid: sum('overlaid'),
        refused: sum('refused'),
        families: sum('families'),
      },
      ...{ pages: sum('pages'), texts: sum('texts'), natives: sum('natives') },
      ...{ used: sum('used'), unused: sum('unused') },
    }
    await insertAll(
      trx,
      'load_fault',
      faults.map((fault) => ({
        ...{
          project_id: projectId,
          job_id: jobId,
          line: fault.line,
          from_byte: fault.from,
          to_byte: fault.to,
        },
        ...{
          column_name: fault.column,
          code: fault.code,
          reason: fault.reason,
          refuses_row: flag(fault.refusesRow),
        },
      })),
    )
    await trx
      .updateTable('load_job')
      .set((eb) => ({
        counts: JSON.stringify(this.#counts),
        fault_count: eb('fault_count', '+', faults.length),
      }))
      .where('job_id', '=', jobId)
      .execute()
  }

  async #move(trx: Writer, to: Cursor, items: number, promoted = 0): Promise<void> {
    this.#cursor = to
    await trx
      .updateTable('job')
      .set((eb) => ({
        cursor: JSON.stringify(to),
        items_done: eb('items_done', '+', items),
        promoted: eb('promoted', '+', promoted),
      }))
      .where('job_id', '=', this.#run.jobId)
      .execute()
  }
}

type LoadRows = Read['plan']['rows']
/** The column with the key of an overlay. */
interface Keyed {
  readonly keyColumn: string | null
}
type Matched = Awaited<ReturnType<typeof matched>>
