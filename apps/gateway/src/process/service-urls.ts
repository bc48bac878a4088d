import { SERVICES, type ServiceName, type Setting, setting } from '@wardline/kernel'

export type ServiceUrls = ReadonlyMap<ServiceName, string>

/** Every service except the gateway, each exactly once, with an origin. */
export const serviceUrls: Setting<ServiceUrls> = setting.parsed(text => {
  const urls = new Map<ServiceName, string>()
  for (const entry of text.split(',').map(e => e.trim())) {
    if (entry === '') continue
    const [name, url] = splitOnce(entry)
    if (!isOther(name))
      throw new Error('service=url pairs with a comma between them are expected; a service is not known')
    if (urls.has(name)) throw new Error(`${name} is there twice`)
    urls.set(name, originOf(name, url))
  }
  const missing = OTHERS.filter(name => !urls.has(name))
  if (missing.length > 0) throw new Error(`no URL for ${missing.join(', ')}`)
  return urls
})

const OTHERS = SERVICES.filter(name => name !== 'gateway')
const isOther = (name: string): name is ServiceName => (OTHERS as readonly string[]).includes(name)

function splitOnce(entry: string): readonly [string, string] {
  const at = entry.indexOf('=')
  return at < 0 ? [entry, ''] : [entry.slice(0, at), entry.slice(at + 1)]
}

function originOf(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const plain = url && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  if (!plain || !['http:', 'https:'].includes(url.protocol))
    throw new Error(`${name} needs an http or https origin without a path`)
  return url.origin
}
