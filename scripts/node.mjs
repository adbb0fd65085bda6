/** Runs a TypeScript entry point with the right Node: `node scripts/node.mjs server/cli/main.ts …`. */
import { ensureInstalled, findNode, run } from './toolchain.mjs'

ensureInstalled()
process.exit(await run(findNode(), process.argv.slice(2)))
