import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = `http://127.0.0.1:${process.env.PORT ?? '4400'}`
/** What the server answers itself; everything else is the page's. */
const calls = ['/rest', '/api', '/internal', '/sheet', '/openapi.json', '/healthz', '/readyz', '/metrics']

/**
 * What every page has, the sign-in page too, with all that it imports. By themselves its many small modules would come in
 * a file for each set of screens that shares some of them: together they are fewer requests and pack better. What only
 * the workspace needs has no place here: it would be fetched before anybody has signed in.
 */
const everywhere = {
  kernel: /src[\\/]app[\\/](core|gate-areas)\.ts$/,
  ui: /src[\\/]features[\\/]ui[\\/](button|fault-focus|field|input|notice)\.tsx?$/,
}

export default defineConfig({
  plugins: [react()],
  server: {
    host: '127.0.0.1',
    port: Number(process.env.DEV_PORT ?? 5173),
    proxy: Object.fromEntries(calls.map((path) => [path, { target: server, changeOrigin: false }])),
  },
  build: {
    target: 'es2023',
    sourcemap: true,
    // Chunk files are told apart by their hash, so that they may be cached for ever.
    assetsDir: 'assets',
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every screen needs changes seldom: a new release does not fetch it again.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'kernel', test: everywhere.kernel },
            { name: 'ui', test: everywhere.ui },
          ],
        },
      },
    },
  },
})
