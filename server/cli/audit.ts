/** `audit verify`. */
import { chainsOf, verifyChain } from '../audit/verify.ts'
import { type Command, given, UsageError } from './command.ts'
import { projectNamed } from './names.ts'

const auditVerify: Command = {
  name: 'audit verify',
  usage: '--project P | --all',
  summary:
    'Recompute the audit chain of a project, or all chains, and name the first row that does not hold.',
  words: 0,
  options: { project: { type: 'string' }, all: { type: 'boolean' } },
  run: async (invocation) => {
    const { records, options, terminal } = invocation
    const project = given(invocation, 'project')
    if ((project === null) === (options.all !== true)) throw new UsageError('Say --project P or --all.')
    return records(async ({ read }) => {
      const chains =
        project === null ? await chainsOf(read) : [`project:${(await projectNamed(read, project)).projectId}`]
      let broken = 0
      for (const chain of chains) {
        const { rows, head, firstBroken, reason } = await verifyChain(read, chain)
        if (firstBroken !== null) broken += 1
        const outcome =
          firstBroken === null ? `holds, head ${head}` : `BROKEN at row ${firstBroken}: ${reason ?? ''}`
        terminal.line(`${chain}: ${rows} row${rows === 1 ? '' : 's'}, ${outcome}`)
      }
      if (broken > 0) terminal.note(`${broken} of ${chains.length} chains do not hold.`)
      return broken === 0 ? 0 : 1
    })
  },
}

export const auditCommands: readonly Command[] = [auditVerify]
