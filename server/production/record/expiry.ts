/** When the files of an export go. Pure. */
import { exportLimits } from '#contracts/exports.ts'
import { instantOf } from '../../platform/records/dialect.ts'

const dayMs = 24 * 60 * 60 * 1000

export const expiryFrom = (at: Date): string => instantOf(new Date(at.getTime() + exportLimits.days * dayMs))
