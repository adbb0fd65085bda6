/** Kinds of hashes in lists, from weak to strong; a line with several is known by the strongest. */
export const hashKinds = ['md5', 'sha1', 'sha256'] as const
