// A demo step says what it does, shows what came back, and stops the demo if that is not what was promised.

export interface Story {
  chapter(title: string): void
  /** Runs one step and prints its result; a throw ends the demo with exit code 1. */
  step<T>(what: string, run: () => Promise<{ readonly value: T; readonly shown: string }>): Promise<T>
}

export class NotAsPromised extends Error {}

/** @throws NotAsPromised unless `holds`. */
export function promised(holds: boolean, what: string): void {
  if (!holds) throw new NotAsPromised(what)
}

export function createStory(say: (line: string) => void): Story {
  let chapters = 0
  return {
    chapter(title) {
      say(`\n${++chapters}. ${title}`)
    },
    async step(what, run) {
      const { value, shown } = await run()
      say(`   ${what}\n     -> ${shown}`)
      return value
    },
  }
}
