/**
 * Parts of the program that are loaded when they are first needed. Where one cannot be (a program that was not installed
 * whole, a file that is gone), that is a fault of the system (`isSystemFault`) and not of the document that needed it first.
 */
import { createRequire } from 'node:module'

/** What `load` gives. */
export const ownPart = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await load()
  } catch (cause) {
    throw notLoaded(cause)
  }
}

const require = createRequire(import.meta.url)

/** A package that is needed at once; what others import is loaded a second time. */
export const ownPackage = (name: string): unknown => {
  try {
    return require(name)
  } catch (cause) {
    throw notLoaded(cause)
  }
}

const notLoaded = (cause: unknown): Error =>
  Object.assign(new Error('A part of the program cannot be loaded.', { cause }), { code: 'EPROGRAM' })
