import { definePack } from '../../src/packs/kit.ts'
import { windows } from '../microsoft-windows/windows.ts'

export const pack = definePack({
  id: 'microsoft-windows-security',
  vendor: 'Microsoft',
  product: 'Windows Security',
  docs: ['https://learn.microsoft.com/en-us/windows-server/identity/ad-ds/plan/appendix-l--events-to-monitor'],
  marks: { channels: ['Security', 'Microsoft-Windows-Security-Auditing'] },
  content: windows,
  lacks: ['log_name'],
})
