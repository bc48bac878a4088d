/**
 * What a service process tells the program that started it, if that program asked for a channel (tools/distributed).
 */
export type ProcessMessage =
  | { readonly wardline: 'listening'; readonly adminUrl: string; readonly internalUrl?: string }
  | { readonly wardline: 'ready'; readonly urls: Readonly<Record<string, string>> }

/** Does nothing when no program listens. */
export function tellSupervisor(message: ProcessMessage): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}

/** Calls back when the supervisor has gone, however it ended: no process of Wardline outlives its supervisor. */
export function onSupervisorGone(callback: () => void): void {
  if (process.send !== undefined) process.once('disconnect', callback)
}
