/**
 * Loads the sample matter at the first start: a client, two projects, their people, form and tags in one transaction, then
 * the mailboxes through the same import as everybody's mail. A start that was cut goes on where it was.
 */

import type { RoleName } from '#contracts/permission.ts'
import { grantable, roleRanks } from '#contracts/permission.ts'
import { settledJob } from '../intake/import/import-path.ts'
import { addSourceFile } from '../intake/sources/source-files.ts'
import { sourceNamed } from '../intake/sources/sources.ts'
import { startImport } from '../intake/sources/start-import.ts'
import { addCompany } from '../organization/company/add.ts'
import { addProject } from '../organization/project/create.ts'
import { custodianId } from '../organization/project/custodians.ts'
import { giveProjectRole } from '../organization/project/members.ts'
import { hashPassword } from '../platform/auth/passwords.ts'
import { chainOf, type Occasion, record } from '../platform/auth/record.ts'
import { authenticatorOf } from '../platform/auth/seals.ts'
import { recoveryHash } from '../platform/auth/totp.ts'
import { addUser } from '../platform/auth/users.ts'
import type { Reader, Writer } from '../platform/records/records.ts'
import type { Services } from '../platform/services.ts'
import { beginningWith } from '../review/coding/first-coding.ts'
import { kept } from '../review/keywords/lists.ts'
import { inquiryTags, reviewForm } from './form.ts'
import { agreedTerms } from './keywords.ts'
import type { Topic } from './mailboxes.ts'
import { addressOf, type SampleUser, sampleUsers } from './people.ts'
import { keptSecrets, makeSecrets, type SampleSecrets } from './secrets.ts'

const sampleCompany = 'Northwind Energy'

interface SampleProject {
  readonly topic: Topic
  readonly projectName: string
  readonly prefix: string
  readonly codingForms: boolean
  /** How many it has: what is there already need not be made to be counted. */
  readonly mailboxes: number
}

export const sampleProjects: readonly SampleProject[] = [
  { topic: 'matter', projectName: 'Harmon 14-2 and Larkspur', prefix: 'NW', codingForms: true, mailboxes: 6 },
  {
    topic: 'inquiry',
    projectName: 'Inquiry into year-end entries',
    prefix: 'NQ',
    codingForms: false,
    mailboxes: 4,
  },
]

export interface Seeded {
  /** Set where the sample users were made just now. */
  readonly firstTime: boolean
  /** What to sign in with; null where their owner has removed the file. */
  readonly secrets: SampleSecrets | null
  /** Who has a second step. */
  readonly secondStepOf: string
}

/**
 * Loads what of the sample is missing, and says when it begins with all of it. Null where it is switched off, or where
 * the records are somebody's own already.
 */
export async function seedSample(services: Services, begins: () => void = () => {}): Promise<Seeded | null> {
  const { config, records } = services
  if (!config.sample) return null
  const known = await sampleIsThere(records.read)
  if (!known && (await recordsInUse(records.read))) return null
  if (!known) begins()
  const secrets = known ? await keptSecrets(config) : await makeSecrets(config, secondStepOf)
  if (secrets !== null) {
    if (!known) await addEverybody(services, secrets)
    await enrolSecondStep(services, secrets)
  }
  await importMailboxes(services)
  return { firstTime: !known, secrets, secondStepOf }
}

const secondStepOf = sampleUsers.filter((user) => user.secondStep).map(addressOf)[0] ?? ''
const sampleAdmin = addressOf({ login: 'systemadmin' })

async function sampleIsThere(read: Reader): Promise<boolean> {
  const row = await read
    .selectFrom('app_user')
    .select('user_id')
    .where('email', '=', sampleAdmin)
    .executeTakeFirst()
  return row !== undefined
}

async function recordsInUse(read: Reader): Promise<boolean> {
  const company = await read.selectFrom('company').select('company_id').limit(1).executeTakeFirst()
  const user = await read.selectFrom('app_user').select('user_id').limit(1).executeTakeFirst()
  return company !== undefined || user !== undefined
}

/** All or nothing: the client, its users and projects, the form and the tags. */
async function addEverybody(services: Services, secrets: SampleSecrets): Promise<void> {
  const hashes = new Map<string, string>()
  for (const user of sampleUsers) hashes.set(user.login, await hashPassword(secrets.password))
  const occasion: Occasion = { now: services.now, via: 'sample matter' }
  await services.records.write('interactive', async (trx) => {
    const companyId = await addCompany(trx, occasion, null, { name: sampleCompany })
    const users = new Map<SampleUser, number>()
    for (const user of sampleUsers) {
      const own = roleRanks[user.role] < 1 ? null : companyId
      const passwordHash = hashes.get(user.login) ?? ''
      const { name, role } = user
      users.set(
        user,
        await addUser(trx, occasion, null, {
          email: addressOf(user),
          name,
          role,
          companyId: own,
          passwordHash,
          mfaRequired: user.secondStep === true,
        }),
      )
    }
    for (const project of sampleProjects) await addSampleProject(trx, occasion, companyId, project, users)
  })
}

async function addSampleProject(
  trx: Writer,
  occasion: Occasion,
  companyId: number,
  project: SampleProject,
  users: ReadonlyMap<SampleUser, number>,
): Promise<void> {
  const { projectName, prefix, codingForms } = project
  const asked = { companyId, projectName, prefix, timeZone: 'America/Chicago', codingForms }
  const projectId = await addProject(
    trx,
    occasion,
    null,
    asked,
    beginningWith({ form: reviewForm, tags: inquiryTags }),
  )
  for (const [user, userId] of users)
    if (roleRanks[user.role] >= roleRanks.ProjectManager)
      await giveProjectRole(trx, occasion, null, {
        ...{ userId, projectId, role: user.role satisfies RoleName },
        granted: grantable(user.role),
      })
  const keeper = [...users].find(([user]) => user.role === 'LitigationSupport')?.[1]
  if (project.topic === 'matter' && keeper !== undefined)
    await addKeywordList(trx, occasion, projectId, keeper)
}

async function addKeywordList(
  trx: Writer,
  occasion: Occasion,
  projectId: number,
  madeBy: number,
): Promise<void> {
  const { keyword_list_id: keywordListId } = await trx
    .insertInto('keyword_list')
    .values({
      ...kept(agreedTerms, madeBy, occasion.now()),
      ...{ project_id: projectId, version: 1, made_by: madeBy },
    })
    .returning('keyword_list_id')
    .executeTakeFirstOrThrow()
  const facts = { keywordListId, name: agreedTerms.name }
  const entry = { action: 'keywordList.created', facts, newValue: agreedTerms } as const
  await record(trx, occasion, null, entry, `project:${projectId}`)
}

/** As if the user had enrolled, once: the secret is in the file beside the password. One that was reset since stays so. */
async function enrolSecondStep(
  { records, seals, now }: Services,
  { totpSecret, recoveryCodes }: SampleSecrets,
): Promise<void> {
  const user = await records.read
    .selectFrom('app_user')
    .select(['user_id', 'company_id'])
    .where('email', '=', secondStepOf)
    .where('totp_secret', 'is', null)
    .executeTakeFirst()
  if (user === undefined) return
  const chain = chainOf(user.company_id)
  const enrolled = await records.read
    .selectFrom('audit')
    .select('audit_id')
    .where('chain', '=', chain)
    .where('action', '=', 'auth.mfaEnrolled')
    .executeTakeFirst()
  if (enrolled !== undefined) return
  const { user_id } = user
  const hashes = await Promise.all(recoveryCodes.map((code) => recoveryHash(user_id, code)))
  await records.write('interactive', async (trx) => {
    await trx
      .updateTable('app_user')
      .set({ totp_secret: seals.seal(totpSecret, authenticatorOf(user_id)) })
      .where('user_id', '=', user_id)
      .execute()
    const rows = hashes.map((hash) => ({ user_id, hash, used_at: null }))
    if (rows.length > 0) await trx.insertInto('recovery_code').values(rows).execute()
    const facts = { userId: user_id }
    await record(trx, { now, via: 'sample matter' }, null, { action: 'auth.mfaEnrolled', facts }, chain)
  })
}

/** Queues the import of each mailbox that has none yet, and waits until all are through. */
async function importMailboxes(services: Services): Promise<void> {
  const { records, blobs, jobs, now } = services
  const user = await records.read
    .selectFrom('app_user')
    .select(['user_id', 'name', 'role'])
    .where('email', '=', sampleAdmin)
    .executeTakeFirstOrThrow()
  const importer = { userId: user.user_id, name: user.name, role: user.role }
  for (const { topic, projectName, mailboxes: count } of sampleProjects) {
    const project = await records.read
      .selectFrom('project as p')
      .innerJoin('company as c', 'c.company_id', 'p.company_id')
      .select('p.project_id')
      .where('p.name', '=', projectName)
      .where('c.name', '=', sampleCompany)
      .executeTakeFirst()
    // Renamed since: it is somebody's own now.
    if (project === undefined) continue
    const projectId = project.project_id
    const before = await records.read
      .selectFrom('job')
      .select(['job_id', 'title'])
      .where('project_id', '=', projectId)
      .where('kind', '=', 'import')
      .where('created_by', '=', importer.userId)
      .execute()
    const done = new Set(before.map((job) => job.title))
    if (done.size >= count) continue
    // Made only when they are needed: a server that has them is not to carry them about.
    const { mailboxes } = await import('./mailboxes.ts')
    // One after the other: who comes first keeps a message that several have.
    for (const { custodian, fileName, bytes } of mailboxes(topic)) {
      if (done.has(fileName)) continue
      const { sha256, size } = await blobs.put(bytes)
      const jobId = await records.write('interactive', async (trx) => {
        const holder = await custodianId(trx, { now, via: 'sample matter' }, null, projectId, custodian)
        const sourceId = await sourceNamed(trx, now(), {
          ...{ projectId, custodianId: holder, name: custodian, createdBy: importer.userId },
        })
        const file = { projectId, sourceId, path: [fileName], sha256, size, modifiedAt: null }
        await addSourceFile(trx, now(), file)
        return await startImport(trx, services, { projectId, sourceId, user: importer })
      })
      jobs.wake()
      if (jobId !== null) await settledJob(services, jobId, () => {}, 20)
    }
  }
}
