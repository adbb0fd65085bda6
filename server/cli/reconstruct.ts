/** `reconstruct rebuild`: the past of coding anew from its audit rows, while the server runs. */
import { incomplete, type Progress, rebuild } from '../review/coding-history/rebuild.ts'
import { type Command, given, UsageError } from './command.ts'
import { projectNamed } from './names.ts'

const rebuildCommand: Command = {
  name: 'reconstruct rebuild',
  usage: '--project P | --all',
  summary:
    'Throw away what Reconstruct has worked out of a project, or of all of them, and work it out anew from the audit rows.',
  words: 0,
  options: { project: { type: 'string' }, all: { type: 'boolean' } },
  run: async (invocation) => {
    const { records, options, terminal } = invocation
    const project = given(invocation, 'project')
    if ((project === null) === (options.all !== true)) throw new UsageError('Say --project P or --all.')
    return records(async (opened) => {
      const { read } = opened
      const ids =
        project === null
          ? (await read.selectFrom('project').select('project_id').orderBy('project_id').execute()).map(
              ({ project_id }) => project_id,
            )
          : [(await projectNamed(read, project)).projectId]
      for (const projectId of ids) {
        await rebuild(opened, projectId, (progress) => terminal.note(told(projectId, progress)))
        terminal.line(`project:${projectId}: worked out from its audit rows`)
      }
      return (await incomplete(read)).some((id) => ids.includes(id)) ? 1 : 0
    })
  },
}

const told = (projectId: number, { rows, of }: Progress): string =>
  `project:${projectId}: row ${rows} of ${of}`

export const reconstructCommands: readonly Command[] = [rebuildCommand]
