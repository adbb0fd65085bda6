/**
 * By what ImageMagick decodes pictures of each type. Named: what a file is taken for is never left to its bytes, or it could be
 * a program that draws.
 */
import { MagickFormat } from '@imagemagick/magick-wasm'
import { isPictureType, type PictureType } from '../../platform/picture-types.ts'

const formats: Readonly<Record<PictureType, MagickFormat>> = {
  'image/png': MagickFormat.Png,
  'image/jpeg': MagickFormat.Jpeg,
  'image/tiff': MagickFormat.Tiff,
  'image/bmp': MagickFormat.Bmp,
  'image/gif': MagickFormat.Gif,
  'image/webp': MagickFormat.WebP,
  'image/jp2': MagickFormat.Jp2,
  'image/jxl': MagickFormat.Jxl,
  'image/heic': MagickFormat.Heic,
  'image/heif': MagickFormat.Heif,
  'image/avif': MagickFormat.Avif,
  'image/vnd.adobe.photoshop': MagickFormat.Psd,
  'image/vnd.microsoft.icon': MagickFormat.Ico,
}

/** Null for what is no picture that can be decoded. */
export const pictureFormat = (mimeType: string): MagickFormat | null =>
  isPictureType(mimeType) ? formats[mimeType] : null
