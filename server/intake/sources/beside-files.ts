/** Files of a job that Apple Mail keeps beside a message of the same job: they are walked with it. */
import type { Reader } from '../../platform/records/records.ts'
import { attachmentAround, type Beside, filesBeside, messagePlace } from '../processing/mail/apple-folders.ts'
import type { JobFile } from './source-files.ts'

/** Files by their ranks in their job. */
export interface BesideFiles {
  /** Those beside each message. */
  readonly of: ReadonlyMap<number, readonly Beside<JobFile>[]>
  /** The message beside which each of them stands. */
  readonly messageOf: ReadonlyMap<number, JobFile>
}

export const noFilesBeside: BesideFiles = { of: new Map(), messageOf: new Map() }

/** Which files of a job stand beside which of its messages. What becomes a document's own file is that, wherever it stood. */
export function besideFilesOf(files: readonly JobFile[]): BesideFiles {
  const found = [...filesBeside(files.filter(({ becomes }) => becomes === null))]
  return {
    of: new Map(found.map(([message, beside]) => [message.index, beside])),
    messageOf: new Map(
      found.flatMap(([message, beside]) => beside.map(({ file }) => [file.index, message] as const)),
    ),
  }
}

/** Files that are walked by themselves: those beside a message are with it, and it is asked for where they are. */
export function withoutBeside(files: readonly JobFile[], { messageOf }: BesideFiles): readonly JobFile[] {
  if (messageOf.size === 0) return files
  const walked = new Map(
    files.map((file) => messageOf.get(file.index) ?? file).map((file) => [file.index, file]),
  )
  return [...walked.values()].toSorted((a, b) => a.index - b.index)
}

/** Whether an item of one of these paths (JSON) may be a message with files beside it. */
export const mayHaveBeside = (paths: Iterable<string>): boolean =>
  [...paths].some((path) => messagePlace(JSON.parse(path) as string[]) !== null)

/** Rows read in one go: few enough that it holds nobody up. */
const page = 500

/**
 * Files beside messages (paths as JSON) that the job took for themselves: documents, copies, exceptions, or containers of
 * these.
 */
export async function takenApart(
  read: Reader,
  { jobId, custodianId }: { readonly jobId: number; readonly custodianId: number },
): Promise<readonly string[]> {
  const apart = new Set<string>()
  const add = (path: string): void => {
    const file = path.includes('Attachments') ? attachmentAround(JSON.parse(path) as string[]) : null
    if (file !== null) apart.add(file)
  }
  await addPaths(add, (after) =>
    read
      .selectFrom('document')
      .select(['document_id as id', 'source_path as path'])
      .where('job_id', '=', jobId)
      .where('document_id', '>', after)
      .orderBy('document_id')
      .limit(page)
      .execute(),
  )
  await addPaths(add, (after) =>
    read
      .selectFrom('document_copy')
      .select(['copy_id as id', 'source_path as path'])
      .where('custodian_id', '=', custodianId)
      .where('job_id', '=', jobId)
      .where('copy_id', '>', after)
      .orderBy('copy_id')
      .limit(page)
      .execute(),
  )
  await addPaths(add, (after) =>
    read
      .selectFrom('exception')
      .select(['exception_id as id', 'path'])
      .where('job_id', '=', jobId)
      .where('exception_id', '>', after)
      .orderBy('exception_id')
      .limit(page)
      .execute(),
  )
  return [...apart]
}

async function addPaths(
  add: (path: string) => void,
  rowsAfter: (id: number) => Promise<readonly { readonly id: number; readonly path: string }[]>,
): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await rowsAfter(after)
    for (const { path } of rows) add(path)
    const last = rows.at(-1)
    if (last === undefined || rows.length < page) return
    after = last.id
    await new Promise((resolve) => setImmediate(resolve))
  }
}
