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
 * Classes of OCSF 1.8 by name, as in ocsf/ocsf-1.8.json. The position of a caption is its activity_id, from 1; an id
 * that the class does not use is blank.
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
    'Logon, Logoff, Authentication Ticket, Service Ticket Request, Service Ticket Renew, Preauth, Account Switch',
  ),
  authorize_session: define(3003, 'authorize_session', 'Assign Privileges, Assign Groups'),
  user_access: define(3005, 'user_access', 'Assign Privileges, Revoke Privileges'),
  group_management: define(
    3006,
    'group_management',
    'Assign Privileges, Revoke Privileges, Add User, Remove User, Delete, Create, Add Subgroup, Remove Subgroup',
  ),
  network_activity: define(4001, 'network_activity', 'Open, Close, Reset, Fail, Refuse, Traffic, Listen'),
  http_activity: define(4002, 'http_activity', 'Connect, Delete, Get, Head, Options, Post, Put, Trace, Patch'),
  dns_activity: define(4003, 'dns_activity', 'Query, Response, , , , Traffic'),
  smb_activity: define(
    4006,
    'smb_activity',
    'File Supersede, File Open, File Create, File Open If, File Overwrite, File Overwrite If',
  ),
  api_activity: define(6003, 'api_activity', 'Create, Read, Update, Delete'),
  registry_key_activity: define(
    201001,
    'registry_key_activity',
    'Create, Read, Modify, Delete, Rename, Set Security, Restore, Import, Export',
  ),
  registry_value_activity: define(201002, 'registry_value_activity', 'Get, Set, Modify, Delete'),
  windows_resource_activity: define(201003, 'windows_resource_activity', 'Access'),
  windows_service_activity: define(
    201004,
    'windows_service_activity',
    'Create, Reconfigure, Start, Stop, Pause, Continue, Delete',
  ),
  memory_activity: define(
    1004,
    'memory_activity',
    'Allocate Page, Modify Page, Delete Page, Buffer Overflow, Disable DEP, Enable DEP, Read, Write, Map View',
  ),
  peripheral_activity: define(1010, 'peripheral_activity', 'Connect, Disconnect, Enable, Disable, Eject'),
  security_finding: define(2001, 'security_finding', 'Create, Update, Close'),
  vulnerability_finding: define(2002, 'vulnerability_finding', 'Create, Update, Close'),
  compliance_finding: define(2003, 'compliance_finding', 'Create, Update, Close'),
  incident_finding: define(2005, 'incident_finding', 'Create, Update, Close'),
  data_security_finding: define(2006, 'data_security_finding', 'Create, Update, Close, Suppressed'),
  application_security_posture_finding: define(2007, 'application_security_posture_finding', 'Create, Update, Close'),
  iam_analysis_finding: define(2008, 'iam_analysis_finding', 'Create, Update, Close'),
  entity_management: define(
    3004,
    'entity_management',
    'Create, Read, Update, Delete, Move, Enroll, Unenroll, Enable, Disable, Activate, Deactivate, Suspend, Resume',
  ),
  dhcp_activity: define(4004, 'dhcp_activity', 'Discover, Offer, Request, Decline, Ack, Nak, Release, Inform, Expire'),
  rdp_activity: define(
    4005,
    'rdp_activity',
    'Initial Request, Initial Response, Connect Request, Connect Response, TLS Handshake, Traffic, Disconnect, Reconnect',
  ),
  ssh_activity: define(4007, 'ssh_activity', 'Open, Close, Reset, Fail, Refuse, Traffic, Listen'),
  ftp_activity: define(4008, 'ftp_activity', 'Put, Get, Poll, Delete, Rename, List'),
  email_activity: define(4009, 'email_activity', 'Send, Receive, Scan, Trace, MTA Relay'),
  network_file_activity: define(
    4010,
    'network_file_activity',
    'Upload, Download, Update, Delete, Rename, Copy, Move, Restore, Preview, Lock, Unlock, Share, Unshare, Open, Sync, Unsync',
  ),
  email_file_activity: define(4011, 'email_file_activity', 'Send, Receive, Scan'),
  email_url_activity: define(4012, 'email_url_activity', 'Send, Receive, Scan'),
  ntp_activity: define(
    4013,
    'ntp_activity',
    'Symmetric Active Exchange, Symmetric Passive Response, Client Synchronization, Server Response, Broadcast, Control, Private Use Case',
  ),
  tunnel_activity: define(4014, 'tunnel_activity', 'Open, Close, Renew'),
  inventory_info: define(5001, 'inventory_info', 'Log, Collect'),
  config_state: define(5002, 'config_state', 'Log, Collect'),
  user_inventory: define(5003, 'user_inventory', 'Log, Collect'),
  patch_state: define(5004, 'patch_state', 'Log, Collect'),
  device_config_state_change: define(5019, 'device_config_state_change', 'Log, Collect'),
  software_info: define(5020, 'software_info', 'Log, Collect'),
  osint_inventory_info: define(5021, 'osint_inventory_info', 'Log, Collect'),
  cloud_resources_inventory_info: define(5023, 'cloud_resources_inventory_info', 'Log, Collect'),
  web_resources_activity: define(
    6001,
    'web_resources_activity',
    'Create, Read, Update, Delete, Search, Import, Export, Share',
  ),
  application_lifecycle: define(
    6002,
    'application_lifecycle',
    'Install, Remove, Start, Stop, Restart, Enable, Disable, Update',
  ),
  web_resource_access_activity: define(
    6004,
    'web_resource_access_activity',
    'Access Grant, Access Deny, Access Revoke, Access Error',
  ),
  datastore_activity: define(
    6005,
    'datastore_activity',
    'Read, Update, Connect, Query, Write, Create, Delete, List, Encrypt, Decrypt',
  ),
  file_hosting: define(
    6006,
    'file_hosting',
    'Upload, Download, Update, Delete, Rename, Copy, Move, Restore, Preview, Lock, Unlock, Share, Unshare, Open, Sync, Unsync, Access Check',
  ),
  scan_activity: define(
    6007,
    'scan_activity',
    'Started, Completed, Cancelled, Duration Violation, Pause Violation, Error, Paused, Resumed, Restarted, Delayed',
  ),
  application_error: define(6008, 'application_error', 'General Error, Translation Error'),
  remediation_activity: define(7001, 'remediation_activity', 'Isolate, Evict, Restore, Harden, Detect'),
  file_remediation_activity: define(7002, 'file_remediation_activity', 'Isolate, Evict, Restore, Harden, Detect'),
  process_remediation_activity: define(7003, 'process_remediation_activity', 'Isolate, Evict, Restore, Harden, Detect'),
  network_remediation_activity: define(7004, 'network_remediation_activity', 'Isolate, Evict, Restore, Harden, Detect'),
  drone_flights_activity: define(8001, 'drone_flights_activity', 'Capture, Record'),
  airborne_broadcast_activity: define(8002, 'airborne_broadcast_activity', 'Capture, Record'),
} as const satisfies Record<string, OcsfClass>

export type ClassName = keyof typeof CLASSES

const BY_UID = new Map<number, OcsfClass>(Object.values(CLASSES).map(c => [c.uid, c]))

/** The class with this uid. Its name is null if the uid is not a known class of OCSF 1.8. */
export function classByUid(uid: number): { readonly name: string | null; readonly activities: readonly string[] } {
  const known = BY_UID.get(uid)
  return known ?? { name: null, activities: [] }
}

/**
 * The category of a class: the thousands of its uid. For a class of an extension, the thousands within the extension.
 */
export const categoryUid = (classUid: number): number => Math.trunc((classUid % 100_000) / 1000)

/** The caption of an activity, as OCSF writes it. */
export function activityName(activities: readonly string[], id: number): string {
  return id === 99 ? 'Other' : activities[id] || 'Unknown'
}
