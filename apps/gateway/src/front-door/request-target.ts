/** The path and the query of a request line (RFC 9112 section 3.2): origin form, or absolute form as a proxy would send it. */
export function requestTarget(url: string): { readonly path: string; readonly search: string } {
  const origin = url.startsWith('/') ? url : originForm(url)
  const mark = origin.indexOf('?')
  return mark < 0 ? { path: origin, search: '' } : { path: origin.slice(0, mark), search: origin.slice(mark + 1) }
}

function originForm(url: string): string {
  if (!URL.canParse(url)) return ''
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}
