/** The job that covers what was ticked, takes it back, or puts it back. */
import type { JobKind } from '../../platform/jobs/jobs.ts'
import { applyAll, type WriteServices } from './apply.ts'
import { redoAll, undoAll } from './take-back.ts'
import { writeInput } from './write-input.ts'

const acts = { apply: applyAll, undo: undoAll, redo: redoAll }

/** The job kind `redactTerms`. */
export const writeKind = (services: WriteServices): JobKind => ({
  kind: 'redactTerms',
  awaited: true,
  run: async (run) => {
    const input = writeInput.parse(run.input)
    await acts[input.act](services, run, input)
  },
})
