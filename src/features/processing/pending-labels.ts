/** What waits is of two kinds, and each has one name wherever it stands: files before processing, documents before review. */
export const filesThatWait = 'To process'
export const documentsThatWait = 'To promote'
