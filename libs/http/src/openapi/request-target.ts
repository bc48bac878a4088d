/**
 * A request line's target (RFC 9112 section 3.2) in origin form, path and query: a proxy sends it in absolute form. Percent-encoded letters,
 * digits, `-`, `.`, `_` and `~` of the path are written plainly (RFC 3986 section 6.2.2.2). `/` for what has no path.
 */
export function originForm(url: string): string {
  if (!url.startsWith('/')) {
    if (!URL.canParse(url)) return '/'
    const { pathname, search } = new URL(url)
    return originForm(`${pathname.startsWith('/') ? pathname : '/'}${search}`)
  }
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  if (!path.includes('%')) return url
  const plain = path.replaceAll(/%([0-9A-Fa-f]{2})/g, (encoded, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16))
    return UNRESERVED.test(character) ? character : encoded
  })
  return mark < 0 ? plain : plain + url.slice(mark)
}

const UNRESERVED = /^[\w.~-]$/

/** The query of a target, without its `?`. */
export function queryOf(url: string): string {
  const mark = url.indexOf('?')
  return mark < 0 ? '' : url.slice(mark + 1)
}
