/**
 * A server without its web side that imports one file, to be killed: `importer.ts DATA FILE`, with `DATABASE_URL` where the
 * records are in PostgreSQL. Says how many items are done whenever more are, and in the end the state of the job; then it
 * analyses what came in.
 */
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { openServices } from '#server/services.ts'
import { allSettled } from '../all-settled.ts'

const [dataDir = '', file = ''] = process.argv.slice(2)
const { DATABASE_URL } = process.env
const config = readConfig({
  AFFIANT_DATA: dataDir,
  AFFIANT_SAMPLE: 'off',
  ...(DATABASE_URL === undefined ? {} : { DATABASE_URL }),
})
const { services, close } = await openServices(config, { log: createLog('error') })
const jobId = (await knownJob()) ?? (await begin())
let said = -1
const say = ({ itemsDone }: { readonly itemsDone: number }): void => {
  if (itemsDone !== said) console.log(itemsDone)
  said = itemsDone
}
const { state } = await settledJob(services, jobId, say, 10)
console.log(state)
// What came in is analysed behind it.
await allSettled(services)
await close()

async function knownJob(): Promise<number | undefined> {
  const row = await services.records.read
    .selectFrom('job')
    .select('job_id')
    .where('kind', '=', 'import')
    .executeTakeFirst()
  return row?.job_id
}

async function begin(): Promise<number> {
  const at = services.now().toISOString()
  const { projectId, userId } = await services.records.write('interactive', async (trx) => {
    const { company_id } = await trx
      .insertInto('company')
      .values({ name: 'C', mfa_required: 0, qa_copilot: 0, slack_collection: 0, created_at: at })
      .returning('company_id')
      .executeTakeFirstOrThrow()
    const { project_id } = await trx
      .insertInto('project')
      .values({
        company_id,
        name: 'P',
        prefix: 'K',
        time_zone: 'UTC',
        precedence: 'standard',
        features: '[]',
        max_text_size: 1_000_000,
        propagation_enabled: 0,
        reviewer_tracking_enabled: 0,
        coding_idle_timeout: 15,
        last_control: 0,
        created_at: at,
        last_activity_at: null,
      })
      .returning('project_id')
      .executeTakeFirstOrThrow()
    const { user_id } = await trx
      .insertInto('app_user')
      .values({
        email: 'a@test.example',
        name: 'A',
        phone: '',
        role: 'SystemAdmin',
        company_id: null,
        password: '!',
        mfa_required: 0,
        totp_secret: null,
        totp_last_step: null,
        sso: 0,
        active: 1,
        setting: '{}',
        accepted_version: null,
        accepted_at: null,
        created_at: at,
      })
      .returning('user_id')
      .executeTakeFirstOrThrow()
    return { projectId: project_id, userId: user_id }
  })
  return (await importPath(services, { path: file, projectId, custodian: 'Killed', userId })).jobId
}
