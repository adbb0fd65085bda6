/**
 * The reconciliation of a collection by type of file. What came is told by the processes that read it, item by item, as they say it;
 * what became of it stands in the record. Both are counted apart, so that an item that is lost between them is seen.
 */
import { parseBatch } from '../server/intake/parsing/worker-messages.ts'
import type { Outcome } from '../server/intake/processing/protocol.ts'
import { countOf } from '../server/intake/stages/work.ts'
import type { ReconciliationCounts } from '../server/intake/writing/import-state.ts'
import type { ChildPool } from '../server/platform/jobs/pool.ts'
import type { Reader } from '../server/platform/records/records.ts'

export const noItems = (): ReconciliationCounts => ({
  itemsIn: 0,
  promoted: 0,
  waiting: 0,
  duplicates: 0,
  deNisted: 0,
  containers: 0,
  exceptions: 0,
  inlineImages: 0,
  filtered: 0,
})

/** In, and nowhere to be found. */
export const unexplained = ({ itemsIn, ...left }: ReconciliationCounts): number =>
  itemsIn - Object.values(left).reduce((sum, count) => sum + count, 0)

/** What the reading processes have said of one file of the collection. */
export type Heard = Pick<ReconciliationCounts, 'itemsIn' | 'deNisted' | 'containers' | 'inlineImages'>

/** Listens to all that reading processes say from now on; answers it by the rank of the file in its job. */
export function listen(children: ChildPool): () => ReadonlyMap<number, Heard> {
  // By place: a process that goes on for one that was lost may say the last things again.
  const heard = new Map<string, { readonly file: number; readonly counts: Heard }>()
  const run = children.run
  children.run = (module, task, options = {}) =>
    run(module, task, {
      ...options,
      onPart: async (part) => {
        if (module.pathname.endsWith('/processing/worker.ts'))
          for (const outcome of parseBatch(part).outcomes)
            heard.set(JSON.stringify(outcome.at), { file: outcome.at[0] ?? -1, counts: countsOf(outcome) })
        await options.onPart?.(part)
      },
    })
  return () => {
    const byFile = new Map<number, Heard>()
    for (const { file, counts } of heard.values()) {
      const before = byFile.get(file) ?? noItems()
      byFile.set(file, {
        itemsIn: before.itemsIn + counts.itemsIn,
        deNisted: before.deNisted + counts.deNisted,
        containers: before.containers + counts.containers,
        inlineImages: before.inlineImages + counts.inlineImages,
      })
    }
    return byFile
  }
}

function countsOf(outcome: Outcome): Heard {
  const one = { itemsIn: 1, deNisted: 0, containers: 0, inlineImages: 0 }
  if (outcome.kind === 'container') return { ...one, containers: 1 }
  if (outcome.kind === 'known') return { ...one, deNisted: 1 }
  if (outcome.kind === 'failed') return one
  const { members, leftOut, inlineImages: images } = outcome.family
  const [deNisted, inlineImages] = [leftOut.length, images.length]
  return { itemsIn: members.length + deNisted + inlineImages, deNisted, containers: 0, inlineImages }
}

/** What stands in the record of each file of a job, by the file's path (JSON). */
export async function recorded(
  read: Reader,
  jobId: number,
): Promise<ReadonlyMap<string, ReconciliationCounts>> {
  const files = await read
    .selectFrom('source_file')
    .select('path')
    .where('job_id', '=', jobId)
    .orderBy('source_file_id')
    .execute()
  const reconciliation = new Map(files.map(({ path }) => [path, noItems()]))
  /** A place inside a file begins with the file's own path. */
  const of = (place: string): ReconciliationCounts => {
    const parts: readonly string[] = JSON.parse(place)
    for (let length = 1; length <= parts.length; length++) {
      const found = reconciliation.get(JSON.stringify(parts.slice(0, length)))
      if (found !== undefined) return found
    }
    throw new Error('Something in the record is of no file that came.')
  }
  const documents = await read
    .selectFrom('document')
    .select(['family_id', 'source_path', 'state'])
    .where('job_id', '=', jobId)
    .execute()
  for (const { source_path, state } of documents) of(source_path)[countOf[state]]++
  const members = Map.groupBy(documents, ({ family_id }) => family_id)
  const copies = await read
    .selectFrom('document_copy')
    .select(['document_id', 'source_path'])
    .where('job_id', '=', jobId)
    .execute()
  for (const { document_id, source_path } of copies)
    of(source_path).duplicates += members.get(document_id)?.length ?? 0
  const failed = await read
    .selectFrom('exception')
    .select('path')
    .where('job_id', '=', jobId)
    .where('document_id', 'is', null)
    .execute()
  for (const { path } of failed) of(path).exceptions++
  return reconciliation
}
