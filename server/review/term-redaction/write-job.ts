/** The job that covers what was ticked, or takes it back. */
import type { JobKind } from '../../platform/jobs/jobs.ts'
import { applyAll, type WriteServices } from './apply.ts'
import { undoAll } from './take-back.ts'
import { writeInput } from './write-input.ts'

/** The job kind `redactTerms`. */
export const writeKind = (services: WriteServices): JobKind => ({
  kind: 'redactTerms',
  awaited: true,
  run: async (run) => {
    const input = writeInput.parse(run.input)
    await (input.act === 'apply' ? applyAll(services, run, input) : undoAll(services, run, input))
  },
})
