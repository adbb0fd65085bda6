/** Which documents text can be recognised in, and how many pages they have, as far as the record knows. */
import { pictureTypes } from '../../platform/picture-types.ts'
import { breathe } from '../../platform/records/breathe.ts'
import type { Reader } from '../../platform/records/records.ts'

/** Its pages are pictures sometimes; those of pictures always. */
const pdf = 'application/pdf'
const types: readonly string[] = [...pictureTypes, pdf]

/** Whether there is anything to recognise in files of a type. */
export const isCandidate = (mimeType: string): boolean => types.includes(mimeType)

/** Documents of one question. */
const slice = 2_000

export interface Candidates {
  readonly documentIds: readonly number[]
  readonly pages: number
}

/**
 * Of these documents (null: of all of the project) those that have pictures without text: what was looked at before is left
 * out, and so are PDFs that have text on every page, unless what has text is asked for too.
 */
export async function candidatesIn(
  read: Reader,
  projectId: number,
  among: ArrayLike<number> | null,
  withText: boolean,
): Promise<Candidates> {
  const documentIds: number[] = []
  let pages = 0
  const take = async (ids: readonly number[] | null, after: number): Promise<number | null> => {
    const rows = await read
      .selectFrom('document as d')
      .select(['d.document_id', 'd.metadata'])
      .where('d.project_id', '=', projectId)
      .where('d.mime_type', 'in', [...types])
      .where('d.document_id', '>', after)
      .$if(ids !== null, (query) => query.where('d.document_id', 'in', ids ?? []))
      .$if(!withText, (query) =>
        query
          .where(({ or, eb }) =>
            or([
              eb('d.has_text', '=', 0),
              // Written with the other metadata of a PDF (processing/pdf/read-pdf.ts).
              eb.and([eb('d.mime_type', '=', pdf), eb('d.metadata', 'like', '%"Pages_Without_Text":%')]),
            ]),
          )
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('ocr_document as o')
                  .select('o.document_id')
                  .whereRef('o.document_id', '=', 'd.document_id')
                  .where('o.outcome', '!=', 'failed'),
              ),
            ),
          ),
      )
      .orderBy('d.document_id')
      .limit(slice)
      .execute()
    for (const { document_id, metadata } of rows) {
      documentIds.push(document_id)
      pages += knownPages(metadata)
    }
    await breathe()
    return rows.length < slice ? null : (rows.at(-1)?.document_id ?? null)
  }
  if (among === null) for (let after: number | null = 0; after !== null; ) after = await take(null, after)
  else
    for (let from = 0; from < among.length; from += slice)
      await take(Array.prototype.slice.call(among, from, from + slice) as number[], 0)
  return { documentIds, pages }
}

/** The pages that a document's metadata speak of; one where they say nothing. */
export function knownPages(metadata: string): number {
  const stated = /"Page_Count":\["(\d{1,6})"\]/.exec(metadata)?.[1]
  return Math.max(1, Number(stated ?? 1))
}
