/** What each capability lets one do, in words. */
import type { Capability } from '#contracts/permission.ts'

export const capabilityWords: Readonly<Record<Capability, string>> = {
  'document.view': 'Read documents',
  'document.download': 'Download documents',
  'document.search': 'Search documents',
  'coding.save': 'Code documents',
  'tag.apply': 'Tag documents',
  'codingForm.read': 'See coding forms',
  'audit.own': 'See one’s own history',
  'codingForm.manage': 'Change coding forms',
  'tag.manage': 'Change tags',
  'audit.project': 'See the history of everybody',
  'collect.view': 'See what was collected',
  'collect.manage': 'Bring material in',
  'job.view': 'See jobs',
  'job.control': 'Pause, cancel and resume jobs',
  'project.view': 'Open the project',
  'project.manage': 'Change the project',
  'user.manage': 'Manage people of the project',
  'company.view': 'See the client',
  'project.create': 'Start projects',
  'company.manage': 'Manage the client',
  'company.all': 'See all clients',
  'system.view': 'See the system settings',
  'system.manage': 'Change the system settings',
}
