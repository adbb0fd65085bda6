/** By what files are known in lists, from weak to strong; a line that has several is known by the strongest. */
export const hashKinds = ['md5', 'sha1', 'sha256'] as const
