/** A name case aside, and however its letters are composed: what is unique where names are. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase()
