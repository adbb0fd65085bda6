/** `backup` and `restore`. */
import { basename, join } from 'node:path'
import { openSigner } from '../platform/audit/signer.ts'
import { record } from '../platform/auth/record.ts'
import { openSeals, sealKeyFiles, withoutKey } from '../platform/auth/seals.ts'
import { backupOf } from '../platform/backup/backup.ts'
import { BackupFault } from '../platform/backup/container.ts'
import { restore } from '../platform/backup/restore.ts'
import { codeOf } from '../platform/error-code.ts'
import { type Command, UsageError } from './command.ts'
import { progressNotes, requireNew, writeWhole } from './whole-file.ts'

const backupCommand: Command = {
  name: 'backup',
  usage: 'FILE',
  summary:
    'Write everything that cannot be rebuilt (records, files, signed checkpoints, the signing key) to one file, while the server runs. Keep it as safe as the data folder: whoever has it has everything.',
  words: 1,
  options: {},
  run: async ({ config, records, words: [file = ''], terminal }) => {
    await requireNew(file)
    return records(async (opened, occasion) => {
      // It is part of what is kept.
      openSigner(config)
      await opened.write('interactive', (trx) =>
        record(trx, occasion, null, { action: 'backup.made', facts: { file: basename(file) } }, 'system'),
      )
      const tell = progressNotes(terminal.note)
      const counts = { rows: 0, files: 0 }
      const bytes = backupOf(config, opened.place, occasion.now(), ({ what, done, total }) => {
        counts[what] = done
        tell(what === 'rows' ? 'Records' : 'Files', done, total, what)
      })
      try {
        await writeWhole(file, bytes)
      } catch (error) {
        return explain(error, terminal.note)
      }
      terminal.line(`Wrote ${counts.rows} rows and ${counts.files} files to ${file}`)
      const keys = sealKeyFiles(config)
      if (keys.length > 0)
        terminal.note(
          `Not in it, so that nobody can sign in with what it holds: the key of the authenticators. Keep a copy of ${keys.join(' and ')} elsewhere.`,
        )
      return 0
    })
  },
}

const restoreCommand: Command = {
  name: 'restore',
  usage: 'FILE',
  summary:
    'Restore a backup into an empty data folder (AFFIANT_DATA) or an empty database (DATABASE_URL), then compare what is there with what was backed up and verify every audit chain. The server must not run on it yet.',
  words: 1,
  options: {},
  begins: true,
  run: async ({ config, records, words: [file = ''], terminal }) => {
    const tell = progressNotes(terminal.note)
    try {
      const restored = await restore(config, file, {
        onProgress: ({ doing, done, total }) =>
          tell(doing, done, total, doing === 'Checking' || doing === 'Restoring' ? 'bytes' : 'rows'),
      })
      const keyless = await records(async (opened, occasion) => {
        await opened.write('interactive', (trx) =>
          record(
            trx,
            occasion,
            null,
            { action: 'backup.restored', facts: { file: basename(file), madeAt: restored.madeAt } },
            'system',
          ),
        )
        return withoutKey(opened.read, openSeals(config))
      })
      terminal.line(
        `Restored the backup of ${restored.madeAt}: ${restored.rows} rows and ${restored.files} files`,
      )
      terminal.line(`All rows and files are as they were; ${restored.chains} audit chains hold.`)
      if (keyless.length > 0)
        terminal.note(
          `The key of the authenticators is not in the backup. Put keys/seal-….key of the installation into ${join(config.dataDir, 'keys')}; without it these accounts need a recovery code, or "affiant user reset-mfa": ${firstOf(keyless)}.`,
        )
      terminal.note('The search index of each project is built when it is first searched.')
      return 0
    } catch (error) {
      return explain(error, terminal.note)
    }
  },
}

/** The first few of many. */
const firstOf = (emails: readonly string[]): string =>
  [...emails.slice(0, 10), ...(emails.length > 10 ? [`${emails.length - 10} more`] : [])].join(', ')

function explain(error: unknown, note: (text: string) => void): number {
  if (error instanceof BackupFault) {
    note(error.message)
    return 1
  }
  if (error instanceof Error && codeOf(error) === 'ENOENT') throw new UsageError(error.message)
  throw error
}

export const keepingCommands: readonly Command[] = [backupCommand, restoreCommand]
