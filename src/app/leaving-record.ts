/** The words by which the parts of a logout know each other (leaving.ts begins it, leaving-finish.ts ends it). */

/**
 * Local storage: the id of the account that a logout is deleting from this browser, until all of it is gone. What is to be
 * deleted stands with the keys (events/log/keys.ts); this one is here at once, for the other tabs and for the next visit.
 */
export const leavingKey = 'affiant.leaving'
/** On record beside the account's log, which stands for all of its databases: the server's session, and what all tabs share of it. */
export const theSession = 'session'
/** Said where something could not be deleted in time. */
export const stillThere =
  'You are signed out. Some of what this browser keeps for work offline could not be deleted yet: it cannot be read any more, and is deleted when Affiant is opened next. Close its other tabs.'
