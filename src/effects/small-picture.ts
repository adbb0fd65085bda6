/** Makes a picture small in the browser, so that only the small one leaves this machine. */

/** Pixels in width and height. */
const side = 160

/**
 * The square in the middle of a picture as a JPEG data address of at most `length` characters; null: it is no picture that
 * this browser can read. `address`: an object address of the file, which is given up.
 */
export async function smallPicture(address: string, length: number): Promise<string | null> {
  const picture = new Image()
  picture.src = address
  const isPicture = await picture.decode().then(
    () => true,
    () => false,
  )
  URL.revokeObjectURL(address)
  if (!isPicture) return null
  const { naturalWidth: width, naturalHeight: height } = picture
  const cut = Math.min(width, height)
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  canvas
    .getContext('2d')
    ?.drawImage(picture, (width - cut) / 2, (height - cut) / 2, cut, cut, 0, 0, side, side)
  const tries = [0.85, 0.7, 0.5, 0.3].map((quality) => canvas.toDataURL('image/jpeg', quality))
  return tries.find((small) => small.length <= length) ?? null
}
