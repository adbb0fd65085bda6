/** A project being started, and what projects hold as the server last told it. */
import type { Custodian, ProjectReport } from '#contracts/project.ts'
import { createBegun, created, createRefused, createRequested } from '../events/catalog/project.ts'
import { createCache } from './cache.ts'
import { on, projection } from './projection.ts'

export interface ProjectState {
  readonly creating:
    | { readonly phase: 'idle' }
    | { readonly phase: 'sending' }
    | { readonly phase: 'refused'; readonly message: string }
    | { readonly phase: 'done'; readonly projectId: number }
}

export const project = projection<ProjectState>({
  name: 'project',
  version: 1,
  log: 'account',
  initial: { creating: { phase: 'idle' } },
  handlers: [
    on(createBegun, (): ProjectState => ({ creating: { phase: 'idle' } })),
    on(createRequested, (): ProjectState => ({ creating: { phase: 'sending' } })),
    on(
      created,
      (_: ProjectState, { projectId }): ProjectState => ({ creating: { phase: 'done', projectId } }),
    ),
    on(
      createRefused,
      (_: ProjectState, { message }): ProjectState => ({ creating: { phase: 'refused', message } }),
    ),
  ],
})

export const reportKey = (projectId: number): string => `project.report:${projectId}`
export const custodiansKey = (projectId: number): string => `project.custodians:${projectId}`

export const reports = createCache<ProjectReport>('reports', 20, 'account')
export const custodians = createCache<readonly Custodian[]>('custodians', 20, 'account')
