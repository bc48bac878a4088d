import { definePack } from '../../src/packs/kit.ts'
import { web } from './web.ts'

export const pack = definePack({
  id: 'generic-web-access',
  vendor: 'generic',
  product: 'access log',
  docs: ['https://httpd.apache.org/docs/2.4/logs.html#accesslog'],
  marks: { syntax: ['web'] },
  content: web,
})
