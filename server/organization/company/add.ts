/** Adding a client. */
import { type Actor, type Occasion, record } from '../../platform/auth/record.ts'
import { ApiError } from '../../platform/http/error.ts'
import { flag } from '../../platform/records/dialect.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'

export interface NewCompany {
  readonly name: string
  /** Everybody of the company needs a second step to sign in. */
  readonly mfaRequired?: boolean
}

/** Adds a client; its name must be free. */
export async function addCompany(
  trx: Writer,
  occasion: Occasion,
  by: Actor | null,
  { name, mfaRequired = false }: NewCompany,
): Promise<number> {
  const wanted = name.trim()
  if (wanted === '' || wanted.length > 100)
    throw new ApiError('request.invalid', 'A company needs a name of at most 100 characters.', {
      detail: 'name',
    })
  await requireFreeName(trx, wanted)
  const { company_id } = await trx
    .insertInto('company')
    .values({
      name: wanted,
      mfa_required: flag(mfaRequired),
      qa_copilot: 0,
      slack_collection: 0,
      created_at: occasion.now().toISOString(),
    })
    .returning('company_id')
    .executeTakeFirstOrThrow()
  await record(
    trx,
    occasion,
    by,
    { action: 'company.added', facts: { companyId: company_id, name: wanted, mfaRequired } },
    `company:${company_id}`,
  )
  return company_id
}

/** Throws where another client has the name, in any case. Deleted ones have left theirs. */
export async function requireFreeName(read: Reader, name: string, own: number | null = null): Promise<void> {
  const others = await read
    .selectFrom('company')
    .select(['company_id', 'name'])
    .where('deleted_at', 'is', null)
    .execute()
  if (others.some((one) => one.company_id !== own && one.name.toLowerCase() === name.toLowerCase()))
    throw new ApiError('conflict', `There is a company named ${name} already.`, { detail: 'name' })
}
