/** How much a job for a whole project would be about, before anybody starts it. */
import type { Startable } from '#contracts/processing.ts'
import type { Reader } from '../../platform/records/records.ts'
import { candidatesIn } from './candidates.ts'

export async function amountsToStart(read: Reader, projectId: number): Promise<Startable> {
  const { documents } = await read
    .selectFrom('document')
    .select((eb) => eb.fn.countAll<number>().as('documents'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  const pictures = async (withText: boolean) => {
    const { documentIds, pages } = await candidatesIn(read, projectId, null, withText)
    return { documents: documentIds.length, pages }
  }
  return { documents, ocr: await pictures(false), ocrWithText: await pictures(true) }
}
