/** The words that documents hold and that nobody sees who looks at them: a text of their own, read with the file. */
import { flag } from '../../platform/records/dialect.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Writer } from '../../platform/records/records.ts'
import { unknownLanguage } from '../../review/texts/texts.ts'
import type { Member } from '../processing/member.ts'

/** Of documents that have none yet. `at`: an instant. */
export async function insertHidden(
  trx: Writer,
  jobId: number,
  documents: readonly { readonly documentId: number; readonly member: Pick<Member, 'hidden'> }[],
  at: string,
): Promise<void> {
  await insertAll(
    trx,
    'document_variant',
    documents
      .filter(({ member }) => member.hidden !== '')
      .map(({ documentId, member }) => ({
        document_id: documentId,
        origin: 'hidden',
        language: unknownLanguage,
        text: member.hidden,
        truncated: flag(false),
        confidence: null,
        // Nothing but the file itself says it.
        engine: '',
        job_id: jobId,
        at,
      })),
  )
}

/** In the place of what an earlier reading of the file found. */
export async function replaceHidden(
  trx: Writer,
  jobId: number,
  document: { readonly documentId: number; readonly member: Pick<Member, 'hidden'> },
  at: string,
): Promise<void> {
  await trx
    .deleteFrom('document_variant')
    .where('document_id', '=', document.documentId)
    .where('origin', '=', 'hidden')
    .execute()
  await insertHidden(trx, jobId, [document], at)
}
