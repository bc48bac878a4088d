import type { Draft } from './draft.ts'

interface Process {
  name?: unknown
  file?: { path?: unknown; name?: unknown }
  parent_process?: Process
}

/** The last part of a Windows or POSIX path. */
function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('\\'), path.lastIndexOf('/')) + 1)
}

/** Fills in what follows from the rest: names of processes and files from their paths. */
export function complete(draft: Draft): void {
  const { process, actor, file, module, driver } = draft.objects
  completeProcess(process)
  completeProcess((actor as { process?: unknown } | undefined)?.process)
  completeFile(file)
  completeFile((module as { file?: unknown } | undefined)?.file)
  completeFile((driver as { file?: unknown } | undefined)?.file)
}

function completeProcess(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  const process = value as Process
  completeFile(process.file)
  const path = process.file?.path
  if (process.name === undefined && typeof path === 'string') process.name = baseName(path) || path
  completeProcess(process.parent_process)
}

function completeFile(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  const file = value as { path?: unknown; name?: unknown }
  if (file.name === undefined && typeof file.path === 'string') file.name = baseName(file.path) || file.path
}
