/** How assignments and their batches are spoken of. */
import { type Assignment, assignmentLimits } from '#contracts/assignments.ts'
import { counted, number } from '../ui/format.ts'
import { statusLooks, statusOrder } from './batch-status.tsx'

/** '2 completed, 1 in progress': those there are. */
export const statusWords = (by: Assignment['batcheStatus']): string =>
  statusOrder
    .filter((status) => by[status] > 0)
    .map((status) => `${number(by[status])} ${statusLooks[status].word.toLowerCase()}`)
    .join(' · ')

export const whoMay = ({ assignedUserList }: Pick<Assignment, 'assignedUserList'>): string =>
  assignedUserList.length === 0 ? 'All reviewers' : assignedUserList.map(({ name }) => name).join(', ')

/** '212 of 500 reviewed'. */
export const reviewedWords = (reviewed: number, all: number): string =>
  `${number(reviewed)} of ${number(all)} reviewed`

export const batches = (count: number): string => counted(count, 'batch', 'batches')

export const nameRule = `Give the assignment a name of up to ${assignmentLimits.name} characters.`
export const isName = (name: string): boolean =>
  name.trim() !== '' && name.trim().length <= assignmentLimits.name
