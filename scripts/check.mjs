/** `npm run check`: format and lint, types, import directions, unused code. Everything is run; any fault fails. */
import { spawnSync } from 'node:child_process'
import { ensureInstalled, environment, findNode, root } from './toolchain.mjs'

ensureInstalled()
const node = findNode()
const steps = [
  ['format and lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']],
  ['types', ['node_modules/typescript/bin/tsc', '-p', '.']],
  ['import directions', ['scripts/directions.mjs']],
  ['unused code', ['node_modules/knip/bin/knip.js', '--no-progress']],
]

const failed = steps.filter(([name, args]) => {
  const started = performance.now()
  const { status } = spawnSync(node, args, { cwd: root, stdio: 'inherit', env: environment() })
  console.log(`${status === 0 ? '✓' : '✗'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  return status !== 0
})
process.exit(failed.length === 0 ? 0 : 1)
