/** Takes the items of one round from the front of a queue: at least one, and no more once `max` is reached. */
export function takeRound<T>(queue: T[], size: (item: T) => number, max: number): T[] {
  let total = 0
  let n = 0
  while (n < queue.length && total < max) total += size(queue[n++] as T)
  return queue.splice(0, n)
}
