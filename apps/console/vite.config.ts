import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/**
 * Everything is served from the gateway's origin below `/console/`. Nothing is inlined, so that the content security
 * policy can forbid inline code.
 */
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
