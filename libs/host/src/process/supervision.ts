/** What a service process tells the program that started it, where that asked for a channel (tools/distributed). */
export type ProcessMessage =
  | { readonly wardline: 'listening'; readonly adminUrl: string; readonly internalUrl?: string }
  | { readonly wardline: 'ready'; readonly urls: Readonly<Record<string, string>> }

/** Nothing where no program listens. */
export function tellSupervisor(message: ProcessMessage): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}

/** Calls back when the supervisor has gone, however it ended: no process of Wardline outlives the one that it belongs to. */
export function onSupervisorGone(callback: () => void): void {
  if (process.send !== undefined) process.once('disconnect', callback)
}
