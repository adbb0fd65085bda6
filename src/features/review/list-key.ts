/** The query key by which a tab that was opened by a link knows what it is to list. */
export const listKey = 'list'
