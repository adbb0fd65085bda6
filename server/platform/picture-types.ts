/** Types of pictures that can be decoded: their pages can be drawn, and what is written on them recognised. */
export const pictureTypes = [
  'image/png',
  'image/jpeg',
  'image/tiff',
  'image/bmp',
  'image/gif',
  'image/webp',
  'image/jp2',
  'image/jxl',
  'image/heic',
  'image/heif',
  'image/avif',
  'image/vnd.adobe.photoshop',
  'image/vnd.microsoft.icon',
] as const
export type PictureType = (typeof pictureTypes)[number]

/** Whether files of a type are pictures that can be decoded. */
export const isPictureType = (mimeType: string): mimeType is PictureType =>
  pictureTypes.some((type) => type === mimeType)
