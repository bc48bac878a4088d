import { definePack } from '../../src/packs/kit.ts'
import { windows } from '../microsoft-windows/windows.ts'

export const pack = definePack({
  id: 'microsoft-sysmon',
  vendor: 'Microsoft',
  product: 'Sysmon',
  docs: ['https://learn.microsoft.com/en-us/sysinternals/downloads/sysmon'],
  marks: { channels: ['Microsoft-Windows-Sysmon/Operational', 'Microsoft-Windows-Sysmon'] },
  content: windows,
})
