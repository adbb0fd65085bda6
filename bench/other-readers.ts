/** Other programs that read text out of documents, given the same files; null where one is not installed. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { extract } from 'tar'
import { contentOfFile } from '../server/intake/processing/content.ts'
import { splitMbox } from '../server/intake/processing/mail/mbox.ts'

export interface Readings {
  readonly by: string
  readonly seconds: number
  /** By the name of the file. */
  readonly texts: ReadonlyMap<string, string>
  /** Messages that it read, where it says so: of a mailbox each one. */
  readonly messages?: number
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder).filter((name) => statSync(join(folder, name)).isFile())

/** Poppler, one file after the other. */
export function pdftotext(source: string, to: string): Readings | null {
  if (spawnSync('pdftotext', ['-v']).status !== 0) return null
  const names = filesIn(source)
  const began = performance.now()
  for (const name of names)
    spawnSync('pdftotext', ['-enc', 'UTF-8', join(source, name), join(to, `${name}.txt`)], {
      stdio: 'ignore',
    })
  const seconds = (performance.now() - began) / 1000
  const textOf = (name: string): string => {
    const file = join(to, `${name}.txt`)
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  }
  return { by: 'pdftotext', seconds, texts: new Map(names.map((name) => [name, textOf(name)])) }
}

const tikaVersion = '3.2.2'

/** Pages that are pictures are left as they are, as our import leaves them. */
const withoutOcr = `<?xml version="1.0" encoding="UTF-8"?>
<properties>
  <parsers>
    <parser class="org.apache.tika.parser.DefaultParser">
      <parser-exclude class="org.apache.tika.parser.ocr.TesseractOCRParser"/>
    </parser>
  </parsers>
</properties>
`

/** One item of what Tika says of a file (`-J`): the file itself, and each that is in it. */
interface TikaItem {
  readonly 'X-TIKA:content'?: string
  readonly 'X-TIKA:embedded_depth'?: string
}

/** Apache Tika, all files in one run of one process that reads, without OCR; fetched by Maven where that is installed. */
export function tika(source: string, to: string, cache: string): Readings | null {
  if (spawnSync('java', ['-version']).status !== 0) return null
  const jar = join(cache, `tika-app-${tikaVersion}.jar`)
  if (!existsSync(jar))
    spawnSync(
      'mvn',
      [
        '-q',
        '-B',
        'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy',
        `-Dartifact=org.apache.tika:tika-app:${tikaVersion}`,
        `-DoutputDirectory=${cache}`,
      ],
      { stdio: 'ignore' },
    )
  if (!existsSync(jar)) return null
  const config = join(cache, 'tika-without-ocr.xml')
  writeFileSync(config, withoutOcr)
  const began = performance.now()
  const asked = [`--config=${config}`, '-J', '-t', '-i', source, '-o', to, '-numConsumers', '1']
  spawnSync('java', ['-jar', jar, ...asked], { stdio: 'ignore', timeout: 600_000 })
  const seconds = (performance.now() - began) / 1000
  let messages = 0
  const textOf = (name: string): string => {
    const file = join(to, `${name}.json`)
    const items: TikaItem[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
    messages += items.filter((item) => item['X-TIKA:embedded_depth'] === '1').length
    return items.map((item) => item['X-TIKA:content'] ?? '').join('\n')
  }
  const texts = new Map(filesIn(source).map((name) => [name, textOf(name)]))
  return { by: `Tika ${tikaVersion}`, seconds, texts, messages }
}

/** Each message of some mailboxes as a file of its own in a new folder: for a program that reads no mailboxes. */
export async function messagesOf(mailboxes: readonly string[], folder: string): Promise<string> {
  mkdirSync(folder)
  let count = 0
  for (const path of mailboxes) {
    if (path.endsWith('.tar')) {
      const own = join(folder, '..', `${basename(path)}-entries`)
      mkdirSync(own)
      await extract({ file: path, cwd: own })
      for (const entry of readdirSync(own, { recursive: true, withFileTypes: true }))
        if (entry.isFile())
          writeFileSync(join(folder, `${++count}.eml`), readFileSync(join(entry.parentPath, entry.name)))
      continue
    }
    const content = await contentOfFile(path, () => {})
    const limits = { maxBytes: Number.MAX_SAFE_INTEGER, head: content.head }
    for await (const { bytes } of splitMbox(content.stream(), limits))
      if (bytes !== null) writeFileSync(join(folder, `${++count}.eml`), bytes)
  }
  return folder
}

export interface Parsed {
  readonly messages: number
  /** The process's, its start included: on the clock, and of a processor. */
  readonly seconds: number
  readonly cpuSeconds: number
}

const postalMimePeer = fileURLToPath(new URL('./peers/postal-mime.mjs', import.meta.url))

/** postal-mime alone over the messages of a folder, in a process of its own. */
export const postalMime = (folder: string): Parsed =>
  JSON.parse(execFileSync(process.execPath, [postalMimePeer, folder], { encoding: 'utf8' }))
