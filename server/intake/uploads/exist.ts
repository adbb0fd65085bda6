/** Which files a project has, by their hashes: so that nobody sends what is there. */
import type { ReplyOf } from '#contracts/call.ts'
import { type fileExist, fileTypes, maxOriginals } from '#contracts/files.ts'
import { breathe } from '../../platform/records/breathe.ts'
import type { Reader } from '../../platform/records/records.ts'

type Found = ReplyOf<typeof fileExist>['data'][number]
type As = Found['as'][number]
type LeftOut = NonNullable<Found['leftOut']>[number]

/** What is known of a file. */
interface Known {
  readonly as: Set<As>
  readonly copyOf: Set<number>
  readonly leftOut: Set<LeftOut>
}

/** Hashes of one question. */
const slice = 500
const columns = new Map([
  [32, 'md5'],
  [40, 'sha1'],
  [64, 'sha256'],
] as const)

/** In the order in which they are asked for, each once. */
export async function filesThere(
  read: Reader,
  projectId: number,
  asked: readonly string[],
): Promise<ReplyOf<typeof fileExist>> {
  const hashes = [...new Set(asked.map((hash) => hash.toLowerCase()))]
  const found = new Map<string, Known>(
    hashes.map((hash) => [hash, { as: new Set(), copyOf: new Set(), leftOut: new Set() }]),
  )
  for (const [length, column] of columns) {
    const own = hashes.filter((hash) => hash.length === length)
    for (let from = 0; from < own.length; from += slice) {
      const asked = own.slice(from, from + slice)
      await look(read, projectId, column, asked, (hash, as) => found.get(hash)?.as.add(as))
      await lookAmongLeftOut(read, projectId, column, asked, (hash) => found.get(hash))
      await breathe()
    }
  }
  const data = [...found].flatMap(([hash, { as, copyOf, leftOut }]): Found[] =>
    as.size + leftOut.size === 0
      ? []
      : [
          {
            ...{ hash, as: [...as] },
            ...(copyOf.size === 0 ? {} : { copyOf: [...copyOf].slice(0, maxOriginals) }),
            ...(leftOut.size === 0 ? {} : { leftOut: [...leftOut] }),
          },
        ],
  )
  return { data, totalCount: data.length }
}

async function look(
  read: Reader,
  projectId: number,
  column: 'md5' | 'sha1' | 'sha256',
  hashes: readonly string[],
  add: (hash: string, as: As) => void,
): Promise<void> {
  const documents = await read
    .selectFrom('document as d')
    .select([`d.${column} as hash`])
    .select((eb) =>
      eb
        .selectFrom('document_copy as c')
        .select((c) => c.fn.min('c.copy_id').as('one'))
        .whereRef('c.document_id', '=', 'd.document_id')
        .as('copy'),
    )
    .where('d.project_id', '=', projectId)
    .where(`d.${column}`, 'in', hashes)
    .execute()
  for (const { hash, copy } of documents) {
    add(hash, 'document')
    if (copy !== null) add(hash, 'copy')
  }
  if (column !== 'sha256') return
  const sources = await read
    .selectFrom('source_file')
    .select('sha256')
    .distinct()
    .where('project_id', '=', projectId)
    .where('sha256', 'in', hashes)
    .execute()
  for (const { sha256 } of sources) add(sha256, 'source')
  const exceptions = await read
    .selectFrom('exception')
    .select('sha256')
    .distinct()
    .where('project_id', '=', projectId)
    .where('sha256', 'in', hashes)
    .execute()
  for (const { sha256 } of exceptions) if (sha256 !== null) add(sha256, 'exception')
  const replaced = await read
    .selectFrom('replaced_file')
    .select('sha256')
    .distinct()
    .where('project_id', '=', projectId)
    .where('file_type', '=', fileTypes.native)
    .where('sha256', 'in', hashes)
    .execute()
  for (const { sha256 } of replaced) add(sha256, 'replaced')
}

async function lookAmongLeftOut(
  read: Reader,
  projectId: number,
  column: 'md5' | 'sha1' | 'sha256',
  hashes: readonly string[],
  knownOf: (hash: string) => Known | undefined,
): Promise<void> {
  const rows = await read
    .selectFrom('left_out')
    .select([`${column} as hash`, 'kind', 'document_id'])
    .distinct()
    .where('project_id', '=', projectId)
    .where(column, 'in', hashes)
    .orderBy('document_id')
    .execute()
  for (const { hash, kind, document_id } of rows) {
    const known = hash === null ? undefined : knownOf(hash)
    if (known === undefined) continue
    if (kind !== 'duplicate') known.leftOut.add(kind as LeftOut)
    else {
      known.as.add('copy')
      if (document_id !== null) known.copyOf.add(document_id)
    }
  }
}
