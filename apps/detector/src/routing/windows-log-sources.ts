/** Channels of Sigma's Windows services, lower case (Sigma taxonomy). A `*` at the end matches any ending. */
export const WINDOWS_SERVICES: Readonly<Record<string, readonly string[]>> = {
  security: ['security'],
  system: ['system'],
  application: ['application'],
  sysmon: ['microsoft-windows-sysmon/operational'],
  powershell: ['microsoft-windows-powershell/operational', 'powershellcore/operational'],
  'powershell-classic': ['windows powershell'],
  windefend: ['microsoft-windows-windows defender/operational'],
  taskscheduler: ['microsoft-windows-taskscheduler/operational'],
  wmi: ['microsoft-windows-wmi-activity/operational'],
  'dns-server': ['dns server'],
  'dns-server-audit': ['microsoft-windows-dns-server/audit'],
  'dns-server-analytic': ['microsoft-windows-dns-server/analytical'],
  'dns-client': ['microsoft-windows-dns client events/operational', 'microsoft-windows-dns-client/operational'],
  'driver-framework': ['microsoft-windows-driverframeworks-usermode/operational'],
  ntlm: ['microsoft-windows-ntlm/operational'],
  dhcp: ['microsoft-windows-dhcp-server/operational'],
  'msexchange-management': ['msexchange management'],
  'printservice-admin': ['microsoft-windows-printservice/admin'],
  'printservice-operational': ['microsoft-windows-printservice/operational'],
  'terminalservices-localsessionmanager': ['microsoft-windows-terminalservices-localsessionmanager/operational'],
  'smbclient-security': ['microsoft-windows-smbclient/security'],
  'smbclient-connectivity': ['microsoft-windows-smbclient/connectivity'],
  'smbserver-connectivity': ['microsoft-windows-smbserver/connectivity'],
  'codeintegrity-operational': ['microsoft-windows-codeintegrity/operational'],
  applocker: [
    'microsoft-windows-applocker/msi and script',
    'microsoft-windows-applocker/exe and dll',
    'microsoft-windows-applocker/packaged app-deployment',
    'microsoft-windows-applocker/packaged app-execution',
  ],
  'firewall-as': ['microsoft-windows-windows firewall with advanced security/firewall'],
  'bits-client': ['microsoft-windows-bits-client/operational'],
  'security-mitigations': ['microsoft-windows-security-mitigations*'],
  'diagnosis-scripted': ['microsoft-windows-diagnosis-scripted/operational'],
  'shell-core': ['microsoft-windows-shell-core/operational'],
  openssh: ['openssh/operational'],
  ldap: ['microsoft-windows-ldap-client/debug'],
  'ldap-debug': ['microsoft-windows-ldap-client/debug'],
  vhdmp: ['microsoft-windows-vhdmp/operational'],
  'appxdeployment-server': ['microsoft-windows-appxdeploymentserver/operational'],
  'appxpackaging-om': ['microsoft-windows-appxpackaging/operational'],
  'appmodel-runtime': ['microsoft-windows-appmodel-runtime/admin'],
  'lsa-server': ['microsoft-windows-lsa/operational'],
  'microsoft-servicebus-client': ['microsoft-servicebus-client', 'microsoft-servicebus-client/operational'],
  'certificateservicesclient-lifecycle-system': [
    'microsoft-windows-certificateservicesclient-lifecycle-system/operational',
  ],
  capi2: ['microsoft-windows-capi2/operational'],
  'iis-configuration': ['microsoft-iis-configuration/operational'],
  'kernel-event-tracing': ['microsoft-windows-kernel-eventtracing'],
  'kernel-shimengine': ['microsoft-windows-kernel-shimengine/operational'],
}

/** Providers that determine the channel of an event without one. */
export const CHANNEL_OF_PROVIDER: Readonly<Record<string, string>> = {
  'microsoft-windows-sysmon': 'microsoft-windows-sysmon/operational',
  'microsoft-windows-security-auditing': 'security',
  'microsoft-windows-powershell': 'microsoft-windows-powershell/operational',
  powershellcore: 'powershellcore/operational',
  powershell: 'windows powershell',
  'service control manager': 'system',
  'microsoft-windows-windows defender': 'microsoft-windows-windows defender/operational',
  'microsoft-windows-taskscheduler': 'microsoft-windows-taskscheduler/operational',
  'microsoft-windows-wmi-activity': 'microsoft-windows-wmi-activity/operational',
}

/** Categories of Sysmon's event ids (Sigma taxonomy; registry_event is 12, 13 and 14). */
const SYSMON: Readonly<Record<string, readonly string[]>> = {
  '1': ['process_creation'],
  '2': ['file_change'],
  '3': ['network_connection'],
  '4': ['sysmon_status'],
  '5': ['process_termination'],
  '6': ['driver_load'],
  '7': ['image_load'],
  '8': ['create_remote_thread'],
  '9': ['raw_access_thread'],
  '10': ['process_access'],
  '11': ['file_event'],
  '12': ['registry_event', 'registry_add', 'registry_delete'],
  '13': ['registry_event', 'registry_set'],
  '14': ['registry_event', 'registry_rename'],
  '15': ['create_stream_hash'],
  '16': ['sysmon_status'],
  '17': ['pipe_created'],
  '18': ['pipe_created'],
  '19': ['wmi_event'],
  '20': ['wmi_event'],
  '21': ['wmi_event'],
  '22': ['dns_query'],
  '23': ['file_delete'],
  '24': ['clipboard_capture'],
  '25': ['process_tampering'],
  '26': ['file_delete'],
  '27': ['file_block_executable'],
  '28': ['file_block_shredding'],
  '29': ['file_executable_detected'],
  '255': ['sysmon_error'],
}

const POWERSHELL: Readonly<Record<string, readonly string[]>> = { '4103': ['ps_module'], '4104': ['ps_script'] }
const POWERSHELL_CLASSIC: Readonly<Record<string, readonly string[]>> = {
  '400': ['ps_classic_start'],
  '600': ['ps_classic_provider_start'],
  '800': ['ps_classic_script'],
}

/** Channel -> event id -> categories. */
const CATEGORIES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'microsoft-windows-sysmon/operational': SYSMON,
  'microsoft-windows-powershell/operational': POWERSHELL,
  'powershellcore/operational': POWERSHELL,
  'windows powershell': POWERSHELL_CLASSIC,
  security: { '4688': ['process_creation'] },
}

/** Every category that a Windows event can have in Wardline. */
export const WINDOWS_CATEGORIES: ReadonlySet<string> = new Set(
  Object.values(CATEGORIES).flatMap(ids => Object.values(ids).flat()),
)

/** @param channel lower case */
export const windowsCategories = (channel: string, eventId: string): readonly string[] => {
  const ids = Object.hasOwn(CATEGORIES, channel) ? CATEGORIES[channel] : undefined
  return ids && Object.hasOwn(ids, eventId) ? ids[eventId]! : []
}

const SERVICE_OF_CHANNEL = new Map(
  Object.entries(WINDOWS_SERVICES).flatMap(([service, channels]) =>
    channels.filter(c => !c.endsWith('*')).map(channel => [channel, service] as const),
  ),
)
const PREFIXES = Object.entries(WINDOWS_SERVICES).flatMap(([service, channels]) =>
  channels.filter(c => c.endsWith('*')).map(channel => [channel.slice(0, -1), service] as const),
)

/** The Sigma service of a channel (lower case). */
export const serviceOfChannel = (channel: string): string | undefined =>
  SERVICE_OF_CHANNEL.get(channel) ?? PREFIXES.find(([prefix]) => channel.startsWith(prefix))?.[1]
