/** Reading and changing a project's settings. */
import type { BodyOf } from '#contracts/call.ts'
import { endedStates } from '#contracts/jobs.ts'
import { tagsEnabled } from '#contracts/project.ts'
import type { putSettings, Settings } from '#contracts/settings.ts'
import { tokenise } from '#query/tokenise.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { flag } from '../../platform/records/dialect.ts'
import type { Reader } from '../../platform/records/records.ts'
import { usualBeginning } from '../project/beginning.ts'
import { featuresOf, switchForms } from '../project/features.ts'
import { knownTimeZone } from '../project/time-zone.ts'
import { usualNoiseCheck } from './noise-check.ts'

type Change = BodyOf<typeof putSettings>

/**
 * Why the time zone is fixed: what was produced shows dates of documents, and the other side has it. Whatever else comes to
 * fix it is asked here.
 */
async function whyFixed(read: Reader, projectId: number): Promise<string | null> {
  const produced = await read
    .selectFrom('job')
    .select('title')
    .where('project_id', '=', projectId)
    .where('kind', '=', 'production')
    .where('state', 'in', [...endedStates])
    .limit(1)
    .executeTakeFirst()
  return produced === undefined ? null : 'Documents were produced with their dates in this time zone.'
}

export async function readSettings(read: Reader, projectId: number): Promise<Settings> {
  const row = await read
    .selectFrom('project')
    .selectAll()
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('project')
  return {
    projectName: row.name,
    prefix: row.prefix,
    timeZone: row.time_zone,
    timeZoneFixed: await whyFixed(read, projectId),
    precedence: row.precedence === 'dtsearch' ? 'dtsearch' : 'standard',
    noise: row.noise === null ? null : row.noise.split('\n').filter((word) => word !== ''),
    codingForms: !tagsEnabled(featuresOf(row.features)),
    maxTextSize: row.max_text_size,
    propagationEnabled: row.propagation_enabled === 1,
    reviewerTrackingEnabled: row.reviewer_tracking_enabled === 1,
    codingIdleTimeout: row.coding_idle_timeout,
    aiSendingAllowed: row.ai_sending_allowed === 1,
  }
}

/** Changes what is named; the trail has what it was and what it became. */
export async function changeSettings(ctx: ProjectContext, asked: Change): Promise<Settings> {
  const { projectId, companyId } = ctx.project
  await idempotent(ctx, async (trx) => {
    const before = await readSettings(trx, projectId)
    const after = { ...before, ...(await checked(trx, { projectId, companyId }, before, asked)) }
    const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    if (changed.length === 0) return
    await trx
      .updateTable('project')
      .set({
        name: after.projectName,
        time_zone: after.timeZone,
        precedence: after.precedence,
        noise: after.noise?.join('\n') ?? null,
        propagation_enabled: flag(after.propagationEnabled),
        reviewer_tracking_enabled: flag(after.reviewerTrackingEnabled),
        coding_idle_timeout: after.codingIdleTimeout,
        ai_sending_allowed: flag(after.aiSendingAllowed),
      })
      .where('project_id', '=', projectId)
      .execute()
    const { codingForms } = after
    if (codingForms !== before.codingForms) await switchForms(trx, projectId, codingForms)
    const said = (settings: Settings) => Object.fromEntries(changed.map((name) => [name, settings[name]]))
    await appendAudit(trx, `project:${projectId}`, [
      {
        ...byCaller(ctx),
        action: 'project.settingsChanged',
        oldValue: said(before),
        newValue: said(after),
        how: 'manual',
      },
    ])
    // Nobody is left without anything to code with; what the project had before is as it was.
    if (codingForms !== before.codingForms)
      await usualBeginning()(trx, { ...ctx.project, ...byCaller(ctx) }, { codingForms })
  })
  return await readSettings(ctx.records.read, projectId)
}

const names = [
  'projectName',
  'timeZone',
  'precedence',
  'noise',
  'codingForms',
  'propagationEnabled',
  'reviewerTrackingEnabled',
  'codingIdleTimeout',
  'aiSendingAllowed',
] as const satisfies readonly (keyof Change)[]

/** What is asked for, as it is kept; throws where it cannot be. */
async function checked(
  trx: Reader,
  { projectId, companyId }: { readonly projectId: number; readonly companyId: number },
  before: Settings,
  { projectName, timeZone, noise, ...rest }: Change,
): Promise<Partial<Settings>> {
  const wanted: Partial<Settings> = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value !== undefined),
  )
  if (noise !== undefined) {
    wanted.noise = noise === null ? null : noiseWords(noise)
    const { precedence } = { ...before, ...wanted }
    await usualNoiseCheck()(trx, projectId, { noise: wanted.noise, precedence })
  }
  if (timeZone !== undefined) {
    wanted.timeZone = knownTimeZone(timeZone)
    if (wanted.timeZone !== before.timeZone && before.timeZoneFixed !== null)
      throw new ApiError('conflict', `The time zone stays as it is. ${before.timeZoneFixed}`, {
        detail: 'timeZone',
      })
  }
  if (projectName !== undefined) {
    wanted.projectName = projectName.trim()
    const others = await trx
      .selectFrom('project')
      .select('name')
      .where('company_id', '=', companyId)
      .where('project_id', '<>', projectId)
      .where('deleted_at', 'is', null)
      .execute()
    if (others.some(({ name }) => name.toLowerCase() === wanted.projectName?.toLowerCase()))
      throw new ApiError('conflict', 'This client has a project of that name. Choose another.', {
        detail: 'projectName',
      })
  }
  return wanted
}

/** As the index has them: small letters, without accents, each once, in order. */
function noiseWords(asked: readonly string[]): string[] {
  const words = asked.map((word) => {
    const [token, ...more] = tokenise(word)
    if (token === undefined || more.length > 0)
      throw new ApiError(
        'request.invalid',
        `“${word}” is not one word. Write one word on each line, of letters and digits alone.`,
        { detail: 'noise' },
      )
    return token.text
  })
  return [...new Set(words)].sort()
}
