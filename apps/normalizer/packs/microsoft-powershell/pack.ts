import { definePack } from '../../src/packs/kit.ts'
import { windows } from '../microsoft-windows/windows.ts'

export const pack = definePack({
  id: 'microsoft-powershell',
  vendor: 'Microsoft',
  product: 'PowerShell',
  docs: ['https://learn.microsoft.com/en-us/powershell/module/microsoft.powershell.core/about/about_logging_windows'],
  marks: {
    channels: [
      'Microsoft-Windows-PowerShell/Operational',
      'Windows PowerShell',
      'PowerShellCore/Operational',
      'Microsoft-Windows-PowerShell',
    ],
  },
  content: windows,
  lacks: ['actor', 'script'],
})
