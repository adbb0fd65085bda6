/** Reads the documents of a project for the analysis, some at a time. */

import * as z from 'zod/mini'
import { searchedOrigins } from '#contracts/texts.ts'
import type { Reader } from '../../platform/records/records.ts'
import { addressesOf } from '../documents/addresses.ts'
import type { SpooledDocument, SpooledMessage } from './spool.ts'

export interface RecordedDocument {
  readonly document: SpooledDocument
  /** What it is compared by: its own text, or where that says nothing what was recognised or typed for it. */
  readonly text: string
  /** All that is there, to be looked through. */
  readonly allText: string
  /** Of all the text that its languages and personal data are of. */
  readonly textKey: string | null
}

/** Few enough that reading them holds nobody up. */
const pageDocuments = 100
const pageCharacters = 2_000_000

/** The documents after a given one, in the order of their ids; none where there are no more. */
export async function documentsAfter(
  read: Reader,
  projectId: number,
  after: number,
): Promise<RecordedDocument[]> {
  const sizes = await read
    .selectFrom('document')
    .select(['document_id', 'text_size'])
    .where('project_id', '=', projectId)
    .where('document_id', '>', after)
    .orderBy('document_id')
    .limit(pageDocuments)
    .execute()
  if (sizes.length === 0) return []
  let characters = 0
  const ids: number[] = []
  for (const { document_id, text_size } of sizes) {
    characters += text_size
    if (ids.length > 0 && characters > pageCharacters) break
    ids.push(document_id)
  }
  const rows = await read
    .selectFrom('document as d')
    .leftJoin('document_text as t', 't.document_id', 'd.document_id')
    .leftJoin('document_analysis as a', 'a.document_id', 'd.document_id')
    .select([
      'd.document_id',
      'd.family_id',
      'd.parent_id',
      'd.sha256',
      'd.state',
      'd.dedupe_hash',
      'd.title',
      'd.sent_at',
      'd.addresses',
      'd.message_id',
      'd.in_reply_to',
      'd.references',
      'd.metadata',
      't.text',
      'a.text_key',
    ])
    .where('d.document_id', 'in', ids)
    .orderBy('d.document_id')
    .execute()
  const variants = await variantsOf(read, ids)
  return rows.map((row) => {
    const own = row.text ?? ''
    const others = (variants.get(row.document_id) ?? []).join('\n')
    const hasOwn = own.trim() !== ''
    return {
      document: {
        id: row.document_id,
        familyId: row.family_id,
        sha256: row.sha256,
        state: row.state,
        message: row.parent_id === null ? messageOf(row) : null,
      },
      text: hasOwn ? own : others,
      allText: hasOwn && others !== '' ? `${own}\n${others}` : hasOwn ? own : others,
      textKey: row.text_key,
    }
  })
}

/** Texts that were recognised or typed; translations are others' words. */
async function variantsOf(read: Reader, ids: readonly number[]): Promise<ReadonlyMap<number, string[]>> {
  const rows = await read
    .selectFrom('document_variant')
    .select(['document_id', 'text'])
    .where('document_id', 'in', [...ids])
    .where('origin', 'in', [...searchedOrigins])
    .orderBy('document_id')
    .orderBy('origin')
    .orderBy('language')
    .execute()
  const found = new Map<number, string[]>()
  for (const { document_id, text } of rows)
    if (text.trim() !== '') found.set(document_id, [...(found.get(document_id) ?? []), text])
  return found
}

interface MailRow {
  readonly addresses: string | null
  readonly message_id: string
  readonly in_reply_to: string
  readonly references: string
  readonly metadata: string
  readonly title: string
  readonly sent_at: string | null
  readonly dedupe_hash: string | null
}

const texts = z.array(z.string())
const indexed = z.object({ Conversation_Index: z.optional(texts) })

function messageOf(row: MailRow): SpooledMessage | null {
  const mail = addressesOf(row.addresses)
  if (mail === null) return null
  const lower = ({ address }: { readonly address: string }): string => address.toLowerCase()
  return {
    messageId: row.message_id,
    inReplyTo: row.in_reply_to,
    references: texts.parse(JSON.parse(row.references)),
    conversationIndex: indexed.parse(JSON.parse(row.metadata)).Conversation_Index?.[0] ?? '',
    subject: row.title,
    from: mail.from.map(lower)[0] ?? '',
    to: [...mail.to, ...mail.cc].map(lower),
    sentAt: row.sent_at,
    copyKey: row.dedupe_hash,
  }
}
