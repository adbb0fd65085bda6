/** Lets the person keep a file: the browser's download. */
export type SaveFile = (name: string, mediaType: string, parts: readonly BlobPart[]) => void

/** In the window that this runs in. */
export const saveInBrowser: SaveFile = (name, type, parts) => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([...parts], { type }))
  link.download = name
  link.click()
  // The download has begun with its own hold on it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
