/** The files of a new pack, by their paths in its folder. */
export function template(id: string): Record<string, string> {
  const [vendor = '', ...product] = id.split('-')
  return {
    'pack.ts': `import { definePack } from '../../src/packs/kit.ts'

export const pack = definePack({
  id: '${id}',
  vendor: '${vendor}',
  product: '${product.join(' ')}',
  docs: [],
  send: '',
  marks: {},
  kinds: {},
})
`,
    'samples/samples.log': '',
  }
}
