import { definePack } from '../../src/packs/kit.ts'
import { windows } from './windows.ts'

export const pack = definePack({
  id: 'microsoft-windows',
  vendor: 'Microsoft',
  product: 'Windows',
  docs: ['https://learn.microsoft.com/en-us/windows/win32/wes/eventschema-elements'],
  marks: { syntax: ['windows'] },
  content: windows,
})
