/** A project being started. */
import { combine } from 'effector'
import { createBegun, created, createRefused, createRequested } from '../events/catalog/project.ts'
import type { Envelope } from '../events/envelope.ts'
import { putTab } from './by-tab.ts'
import { on, projection } from './projection.ts'
import { $tabId } from './tab.ts'

type Creating =
  | { readonly phase: 'idle' }
  | { readonly phase: 'sending' }
  | { readonly phase: 'refused'; readonly message: string; readonly field: string }
  | { readonly phase: 'done'; readonly projectId: number }

export interface ProjectState {
  /** By tab: each has a dialog of its own. */
  readonly creating: Readonly<Record<string, Creating>>
}

const idle: Creating = { phase: 'idle' }

export const creatingIn = ({ creating }: ProjectState, tabId: string): Creating => creating[tabId] ?? idle

const became = ({ creating }: ProjectState, { tabId }: Envelope, now: Creating): ProjectState => ({
  creating: putTab(creating, tabId, now),
})

export const project = projection<ProjectState>({
  name: 'project',
  version: 2,
  log: 'account',
  initial: { creating: {} },
  handlers: [
    on(createBegun, (state, _, envelope) => became(state, envelope, idle)),
    on(createRequested, (state, _, envelope) => became(state, envelope, { phase: 'sending' })),
    on(created, (state, { projectId }, envelope) => became(state, envelope, { phase: 'done', projectId })),
    on(createRefused, (state, { message, field }, envelope) =>
      became(state, envelope, { phase: 'refused', message, field }),
    ),
  ],
})

/** How it goes with the project that is being started in this tab. */
export const $creating = combine(project.$state, $tabId, creatingIn)
