/** One import of a source: static, dynamic, of types, or a re-export. */
export interface Import {
  readonly specifier: string
  /** 1-based, of the specifier. */
  readonly line: number
}

/**
 * A source without its comments, with its lines unchanged. Good enough to search for words; a `//` in a string may take
 * the rest of its line along.
 */
export function withoutComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, comment => comment.replace(/[^\n]/g, ''))
    .replace(/(^|[^:'"`\\])\/\/.*$/gm, '$1')
}

const IMPORT = /(?<![.'\w])(?:from\s+|import\s+|import\s*\(\s*)'([@\w.][\w@./:-]*)'/g

/** What a source imports or re-exports, each specifier once: types included, dynamic imports of literals too. */
export function importsOf(text: string): Import[] {
  const code = withoutComments(text)
  const found = new Map<string, Import>()
  for (const match of code.matchAll(IMPORT)) {
    const specifier = match[1] as string
    if (!found.has(specifier)) found.set(specifier, { specifier, line: lineOf(code, match.index + match[0].length) })
  }
  return [...found.values()]
}

const lineOf = (text: string, end: number): number => text.slice(0, end).split('\n').length
