/** Which documents a job would be about, and what it would be billed by. */
import type { TextCheck } from '#contracts/derived-texts.ts'
import { breathe } from '../../platform/records/breathe.ts'
import type { Reader } from '../../platform/records/records.ts'
import { type DerivedTextRequest, originOf } from './kinds.ts'
import { recordings } from './recordings.ts'
import { underWay as underWayIn } from './under-way.ts'

/** Documents of one question. */
const slice = 2_000

export interface Candidates extends Pick<TextCheck, 'billing' | 'done' | 'underWay' | 'without'> {
  readonly documentIds: readonly number[]
}

/**
 * Of these documents of the project those that have what the text is made of, and not such a text already, nor a job that is
 * making it.
 */
export async function candidatesIn(
  read: Reader,
  projectId: number,
  among: ArrayLike<number>,
  want: DerivedTextRequest,
): Promise<Candidates> {
  const making = await underWayIn(read, projectId, want)
  const documentIds: number[] = []
  const billing = { translate: 0, transcribe: 0, summarize: 0 }
  let [done, underWay, without] = [0, 0, 0]
  for (let from = 0; from < among.length; from += slice) {
    const ids = Array.prototype.slice.call(among, from, from + slice) as number[]
    const rows = await read
      .selectFrom('document as d')
      .leftJoin('document_variant as v', (join) =>
        join
          .onRef('v.document_id', '=', 'd.document_id')
          .on('v.origin', '=', originOf(want))
          .$call((one) => (want.kind === 'translate' ? one.on('v.language', '=', want.to) : one)),
      )
      .select(['d.document_id', 'd.mime_type', 'd.has_text', 'd.text_size', 'd.size', 'v.origin'])
      .distinct()
      .where('d.project_id', '=', projectId)
      .where('d.document_id', 'in', ids)
      .orderBy('d.document_id')
      .execute()
    for (const row of rows) {
      const isRecording = recordings[row.mime_type] !== undefined
      if (!(want.kind === 'transcribe' ? isRecording : row.has_text === 1)) without += 1
      else if (making.has(row.document_id)) underWay += 1
      else if (row.origin !== null && !want.again) done += 1
      else {
        documentIds.push(row.document_id)
        billing.summarize += row.has_text
        billing.translate += row.text_size
        billing.transcribe += isRecording ? row.size : 0
      }
    }
    await breathe()
  }
  return { documentIds, billing, done, underWay, without }
}
