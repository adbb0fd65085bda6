/** The waiting files of a source that look like load files, and what is found out about one by its beginning. */
import type { Readable } from 'node:stream'
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import type { FoundLoadFile, findLoadFiles, LoadFileKind, lookAtLoadFile } from '#contracts/loads.ts'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { notFound } from '../../platform/http/error.ts'
import { DateColumn } from '../../platform/load-files/date-column.ts'
import { detectDialect, type LoadFilePreview, previewLoadFile } from '../../platform/load-files/detect.ts'
import { type Dialect, presets } from '../../platform/load-files/dialect.ts'
import { LoadFileFault } from '../../platform/load-files/faults.ts'
import { headBytes } from '../../platform/load-files/head-first.ts'
import { readLfp } from '../../platform/load-files/lfp.ts'
import { readOpt } from '../../platform/load-files/opt.ts'
import { codingFields } from '../../review/search/fields.ts'
import { requireSource } from '../sources/sources.ts'
import { xmlDialect } from './mapping.ts'
import { type NamedField, proposals } from './proposals.ts'
import { openRows, unnamed } from './rows.ts'
import { notWaiting, waitingFiles } from './start.ts'

type Look = ReplyOf<typeof lookAtLoadFile>
type Asked = BodyOf<typeof lookAtLoadFile>

/** Files of these names are looked into; the others of a delivery are far too many. */
const kindOfName: ReadonlyMap<string, LoadFileKind> = new Map([
  ['dat', 'delimited'],
  ['csv', 'delimited'],
  ['tsv', 'delimited'],
  ['dcb', 'delimited'],
  ['txt', 'delimited'],
  ['xml', 'edrm'],
  ['opt', 'opt'],
  ['log', 'opt'],
  ['lfp', 'lfp'],
])
/** A text file of a document is called like one. */
const sure: ReadonlySet<string> = new Set(['dat', 'opt', 'lfp'])
/** Files that are looked into at most. */
const mostLooked = 500
const mostFound = 200
const rowsShown = 5
/** Documents of an XML by which its columns are told. */
const xmlDocuments = 1_000

const extensionOf = (path: readonly string[]): string =>
  /\.([a-z0-9]+)$/i.exec(path.at(-1) ?? '')?.[1]?.toLowerCase() ?? ''

export async function foundIn(ctx: ProjectContext, sourceId: number): Promise<ReplyOf<typeof findLoadFiles>> {
  const { read } = ctx.records
  await requireSource(read, ctx.project.projectId, sourceId)
  const files = await waitingFiles(read, sourceId)
  const likely = files
    .flatMap((file) => {
      const extension = extensionOf(file.path)
      const kind = kindOfName.get(extension)
      return kind === undefined ? [] : { ...file, kind, extension, rank: rankOf(file.path, extension) }
    })
    .sort((a, b) => a.rank - b.rank || b.size - a.size)
    .slice(0, mostLooked)
  const found: (FoundLoadFile & { readonly likely: number })[] = []
  for (const { sourceFileId, path, sha256, size, kind, extension } of likely) {
    if (found.length >= mostFound) break
    const { head, isAll } = await headOf(ctx.blobs, sha256, size)
    const likely = await likelihood(head, isAll, { kind, extension, path })
    if (likely !== null) found.push({ sourceFileId, path: [...path], size, kind, likely })
  }
  found.sort((a, b) => a.likely - b.likely)
  const data = found.map(({ likely: _, ...file }) => file)
  return { data, totalCount: data.length, waiting: files.length }
}

/** In a folder of data, or in none: natives, texts and images have folders of their own. */
const liesWithData = (path: readonly string[]): boolean => path.length === 1 || isInData(path)
const isInData = (path: readonly string[]): boolean =>
  path.slice(0, -1).some((folder) => /^(?:data|load ?files?)$/i.test(folder))

/** Some column says by its name which document a row is, or where its native lies. */
const saysDocuments = ({ names }: LoadFilePreview): boolean =>
  proposals(names ?? [], [], () => false).some(
    (target) => target.is === 'role' && (target.role === 'begin' || target.role === 'native'),
  )

/** Sure names first, then what lies in a folder of data, then the outermost. */
const rankOf = (path: readonly string[], extension: string): number =>
  (sure.has(extension) ? 0 : extension === 'txt' ? 2_000 : 1_000) + (isInData(path) ? 0 : 500) + path.length

/** The lower the likelier; null for none. */
async function likelihood(
  head: Buffer,
  isAll: boolean,
  {
    kind,
    extension,
    path,
  }: { readonly kind: LoadFileKind; readonly extension: string; readonly path: readonly string[] },
): Promise<number | null> {
  if (kind === 'edrm') return /<Root[\s>]/.test(head.toString('latin1', 0, 4_096)) ? 0 : null
  if (kind === 'opt' || kind === 'lfp') {
    for await (const item of listOf(kind, head)) {
      if (item.kind === 'page') return 0
      if (extension === 'log') return null
    }
    return null
  }
  const { preview, signsAre, headingIs } = detectDialect(head, isAll)
  if (preview.fault !== null || preview.columns < 2) return null
  if (sure.has(extension)) return 0
  // Any text has commas, and a native may be a table: its place tells, or the names of its columns.
  if (!liesWithData(path) && !saysDocuments(preview)) return null
  if (headingIs === 'certain' && signsAre !== 'unsure') return 1
  return extension === 'txt' || preview.read === 0 ? null : 2
}

const listOf = (kind: 'opt' | 'lfp', head: Buffer) =>
  kind === 'opt' ? readOpt(piecesOf(head)) : readLfp(piecesOf(head))

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

/** A last line that the beginning cuts is left out. */
async function headOf(blobs: Blobs, sha256: string, size: number): Promise<{ head: Buffer; isAll: boolean }> {
  const pieces: Buffer[] = []
  let length = 0
  const stream: Readable = await blobs.open(sha256)
  for await (const piece of stream as AsyncIterable<Buffer>) {
    pieces.push(piece)
    length += piece.length
    if (length >= headBytes) break
  }
  const head = Buffer.concat(pieces).subarray(0, headBytes)
  return { head, isAll: head.length >= size }
}

export async function lookAt(ctx: ProjectContext, sourceId: number, asked: Asked): Promise<Look> {
  const { read } = ctx.records
  const { projectId } = ctx.project
  await requireSource(read, projectId, sourceId)
  const file = await read
    .selectFrom('source_file')
    .select(['sha256', 'size', 'job_id'])
    .where('source_id', '=', sourceId)
    .where('source_file_id', '=', asked.sourceFileId)
    .executeTakeFirst()
  if (file === undefined) throw notFound('sourceFile')
  // Of what has become documents, the door of documents decides what is shown, and to whom.
  if (file.job_id !== null) throw notWaiting()
  const fields = (await codingFields(read, projectId)).map(
    ({ fieldId, name, displayName }): NamedField => ({ fieldId, names: [displayName, name] }),
  )
  if (asked.kind === 'edrm') return await lookAtXml(ctx, file.sha256, fields)
  const { head, isAll } = await headOf(ctx.blobs, file.sha256, file.size)
  return asked.kind === 'delimited'
    ? delimited(head, isAll, asked.dialect, fields)
    : await lookAtList(asked.kind, head, isAll)
}

function delimited(
  head: Buffer,
  isAll: boolean,
  chosen: Asked['dialect'],
  fields: readonly NamedField[],
): Look {
  const found = detectDialect(head, isAll)
  const dialect: Dialect = chosen === null ? found.dialect : { ...chosen, mark: true }
  const preview = chosen === null ? found.preview : previewLoadFile(head, isAll, dialect)
  const { mark: _, ...told } = dialect
  return {
    dialect: { ...told, dates: [...told.dates] },
    certain:
      chosen === null
        ? { encoding: found.encodingIs, signs: found.signsAre, heading: found.headingIs }
        : null,
    fault: preview.fault,
    ...shown(preview, fields),
  }
}

function shown(
  { names, columns, rows, dates }: Pick<LoadFilePreview, 'names' | 'columns' | 'rows' | 'dates'>,
  fields: readonly NamedField[],
): Pick<Look, 'columns' | 'rows'> {
  const called = Array.from({ length: columns }, (_, at) => {
    const name = names?.[at]?.trim() ?? ''
    return name === '' ? unnamed(at) : name
  })
  const values = (at: number): string[] =>
    rows.flatMap((row) => (row.kind === 'refused' ? [] : (row.values[at] ?? '').slice(0, longest)))
  const proposed = proposals(called, fields, (at) => values(at).some(isPath))
  return {
    columns: called.map((name, at) => ({
      ...{ name, values: values(at), proposed: proposed[at] ?? ({ is: 'metadata' } as const) },
      dates: formsOf(dates[at] ?? null),
    })),
    rows: rows.map((row) =>
      row.kind === 'refused'
        ? { line: row.line, values: null, refused: row.reason }
        : { line: row.line, values: row.values.map((value) => value.slice(0, longest)), refused: null },
    ),
  }
}

/** Of a value that is shown. */
const longest = 1_000
const isPath = (value: string): boolean => /^[^\n]{0,1024}[\\/][^\n]*\.[A-Za-z0-9]{1,8}$/.test(value.trim())

const formsOf = (verdict: LoadFilePreview['dates'][number]): Look['columns'][number]['dates'] =>
  verdict === null
    ? null
    : verdict.formats.length > 0
      ? [...verdict.formats]
      : verdict.best === null
        ? null
        : [verdict.best.format]

async function lookAtXml(ctx: ProjectContext, sha256: string, fields: readonly NamedField[]): Promise<Look> {
  const nothing = { dialect: null, certain: null, columns: [], rows: [] }
  const rows = openRows(ctx, { sha256, kind: 'edrm' }, presets.comma)
  try {
    const first: LoadFilePreview['rows'][number][] = []
    const dates = new Map<number, DateColumn>()
    let met = 0
    for await (const item of rows.read()) {
      if (item.kind !== 'row') continue
      if (first.length < rowsShown) first.push({ ...item, kind: 'row' })
      for (const [at, value] of item.values.entries()) {
        const column = dates.get(at) ?? new DateColumn()
        dates.set(at, column)
        column.add(value, item.line)
      }
      if (++met >= xmlDocuments) break
    }
    const names = [...rows.names()]
    const all = names.map((_, at) => {
      const verdict = dates.get(at)?.verdict() ?? null
      return verdict !== null && verdict.formats.length > 0 ? verdict : null
    })
    const read = shown({ names, columns: names.length, rows: first, dates: all }, fields)
    const forms = read.columns.flatMap(({ dates }) => (dates === null ? [] : [dates]))
    // Where dates can be read in several ways nobody has said which.
    const sole = new Set(forms.flatMap((one) => (one.length === 1 ? one : [])))
    return {
      dialect: forms.length === 0 ? xmlDialect : { ...xmlDialect, dates: [...sole] },
      ...{ certain: null, fault: null, ...read },
    }
  } catch (error) {
    if (error instanceof LoadFileFault) return { ...nothing, fault: error.message }
    throw error
  } finally {
    await rows.close()
  }
}

async function lookAtList(kind: 'opt' | 'lfp', head: Buffer, isAll: boolean): Promise<Look> {
  const whole = isAll ? head : head.subarray(0, head.lastIndexOf('\n') + 1)
  const names = ['Page', 'Path', 'Begins']
  const rows: Look['rows'] = []
  for await (const item of listOf(kind, whole)) {
    if (item.kind === 'page')
      rows.push({ line: item.line, values: [item.key, item.path, item.begins ?? ''], refused: null })
    else rows.push({ line: item.line, values: null, refused: item.reason })
    if (rows.length >= rowsShown) break
  }
  const isNone = rows.every(({ values }) => values === null)
  return {
    ...{ dialect: null, certain: null, rows },
    fault: isNone ? 'Not one of its first lines names a page.' : null,
    columns: names.map((name, at) => ({
      ...{ name, values: rows.flatMap(({ values }) => values?.[at] ?? []), dates: null },
      proposed: { is: 'ignored' },
    })),
  }
}
