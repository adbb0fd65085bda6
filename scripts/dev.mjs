/** `npm run dev`: the server, restarted when its sources change, and Vite's development server in front of it. */
import { ensureInstalled, findNode, run } from './toolchain.mjs'

ensureInstalled()
const node = findNode()
const server = run(node, [
  '--watch-path=server',
  '--watch-path=contracts',
  '--watch-path=query',
  'server/main.ts',
])
const pages = run(node, ['node_modules/vite/bin/vite.js'])
process.exit(await Promise.race([server, pages]))
