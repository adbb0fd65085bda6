/** Checks the import directions (.dependency-cruiser.mjs), and that modules of every part were seen at all. */
import { cruise } from 'dependency-cruiser'
import config from '../.dependency-cruiser.mjs'

const parts = ['contracts', 'query', 'server', 'src']
const { output } = await cruise(parts, {
  ...config.options,
  ruleSet: { forbidden: config.forbidden },
  validate: true,
})
const { modules, summary } = output

for (const { rule, from, to } of summary.violations) {
  if (rule.severity === 'error') console.error(`${rule.name}: ${from} → ${to}`)
}
// Without a parser for this TypeScript, the cruise would see nothing and report success.
const unseen = parts.filter((part) => {
  const own = modules.filter((module) => module.source.startsWith(`${part}/`))
  return own.length === 0 || own.every((module) => module.dependencies.length === 0)
})
for (const part of unseen) console.error(`no modules or no imports were seen in ${part}/`)

console.log(`${modules.length} modules, ${summary.error} violations`)
process.exit(summary.error === 0 && unseen.length === 0 ? 0 : 1)
