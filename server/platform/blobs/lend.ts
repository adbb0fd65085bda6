/** Lends a kept file to a process that may see a folder and not what lies beside the file. */
import { link, symlink } from 'node:fs/promises'

/** Under the path `at`, which must not be there. One file under two names costs nothing; not every disk can. */
export const lend = (kept: string, at: string): Promise<void> => link(kept, at).catch(() => symlink(kept, at))
