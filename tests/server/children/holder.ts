/** A process that says its name and waits to be killed. */
import { ownName } from '#server/platform/process-id.ts'

console.log(ownName())
setInterval(() => {}, 1000)
