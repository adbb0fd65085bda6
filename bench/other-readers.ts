/** Other programs that read text out of documents, given the same files; null where one is not installed. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface Readings {
  readonly by: string
  readonly seconds: number
  /** By the name of the file. */
  readonly texts: ReadonlyMap<string, string>
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
  return readings('pdftotext', names, to, began)
}

const tikaVersion = '3.2.2'

/** Apache Tika, all files in one run; fetched by Maven where that is installed. */
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
  const began = performance.now()
  spawnSync('java', ['-jar', jar, '-t', '-i', source, '-o', to], { stdio: 'ignore', timeout: 600_000 })
  return readings(`Tika ${tikaVersion}`, filesIn(source), to, began)
}

function readings(by: string, names: readonly string[], to: string, began: number): Readings {
  const seconds = (performance.now() - began) / 1000
  const textOf = (name: string): string => {
    const file = join(to, `${name}.txt`)
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  }
  return { by, seconds, texts: new Map(names.map((name) => [name, textOf(name)])) }
}
