import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Harness } from '@wardline/ports/contracts'
import { type EmbeddedEngines, openEmbedded } from '../index.ts'

type OpenOptions = Omit<Parameters<typeof openEmbedded>[0], 'dataDir'>

export interface TemporaryEngines extends Harness<EmbeddedEngines> {
  readonly dataDir: string
}

/** Engines over their own folder, which `close` removes. */
export async function temporaryEngines(options: OpenOptions = {}): Promise<TemporaryEngines> {
  const dataDir = mkdtempSync(join(tmpdir(), 'wardline-'))
  let current = await openEmbedded({ dataDir, ...options })
  return {
    dataDir,
    get engine() {
      return current
    },
    async reopen() {
      await current.close()
      current = await openEmbedded({ dataDir, ...options })
      return current
    },
    async close() {
      await current.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The same harness around one part of the engines. */
export function partOf<T>(harness: Harness<EmbeddedEngines>, pick: (engines: EmbeddedEngines) => T): Harness<T> {
  return {
    engine: pick(harness.engine),
    reopen: async () => pick(await harness.reopen()),
    close: () => harness.close(),
  }
}
