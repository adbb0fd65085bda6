/** What is laid out of a document that has words and no pages of its own, as the record keeps it. */
import { createHash } from 'node:crypto'
import { documentTime } from '#contracts/document-date.ts'
import type { Reader } from '../../platform/records/records.ts'
import { type Addresses, addressesOf } from '../documents/addresses.ts'
import { showAddress } from '../documents/mail-address.ts'
import type { Source } from './draw.ts'
import { keyInProject } from './kept.ts'
import type { TextOfPages } from './protocol.ts'

/** With a new one, what was laid out before is laid out anew. */
const layoutVersion = 3

/** Null where the project has no such document any more. */
export async function textOfPages(
  read: Reader,
  { projectId, documentId, category }: Source,
): Promise<TextOfPages | null> {
  const row = await read
    .selectFrom('document as d')
    .innerJoin('project as p', 'p.project_id', 'd.project_id')
    .leftJoin('document_text as t', 't.document_id', 'd.document_id')
    .select(['d.title', 'd.addresses', 'd.sent_at', 'd.text_truncated', 'p.time_zone', 't.text', 't.html'])
    .where('d.document_id', '=', documentId)
    .where('d.project_id', '=', projectId)
    .executeTakeFirst()
  if (row === undefined) return null
  const mail = addressesOf(row.addresses)
  const sent = row.sent_at === null ? 'no date' : documentTime(row.sent_at, row.time_zone)
  const heads = mail === null ? [] : headsOf(mail, sent, row.title, await attachmentsOf(read, documentId))
  const html = row.html === '' ? null : row.html
  return {
    heads,
    html,
    text: html === null ? (row.text ?? '') : '',
    isSource: category === 'Plain text/source' || category === 'Web/markup',
    isCut: html === null && row.text_truncated === 1,
  }
}

/** What pages of it are kept under: of one project, and other ones where anything on them is another. */
export const textKey = ({ projectId, documentId }: Source, text: TextOfPages): string =>
  keyInProject(
    projectId,
    createHash('sha256')
      .update(`text ${layoutVersion} ${documentId} ${JSON.stringify(text)}`)
      .digest('hex'),
  )

/** As the viewer has them, with the attachments by their names, which the message itself says. */
function headsOf(
  { from, to, cc, bcc }: Addresses,
  sent: string,
  subject: string,
  attachments: readonly string[],
): TextOfPages['heads'] {
  const people = (some: Addresses['to']): string => some.map(showAddress).join('; ')
  return [
    { name: 'From', value: from.length === 0 ? '(nobody)' : people(from) },
    { name: 'To', value: to.length === 0 ? '(nobody)' : people(to) },
    ...(cc.length === 0 ? [] : [{ name: 'CC', value: people(cc) }]),
    ...(bcc.length === 0 ? [] : [{ name: 'BCC', value: people(bcc) }]),
    { name: 'Sent', value: sent },
    { name: 'Subject', value: subject === '' ? '(no subject)' : subject },
    ...(attachments.length === 0 ? [] : [{ name: 'Attachments', value: attachments.join('; ') }]),
  ]
}

async function attachmentsOf(read: Reader, documentId: number): Promise<string[]> {
  const rows = await read
    .selectFrom('document')
    .select(['file_name', 'title'])
    .where('parent_id', '=', documentId)
    .orderBy('ordinal')
    .execute()
  return rows
    .map(({ file_name, title }) => (file_name === '' ? title : file_name))
    .filter((name) => name !== '')
}
