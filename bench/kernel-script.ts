/** The client kernel as a script of one file, for pages that have nothing else in them. */
import { build } from 'vite'

export async function kernelScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: new URL('..', import.meta.url).pathname,
    publicDir: false,
    build: {
      write: false,
      target: 'es2023',
      lib: {
        entry: new URL('./browser/kernel.ts', import.meta.url).pathname,
        formats: ['es'],
        fileName: () => 'kernel.js',
      },
      // What the product fetches later is in it as well.
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const [chunk] = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  if (chunk?.type !== 'chunk') throw new Error('Nothing was built')
  return chunk.code
}

export const kernelPage = (at: string): string =>
  `<!doctype html><title>Bench</title><script type="module">import * as kernel from "${at}"; globalThis.kernel = kernel</script>`
