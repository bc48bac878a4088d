import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** Everything comes from the gateway's origin below `/console/`; nothing is inlined, so that the policy may forbid what is. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/console/',
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    sourcemap: false,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
  },
})
