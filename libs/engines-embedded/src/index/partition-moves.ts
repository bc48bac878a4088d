import { existsSync, globSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { isRestoredClass } from '@wardline/ports'
import type { Gate } from '../snapshot/gate.ts'
import { openDatabase, syncFolder } from '../sqlite/database.ts'
import { filesOf } from '../sqlite/database-files.ts'
import type { Catalog, Partition } from './catalog.ts'
import { compactFile, PARTITION_FORMAT, partitionPath } from './partition-file.ts'

/**
 * What the index's writer does with whole partitions. It runs in the writer's thread, so that no put is in progress
 * while a partition changes.
 */
export interface PartitionMoves {
  seal(id: string): Promise<void>
  drop(id: string): void
}

/**
 * @param within runs each change of files or catalog as a unit
 * @param letGo closes what the writer has open for a partition
 */
export function createPartitionMoves(
  folder: string,
  catalog: Catalog,
  within: Gate['within'],
  letGo: (p: Partition) => void,
): PartitionMoves {
  const compacting = new Map<string, Promise<void>>()

  async function compact(p: Partition): Promise<void> {
    const file = compactFile(p)
    await runCompaction(partitionPath(folder, p), partitionPath(folder, { file }))
    within(() => {
      letGo(p)
      catalog.update(p.id, { file })
      removeFiles(partitionPath(folder, p))
    })
  }
  return {
    async seal(id) {
      const p = catalog.find(id)
      if (!p || isRestoredClass(p.retentionClass)) return
      if (!p.sealed) {
        within(() => {
          letGo(p)
          catalog.update(id, { sealed: true })
        })
      }
      if (p.file === compactFile(p)) return
      const running = compacting.get(id) ?? compact(p).finally(() => compacting.delete(id))
      compacting.set(id, running)
      await running
    },
    drop(id) {
      const p = catalog.find(id)
      if (!p) return
      letGo(p)
      catalog.remove(id)
      removeFiles(partitionPath(folder, p))
    },
  }
}

/** Removes files that a crash has left: of partitions that are not in the catalog, or have another file there. */
export function removeOrphans(folder: string, catalog: Catalog): void {
  const known = new Set(catalog.all().flatMap(p => filesOf(p.file)))
  for (const file of globSync('[0-9]*-[0-9]*/*', { cwd: folder }))
    if (!known.has(file)) rmSync(join(folder, file), { force: true })
}

/**
 * Rolls back what a crash has left half written in sealed partitions. Readers, which must not write, could not open
 * them otherwise.
 */
export function recoverSealed(folder: string, catalog: Catalog): void {
  for (const p of catalog.all()) {
    const path = partitionPath(folder, p)
    if (p.sealed && existsSync(`${path}-journal`)) openDatabase(path, PARTITION_FORMAT, 'DELETE').close()
  }
}

function runCompaction(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return Promise.reject(new Error('a partition has no file'))
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./compact-worker.ts', import.meta.url), { workerData: { from, to } })
    worker.once('error', reject)
    worker.once('exit', code => (code === 0 ? resolve() : reject(new Error(`compaction ended with code ${code}`))))
  })
}

function removeFiles(path: string): void {
  for (const file of filesOf(path)) rmSync(file, { force: true })
  syncFolder(dirname(path))
}
