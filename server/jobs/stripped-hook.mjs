/**
 * Imported before anything else in a process of a pool, as plain JavaScript, so that not even this has to be stripped:
 * gives the program's sources as they stand in the file that stripped.ts has made. What is not in it is read as ever.
 */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const root = new URL('../../', import.meta.url).href
const sources = read(process.argv[2])

registerHooks({
  load: (url, context, next) => {
    const source = url.startsWith(root) ? sources.get(url.slice(root.length)) : undefined
    return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true }
  },
})

/**
 * @param {string | undefined} path
 * @returns {Map<string, string>}
 */
function read(path) {
  try {
    return new Map(path === undefined ? [] : Object.entries(JSON.parse(readFileSync(path, 'utf8'))))
  } catch {
    // Another version has just put its own in its place.
    return new Map()
  }
}
