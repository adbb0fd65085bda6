/** Whether a client is there. */
import { notFound } from '../http/error.ts'
import type { Reader } from '../records/records.ts'

/** Throws where there is no such client, or not any more. */
export async function requireClient(read: Reader, companyId: number): Promise<void> {
  const row = await read
    .selectFrom('company')
    .select('company_id')
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw notFound('client')
}
