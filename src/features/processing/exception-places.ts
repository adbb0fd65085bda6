/** Where exceptions are listed, by the end of the address. */
export const allExceptions = '#exceptions'
/** Items that came and became no document. */
export const failedItems = '#failed'

export const failedPath = `/overview/process${failedItems}`
