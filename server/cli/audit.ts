/** `audit verify`, `audit export`, `audit key`. */
import { beginExport } from '../platform/audit/export.ts'
import { auditFileOf } from '../platform/audit/exported-file.ts'
import { openSigner } from '../platform/audit/signer.ts'
import { chainsOf, type VerifiedRecords } from '../platform/audit/verify.ts'
import { report, Usage, verifyAudit } from '../platform/audit/verify-audit.mjs'
import { record } from '../platform/auth/record.ts'
import { verifyRecords } from '../review/verification/verify-records.ts'
import { type Command, given, type Invocation, needed, UsageError } from './command.ts'
import { projectNamed } from './names.ts'
import { progressNotes, requireNew, writeWhole } from './whole-file.ts'

const auditVerify: Command = {
  name: 'audit verify',
  usage: '--project P | --all | FILE [--key FINGERPRINT-OR-FILE] [--heads FILE-OR-FOLDER]',
  summary:
    'Recompute the audit chain of a project, or all chains, compare them with their signed checkpoints, and name the first row that does not hold; compare redactions, coding, tags, batches and the history of the last three with the chain, and name each difference; or verify an exported FILE, which needs no records. Exit code 1: something does not hold or differs; 3: all holds, with warnings.',
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
      ? verifyInRecords(invocation, project ?? null)
      : verifyFile(invocation, file, {
          ...(key === null || key === undefined ? {} : { keys: [key] }),
          ...(heads === null || heads === undefined ? {} : { heads: [heads] }),
        })
  },
}

async function verifyInRecords(
  { records, config, terminal }: Invocation,
  project: string | null,
): Promise<number> {
  return records(async ({ read, place }, { now }) => {
    const chains =
      project === null ? await chainsOf(read) : [`project:${(await projectNamed(read, project)).projectId}`]
    const task = { place, config, now: now().getTime() }
    const all: VerifiedRecords[] = []
    for (const chain of chains) {
      const verified = await verifyRecords({ ...task, chain }, progress(terminal.note, chain))
      for (const line of linesOf(verified)) terminal.line(line)
      if (verified.signed.unreadable > 0)
        terminal.note(`${verified.signed.unreadable} lines in ${config.headsDir} cannot be read.`)
      all.push(verified)
    }
    const broken = all.filter(({ firstBroken }) => firstBroken !== null).length
    const differing = all.filter(({ differences }) => differences.count > 0).length
    if (broken > 0) terminal.note(`${broken} of ${chains.length} chains do not hold.`)
    if (differing > 0)
      terminal.note(`The records of ${differing} of ${chains.length} chains differ from them.`)
    if (broken + differing > 0) return 1
    return all.some(({ warnings }) => warnings.length > 0) ? withWarnings : 0
  })
}

/** The exit code where all holds and something makes the proof weaker. */
const withWarnings = 3

function linesOf({
  chain,
  rows,
  head,
  firstBroken,
  reason,
  signed,
  uncovered,
  differences,
  warnings,
}: VerifiedRecords): string[] {
  const heads =
    signed.lastAt === null
      ? 'no signed head'
      : `${signed.checked} signed head${signed.checked === 1 ? '' : 's'}, the last at ${signed.lastAt}`
  const covered =
    uncovered === null ? 'all rows covered' : `rows ${uncovered.from} to ${uncovered.to} not covered yet`
  const outcome =
    firstBroken === null
      ? `holds, head ${head}, ${heads}, ${covered}`
      : `BROKEN at row ${firstBroken}: ${reason ?? ''}`
  const more = differences.count - differences.first.length
  return [
    `${chain}: ${rows} row${rows === 1 ? '' : 's'}, ${outcome}`,
    ...(differences.count === 0 ? [] : [`  Differences from the chain: ${differences.count}`]),
    ...differences.first.map((text) => `  DIFFERS  ${text}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
    ...warnings.map((text) => `  WARNING  ${text}`),
  ]
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
