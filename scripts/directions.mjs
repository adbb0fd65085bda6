/** Checks the import directions of this tree. */
import { fileURLToPath } from 'node:url'
import { directionFaults } from './direction-faults.mjs'

const { modules, faults } = await directionFaults(fileURLToPath(new URL('..', import.meta.url)))
for (const fault of faults) console.error(fault)
console.log(`${modules} modules, ${faults.length} violations`)
process.exit(faults.length === 0 ? 0 : 1)
