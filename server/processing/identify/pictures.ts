/** Types of pictures that can be decoded: their pages can be drawn, and what is written on them recognised. */
export const pictureTypes: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/tiff',
  'image/bmp',
  'image/gif',
  'image/webp',
  'image/jp2',
]
