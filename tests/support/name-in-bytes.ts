import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The forms in which a name (ASCII) may be in a file: in any case, without its first letters (an index of words leaves
 * out what the word before has in common with it), as hexadecimal digits, in UTF-16, in base64 at any of its three alignments.
 */
export function formsOf(name: string): readonly string[] {
  const lower = name.toLowerCase()
  const base64 = (text: string): string[] =>
    [0, 1, 2].map(shift =>
      Buffer.from('x'.repeat(shift) + text)
        .toString('base64')
        .slice(Math.ceil((shift * 4) / 3), -4),
    )
  return [
    lower.slice(2),
    Buffer.from(lower).toString('hex'),
    Buffer.from(lower, 'utf16le').toString('latin1'),
    ...base64(lower),
    ...base64(lower).map(text => text.replaceAll('+', '-').replaceAll('/', '_')),
  ].map(form => form.toLowerCase())
}

/** Files below the folder that hold the name in any of these forms, by their paths in it. */
export const filesWith = (folder: string, name: string): string[] =>
  globSync('**/*', { cwd: folder })
    .filter(file => statSync(join(folder, file)).isFile())
    .filter(file => {
      const bytes = readFileSync(join(folder, file)).toString('latin1').toLowerCase()
      return formsOf(name).some(form => bytes.includes(form))
    })
    .sort()
