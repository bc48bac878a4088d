/** Categories of OCSF 1.8 by uid: the category's caption in snake_case. */
export const CATEGORIES: Readonly<Record<number, string>> = {
  0: 'uncategorized',
  1: 'system_activity',
  2: 'findings',
  3: 'identity_access_management',
  4: 'network_activity',
  5: 'discovery',
  6: 'application_activity',
  7: 'remediation',
  8: 'unmanned_systems',
}

export interface OcsfClass {
  readonly uid: number
  readonly name: string
  /** Captions by activity_id; 0 (Unknown) and 99 (Other) are the same in every class. */
  readonly activities: readonly string[]
}

const define = (uid: number, name: string, activities: string): OcsfClass => ({
  uid,
  name,
  activities: ['Unknown', ...(activities ? activities.split(', ') : [])],
})

/**
 * Classes of OCSF 1.8 that Wardline's own parsers use, by name. The position of a caption is its activity_id, from 1.
 */
export const CLASSES = {
  base_event: define(0, 'base_event', ''),
  file_activity: define(
    1001,
    'file_activity',
    'Create, Read, Update, Delete, Rename, Set Attributes, Set Security, Get Attributes, Get Security, Encrypt, Decrypt, Mount, Unmount, Open',
  ),
  kernel_extension_activity: define(1002, 'kernel_extension_activity', 'Load, Unload'),
  kernel_activity: define(1003, 'kernel_activity', 'Create, Read, Delete, Invoke'),
  module_activity: define(1005, 'module_activity', 'Load, Unload, Invoke'),
  scheduled_job_activity: define(1006, 'scheduled_job_activity', 'Create, Update, Delete, Enable, Disable, Start'),
  process_activity: define(1007, 'process_activity', 'Launch, Terminate, Open, Inject, Set User ID'),
  event_log_activity: define(
    1008,
    'event_log_activity',
    'Clear, Delete, Export, Archive, Rotate, Start, Stop, Restart, Enable, Disable',
  ),
  script_activity: define(1009, 'script_activity', 'Execute'),
  detection_finding: define(2004, 'detection_finding', 'Create, Update, Close'),
  account_change: define(
    3001,
    'account_change',
    'Create, Enable, Password Change, Password Reset, Disable, Delete, Attach Policy, Detach Policy, Lock, MFA Factor Enable, MFA Factor Disable, Unlock',
  ),
  authentication: define(
    3002,
    'authentication',
    'Logon, Logoff, Authentication Ticket, Service Ticket Request, Service Ticket Renew, Preauth',
  ),
  authorize_session: define(3003, 'authorize_session', 'Assign Privileges, Assign Groups'),
  user_access: define(3005, 'user_access', 'Assign Privileges, Revoke Privileges'),
  group_management: define(
    3006,
    'group_management',
    'Assign Privileges, Revoke Privileges, Add User, Remove User, Delete, Create',
  ),
  network_activity: define(4001, 'network_activity', 'Open, Close, Reset, Fail, Refuse, Traffic, Listen'),
  http_activity: define(4002, 'http_activity', 'Connect, Delete, Get, Head, Options, Post, Put, Trace, Patch'),
  dns_activity: define(4003, 'dns_activity', 'Query, Response'),
  smb_activity: define(
    4006,
    'smb_activity',
    'File Supersede, File Open, File Create, File Open If, File Overwrite, File Overwrite If',
  ),
  api_activity: define(6003, 'api_activity', 'Create, Read, Update, Delete'),
  registry_key_activity: define(201001, 'registry_key_activity', 'Create, Read, Modify, Delete, Rename'),
  registry_value_activity: define(201002, 'registry_value_activity', 'Get, Set, Modify, Delete'),
  windows_resource_activity: define(
    201003,
    'windows_resource_activity',
    'Access, Delete Request, Permissions Modification',
  ),
  windows_service_activity: define(
    201004,
    'windows_service_activity',
    'Create, Reconfigure, Start, Stop, Pause, Continue, Delete',
  ),
} as const satisfies Record<string, OcsfClass>

export type ClassName = keyof typeof CLASSES

/** Other class names of OCSF 1.8, for input that is already OCSF. */
const OTHER_CLASS_NAMES: Readonly<Record<number, string>> = {
  1004: 'memory_activity',
  1010: 'peripheral_activity',
  2001: 'security_finding',
  2002: 'vulnerability_finding',
  2003: 'compliance_finding',
  2005: 'incident_finding',
  2006: 'data_security_finding',
  2007: 'application_security_posture_finding',
  2008: 'iam_analysis_finding',
  3004: 'entity_management',
  4004: 'dhcp_activity',
  4005: 'rdp_activity',
  4007: 'ssh_activity',
  4008: 'ftp_activity',
  4009: 'email_activity',
  4010: 'network_file_activity',
  4011: 'email_file_activity',
  4012: 'email_url_activity',
  4013: 'ntp_activity',
  4014: 'tunnel_activity',
  5001: 'inventory_info',
  5002: 'config_state',
  5003: 'user_inventory',
  5004: 'patch_state',
  5019: 'device_config_state_change',
  5020: 'software_info',
  5021: 'osint_inventory_info',
  5023: 'cloud_resources_inventory_info',
  6001: 'web_resources_activity',
  6002: 'application_lifecycle',
  6004: 'web_resource_access_activity',
  6005: 'datastore_activity',
  6006: 'file_hosting',
  6007: 'scan_activity',
  6008: 'application_error',
  7001: 'remediation_activity',
  7002: 'file_remediation_activity',
  7003: 'process_remediation_activity',
  7004: 'network_remediation_activity',
  8001: 'drone_flights_activity',
  8002: 'airborne_broadcast_activity',
}

const BY_UID = new Map<number, OcsfClass>(Object.values(CLASSES).map(c => [c.uid, c]))

/** The class with this uid. Its name is null if the uid is not a known class of OCSF 1.8. */
export function classByUid(uid: number): { readonly name: string | null; readonly activities: readonly string[] } {
  const known = BY_UID.get(uid)
  return known ?? { name: OTHER_CLASS_NAMES[uid] ?? null, activities: [] }
}

/**
 * The category of a class: the thousands of its uid. For a class of an extension, the thousands within the extension.
 */
export const categoryUid = (classUid: number): number => Math.trunc((classUid % 100_000) / 1000)

/** The caption of an activity, as OCSF writes it. */
export function activityName(activities: readonly string[], id: number): string {
  return id === 99 ? 'Other' : (activities[id] ?? 'Unknown')
}
