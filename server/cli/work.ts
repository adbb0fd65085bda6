/** `import` and `reindex`: jobs, done by the running server where there is one, and here where there is none. */

import { setTimeout as wait } from 'node:timers/promises'
import { hasEnded } from '#contracts/jobs.ts'
import { roleRanks } from '#contracts/permission.ts'
import type { JobStanding } from '../intake/import/import-path.ts'
import { reconciliationOf } from '../intake/writing/reconciliation.ts'
import { record } from '../platform/auth/record.ts'
import { standingOf } from '../platform/auth/standing.ts'
import type { Config } from '../platform/config.ts'
import { roleOf } from '../platform/http/scope.ts'
import type { Reader } from '../platform/records/records.ts'
import { ServedElsewhere } from '../platform/records/served-elsewhere.ts'
import { isServed } from '../platform/records/serving.ts'
import type { Services } from '../platform/services.ts'
import { atThisMachine, type Command, given, type Invocation, needed, UsageError } from './command.ts'
import { projectNamed, userNamed } from './names.ts'

const importCommand: Command = {
  name: 'import',
  usage: 'PATH --project P --custodian NAME [--user EMAIL]',
  summary: 'Import a file (EML, mbox, zip, tar) or a folder of them, and wait until it is done.',
  words: 1,
  options: { project: { type: 'string' }, custodian: { type: 'string' }, user: { type: 'string' } },
  run: async (invocation) => {
    const {
      words: [path = ''],
      services,
      terminal,
    } = invocation
    const project = needed(invocation, 'project')
    const custodian = needed(invocation, 'custodian')
    const { importPath } = await import('../intake/import/import-path.ts')
    const queued = await services({ work: false }, async (opened) => {
      const { projectId, companyId } = await projectNamed(opened.records.read, project)
      const userId = await actingUser(invocation, opened.records.read, companyId)
      const { via = '' } = atThisMachine()
      return { projectId, ...(await importPath(opened, { path, projectId, custodian, userId, via })) }
    })
    terminal.line(`Queued job ${queued.jobId}`)
    const standing = await finish(invocation, queued)
    await services({ work: false }, (opened) =>
      tellReconciliation(opened, queued.jobId, standing, terminal.line),
    )
    return codeOf(standing, invocation)
  },
}

const reindexCommand: Command = {
  name: 'reindex',
  usage: '--project P [--user EMAIL]',
  summary: 'Throw the search index of a project away and build it anew from its records.',
  words: 0,
  options: { project: { type: 'string' }, user: { type: 'string' } },
  run: async (invocation) => {
    const { services, terminal } = invocation
    const project = needed(invocation, 'project')
    const queued = await services({ work: false }, async (opened) => {
      const { projectId, companyId } = await projectNamed(opened.records.read, project)
      const userId = await actingUser(invocation, opened.records.read, companyId)
      const jobId = await opened.records.write('interactive', async (trx) => {
        const id = await opened.jobs.enqueue(trx, {
          projectId,
          kind: 'reindex',
          title: 'Search index',
          input: {},
          bytesTotal: 0,
          createdBy: userId,
        })
        const entry = { action: 'reindex.queued', projectId, jobId: id }
        await record(trx, atThisMachine(), null, entry, `project:${projectId}`)
        return id
      })
      return { projectId, jobId }
    })
    const standing = await finish(invocation, queued)
    if (standing.state === 'Completed') terminal.line(`Indexed ${standing.itemsDone} documents`)
    return codeOf(standing, invocation)
  },
}

export const workCommands: readonly Command[] = [importCommand, reindexCommand]

/**
 * Waits for a job. Where nobody works on these records, at first or later, this process does: it takes the right to it as a
 * server would, so that there is never more than one.
 */
async function finish(
  { services, terminal, config }: Invocation,
  { jobId, projectId }: { readonly jobId: number; readonly projectId: number },
): Promise<JobStanding> {
  const { settledJob } = await import('../intake/import/import-path.ts')
  const tell = teller(terminal.note)
  for (;;) {
    const done = await services({ work: false }, async (opened) => {
      const alone = new AbortController()
      const settled = settledJob(opened, jobId, tell, 200, alone.signal)
      const free = nobodyWorks(config, alone.signal)
      try {
        return await Promise.race([settled, free])
      } finally {
        alone.abort()
        await Promise.allSettled([settled, free])
      }
    })
    if (done !== null) return done
    try {
      return await services({ work: true }, async (opened) => {
        const standing = await settledJob(opened, jobId, tell)
        await opened.search.settled(projectId)
        return standing
      })
    } catch (error) {
      // Another was quicker, and does it.
      if (!(error instanceof ServedElsewhere)) throw error
    }
  }
}

/** Ms that a server which ended has to start again: whoever took its place would keep it out until the job is done. */
const restartMs = 30_000

/** Resolves once no process works on these records; where one did, once none has for a while. */
async function nobodyWorks(config: Config, signal: AbortSignal): Promise<null> {
  let freeSince = Number.NEGATIVE_INFINITY
  while (!signal.aborted) {
    const now = performance.now()
    if (await isServed(config)) freeSince = Number.POSITIVE_INFINITY
    else if (freeSince === Number.POSITIVE_INFINITY) freeSince = now
    if (now - freeSince >= restartMs) return null
    await wait(500)
  }
  return null
}

/**
 * Whoever the job is for: the user named, or whoever administers the project's company and has the strongest role. The
 * boundary between companies holds here too.
 */
async function actingUser(invocation: Invocation, read: Reader, companyId: number): Promise<number> {
  const email = given(invocation, 'user')
  if (email !== null) {
    const user = await standingOf(read, await userNamed(read, email))
    if (!user.active) throw new UsageError(`${user.email} is disabled.`)
    if (user.companyId !== null && user.companyId !== companyId)
      throw new UsageError(`${user.email} is of another company than the project.`)
    return user.userId
  }
  const rows = await read
    .selectFrom('app_user')
    .select(['user_id', 'role'])
    .where('active', '=', 1)
    .where((eb) => eb.or([eb('company_id', 'is', null), eb('company_id', '=', companyId)]))
    .orderBy('user_id')
    .execute()
  const [first] = rows
    .map(({ user_id, role }) => ({ userId: user_id, rank: roleRanks[roleOf(role)] }))
    .filter(({ rank }) => rank <= roleRanks.ClientAdmin)
    .toSorted((a, b) => a.rank - b.rank)
  if (first === undefined)
    throw new UsageError(
      'There is no administrator to do this for, neither of the system nor of the company. Say --user EMAIL, or add one with: affiant user add EMAIL --name NAME --role ClientAdmin --company C',
    )
  return first.userId
}

/** Notes progress when it changes, at most every two seconds. */
function teller(note: (text: string) => void): (standing: JobStanding) => void {
  let last = ''
  let at = 0
  return ({ state, itemsDone, itemsTotal, exceptions }) => {
    const text = `${state}: ${itemsDone} of ${itemsTotal} items, ${exceptions} exceptions`
    if (text === last || Date.now() - at < 2_000) return
    last = text
    at = Date.now()
    note(text)
  }
}

/** The reconciliation of an import, which has to balance. */
async function tellReconciliation(
  { records }: Services,
  jobId: number,
  { state }: JobStanding,
  line: (text: string) => void,
): Promise<void> {
  const row = await records.read
    .selectFrom('job')
    .selectAll()
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow()
  const parts = [
    ['promoted', row.promoted],
    ['waiting', row.waiting],
    ['duplicates', row.duplicates],
    ['de-NISTed', row.de_nisted],
    ['containers', row.containers],
    ['failed', row.exceptions],
    ['inline images', row.inline_images],
    ['filtered', row.filtered],
  ] as const
  line(`${state}: ${row.items_in} items in = ${parts.map(([name, n]) => `${n} ${name}`).join(' + ')}`)
  const { unexplained } = reconciliationOf(row)
  if (unexplained > 0) line(`The reconciliation does not balance: items not accounted for: ${unexplained}.`)
  if (unexplained < 0)
    line(`The reconciliation does not balance: items accounted for twice: ${-unexplained}.`)
}

function codeOf({ state, message }: JobStanding, { terminal }: Invocation): number {
  if (message !== null && message !== '') terminal.note(message)
  if (hasEnded(state)) return 0
  terminal.note(`The job is ${state}.`)
  return 1
}
