import { definePack } from '../../src/packs/kit.ts'
import { windows } from '../microsoft-windows/windows.ts'

export const pack = definePack({
  id: 'microsoft-windows-system',
  vendor: 'Microsoft',
  product: 'Windows System',
  docs: ['https://learn.microsoft.com/en-us/windows/win32/eventlog/event-logging'],
  marks: { channels: ['System', 'Service Control Manager', 'Microsoft-Windows-Eventlog'] },
  content: windows,
  lacks: ['actor', 'log_name'],
})
