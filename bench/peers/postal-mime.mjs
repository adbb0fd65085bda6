/**
 * postal-mime alone, in one process on one core, without anything of the product: each message of a folder is read and parsed, and
 * nothing is done with what comes of it. Says how many there were, and how long the process took, its start included.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'

const [folder = ''] = process.argv.slice(2)
let messages = 0
let characters = 0
for (const name of readdirSync(folder)) {
  const { text, html } = await PostalMime.parse(readFileSync(join(folder, name)))
  characters += (text ?? html ?? '').length
  messages++
}
const { user, system } = process.cpuUsage()
process.stdout.write(
  JSON.stringify({ messages, characters, seconds: process.uptime(), cpuSeconds: (user + system) / 1e6 }),
)
