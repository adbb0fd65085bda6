/** `npm run build`: the browser application into dist/. */
import { ensureBuilt, ensureInstalled } from './toolchain.mjs'

ensureInstalled()
ensureBuilt()
