/** Hands what the server has not acknowledged to its owner, as a file: for where the browser cannot keep it. */
import { addToast } from '../commands/toasts.ts'
import { unsentAsked } from '../events/catalog/kernel.ts'
import type { Envelope } from '../events/envelope.ts'
import { type AnyEffect, effect } from './define.ts'
import type { Environment } from './environment.ts'
import type { SaveFile } from './save-file.ts'

export const unsentEffects = ({
  unsent,
  saveFile,
  now,
}: {
  readonly unsent: () => Promise<readonly Envelope[]>
  readonly saveFile: SaveFile
  readonly now: Environment['now']
}): readonly AnyEffect[] => [
  effect({
    name: 'log.downloadUnsent',
    on: unsentAsked,
    strategy: 'first',
    scope: 'app',
    request: async () => {
      const envelopes = await unsent()
      const at = new Date(now()).toISOString()
      if (envelopes.length > 0) {
        saveFile(`affiant-unsent-${at.slice(0, 10)}.ndjson`, 'application/x-ndjson', [
          unsentFile(envelopes, at),
        ])
      }
      return { count: envelopes.length }
    },
    done: (_, { count }) => ({
      commands: [
        addToast(
          count > 0
            ? {
                kind: 'success',
                message: `The file holds ${count} unsent ${count === 1 ? 'change' : 'changes'}.`,
              }
            : { kind: 'info', message: 'Everything has been sent: there is nothing to download.' },
        ),
      ],
    }),
    fail: (_, { message }) => ({
      commands: [addToast({ kind: 'error', message: 'The file could not be made.', detail: message })],
    }),
  }),
]

/** A line about the file, then a line an envelope, as the log has them. Secrets never enter an envelope. */
export function unsentFile(envelopes: readonly Envelope[], at: string): string {
  const head = { affiant: 'unsent', version: 1, at, count: envelopes.length }
  return [head, ...envelopes].map((line) => `${JSON.stringify(line)}\n`).join('')
}
