/** `audit verify`, `audit export`, `audit key`. */
import { beginExport } from '../platform/audit/export.ts'
import { auditFileOf } from '../platform/audit/exported-file.ts'
import { knownHeads } from '../platform/audit/heads.ts'
import { openSigner } from '../platform/audit/signer.ts'
import { chainsOf, verifyChain } from '../platform/audit/verify.ts'
import { report, Usage, verifyAudit } from '../platform/audit/verify-audit.mjs'
import { record } from '../platform/auth/record.ts'
import { type Command, given, type Invocation, needed, UsageError } from './command.ts'
import { projectNamed } from './names.ts'
import { progressNotes, requireNew, writeWhole } from './whole-file.ts'

const auditVerify: Command = {
  name: 'audit verify',
  usage: '--project P | --all | FILE [--key FINGERPRINT-OR-FILE] [--heads FILE-OR-FOLDER]',
  summary:
    'Recompute the audit chain of a project, or all chains, compare them with their signed checkpoints, and name the first row that does not hold; or verify an exported FILE, which needs no records.',
  words: [0, 1],
  options: {
    project: { type: 'string' },
    all: { type: 'boolean' },
    key: { type: 'string' },
    heads: { type: 'string' },
  },
  needsNoRecords: ({ words }) => words.length === 1,
  run: async (invocation) => {
    const { words, options } = invocation
    const [file] = words
    const [project, key, heads] = ['project', 'key', 'heads'].map((name) => given(invocation, name))
    if ([file !== undefined, project !== null, options.all === true].filter(Boolean).length !== 1)
      throw new UsageError('Say --project P, --all, or the FILE of an export.')
    if (file === undefined && (key !== null || heads !== null))
      throw new UsageError('--key and --heads go with the FILE of an export.')
    return file === undefined
      ? verifyRecords(invocation, project ?? null)
      : verifyFile(invocation, file, {
          ...(key === null || key === undefined ? {} : { keys: [key] }),
          ...(heads === null || heads === undefined ? {} : { heads: [heads] }),
        })
  },
}

async function verifyRecords(
  { records, config, terminal }: Invocation,
  project: string | null,
): Promise<number> {
  return records(async ({ read }) => {
    const chains =
      project === null ? await chainsOf(read) : [`project:${(await projectNamed(read, project)).projectId}`]
    let broken = 0
    for (const chain of chains) {
      const known = await knownHeads(read, config, chain)
      const onProgress = progress(terminal.note, chain)
      const { rows, head, firstBroken, reason, signed } = await verifyChain(read, chain, {
        known,
        onProgress,
        pageSize: 4000,
      })
      if (firstBroken !== null) broken += 1
      const heads =
        signed.lastAt === null
          ? 'no signed head'
          : `${signed.checked} signed head${signed.checked === 1 ? '' : 's'}, the last at ${signed.lastAt}`
      const outcome =
        firstBroken === null
          ? `holds, head ${head}, ${heads}`
          : `BROKEN at row ${firstBroken}: ${reason ?? ''}`
      terminal.line(`${chain}: ${rows} row${rows === 1 ? '' : 's'}, ${outcome}`)
      if (signed.unreadable > 0)
        terminal.note(`${signed.unreadable} lines in ${config.headsDir} cannot be read.`)
    }
    if (broken > 0) terminal.note(`${broken} of ${chains.length} chains do not hold.`)
    return broken === 0 ? 0 : 1
  })
}

async function verifyFile(
  { terminal }: Invocation,
  file: string,
  options: { keys?: string[]; heads?: string[] },
): Promise<number> {
  try {
    const lines = await auditFileOf(file)
    const result = await verifyAudit(lines, { ...options, onProgress: progress(terminal.note, file) })
    for (const line of report(result)) terminal.line(line)
    return result.holds ? 0 : 1
  } catch (error) {
    if (error instanceof Usage) throw new UsageError(error.message)
    terminal.line(
      `DOES NOT HOLD. ${file} cannot be read to its end: ${error instanceof Error ? error.message : error}`,
    )
    return 1
  }
}

/** Notes how far a long verification is. */
function progress(note: (text: string) => void, what: string): (rows: number, total: number) => void {
  const tell = progressNotes(note)
  return (rows, total) => tell(what, rows, total, 'rows')
}

const auditExport: Command = {
  name: 'audit export',
  usage: '--project P FILE',
  summary:
    'Write the audit trail of a project with its signed checkpoints and the program that verifies it, as a zip.',
  words: 1,
  options: { project: { type: 'string' } },
  run: async (invocation) => {
    const { config, records, words, terminal } = invocation
    const project = needed(invocation, 'project')
    const [file = ''] = words
    await requireNew(file)
    return records(async (opened, occasion) => {
      const { projectId } = await projectNamed(opened.read, project)
      const services = { records: opened, signer: openSigner(config), config, now: occasion.now }
      const chain = `project:${projectId}` as const
      const { rows, fingerprint, bytes } = await beginExport(services, chain, (trx) =>
        record(trx, occasion, null, { action: 'audit.exported', projectId }, chain),
      )
      await writeWhole(file, bytes)
      terminal.line(`Wrote ${rows} rows to ${file}`)
      terminal.line(`Signed by the key ${fingerprint}`)
      return 0
    })
  },
}

const auditKey: Command = {
  name: 'audit key',
  usage: '',
  summary: 'Print the public key that signs the heads of audit chains, and its fingerprint.',
  words: 0,
  options: {},
  run: async ({ config, terminal }) => {
    const { fingerprint, publicKey } = openSigner(config)
    terminal.line(`Fingerprint: ${fingerprint}`)
    terminal.line(publicKey.pem.trim())
    return 0
  },
}

export const auditCommands: readonly Command[] = [auditVerify, auditExport, auditKey]
