/** The record's actions as people would say them; one that is not known is said as it is written. */
const words: Readonly<Record<string, string>> = {
  'document.viewed': 'looked at',
  'document.downloaded': 'downloaded',
  'coding.saved': 'coded',
  'coding.undone': 'undid coding of',
  'coding.redone': 'redid coding of',
  'tag.applied': 'tagged',
  'tag.removed': 'took a tag off',
  'job.created': 'started',
  'job.cancelled': 'cancelled',
  'job.paused': 'paused',
  'job.resumed': 'resumed',
  'job.retried': 'retried',
  'project.created': 'started the project',
  'custodian.created': 'added the custodian',
  'upload.finished': 'uploaded',
  'upload.discarded': 'discarded the upload',
}

export const activityWords = (action: string): string =>
  words[action] ?? action.replace(/^[\w-]+\./, '').replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
