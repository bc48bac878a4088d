#!/usr/bin/env node
// Node 24 runs TypeScript directly. An older Node hands over to the one that `npm ci` installed.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
if (Number(process.versions.node.split('.')[0]) >= 24) {
  await import(main)
} else {
  const node = createRequire(import.meta.url).resolve('node/bin/node')
  const { status } = spawnSync(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}
