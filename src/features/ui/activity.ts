/** The record's actions as people would say them; one that is not known is said as it is written. */
const words: Readonly<Record<string, string>> = {
  'document.viewed': 'looked at',
  'document.downloaded': 'downloaded',
  'document.promoted': 'brought in',
  'document.copySuppressed': 'left out a copy of',
  'document.custodianAdded': 'added a custodian to',
  'coding.saved': 'coded',
  'tags.changed': 'tagged',
  'tags.added': 'added the tags',
  'codingForm.created': 'made the form',
  'codingForm.changed': 'changed the form',
  'codingForm.renamed': 'renamed the form',
  'codingForm.selected': 'chose the form',
  'codingForm.deleted': 'deleted the form',
  'assignment.created': 'made the assignment',
  'assignment.split': 'split into batches',
  'assignment.updated': 'changed the assignment',
  'assignment.deleted': 'deleted the assignment',
  'batch.taken': 'took',
  'batch.checkedIn': 'checked in',
  'batch.assigned': 'gave out',
  'batch.reassigned': 'moved',
  'upload.begun': 'began to upload',
  'upload.discarded': 'threw away the upload',
  'document.textFailed': 'could not index the text of',
  'import.queued': 'began the import of',
  'reindex.queued': 'began to index anew',
  'analysis.queued': 'asked for the analysis of',
  'analysis.written': 'wrote the analysis of',
  'job.started': 'began',
  'job.stopped': 'stopped',
  'job.cancelled': 'cancelled',
  'job.paused': 'paused',
  'job.resumed': 'went on with',
  'job.retried': 'tried again',
  'job.completed': 'finished',
  'job.completedWithErrors': 'finished with exceptions',
  'job.failed': 'failed',
  'exception.downloaded': 'downloaded the exception',
  'audit.exported': 'exported the audit trail of',
  'project.created': 'started the project',
  'custodian.added': 'added the custodian',
  'user.added': 'added',
  'user.projectRoleGiven': 'gave a role to',
}

export const activityWords = (action: string): string =>
  words[action] ??
  action
    .replace(/^[\w-]+\./, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
