/** Modifiers that rewrite a literal value. Each maps alternatives of bytes to alternatives of bytes. */
export type Encoding = 'utf16le' | 'utf16be' | 'utf16' | 'base64' | 'base64offset'

const DASHES = ['-', '/', '–', '—', '―']
const PARAMETER = /\B[-/]\b/g
const MAX_VARIANTS = 125

/**
 * Every spelling of a command line's parameters: the dash or slash at the start of one may be any of five (Sigma
 * `windash`). With more than three parameters, all are assumed to use the same one, which limits the number of
 * variants.
 */
export function dashVariants(value: string): readonly string[] {
  const places = [...value.matchAll(PARAMETER)].map(match => match.index)
  if (places.length === 0) return [value]
  if (DASHES.length ** places.length > MAX_VARIANTS) {
    return [...new Set([value, ...DASHES.map(dash => value.replace(PARAMETER, dash))])]
  }
  let variants = ['']
  let from = 0
  for (const place of places) {
    variants = variants.flatMap(head => DASHES.map(dash => head + value.slice(from, place) + dash))
    from = place + 1
  }
  return variants.map(head => head + value.slice(from))
}

/** The alternative texts for `value` after applying the encodings in order. */
export function encode(value: string, encodings: readonly Encoding[]): readonly string[] {
  let forms: Buffer[] = [Buffer.from(value, 'utf8')]
  let text = value
  for (const encoding of encodings) {
    forms = forms.flatMap(form => apply(encoding, form, text))
    text = ''
  }
  return forms.map(form => form.toString('utf8'))
}

function apply(encoding: Encoding, form: Buffer, text: string): readonly Buffer[] {
  const source = text || form.toString('utf8')
  switch (encoding) {
    case 'utf16le':
      return [Buffer.from(source, 'utf16le')]
    case 'utf16be':
      return [Buffer.from(source, 'utf16le').swap16()]
    case 'utf16':
      return [Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(source, 'utf16le')])]
    case 'base64':
      return [Buffer.from(form.toString('base64'), 'ascii')]
    case 'base64offset':
      return [0, 1, 2].map(offset => Buffer.from(base64At(form, offset), 'ascii'))
  }
}

/**
 * The base64 characters of `bytes` that do not depend on the surrounding bytes, if it begins `offset` bytes into a
 * group of three.
 */
function base64At(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset, 0x20), bytes]).toString('base64')
  const start = [0, 2, 3][offset]!
  const end = [0, 3, 2][(bytes.length + offset) % 3]!
  return text.slice(start, text.length - end)
}
