/** The summaries of a document, labelled by what made them. */
import type { SummaryInfo } from '#contracts/derived-texts.ts'
import { settledStates } from '#contracts/jobs.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { notFound } from '../../platform/http/error.ts'
import type { Reader } from '../../platform/records/records.ts'
import { entryOf, isCurrent, sentencesOf, textsOf } from '../texts/texts.ts'

/** Null where the project has no such document. */
export async function summariesOf(
  read: Reader,
  projectId: number,
  documentId: number,
): Promise<SummaryInfo[] | null> {
  const texts = await textsOf(read, projectId, documentId)
  if (texts === null) return null
  return texts
    .filter(({ origin }) => origin === 'summary' || origin === 'extractive')
    .map((one) => ({
      ...entryOf(one),
      label: one.origin === 'extractive' ? 'Extractive' : `By ${one.engine}`,
      text: one.text,
      sentences: sentencesOf(texts, one),
      current: isCurrent(texts, one),
    }))
}

const maxWaitMs = 30_000
const lookEveryMs = 100

/** Waits until a job has settled, as long as somebody waits for the answer; where it ended up then. */
export async function settledState(ctx: ProjectContext, jobId: number) {
  const until = performance.now() + maxWaitMs
  for (;;) {
    const job = await ctx.records.read
      .selectFrom('job')
      .select('state')
      .where('job_id', '=', jobId)
      .executeTakeFirst()
    if (job === undefined) throw notFound('job')
    if (settledStates.some((state) => state === job.state) || performance.now() > until || ctx.signal.aborted)
      return job.state
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}
