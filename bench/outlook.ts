/** What is found in real Outlook data files, by the product and by readpst (libpst), where that is installed. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { broughtIn } from './brought-in.ts'
import type { Table } from './figure.ts'

interface Found {
  readonly by: string
  readonly seconds: number
  /** Items of the folders. */
  readonly messages: number
  /** Messages and files that are attached to them, at any depth. */
  readonly attached: number
}

/** Of the data files in a folder; `to` is a folder for what comes of them. */
export async function outlookTable(source: string, to: string): Promise<Table> {
  const files = readdirSync(source)
    .filter((name) => /\.(pst|ost)$/i.test(name))
    .map((name) => join(source, name))
  const found = [await ours(files, join(to, 'data')), readpst(files, mkdtempSync(join(to, 'readpst-')))]
  return {
    group: 'text',
    title: 'The same Outlook data files read by other programs',
    text:
      `${files.length} files. Affiant’s time includes its processes, the record and the index; what is attached is counted ` +
      'at any depth.',
    head: ['read by', 'seconds', 'messages', 'attached'],
    rows: found
      .filter((one) => one !== null)
      .map(({ by, seconds, messages, attached }) => [
        by,
        seconds.toFixed(2),
        String(messages),
        String(attached),
      ]),
  }
}

async function ours(files: readonly string[], dataDir: string): Promise<Found> {
  const { seconds, found } = await broughtIn(files, dataDir, ({ records }, projectId) =>
    records.read.selectFrom('document').select('parent_id').where('project_id', '=', projectId).execute(),
  )
  const messages = found.filter(({ parent_id }) => parent_id === null).length
  return { by: 'Affiant', seconds, messages, attached: found.length - messages }
}

/** Each message into a file of its own, `7`, with messages that are attached; files that are attached beside it, `7-name`. */
function readpst(files: readonly string[], to: string): Found | null {
  if (spawnSync('readpst', ['-V']).status !== 0) return null
  const began = performance.now()
  for (const file of files)
    spawnSync('readpst', ['-q', '-j', '0', '-S', '-o', mkdtempSync(join(to, 'file-')), file], {
      stdio: 'ignore',
    })
  const seconds = (performance.now() - began) / 1000
  let messages = 0
  let attached = 0
  for (const entry of readdirSync(to, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    if (/^\d+$/.test(entry.name)) {
      messages += 1
      const text = readFileSync(join(entry.parentPath, entry.name), 'latin1')
      attached += text.match(/^content-(type: message\/rfc822|disposition: attachment)/gim)?.length ?? 0
    } else if (!entry.name.endsWith('-rtf-body.rtf')) attached += 1
  }
  return { by: 'readpst', seconds, messages, attached }
}
