/** `npm run check`: format and lint, types, import directions, unused code. Everything is run; any fault fails. */
import { spawn } from 'node:child_process'
import { ensureInstalled, environment, findNode, root } from './toolchain.mjs'

ensureInstalled()
const node = findNode()
const steps = [
  ['format and lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']],
  ['types', ['node_modules/typescript/bin/tsc', '-p', '.']],
  ['import directions', ['scripts/directions.mjs']],
  ['unused code', ['node_modules/knip/bin/knip.js', '--no-progress']],
]

/** Says what a step has said once it has ended: the steps share the machine, and their lines must not mix. */
const play = ([name, args]) =>
  new Promise((done) => {
    const started = performance.now()
    const child = spawn(node, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: environment() })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        said += text
      })
    child.on('close', (code) => {
      process.stdout.write(said)
      console.log(
        `${code === 0 ? '✓' : '✗'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`,
      )
      done(code === 0)
    })
  })

const held = await Promise.all(steps.map(play))
process.exit(held.every((one) => one) ? 0 : 1)
