/** What is wrong with the import directions below a folder: the rules of .dependency-cruiser.mjs, and those of the server's folders. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import config from '../.dependency-cruiser.mjs'
import { folderCycles, foreignTables } from './server-folders.mjs'

const parts = ['contracts', 'query', 'server', 'src']

export async function directionFaults(baseDir) {
  const { output } = await cruise(parts, {
    ...config.options,
    baseDir,
    ruleSet: { forbidden: config.forbidden },
    validate: true,
  })
  const { modules, summary } = output
  const broken = summary.violations
    .filter(({ rule }) => rule.severity === 'error')
    .map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
  // Without a parser for this TypeScript, the cruise would see nothing and report success.
  const unseen = parts
    .filter((part) => {
      const own = modules.filter((module) => module.source.startsWith(`${part}/`))
      return own.length === 0 || own.every((module) => module.dependencies.length === 0)
    })
    .map((part) => `no modules or no imports were seen in ${part}/`)
  const server = modules.filter(({ source }) => /^server\/.*(?<!\.test)\.m?ts$/.test(source))
  const imports = server.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => [source, resolved]).filter(([, to]) => to.startsWith('server/')),
  )
  const sources = server.map(({ source: path }) => ({
    path,
    text: readFileSync(join(baseDir, path), 'utf8'),
  }))
  return {
    modules: modules.length,
    faults: [...broken, ...unseen, ...folderCycles(imports), ...foreignTables(sources)],
  }
}
