/** `npm start`: from a fresh clone to a running workspace. Installs, builds, then runs the server in the foreground. */
import { ensureBuilt, ensureInstalled, findNode, run } from './toolchain.mjs'

ensureInstalled()
ensureBuilt()
process.exit(await run(findNode(), ['server/main.ts']))
